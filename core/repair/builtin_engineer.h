#pragma once
// The engineer that needs no model: searches one-place edits of Python code until the tests pass.

#include "core/base/clock.h"
#include "core/ports/base_tree.h"
#include "core/ports/engineer.h"
#include "core/ports/verifier.h"
#include "core/repair/repair_budget.h"
#include "core/repair/search.h"

namespace vouchsafe {

/// Searches at the suspects of the newest plan (a suspect of line 0 is the whole file; a plan without
/// suspects gives its files). Deterministic for one tree, plan and budget counted in candidates: nothing is
/// drawn at random. Tests, runner files and protected paths are never edited. Later calls go on where earlier
/// ones ended: first with finds that were not proposed yet, and never with a program that was tried or
/// proposed before. Call from one thread; the references must outlive it.
class BuiltinEngineer final : public Engineer {
public:
    BuiltinEngineer(const BaseTree &tree, Verifier &verifier, const PatchReader &reader, const Clock &clock,
                    RepairBudget budget = {});
    Result<PatchReply> propose(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    repair::SourceFiles filesOf(const std::vector<Suspect> &suspects, const RunState &state) const;
    /// The best find that is not among the run's proposals; it leaves the memory.
    std::optional<Patch> bestFind(const RunState &state, const repair::Goal &goal,
                                  const repair::SearchCounts &counts);

    const BaseTree &m_tree;
    Verifier &m_verifier;
    const PatchReader &m_reader;
    const Clock &m_clock;
    const RepairBudget m_budget;
    repair::SearchMemory m_memory;
    repair::SearchCounts m_counts; ///< of the last search
};

} // namespace vouchsafe
