#pragma once
// The question before a patch is written to the working tree.

#include "core/model/iteration.h"
#include "ui/run_view.h"
#include "ui/support/theme.h"

#include <QDialog>

#include <string>

class QLabel;
class QVBoxLayout;

namespace vouchsafe {

class LateButton;

/// Shows what would be written and what was proven of it. Open with `open()`. The patch is bound by its hash:
/// approved() names it, and the window compares it with what is shown then.
class ApplyDialog : public QDialog {
    Q_OBJECT
public:
    ApplyDialog(const ReviewPatch &review, const Iteration &iteration, const Theme &theme,
                QWidget *parent = nullptr);

    /// Which working tree is written: its folder and branch; an empty branch: HEAD is detached.
    void setTree(const std::string &folder, const std::string &branch);

Q_SIGNALS:
    void approved(const std::string &patchSha256);

private:
    void addVerdict(const Iteration &iteration);
    void addFiles(const ReviewPatch &review);
    QLabel *addText(const QString &text, const QColor &ink, bool bold = false);

    const Theme &m_theme;
    QVBoxLayout *m_content;
    LateButton *m_apply;
    QLabel *m_tree = nullptr;
};

} // namespace vouchsafe
