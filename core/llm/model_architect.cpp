#include "core/llm/model_architect.h"

#include "core/llm/plan_reader.h"

namespace vouchsafe {

Result<PlanReply> ModelArchitect::plan(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    const auto prompt = m_prompts.prompt("architect");
    if (!prompt)
        return tl::unexpected(prompt.error());
    const auto model = modelFor(state.task, "architect");
    if (!model)
        return tl::unexpected(model.error());

    ModelQuestion question{"architect", *model, prompt->sha256, 8192, true, {}};
    question.messages = [&](const Scope &scope) { return architectMessages(*prompt, state, m_tree, scope); };
    const auto answer = m_caller.ask(question, state.context.slices.size(), reporter, stop);
    if (!answer)
        return tl::unexpected(answer.error());

    PlanReply reply;
    reply.cost = answer->cost;
    if (answer->end == ModelEnd::Refused) {
        reply.refusal = answer->text.empty() ? "the model declined without a word" : answer->text;
        return reply;
    }
    Plan plan = readPlan(answer->text);
    if (plan.goal.empty())
        return fail(ErrorCode::ModelReply, "the model gave no plan",
                    "asking " + modelText(*model) + " as the architect; its answer was " +
                        (answer->reasoningOnly ? "reasoning only" : "empty"),
                    "Try again, or name another model for the architect.");
    plan.author = modelText(*model);
    reply.plan = std::move(plan);
    return reply;
}

} // namespace vouchsafe
