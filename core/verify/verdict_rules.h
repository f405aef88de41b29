#pragma once
// The rules that make a verdict of the recorded runs: pure, so that a verdict can be derived again offline.

#include "core/model/verdict.h"
#include "core/verify/lane.h"

#include <string_view>
#include <vector>

namespace vouchsafe {

/// Names of proof runs, as they are recorded.
namespace run_name {
inline constexpr std::string_view baseline = "baseline";
inline constexpr std::string_view baselineAgain = "baseline-again";
inline constexpr std::string_view plain = "plain";
inline constexpr std::string_view brokenAgain = "broken-again"; ///< what broke in `plain`, once more
inline constexpr std::string_view originalTests = "original-tests";
inline constexpr std::string_view originalAgain = "original-tests-again";
inline constexpr std::string_view newOnBase = "new-tests-on-base";
inline constexpr std::string_view newOnBaseAgain = "new-tests-on-base-again";
inline constexpr std::string_view repeat = "repeat";
} // namespace run_name

enum class Stage {
    BeforeRepeat, ///< proven and passing-weak are provisional
    Final,        ///< these two need the repetition
};

/// Fills everything of a verdict but its duration. `runs` are those of one patch.
Verdict judge(const Baseline &baseline, const std::vector<ProofRun> &runs, Stage stage);

/// The judgement of one lane among `runs`, to decide what to run next.
LaneVerdict judgedLane(const Baseline &baseline, const std::vector<ProofRun> &runs, std::string_view lane);

const ProofRun *runNamed(const std::vector<ProofRun> &runs, std::string_view name);

/// Why a baseline cannot be used, and its outcome; sets `usable`, `problem`, `reason`, `flaky` and `failing`
/// from the baseline's runs.
void judgeBaseline(Baseline &baseline);

} // namespace vouchsafe
