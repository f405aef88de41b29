#pragma once
// Draws a run in two lines, so that a narrow dock shows mark, request, outcome and time.

#include <QStyledItemDelegate>

namespace vouchsafe {

class Theme;

/// For the first column of a RunsModel, or of a proxy of one, where that column alone is shown.
class RunsPanelDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit RunsPanelDelegate(const Theme &theme, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const Theme &m_theme;
};

} // namespace vouchsafe
