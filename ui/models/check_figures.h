#pragma once
// What a check's report counts, without the tests of ours that surround a suite in the repetition of a proof.

#include "core/events/run_state.h"
#include "ui/models/words.h"

#include <map>
#include <utility>

namespace vouchsafe {

struct CheckFigures {
    int passed = 0;
    int failed = 0;
    int tests = 0;          ///< skipped ones included
    bool sentinels = false; ///< ran between tests of a known result
    bool known = true;      ///< false: tests of ours may be among them, the verdict will tell
};

/// The whole record where the state has it by now, else what the short record counts.
CheckFigures checkFigures(const RunState &state, const CheckRecord &record);
const CheckResult *wholeCheck(const RunState &state, const CheckRecord &record);

/// Counts each report once, for those who ask at every event.
class CheckFigureCache {
public:
    CheckFigures of(const RunState &state, std::size_t place); ///< of state.checks

private:
    std::string m_run;
    std::map<std::pair<std::size_t, bool>, CheckFigures> m_known; ///< by place and whether it was whole
};

/// `41 passed, 2 failed`, `exit 1`
QString checkResultText(const CheckRecord &record, const CheckFigures &figures);
Mark checkMark(const CheckRecord &record, const CheckFigures &figures);
QString proofRunWord(std::string_view run); ///< ProofRun::name in words; empty for the plain one

} // namespace vouchsafe
