#include "ui/panels/runs_panel_delegate.h"

#include "ui/models/runs_model.h"
#include "ui/panels/labels.h"
#include "ui/support/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace vouchsafe {
namespace {

int gapOf(const QFontMetrics &metrics)
{
    return metrics.height() / 3;
}

} // namespace

RunsPanelDelegate::RunsPanelDelegate(const Theme &theme, QObject *parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{
}

void RunsPanelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QString request = item.text;
    item.text.clear();
    const QWidget *widget = option.widget;
    const QStyle *style = widget != nullptr ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &item, painter, widget);

    const QModelIndex outcome = index.siblingAtColumn(static_cast<int>(RunsColumn::Outcome));
    const auto mark = static_cast<Mark>(outcome.data(RowTree::MarkRole).toInt());
    const bool selected = item.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group =
        item.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const QColor plain = item.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text);
    const ThemeColours &colours = m_theme.colours();
    const QFontMetrics metrics(item.font);
    const int gap = gapOf(metrics);
    // The mark has a column of its own, as wide as the widest.
    const int markWidth = metrics.horizontalAdvance(markGlyph(Mark::Current)) + 2 * gap;
    const QRect inner = item.rect.adjusted(gap, gap, -gap, -gap);
    const auto place = [&](int left, int top, int width) {
        return QStyle::visualRect(item.direction, inner,
                                  QRect(inner.left() + left, inner.top() + top, width, metrics.height()));
    };
    const auto write = [&](const QRect &rect, const QColor &ink, const QString &text) {
        painter->setPen(ink);
        painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine | Qt::AlignLeading, text);
    };
    const int width = inner.width() - markWidth;
    painter->save();
    painter->setFont(item.font);
    painter->setLayoutDirection(item.direction);
    write(place(0, 0, markWidth), selected ? plain : markInk(mark, colours), markGlyph(mark));
    write(place(markWidth, 0, width), plain, metrics.elidedText(request, Qt::ElideRight, width));
    // The time is short and stays whole; the outcome gives way.
    const QColor quiet = selected ? plain : colours.dimmed;
    const QString ago = index.data(RunsModel::AgoRole).toString();
    const int agoWidth = std::min(metrics.horizontalAdvance(ago), width / 2);
    const int second = metrics.lineSpacing();
    write(place(markWidth + width - agoWidth, second, agoWidth), quiet,
          metrics.elidedText(ago, Qt::ElideRight, agoWidth));
    const int left = width - agoWidth - 2 * gap;
    write(place(markWidth, second, left), quiet,
          metrics.elidedText(outcome.data(Qt::AccessibleTextRole).toString(), Qt::ElideRight, left));
    painter->restore();
}

QSize RunsPanelDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const QFontMetrics metrics(item.font);
    return {metrics.averageCharWidth() * 20, metrics.lineSpacing() + metrics.height() + 2 * gapOf(metrics)};
}

} // namespace vouchsafe
