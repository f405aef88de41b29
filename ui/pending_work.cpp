#include "ui/pending_work.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QTimer>

#include <chrono>

namespace vouchsafe {

PendingWork::PendingWork(QWidget *parent)
    : QWidget(parent),
      m_words(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_moment(new QTimer(this))
{
    m_words->setTextFormat(Qt::PlainText);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(fontMetrics().height() / 2);
    m_progress->setFixedWidth(fontMetrics().averageCharWidth() * 16);
    m_progress->setAccessibleName(tr("Work that is waited for"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_words);
    row->addWidget(m_progress);
    m_moment->setSingleShot(true);
    m_moment->setInterval(std::chrono::milliseconds(300));
    connect(m_moment, &QTimer::timeout, this, &PendingWork::settle);
    hide();
}

void PendingWork::begin(Act act, const QString &words)
{
    m_pending[act] = words;
    if (isHidden() && !m_moment->isActive())
        m_moment->start();
    else
        settle();
}

void PendingWork::end(Act act)
{
    if (m_pending.erase(act) > 0)
        settle();
}

void PendingWork::settle()
{
    if (m_pending.empty()) {
        m_moment->stop();
        hide();
        return;
    }
    m_words->setText(m_pending.rbegin()->second);
    if (!m_moment->isActive())
        show();
}

} // namespace vouchsafe
