#include "ui/dialogs/late_button.h"

#include <QKeyEvent>
#include <QTimer>

#include <chrono>

namespace vouchsafe {

LateButton::LateButton(const QIcon &icon, const QString &text, QWidget *parent)
    : QPushButton(icon, text, parent), m_wait(new QTimer(this))
{
    setAutoDefault(false);
    setDefault(false);
    m_wait->setSingleShot(true);
    m_wait->setInterval(std::chrono::milliseconds(500));
    connect(m_wait, &QTimer::timeout, this, &LateButton::settle);
    setEnabled(false);
}

void LateButton::setReady(bool ready)
{
    m_ready = ready;
    settle();
}

void LateButton::showEvent(QShowEvent *event)
{
    QPushButton::showEvent(event);
    if (event->spontaneous())
        return; // back from an icon or another workspace
    m_wait->start();
    settle();
}

// The dialog may take Return for its own; here it must mean nothing.
void LateButton::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return event->accept();
    QPushButton::keyPressEvent(event);
}

void LateButton::settle()
{
    setEnabled(m_ready && isVisible() && !m_wait->isActive());
}

} // namespace vouchsafe
