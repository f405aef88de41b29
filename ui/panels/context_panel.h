#pragma once
// The code that was retrieved for the task, why, and what it looks like.

#include "ui/models/context_model.h"
#include "ui/panels/run_panel.h"

#include <QPlainTextEdit>
#include <QSplitter>

namespace vouchsafe {

class ContentStack;
class DimLabel;
class RowView;
class Theme;

class ContextPanel : public RunPanel {
    Q_OBJECT
public:
    explicit ContextPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

private:
    void preview();

    ContextModel m_model;
    QSplitter *m_split;
    RowView *m_rows;
    QPlainTextEdit *m_code;
    DimLabel *m_summary;
    DimLabel *m_heading;
    ContentStack *m_stack;
    std::string m_run;
};

} // namespace vouchsafe
