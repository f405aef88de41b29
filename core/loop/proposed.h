#pragma once
// From what the ports say to what the journal keeps.

#include "core/events/run_state.h"
#include "core/ports/engineer.h"
#include "core/ports/patch_reader.h"
#include "core/ports/retriever.h"

namespace vouchsafe {

/// What to retrieve for: the task's words, and what fails now (the last verdict's tests, else the
/// baseline's).
RetrievalRequest retrievalRequest(const RunState &state);
ProposedPatch proposedPatch(const Patch &patch, const PatchReader &reader);
RejectedPatch rejectedPatch(const PatchRefusal &refusal, const std::string &raw);

} // namespace vouchsafe
