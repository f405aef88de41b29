#pragma once
// Everything that a model gives to a view, for tests that search it.

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>

#include <functional>

namespace vouchsafe::test {

inline void forEachIndex(const QAbstractItemModel &model, const std::function<void(const QModelIndex &)> &act,
                         const QModelIndex &parent = {})
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column)
            act(model.index(row, column, parent));
        forEachIndex(model, act, model.index(row, 0, parent));
    }
}

inline QStringList cellTexts(const QAbstractItemModel &model, int role = Qt::DisplayRole)
{
    QStringList texts;
    forEachIndex(model, [&](const QModelIndex &index) { texts << index.data(role).toString(); });
    return texts;
}

/// Text that moves or hides other text, or that is not shown as what it is.
inline bool isDisguised(const QString &text)
{
    return text.contains(QChar(0x202e)) || text.contains(QChar(0x1b));
}

/// A tip that would load something or is drawn in bold because of its own text.
inline bool isInterpreted(const QString &tip)
{
    return tip.contains(QLatin1String("<img")) || tip.contains(QLatin1String("<b>"));
}

} // namespace vouchsafe::test
