#pragma once
// `auto`: the engineer that costs nothing first, within a small budget, then a model.

#include "core/ports/architect.h"
#include "core/ports/engineer.h"

namespace vouchsafe {

struct ArchitectAndEngineer {
    Architect &architect;
    Engineer &engineer;
};

/// Tries `first`; where it finds nothing, plans and proposes with `second` from then on, within the same
/// iteration. Which of the two is at work is read from the run's plans, so a resumed run goes on alike.
class Fallback final : public Architect, public Engineer {
public:
    /// Plans of `first` carry `firstAuthor` as their author.
    Fallback(ArchitectAndEngineer first, std::string firstAuthor, ArchitectAndEngineer second);

    Result<PlanReply> plan(const RunState &state, Reporter &reporter, std::stop_token stop) override;
    Result<PatchReply> propose(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    bool firstIsAtWork(const RunState &state) const;

    ArchitectAndEngineer m_first;
    std::string m_firstAuthor;
    ArchitectAndEngineer m_second;
};

} // namespace vouchsafe
