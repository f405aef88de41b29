#include "ui/dialogs/reject_bar.h"

#include "ui/support/icons.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace vouchsafe {

RejectBar::RejectBar(QWidget *parent) : QFrame(parent)
{
    setFrameShape(StyledPanel);
    setAccessibleName(tr("Reject the patch"));
    auto *title = new QLabel(tr("Why is this patch rejected? The next attempt reads it."), this);
    m_reason = new QPlainTextEdit(this);
    title->setBuddy(m_reason);
    m_reason->setAccessibleName(tr("Reason for the rejection"));
    m_reason->setPlaceholderText(tr("For example: it changes the public interface, keep that as it is."));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(m_reason->fontMetrics().lineSpacing() * 3);
    m_again = new QPushButton(inkIcon("resume"), tr("Reject and Try Again"), this);
    m_again->setAccessibleName(tr("Reject and try again"));
    m_reject = new QPushButton(inkIcon("reject"), tr("Reject"), this);
    m_reject->setAccessibleName(tr("Reject without trying again"));
    auto *keep = new QPushButton(tr("Keep It"), this);
    keep->setAccessibleName(tr("Do not reject"));

    auto *buttons = new QVBoxLayout;
    for (QPushButton *button : {m_again, m_reject, keep})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *texts = new QVBoxLayout;
    texts->addWidget(title);
    texts->addWidget(m_reason);
    texts->addStretch();
    auto *row = new QHBoxLayout(this);
    row->addLayout(texts, 1);
    row->addLayout(buttons);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

    connect(m_reason, &QPlainTextEdit::textChanged, this, &RejectBar::settle);
    connect(m_again, &QPushButton::clicked, this, [this] { answer(true); });
    connect(m_reject, &QPushButton::clicked, this, [this] { answer(false); });
    connect(keep, &QPushButton::clicked, this, &RejectBar::dismiss);
    settle();
    hide();
}

void RejectBar::ask()
{
    show();
    m_reason->setFocus(Qt::OtherFocusReason);
}

void RejectBar::clear()
{
    m_reason->clear();
    hide();
}

void RejectBar::setMayTryAgain(bool may, const QString &whyNot)
{
    m_mayTryAgain = may;
    m_whyNotAgain = may ? QString() : whyNot;
    settle();
}

void RejectBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        return dismiss();
    QFrame::keyPressEvent(event);
}

void RejectBar::answer(bool tryAgain)
{
    const std::string why = reason();
    if (why.empty())
        return;
    hide(); // the text stays: what is not recorded is asked for again
    Q_EMIT rejected(why, tryAgain);
}

void RejectBar::dismiss()
{
    hide();
    Q_EMIT dismissed();
}

void RejectBar::settle()
{
    const bool written = !reason().empty();
    const QString missing = written ? QString() : tr("Write down the reason first.");
    m_reject->setEnabled(written);
    m_reject->setToolTip(written ? tr("The run ends with the patch rejected.") : missing);
    m_again->setEnabled(written && m_mayTryAgain);
    m_again->setToolTip(!m_mayTryAgain ? m_whyNotAgain
                        : written      ? tr("The run goes on and is told the reason.")
                                       : missing);
}

std::string RejectBar::reason() const
{
    return m_reason->toPlainText().trimmed().toStdString();
}

} // namespace vouchsafe
