#include "ui/diff/patch_files_list.h"

#include "ui/diff/patch_files_model.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr int rowsShown = 5; // before it scrolls

/// With some air around the text.
class AiryDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionViewItem inner = option;
        initStyleOption(&inner, index);
        const QWidget *view = option.widget;
        QStyleOptionViewItem ground = inner;
        ground.text.clear();
        view->style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, view);
        inner.rect.adjust(gap(option), 0, -gap(option), 0);
        inner.backgroundBrush = {};
        const bool selected = inner.state.testFlag(QStyle::State_Selected);
        const QColor ink =
            selected ? inner.palette.color(QPalette::HighlightedText) : inner.palette.color(QPalette::Text);
        painter->save();
        painter->setPen(ink);
        painter->setFont(inner.font);
        painter->drawText(inner.rect, static_cast<int>(inner.displayAlignment) | Qt::TextSingleLine,
                          inner.fontMetrics.elidedText(inner.text, inner.textElideMode, inner.rect.width()));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize text = QStyledItemDelegate::sizeHint(option, index);
        return {text.width() + 2 * gap(option), option.fontMetrics.height() * 3 / 2};
    }

private:
    static int gap(const QStyleOptionViewItem &option) { return option.fontMetrics.height() / 2; }
};

} // namespace

PatchFilesList::PatchFilesList(PatchFilesModel &model, QWidget *parent) : QTreeView(parent)
{
    setModel(&model);
    setItemDelegate(new AiryDelegate(this));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Files of the patch"));
    header()->setVisible(false);
    header()->setStretchLastSection(false);
    header()->setResizeContentsPrecision(100);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(PatchFilesModel::Path, QHeaderView::Stretch);
    connect(&model, &QAbstractItemModel::modelReset, this, &PatchFilesList::updateGeometry);
}

QSize PatchFilesList::sizeHint() const
{
    const int rows = std::clamp(model()->rowCount(), 1, rowsShown);
    const int height = std::max(sizeHintForRow(0), fontMetrics().height() * 3 / 2);
    return {QTreeView::sizeHint().width(), rows * height + 2 * frameWidth()};
}

} // namespace vouchsafe
