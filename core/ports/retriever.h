#pragma once
// Finds the code that matters for a task.

#include "core/base/result.h"
#include "core/model/context_bundle.h"
#include "core/model/task.h"
#include "core/model/verdict.h"
#include "core/ports/base_tree.h"

#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct RetrievalRequest {
    std::string text;                ///< the task's words
    std::vector<TestCase> failing;   ///< of the baseline or the last verdict, with messages
    std::string output;              ///< tail of the checks' output, for tracebacks; may be empty
    std::vector<std::string> pinned; ///< symbol ids or paths that must be in
    int maxTokens = 6000;
};

/// Blocking, cancellable, deterministic.
class Retriever {
public:
    virtual ~Retriever() = default;
    virtual Result<ContextBundle> retrieve(const RetrievalRequest &request, std::stop_token stop) = 0;
};

} // namespace vouchsafe
