#pragma once
// The runs of a repository as rows, newest first.

#include "ui/models/row_tree.h"
#include "ui/run_view.h"

#include <QDateTime>

#include <string>
#include <vector>

namespace vouchsafe {

enum class RunsColumn { When, Request, Outcome };

class RunsModel : public RowTree {
    Q_OBJECT
public:
    explicit RunsModel(QObject *parent = nullptr);

    void show(const std::vector<RunSummary> &runs, const QDateTime &now);
    static std::string runOf(const QModelIndex &index);
};

} // namespace vouchsafe
