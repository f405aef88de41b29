#pragma once
// One question to a model on behalf of a role: secrets out, cost and retries reported, too large prompts
// shortened.

#include "core/base/clock.h"
#include "core/llm/conversation.h"
#include "core/ports/event_sink.h"
#include "core/ports/model_client.h"

#include <functional>
#include <set>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// The model that the task names for the role, or for the other one; for recorded replies `scripted:<file>`.
Result<ModelRef> modelFor(const Task &task, const std::string &role);
std::string modelText(const ModelRef &model); ///< `openai:gpt-5`

struct ModelQuestion {
    std::string role;
    ModelRef model;
    std::string promptSha256;
    int maxTokens = 8192;
    bool repeatWhenCut = false; ///< ask once more, with more room, when the answer is cut off
    std::function<Result<std::vector<ChatMessage>>(const Scope &)> messages;
};

/// Asks; reports each call. An answer of reasoning alone is asked for once more with four times the room. A
/// prompt that does not fit is halved, up to three times, and never sent again as it was. `cost` of the reply
/// is that of all calls. Call from one thread.
class ModelCaller {
public:
    ModelCaller(ModelClient &client, const Clock &clock) : m_client(client), m_clock(clock) {}

    Result<ModelReply> ask(const ModelQuestion &question, std::size_t slices, Reporter &reporter,
                           const std::stop_token &stop);

private:
    Result<ModelReply> once(ModelRequest request, const std::string &promptSha256, Reporter &reporter,
                            const std::stop_token &stop);
    void redact(std::vector<ChatMessage> &messages, Reporter &reporter);

    ModelClient &m_client;
    const Clock &m_clock;
    std::set<std::string> m_toldSecrets; ///< history is sent again and again, a find is told once
};

} // namespace vouchsafe
