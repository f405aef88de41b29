#pragma once
// The built-in engineer's plan: which places of the Python code it suspects, and why.

#include "core/ports/architect.h"
#include "core/ports/base_tree.h"
#include "core/ports/coverage.h"
#include "core/repair/goal.h"
#include "core/repair/localise.h"

#include <optional>
#include <string>

namespace vouchsafe {

/// Measures which lines the tests run, once per object, and ranks the statements. Without coverage it says so
/// and ranks by tracebacks and the retrieved code. `PlanReply::nothing` where no test fails or there is no
/// Python code to search. Call from one thread; tree and coverage must outlive it.
class BuiltinArchitect final : public Architect {
public:
    BuiltinArchitect(const BaseTree &tree, Coverage &coverage);
    Result<PlanReply> plan(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    Status measure(Reporter &reporter, const std::stop_token &stop);
    repair::LocalisationInput inputFor(const RunState &state, repair::Goal goal) const;

    const BaseTree &m_tree;
    Coverage &m_coverage;
    bool m_measured = false;
    std::optional<CoverageReport> m_report;
    std::string m_withoutCoverage; ///< why there is none
};

} // namespace vouchsafe
