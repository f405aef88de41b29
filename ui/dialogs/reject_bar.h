#pragma once
// Asks in place why a patch is rejected.

#include <QFrame>
#include <QString>

#include <string>

class QPlainTextEdit;
class QPushButton;

namespace vouchsafe {

/// The reason is recorded, and read by the next attempt; without one nothing is rejected. GUI thread.
class RejectBar : public QFrame {
    Q_OBJECT
public:
    explicit RejectBar(QWidget *parent = nullptr);

    void ask();   ///< shows itself and takes the focus; what was written before is kept
    void clear(); ///< once the rejection is recorded; until then the text is kept
    /// Whether a run can go on after it; the reason against it becomes the tip of the button.
    void setMayTryAgain(bool may, const QString &whyNot);

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
    bool m_mayTryAgain = true;
    QString m_whyNotAgain;
};

} // namespace vouchsafe
