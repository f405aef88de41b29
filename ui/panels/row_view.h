#pragma once
// The list that panels show rows in: marks in their colours, rows of one height, no editing.

#include "ui/support/theme.h"

#include <QTreeView>

namespace vouchsafe {

/// Colours a row's mark and dims what is secondary, by RowTree::MarkRole and RowTree::DimmedRole.
class RowView : public QTreeView {
    Q_OBJECT
public:
    RowView(const Theme &theme, const QString &accessibleName, QWidget *parent = nullptr);

    /// The width of a column by what it has to hold at most, in the view's own font.
    void setColumnSample(int column, const QString &sample);
};

} // namespace vouchsafe
