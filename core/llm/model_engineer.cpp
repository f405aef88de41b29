#include "core/llm/model_engineer.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr int usualTokens = 8192;
constexpr int mostTokens = 32'768;

/// Twice the room after each answer in a row that was cut off.
int answerRoom(const RunState &state)
{
    int room = usualTokens;
    for (auto it = state.iterations.rbegin(); it != state.iterations.rend(); ++it) {
        if (it->patch || (it->rejected && it->rejected->code != errorName(ErrorCode::PatchIncomplete)))
            break;
        if (it->rejected)
            room = std::min(mostTokens, room * 2);
    }
    return room;
}

PatchRefusal refusal(ErrorCode code, std::string what, std::string context)
{
    return {{code, std::move(what), std::move(context), {}}, {}};
}

} // namespace

Result<PatchReply> ModelEngineer::propose(const RunState &state, Reporter &reporter, std::stop_token stop)
{
    const auto prompt = m_prompts.prompt("engineer");
    if (!prompt)
        return tl::unexpected(prompt.error());
    const auto model = modelFor(state.task, "engineer");
    if (!model)
        return tl::unexpected(model.error());

    ModelQuestion question{"engineer", *model, prompt->sha256, answerRoom(state), false, {}};
    question.messages = [&](const Scope &scope) { return engineerMessages(*prompt, state, m_tree, scope); };
    const auto answer = m_caller.ask(question, state.context.slices.size(), reporter, stop);
    if (!answer)
        return tl::unexpected(answer.error());

    PatchReply reply;
    reply.cost = answer->cost;
    reply.raw = answer->text;
    readPatch(*answer, state, reply);
    if (reply.patch)
        reply.patch->origin = modelText(*model);
    return reply;
}

void ModelEngineer::readPatch(const ModelReply &answer, const RunState &state, PatchReply &reply) const
{
    if (answer.end == ModelEnd::Refused) {
        reply.declined = answer.text.empty() ? "the model declined without a word" : answer.text;
        return;
    }
    if (answer.reasoningOnly) {
        reply.refusal = refusal(ErrorCode::PatchIncomplete, "the answer's room was used up by reasoning",
                                "the model wrote no answer besides its reasoning");
        return;
    }
    if (answer.end == ModelEnd::CutOff) {
        reply.refusal = refusal(ErrorCode::PatchIncomplete, "the answer was cut off before its end",
                                "it ended after " + std::to_string(answer.text.size()) +
                                    " bytes, so none of it is taken as a patch");
        return;
    }
    if (trimmed(answer.text).empty()) {
        reply.refusal = refusal(ErrorCode::PatchNone, "the answer is empty", "there is no patch in it");
        return;
    }
    auto patch = m_reader.read(answer.text, m_tree, {{}, state.task.repository});
    if (!patch)
        reply.refusal = patch.error();
    else if (patch->empty())
        reply.refusal = refusal(ErrorCode::PatchEmpty, "the diff changes nothing",
                                patch->notices.empty() ? "no file differs" : join(patch->notices, "; "));
    else
        reply.patch = std::move(*patch);
}

} // namespace vouchsafe
