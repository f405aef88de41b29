#pragma once
// What the window reads of a run that is there: its fold, the bytes of a patch, the end of a log.

#include "app/run_store.h"
#include "ui/run_view.h"

#include <stop_token>
#include <string>

namespace vouchsafe {

struct ReadRun {
    RunState state;
    RunLife life = RunLife::Ended;
    std::vector<std::string> notices;
};

/// All blocking; for threads of their own. ErrorCode::Journal for a broken or newer journal.
Result<ReadRun> readRun(const RunFolder &folder);

/// `state` has the iteration with its patch. Where the run's tree is gone, the hunks alone (`whole` false).
Result<ReviewPatch> readReview(const RunState &state, int iteration, const std::stop_token &stop);

/// The last 16 MiB of the log of that output. ErrorCode::PathMissing where there is none.
Result<OutputPiece> readLog(const RunFolder &folder, const RunState &state, const OutputKey &key);

} // namespace vouchsafe
