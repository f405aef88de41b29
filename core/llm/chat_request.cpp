#include "core/llm/chat_request.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

using nlohmann::json;

constexpr int smallestAnswer = 256;

const char *roleName(ChatMessage::Role role)
{
    switch (role) {
    case ChatMessage::Role::System:
        return "system";
    case ChatMessage::Role::User:
        return "user";
    case ChatMessage::Role::Assistant:
        break;
    }
    return "assistant";
}

/// The largest number in the message that is a smaller limit than ours: `at most 4096 completion tokens`.
int namedLimit(const std::string &message, int below)
{
    int best = 0;
    for (std::size_t i = 0; i < message.size();) {
        std::int64_t value = 0;
        const std::size_t start = i;
        for (; i < message.size() && message[i] >= '0' && message[i] <= '9' && i - start < 9; ++i)
            value = value * 10 + (message[i] - '0');
        if (value >= smallestAnswer && value < below && value > best)
            best = static_cast<int>(value);
        i += i == start ? 1 : 0;
    }
    return best;
}

} // namespace

std::string chatBody(const ModelRequest &request, const ChatShape &shape)
{
    json messages = json::array();
    for (const ChatMessage &message : request.messages)
        messages.push_back({{"role", roleName(message.role)}, {"content", toUtf8Lossy(message.text)}});
    json body = {
        {"model", toUtf8Lossy(request.model.name)}, {"messages", std::move(messages)}, {"stream", true}};
    body[shape.completionTokensField ? "max_completion_tokens" : "max_tokens"] = shape.maxTokens;
    if (shape.streamOptions)
        body["stream_options"] = {{"include_usage", true}};
    return body.dump();
}

std::optional<ChatShape> adapted(const ChatShape &shape, const ProviderError &error)
{
    ChatShape next = shape;
    if (error.kind == ProviderError::Kind::OutputLimit) {
        const int named = namedLimit(error.message, shape.maxTokens);
        next.maxTokens = named > 0 ? named : shape.maxTokens / 2;
        if (next.maxTokens < smallestAnswer)
            return std::nullopt;
    } else if (error.kind == ProviderError::Kind::Parameter) {
        if (error.parameter == "stream_options")
            next.streamOptions = false;
        else
            next.completionTokensField = error.parameter == "max_tokens";
    }
    if (next == shape)
        return std::nullopt;
    return next;
}

} // namespace vouchsafe
