#pragma once
// The runs of a repository, told from little more than their names: a list must not fold every journal.

#include "app/run_store.h"
#include "ui/run_view.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// From the first line of the journal and outcome.json. Where the journal cannot be read, `problem` says so.
RunSummary summaryOf(const RunFolder &folder);

/// Newest first, those of `repository` alone, at most 200.
std::vector<RunSummary> runsOf(const std::string &repository, const RunStore &store,
                               const std::stop_token &stop);

} // namespace vouchsafe
