#pragma once
// Problems and notices of the run, warnings first.

#include "ui/models/notices_model.h"
#include "ui/panels/run_panel.h"

namespace vouchsafe {

class ContentStack;
class RowView;
class Theme;

class NoticesPanel : public RunPanel {
    Q_OBJECT
public:
    explicit NoticesPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

Q_SIGNALS:
    void warningsChanged(int count); ///< for the title of its tab

private:
    NoticesModel m_model;
    RowView *m_rows;
    ContentStack *m_stack;
    int m_warnings = 0;
};

} // namespace vouchsafe
