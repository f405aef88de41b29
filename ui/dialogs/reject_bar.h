#pragma once
// Asks in place why a patch is rejected.

#include <QFrame>

#include <string>

class QPlainTextEdit;
class QPushButton;

namespace vouchsafe {

/// The reason is recorded, and read by the next attempt; without one nothing is rejected. GUI thread.
class RejectBar : public QFrame {
    Q_OBJECT
public:
    explicit RejectBar(QWidget *parent = nullptr);

    void ask(); ///< shows itself and takes the focus; what was written before is kept
    void clear();

Q_SIGNALS:
    void rejected(const std::string &reason, bool tryAgain);
    void dismissed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void answer(bool tryAgain);
    void dismiss();
    void settle();
    std::string reason() const;

    QPlainTextEdit *m_reason;
    QPushButton *m_reject;
    QPushButton *m_again;
};

} // namespace vouchsafe
