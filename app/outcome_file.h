#pragma once
// outcome.json and patch.diff: the evidence of a finished run, derived from its journal alone.

#include "core/base/result.h"
#include "core/events/journal.h"
#include "core/events/run_state.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace vouchsafe {

/// The whole of outcome.json for a finished run whose RunFinished event stands at `position`. Pure, so that
/// `check` can derive it again and compare.
nlohmann::json outcomeDocument(const RunState &state, const JournalPosition &position);

/// Where the journal stood when the run finished last. Human acts may stand behind it.
JournalPosition finishedPosition(const LoadedJournal &journal);

/// The one line that `--json` ends with:
/// {"kind":"outcome","run":…,"outcome":…,"stop":…,"iterations":…,"patch":…}. `patchFile` is null where
/// nothing is offered.
nlohmann::json outcomeLine(const RunState &state, const std::string &patchFile);

/// The task that an outcome.json names. ErrorCode::Evidence where it cannot be read.
Result<Task> taskOfOutcome(std::string_view outcomeJson);

/// The diff that is offered, empty where none is.
std::string offeredDiff(const RunState &state);

} // namespace vouchsafe
