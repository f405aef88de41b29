#pragma once
// Assembles the answer of the OpenAI-compatible chat completions protocol from its chunks or its one object.

#include "core/llm/reasoning_filter.h"
#include "core/ports/model_client.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

class ChatAnswer {
public:
    /// Something in the answer that is not the protocol, or an error that came inside of it.
    struct Fault {
        bool inBand = false; ///< {"error":…} after status 200; `text` is then that JSON
        std::string text;
    };

    explicit ChatAnswer(std::function<void(std::string_view)> onText) : m_onText(std::move(onText)) {}

    void chunk(std::string_view data); ///< the data of one event: JSON or `[DONE]`
    void whole(std::string_view body); ///< a chat.completion object, not streamed

    bool began() const { return m_began; }   ///< text or reasoning has come
    bool closed() const { return m_closed; } ///< `[DONE]` or the whole object
    const std::optional<Fault> &fault() const { return m_fault; }
    /// Call once, at the end. Without a finish reason and without an end mark the answer is cut off. Tokens
    /// that the server did not count are estimated, those of the prompt from `promptTokens`.
    Result<ModelReply> finish(std::int64_t promptTokens);

private:
    void object(const nlohmann::json &json, const char *messageKey);
    void message(const nlohmann::json &json);
    void content(const nlohmann::json &json);
    void usage(const nlohmann::json &json);
    void text(std::string_view delta);
    void malformed(std::string what);

    std::function<void(std::string_view)> m_onText;
    ReasoningFilter m_filter;
    std::string m_refusal;
    std::string m_finishReason;
    std::size_t m_reasoningBytes = 0;
    std::optional<Cost> m_usage;
    std::optional<Fault> m_fault;
    bool m_began = false;
    bool m_closed = false;
    bool m_choices = false;
    bool m_toolCalls = false;
};

} // namespace vouchsafe
