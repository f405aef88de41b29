#pragma once
// The run as a tree: baseline, iterations with their phases and checks, acts of people, the end.

#include "ui/models/check_figures.h"
#include "ui/models/row_tree.h"
#include "ui/run_view.h"

#include <QDateTime>

#include <string>
#include <vector>

namespace vouchsafe {

/// What a row of the timeline stands for. `check` 0: no output of its own; `iteration` 0: the baseline, -1:
/// neither, such as an act of a person.
struct TimelinePlace {
    int iteration = -1;
    int check = 0;
    std::string run = {}; ///< ProofRun::name of the check
    bool whole = false;   ///< one line over all columns: an act of a person, the end

    static TimelinePlace wholeLine() { return {-1, 0, {}, true}; }
    bool operator==(const TimelinePlace &) const = default;
};

enum class TimelineColumn { What, Result, Time };

/// Pure; `now` is only for the phase that is under way.
std::vector<TreeRow> timelineRows(const RunView &view, const QDateTime &now, CheckFigureCache &cache);

QString iterationKey(int iteration); ///< of its top-level row

class TimelineModel : public RowTree {
    Q_OBJECT
public:
    explicit TimelineModel(QObject *parent = nullptr);

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void show(const RunView &view, const QDateTime &now);
    void tick(const QDateTime &now); ///< counts the phase up that is under way
    bool countsUp() const { return m_counting.isValid(); }
    QModelIndex ofIteration(int iteration) const;
    static TimelinePlace placeOf(const QModelIndex &index);

private:
    CheckFigureCache m_figures;
    QPersistentModelIndex m_counting; ///< time of the phase that is under way
    QDateTime m_countsFrom;
};

} // namespace vouchsafe

Q_DECLARE_METATYPE(vouchsafe::TimelinePlace)
