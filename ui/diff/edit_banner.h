#pragma once
// Says that a patch has edits which nothing has verified, and offers what can be done about it.

#include "ui/support/theme.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace vouchsafe {

class EditBanner : public QFrame {
    Q_OBJECT
public:
    explicit EditBanner(const Theme &theme, QWidget *parent = nullptr);

    /// Hidden where neither holds.
    void setState(bool editing, int editedFiles);

Q_SIGNALS:
    void verifyAsked();
    void dropAsked();
    void leaveAsked(); ///< stops editing, keeps the edits

private:
    void recolour();

    const Theme &m_theme;
    QLabel *m_text;
    QPushButton *m_verify;
    QPushButton *m_drop;
    QPushButton *m_leave;
};

} // namespace vouchsafe
