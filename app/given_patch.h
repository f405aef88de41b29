#pragma once
// `verify`: the loop on one patch that somebody gave, with nothing to find or to plan.

#include "core/ports/architect.h"
#include "core/ports/engineer.h"
#include "core/ports/patch_reader.h"
#include "core/ports/retriever.h"

#include <string>

namespace vouchsafe {

class GivenPatch final : public Retriever, public Architect, public Engineer {
public:
    /// `text` of blanks alone stands for the tree as it is. `tree` and `reader` must outlive it.
    GivenPatch(std::string text, const PatchReader &reader, const BaseTree &tree, PatchContext context);

    Result<ContextBundle> retrieve(const RetrievalRequest &request, std::stop_token stop) override;
    Result<PlanReply> plan(const RunState &state, Reporter &reporter, std::stop_token stop) override;
    Result<PatchReply> propose(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    std::string m_text;
    const PatchReader &m_reader;
    const BaseTree &m_tree;
    PatchContext m_context;
};

} // namespace vouchsafe
