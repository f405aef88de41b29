#pragma once
// The run as a tree: baseline, iterations with their phases and checks, acts of people, the end.

#include "ui/models/row_tree.h"
#include "ui/run_view.h"

#include <QDateTime>

#include <vector>

namespace vouchsafe {

/// What a row of the timeline stands for. `check` 0: no output of its own; `iteration` 0: the baseline, -1:
/// neither, such as an act of a person.
struct TimelinePlace {
    int iteration = -1;
    int check = 0;

    bool operator==(const TimelinePlace &) const = default;
};

enum class TimelineColumn { What, Result, Time };

/// Pure; `now` is only for the phase that is under way.
std::vector<TreeRow> timelineRows(const RunView &view, const QDateTime &now);

/// Whether a row's time counts up by itself.
bool countsUp(const RunView &view);

QString iterationKey(int iteration); ///< of its top-level row

class TimelineModel : public RowTree {
    Q_OBJECT
public:
    explicit TimelineModel(QObject *parent = nullptr);

    void show(const RunView &view, const QDateTime &now);
    QModelIndex ofIteration(int iteration) const;
    static TimelinePlace placeOf(const QModelIndex &index);
};

} // namespace vouchsafe

Q_DECLARE_METATYPE(vouchsafe::TimelinePlace)
