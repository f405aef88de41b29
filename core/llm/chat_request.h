#pragma once
// The body of a chat completions request, and how it changes when a server does not know a field of it.

#include "core/llm/provider_error.h"
#include "core/ports/model_client.h"

#include <optional>
#include <string>

namespace vouchsafe {

/// OpenAI's newer models refuse `max_tokens`, most local servers know nothing else.
struct ChatShape {
    bool completionTokensField = false; ///< `max_completion_tokens` in place of `max_tokens`
    bool streamOptions = true;          ///< ask for usage at the end of the stream
    int maxTokens = 8192;

    bool operator==(const ChatShape &) const = default;
};

/// Keys sorted, so equal histories give equal prefixes. Text that is not UTF-8 gets U+FFFD.
std::string chatBody(const ModelRequest &request, const ChatShape &shape);

/// A shape that answers the provider's complaint; none where there is none that differs.
std::optional<ChatShape> adapted(const ChatShape &shape, const ProviderError &error);

} // namespace vouchsafe
