#include "ui/panels/holdings_list.h"

#include "ui/support/safe_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

QLabel *plain(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

void ink(QLabel *label, const QColor &colour)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

/// `3 · 12 MB`; a count alone where nobody tells the size.
QString amount(const Holding &holding)
{
    const QString count = QLocale().toString(static_cast<qulonglong>(holding.count));
    if (holding.bytes == 0 && holding.count > 0)
        return count;
    return holding.count == 0
               ? sizeText(holding.bytes)
               : HoldingsList::tr("%1 · %2", "count · size").arg(count, sizeText(holding.bytes));
}

} // namespace

QString sizeText(std::uint64_t bytes)
{
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeTraditionalFormat);
}

HoldingsList::HoldingsList(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_state(plain({}, this)),
      m_freed(plain({}, this)),
      m_clean(new QPushButton(tr("&Clean…"), this))
{
    m_state->setWordWrap(true);
    m_freed->setWordWrap(true);
    m_freed->hide();
    m_clean->setAccessibleName(tr("Clean what nobody uses"));
    m_clean->setToolTip(tr("Remove caches and what ended programs left. Runs stay. You are asked first."));
    connect(m_clean, &QPushButton::clicked, this, &HoldingsList::cleanAsked);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_state);
    layout->addWidget(m_freed);
    layout->addWidget(m_clean, 0, Qt::AlignLeft);
    connect(&theme, &Theme::changed, this, &HoldingsList::rebuild);
    setCounting();
}

void HoldingsList::setCounting()
{
    m_state->setText(tr("What lies on the disk is being counted…"));
    m_clean->setEnabled(false);
}

void HoldingsList::setCleaning()
{
    m_freed->hide();
    m_state->setText(tr("What nobody uses is being removed…"));
    m_clean->setEnabled(false);
}

void HoldingsList::setCleaned(const QString &words)
{
    m_freed->setText(words);
    m_freed->show();
    setCounting();
}

void HoldingsList::setHoldings(const std::vector<Holding> &holdings)
{
    m_holdings = holdings;
    std::uint64_t sum = 0;
    for (const Holding &holding : holdings)
        sum += holding.bytes;
    m_state->setText(tr("%1 in all.").arg(sizeText(sum)));
    m_clean->setEnabled(true);
    rebuild();
}

void HoldingsList::rebuild()
{
    delete m_list;
    m_list = new QWidget(this);
    m_list->setAccessibleName(tr("What lies on the disk"));
    auto *grid = new QGridLayout(m_list);
    grid->setContentsMargins({});
    grid->setColumnStretch(2, 1);
    grid->setVerticalSpacing(fontMetrics().height() / 4);
    grid->setHorizontalSpacing(fontMetrics().horizontalAdvance(QLatin1Char('m')) * 2);
    const ThemeColours &colours = m_theme.colours();
    int row = 0;
    for (const Holding &holding : m_holdings) {
        QLabel *what = plain(safeLine(holding.what, 60), m_list);
        ink(what, colours.ink);
        grid->addWidget(what, row, 0, Qt::AlignTop);
        QLabel *size = plain(amount(holding), m_list);
        ink(size, colours.ink);
        size->setAccessibleName(tr("%1: %2", "what: amount").arg(what->text(), size->text()));
        grid->addWidget(size, row, 1, Qt::AlignTop | Qt::AlignRight);
        QLabel *place = plain(safeLine(holding.place, 200), m_list);
        ink(place, colours.dimmed);
        place->setWordWrap(true);
        place->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(place, row, 2, Qt::AlignTop);
        ++row;
    }
    static_cast<QVBoxLayout *>(layout())->insertWidget(1, m_list);
    m_list->show();
}

} // namespace vouchsafe
