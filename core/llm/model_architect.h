#pragma once
// The architect that asks a language model for the plan.

#include "core/llm/model_call.h"
#include "core/ports/architect.h"
#include "core/ports/base_tree.h"
#include "core/ports/prompt_store.h"

namespace vouchsafe {

/// Tells the model the task, the code and the baseline, on a replan also what was tried and how it failed.
/// An answer without any plan is ErrorCode::ModelReply. Call from one thread.
class ModelArchitect final : public Architect {
public:
    /// References must outlive the architect.
    ModelArchitect(ModelClient &client, const PromptStore &prompts, const BaseTree &tree, const Clock &clock)
        : m_caller(client, clock), m_prompts(prompts), m_tree(tree)
    {
    }

    Result<PlanReply> plan(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    ModelCaller m_caller;
    const PromptStore &m_prompts;
    const BaseTree &m_tree;
};

} // namespace vouchsafe
