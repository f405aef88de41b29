#include "core/llm/chat_answer.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace vouchsafe {
namespace {

using nlohmann::json;

const json *member(const json &object, const char *key)
{
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? nullptr : &*it;
}

std::int64_t count(const json &object, const char *key)
{
    const json *value = member(object, key);
    return value != nullptr && value->is_number_integer()
               ? std::max<std::int64_t>(0, value->get<std::int64_t>())
               : 0;
}

} // namespace

void ChatAnswer::malformed(std::string what)
{
    if (!m_fault)
        m_fault = Fault{false, std::move(what)};
}

void ChatAnswer::chunk(std::string_view data)
{
    if (m_fault || m_closed)
        return;
    if (trimmed(data) == "[DONE]") {
        m_closed = true;
        return;
    }
    const json parsed = json::parse(data, nullptr, false);
    if (!parsed.is_object())
        return malformed("an event of the stream is not a JSON object: " + shown(elided(data, 120, 0)));
    object(parsed, "delta");
}

void ChatAnswer::whole(std::string_view body)
{
    const json parsed = json::parse(toUtf8Lossy(body), nullptr, false);
    if (!parsed.is_object())
        return malformed("the answer is not a JSON object: " + shown(elided(body, 120, 0)));
    object(parsed, "message");
    m_closed = true;
    if (!m_fault && !m_choices)
        malformed("the answer has no choices");
}

void ChatAnswer::object(const json &parsed, const char *messageKey)
{
    if (const json *error = member(parsed, "error")) {
        m_fault = Fault{true, json{{"error", *error}}.dump(-1, ' ', false, json::error_handler_t::replace)};
        return;
    }
    if (const json *counted = member(parsed, "usage"); counted != nullptr && counted->is_object())
        usage(*counted);
    const json *choices = member(parsed, "choices");
    if (choices == nullptr)
        return;
    if (!choices->is_array())
        return malformed("`choices` is not a list");
    for (const json &choice : *choices) {
        if (!choice.is_object())
            return malformed("a choice is not an object");
        if (count(choice, "index") != 0)
            continue;
        m_choices = true;
        if (const json *delta = member(choice, messageKey)) {
            if (!delta->is_object())
                return malformed(std::string("`") + messageKey + "` is not an object");
            message(*delta);
        }
        if (const json *reason = member(choice, "finish_reason")) {
            if (!reason->is_string())
                return malformed("`finish_reason` is not a text");
            if (!reason->get_ref<const std::string &>().empty())
                m_finishReason = *reason;
        }
    }
}

void ChatAnswer::message(const json &delta)
{
    // The names that DeepSeek, vLLM, OpenRouter and llama.cpp give to reasoning.
    for (const char *key : {"reasoning_content", "reasoning"})
        if (const json *thought = member(delta, key); thought != nullptr && thought->is_string()) {
            m_reasoningBytes += thought->get_ref<const std::string &>().size();
            m_began = m_began || m_reasoningBytes > 0;
        }
    if (const json *refusal = member(delta, "refusal"); refusal != nullptr && refusal->is_string())
        m_refusal += refusal->get_ref<const std::string &>();
    const json *tools = member(delta, "tool_calls");
    m_toolCalls =
        m_toolCalls || (tools != nullptr && !tools->empty()) || member(delta, "function_call") != nullptr;
    if (const json *words = member(delta, "content"))
        content(*words);
}

void ChatAnswer::content(const json &words)
{
    if (words.is_string())
        return text(words.get_ref<const std::string &>());
    if (!words.is_array())
        return malformed("`content` is neither a text nor a list");
    for (const json &part : words)
        if (const json *piece = part.is_object() ? member(part, "text") : nullptr;
            piece != nullptr && piece->is_string() && part.value("type", json("text")) == "text")
            text(piece->get_ref<const std::string &>());
}

void ChatAnswer::text(std::string_view delta)
{
    m_began = m_began || !delta.empty();
    const std::string visible = m_filter.feed(delta);
    if (!visible.empty() && m_onText)
        m_onText(visible);
}

void ChatAnswer::usage(const json &counted)
{
    Cost cost;
    cost.promptTokens = count(counted, "prompt_tokens");
    cost.completionTokens = count(counted, "completion_tokens");
    if (const json *details = member(counted, "prompt_tokens_details");
        details != nullptr && details->is_object())
        cost.cachedTokens = std::min(count(*details, "cached_tokens"), cost.promptTokens);
    // OpenRouter names the price of the call.
    if (const json *usd = member(counted, "cost"); usd != nullptr && usd->is_number())
        cost.usd = std::max(0.0, usd->get<double>());
    m_usage = cost;
}

Result<ModelReply> ChatAnswer::finish(std::int64_t promptTokens)
{
    const auto refuse = [](std::string what) {
        return fail(ErrorCode::ModelReply, "the model's answer could not be read", std::move(what));
    };
    const std::string rest = m_filter.finish();
    if (!rest.empty() && m_onText)
        m_onText(rest);
    ModelReply reply;
    reply.text = m_filter.answer();
    reply.cost = m_usage.value_or(Cost{promptTokens, 0, 0, 0, 0});
    if (reply.cost.completionTokens == 0)
        reply.cost.completionTokens =
            static_cast<std::int64_t>(estimatedTokens(reply.text) + (m_reasoningBytes * 10 + 31) / 32);
    reply.cost.calls = 1;
    const bool empty = trimmed(reply.text).empty();
    if (!m_refusal.empty() || (m_finishReason == "content_filter" && empty)) {
        reply.end = ModelEnd::Refused;
        reply.text = m_refusal.empty() ? "the provider's content filter held the answer back" : m_refusal;
        return reply;
    }
    if (m_toolCalls && empty)
        return refuse("the model called a tool, though none was offered");
    if (m_closed && !m_choices)
        return refuse("the stream ended without any choice");
    const bool ended = !m_finishReason.empty() || m_closed;
    if (!ended || m_finishReason == "length" || m_finishReason == "content_filter")
        reply.end = ModelEnd::CutOff;
    const bool spent =
        m_filter.sawReasoning() || m_reasoningBytes > 0 || (m_usage && m_usage->completionTokens > 0);
    reply.reasoningOnly = ended && empty && spent;
    return reply;
}

} // namespace vouchsafe
