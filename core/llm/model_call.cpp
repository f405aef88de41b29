#include "core/llm/model_call.h"

#include "core/base/text.h"
#include "core/llm/secret_scan.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace vouchsafe {
namespace {

constexpr int mostAnswerTokens = 32'768;
constexpr int mostShrinks = 3;

} // namespace

Result<ModelRef> modelFor(const Task &task, const std::string &role)
{
    if (task.engineer == EngineerKind::Scripted)
        return ModelRef{"scripted", std::filesystem::path(task.script).filename().string()};
    if (const auto named = task.models.find(role); named != task.models.end())
        return named->second;
    if (!task.models.empty())
        return task.models.begin()->second;
    return fail(ErrorCode::ModelUnknown, "no model was named", "choosing a model for the " + role);
}

std::string modelText(const ModelRef &model)
{
    return model.provider + ":" + model.name;
}

Result<ModelReply> ModelCaller::ask(const ModelQuestion &question, std::size_t slices, Reporter &reporter,
                                    const std::stop_token &stop)
{
    Scope scope;
    ModelRequest request{question.model, {}, question.maxTokens, question.role};
    Cost spent;
    bool repeated = false;
    for (int shrinks = 0;;) {
        auto messages = question.messages(scope);
        if (!messages)
            return tl::unexpected(messages.error());
        if (shrinks > 0 && *messages == request.messages)
            shrinks = mostShrinks;
        request.messages = std::move(*messages);
        auto reply = once(request, question.promptSha256, reporter, stop);
        if (!reply) {
            if (reply.error().code != ErrorCode::ModelContext || shrinks >= mostShrinks)
                return reply;
            ++shrinks;
            scope.slices = std::max<std::size_t>(1, std::min(scope.slices, slices) / 2);
            scope.attempts = 1;
            reporter.report(
                Noticed{Noticed::Level::Warning,
                        "The prompt does not fit into the model's window; it is asked again with the " +
                            std::to_string(scope.slices) + " best of " + std::to_string(slices) +
                            " pieces of code and the last attempt only."});
            continue;
        }
        spent += reply->cost;
        reply->cost = spent;
        const bool again = reply->reasoningOnly || (question.repeatWhenCut && reply->end == ModelEnd::CutOff);
        const int room = std::min(mostAnswerTokens, std::max(request.maxTokens, request.maxTokens * 4));
        if (!again || repeated || reply->end == ModelEnd::Refused)
            return reply;
        repeated = true;
        reporter.report(
            Noticed{Noticed::Level::Note,
                    (reply->reasoningOnly ? std::string("The model's answer was used up by its reasoning")
                                          : std::string("The model's answer was cut off")) +
                        "; it is asked again with room for " + std::to_string(room) + " tokens."});
        request.maxTokens = room;
    }
}

Result<ModelReply> ModelCaller::once(ModelRequest request, const std::string &promptSha256,
                                     Reporter &reporter, const std::stop_token &stop)
{
    redact(request.messages, reporter);
    ModelProgress progress;
    progress.notice = [&](const std::string &text) {
        reporter.report(Noticed{Noticed::Level::Progress, text});
    };
    const auto started = m_clock.steady();
    auto reply = m_client.complete(request, progress, stop);
    if (!reply)
        return reply;
    reporter.report(
        ModelCalled{request.role, modelText(request.model), promptSha256, reply->cost,
                    std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.steady() - started)});
    return reply;
}

void ModelCaller::redact(std::vector<ChatMessage> &messages, Reporter &reporter)
{
    std::vector<std::string> fresh;
    for (ChatMessage &message : messages) {
        Redacted redacted = redactSecrets(message.text);
        for (const SecretFinding &finding : redacted.findings)
            if (m_toldSecrets.insert(finding.kind + "\n" + std::to_string(finding.line)).second)
                fresh.push_back(finding.kind);
        message.text = std::move(redacted.text);
    }
    if (fresh.empty())
        return;
    reporter.report(
        Noticed{Noticed::Level::Warning,
                "What looks like a secret was taken out of the prompt: " + join(fresh, ", ") + "."});
}

} // namespace vouchsafe
