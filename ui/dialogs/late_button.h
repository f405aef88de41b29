#pragma once
// A button that a click or a key meant for something else cannot press.

#include <QPushButton>

class QTimer;

namespace vouchsafe {

/// Inert for half a second after it appeared, so that a double click or a flood of Enter under which its
/// dialog opens does nothing; never the default button. Space and its mnemonic press it afterwards.
class LateButton : public QPushButton {
    Q_OBJECT
public:
    LateButton(const QIcon &icon, const QString &text, QWidget *parent = nullptr);

    void setReady(bool ready); ///< whether it can be pressed at all

protected:
    void showEvent(QShowEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void settle();

    QTimer *m_wait;
    bool m_ready = true;
};

} // namespace vouchsafe
