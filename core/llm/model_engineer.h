#pragma once
// The engineer that asks a language model for the patch.

#include "core/llm/model_call.h"
#include "core/ports/base_tree.h"
#include "core/ports/engineer.h"
#include "core/ports/prompt_store.h"

namespace vouchsafe {

/// Tells the model the task, the code, the plan and what came of its earlier diffs, and reads its answer as a
/// patch. An answer that was cut off is never read as one. Paths in prompts are relative to the repository's
/// root, and so are those of answers. Call from one thread.
class ModelEngineer final : public Engineer {
public:
    /// References must outlive the engineer.
    ModelEngineer(ModelClient &client, const PromptStore &prompts, const PatchReader &reader,
                  const BaseTree &tree, const Clock &clock)
        : m_caller(client, clock), m_prompts(prompts), m_reader(reader), m_tree(tree)
    {
    }

    Result<PatchReply> propose(const RunState &state, Reporter &reporter, std::stop_token stop) override;

private:
    void readPatch(const ModelReply &answer, const RunState &state, PatchReply &reply) const;

    ModelCaller m_caller;
    const PromptStore &m_prompts;
    const PatchReader &m_reader;
    const BaseTree &m_tree;
};

} // namespace vouchsafe
