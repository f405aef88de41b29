#pragma once
// One error in its four parts, in place instead of in a box.

#include "core/base/result.h"
#include "ui/support/theme.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace vouchsafe {

/// What failed and the remedy always; code and context fold away. Announced to assistive technology when
/// shown.
class ErrorBanner : public QFrame {
    Q_OBJECT
public:
    ErrorBanner(const Theme &theme, const Error &error, QWidget *parent = nullptr);

    const Error &error() const { return m_error; }

Q_SIGNALS:
    void closed();

protected:
    void showEvent(QShowEvent *event) override;

private:
    QToolButton *button(const char *icon, const QString &name);
    void unfold(bool open);
    void restyle();

    const Theme &m_theme;
    Error m_error;
    QLabel *m_what;
    QLabel *m_remedy;
    QWidget *m_details;
    QToolButton *m_fold;
};

} // namespace vouchsafe
