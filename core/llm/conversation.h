#pragma once
// The messages for each role, folded from the state of the run. History is only ever appended: the messages
// of a later call begin with those of the earlier one byte for byte, as long as the context stays.

#include "core/events/run_state.h"
#include "core/ports/base_tree.h"
#include "core/ports/model_client.h"
#include "core/ports/prompt_store.h"

#include <cstddef>
#include <limits>
#include <vector>

namespace vouchsafe {

/// How much of the run is told; lowered where a model's window is too small.
struct Scope {
    std::size_t slices = std::numeric_limits<std::size_t>::max();   ///< best ones
    std::size_t attempts = std::numeric_limits<std::size_t>::max(); ///< newest ones

    bool operator==(const Scope &) const = default;
};

/// Task, code and baseline; then each plan as the answer it was, what came of it, and the request for the
/// next.
Result<std::vector<ChatMessage>> architectMessages(const Prompt &prompt, const RunState &state,
                                                   const BaseTree &tree, const Scope &scope);
/// Task, code, baseline and plan; then each diff as the answer it was, and what came of it.
Result<std::vector<ChatMessage>> engineerMessages(const Prompt &prompt, const RunState &state,
                                                  const BaseTree &tree, const Scope &scope);

} // namespace vouchsafe
