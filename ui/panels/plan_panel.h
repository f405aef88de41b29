#pragma once
// The plan in the words of whoever made it; nothing in it is a claim of ours.

#include "ui/panels/run_panel.h"

#include <QString>
#include <QTextEdit>

#include <optional>

namespace vouchsafe {

class ContentStack;
class DimLabel;
class Theme;

class PlanPanel : public RunPanel {
    Q_OBJECT
public:
    explicit PlanPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

private:
    void write();
    void heading(const QString &text);
    void paragraph(const QString &text, bool dimmed = false);
    void list(const std::vector<std::string> &items, bool numbered);
    void suspects();

    const Theme &m_theme;
    std::optional<Plan> m_plan; ///< that is shown
    QString m_from;             ///< which iteration it is of, where that is not the shown one
    QString m_whose;            ///< words those are
    DimLabel *m_source;
    QTextEdit *m_text;
    ContentStack *m_stack;
};

} // namespace vouchsafe
