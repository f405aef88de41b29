#pragma once
// The runs of a repository as rows, newest first; a row's first cell speaks for all of it.

#include "ui/models/row_tree.h"
#include "ui/run_view.h"

#include <QDateTime>

#include <string>
#include <vector>

namespace vouchsafe {

enum class RunsColumn { Request, Outcome, When };

class RunsModel : public RowTree {
    Q_OBJECT
public:
    /// Beyond RowTree::Role: for a narrow list, `12 min ago`.
    enum Role { AgoRole = KeyRole + 1 };

    explicit RunsModel(QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void show(const std::vector<RunSummary> &runs, const QDateTime &now);
    static std::string runOf(const QModelIndex &index);

private:
    QStringList m_ago; ///< by row
};

} // namespace vouchsafe
