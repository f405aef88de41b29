#pragma once
// Asked when a window is closed while the patch has edits that nothing has judged.

#include <QDialog>

namespace vouchsafe {

/// `accepted`: the edits are given up and the window closes. Open with `open()`.
class DiscardQuestion : public QDialog {
    Q_OBJECT
public:
    explicit DiscardQuestion(QWidget *parent = nullptr);
};

} // namespace vouchsafe
