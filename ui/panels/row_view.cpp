#include "ui/panels/row_view.h"

#include "ui/panels/labels.h"

#include "ui/models/row_tree.h"

#include <QHeaderView>
#include <QStyle>
#include <QStyledItemDelegate>

namespace vouchsafe {
namespace {

class RowDelegate : public QStyledItemDelegate {
public:
    RowDelegate(const Theme &theme, QObject *parent) : QStyledItemDelegate(parent), m_theme(theme) {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        size.setHeight(size.height() + option.fontMetrics.height() / 4);
        return size;
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        if (const QColor colour = inkOf(index); colour.isValid())
            option->palette.setColor(QPalette::Text, colour);
    }

private:
    QColor inkOf(const QModelIndex &index) const
    {
        const auto mark = static_cast<Mark>(index.data(RowTree::MarkRole).toInt());
        const bool plain = mark == Mark::None && !index.data(RowTree::DimmedRole).toBool();
        return plain ? QColor() : markInk(mark, m_theme.colours());
    }

    const Theme &m_theme;
};

} // namespace

RowView::RowView(const Theme &theme, const QString &accessibleName, QWidget *parent) : QTreeView(parent)
{
    setItemDelegate(new RowDelegate(theme, this));
    setAccessibleName(accessibleName);
    setUniformRowHeights(true);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setFrameShape(QFrame::NoFrame);
    header()->setStretchLastSection(true);
    header()->setSectionsMovable(false);
    connect(&theme, &Theme::changed, viewport(), qOverload<>(&QWidget::update));
}

void RowView::setColumnSample(int column, const QString &sample)
{
    header()->resizeSection(column, fontMetrics().horizontalAdvance(sample) +
                                        2 * style()->pixelMetric(QStyle::PM_FocusFrameHMargin) +
                                        fontMetrics().averageCharWidth() * 2);
}

} // namespace vouchsafe
