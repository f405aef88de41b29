#include "ui/panels/recent_list.h"

#include "ui/support/safe_text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

// `calc` of `/home/me/calc`, for the eye; the whole path stands below it.
std::string lastPart(const std::string &path)
{
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

QString secondLine(const RecentRepository &recent)
{
    const QString path = safeLine(recent.path, 200);
    if (!recent.present)
        return RecentList::tr("%1 – no longer there").arg(path);
    if (!recent.openedAt.isValid())
        return path;
    const QString when = QLocale().toString(recent.openedAt.toLocalTime(), QLocale::ShortFormat);
    return RecentList::tr("%1 – last opened %2").arg(path, when);
}

} // namespace

RecentList::RecentList(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_none(new QLabel(tr("Repositories that were opened are listed here."), this)),
      m_list(new QListWidget(this)),
      m_open(new QPushButton(tr("Open Again"), this)),
      m_remove(new QPushButton(tr("Take off the List"), this))
{
    m_list->setAccessibleName(tr("Recent repositories"));
    m_list->setAlternatingRowColors(true);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_open->setAccessibleName(tr("Open the selected repository again"));
    m_remove->setAccessibleName(tr("Take the selected repository off the list"));
    m_remove->setToolTip(tr("Nothing of the repository itself is deleted."));

    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_open);
    buttons->addWidget(m_remove);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_none);
    layout->addWidget(m_list);
    layout->addLayout(buttons);

    connect(m_list, &QListWidget::itemActivated, this, &RecentList::open);
    connect(m_list, &QListWidget::currentRowChanged, this, &RecentList::settleButtons);
    connect(m_open, &QPushButton::clicked, this, [this] { open(m_list->currentItem()); });
    connect(m_remove, &QPushButton::clicked, this, &RecentList::removeCurrent);
    auto *removal = new QShortcut(QKeySequence::Delete, m_list, nullptr, nullptr, Qt::WidgetShortcut);
    connect(removal, &QShortcut::activated, this, &RecentList::removeCurrent);
    connect(&theme, &Theme::changed, this, &RecentList::rebuild);
    rebuild();
}

void RecentList::setRecent(const std::vector<RecentRepository> &recent)
{
    if (recent == m_recent)
        return;
    m_recent = recent;
    rebuild();
}

void RecentList::rebuild()
{
    const int row = std::max(m_list->currentRow(), 0);
    m_list->clear();
    for (const RecentRepository &recent : m_recent) {
        auto *item =
            new QListWidgetItem(safeLine(lastPart(recent.path), 80) + QLatin1Char('\n') + secondLine(recent));
        m_list->addItem(item);
        item->setToolTip(safeText(recent.path, Lines::Mark).toHtmlEscaped());
        if (!recent.present)
            item->setForeground(m_theme.colours().dimmed);
    }
    const bool any = !m_recent.empty();
    m_none->setVisible(!any);
    m_list->setVisible(any);
    m_open->setVisible(any);
    m_remove->setVisible(any);
    if (any) {
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
        const int shown = std::min(m_list->count(), 6);
        m_list->setFixedHeight(shown * m_list->sizeHintForRow(0) + 2 * m_list->frameWidth());
    }
    settleButtons();
}

const RecentRepository *RecentList::current() const
{
    const int row = m_list->currentRow();
    return row < 0 || row >= static_cast<int>(m_recent.size()) ? nullptr
                                                               : &m_recent[static_cast<std::size_t>(row)];
}

void RecentList::open(const QListWidgetItem *)
{
    if (const RecentRepository *recent = current(); recent != nullptr && recent->present)
        Q_EMIT openAsked(recent->path);
}

void RecentList::removeCurrent()
{
    if (const RecentRepository *recent = current())
        Q_EMIT removeAsked(std::string(recent->path));
}

void RecentList::settleButtons()
{
    const RecentRepository *recent = current();
    m_open->setEnabled(recent != nullptr && recent->present);
    m_remove->setEnabled(recent != nullptr);
}

} // namespace vouchsafe
