#include "core/llm/provider_error.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace {

using nlohmann::json;

struct Told {
    std::string message;
    std::string code;
    std::string type;
    std::string parameter;
    int status = 0;
};

std::string text(const json &object, const char *key)
{
    const auto it = object.find(key);
    return it != object.end() && it->is_string() ? it->get<std::string>() : std::string();
}

Told told(std::string_view body)
{
    const json parsed = json::parse(toUtf8Lossy(body), nullptr, false);
    const json *object = &parsed;
    if (parsed.is_array() && !parsed.empty())
        object = &parsed.front();
    if (!object->is_object()) {
        const std::string_view start = trimmed(body);
        if (start.starts_with('<'))
            return {"a web page, not an answer of a model", {}, {}, {}, 0};
        return {std::string(start), {}, {}, {}, 0};
    }
    const auto inner = object->find("error");
    if (inner != object->end() && inner->is_string())
        return {inner->get<std::string>(), {}, {}, {}, 0};
    const json &error = inner != object->end() && inner->is_object() ? *inner : *object;
    Told result{text(error, "message"), text(error, "code"), text(error, "type"), text(error, "param"), 0};
    if (result.message.empty())
        result.message = text(error, "detail");
    if (const auto code = error.find("code"); code != error.end() && code->is_number_integer())
        result.status = static_cast<int>(std::clamp<std::int64_t>(code->get<std::int64_t>(), 0, 999));
    return result;
}

bool hasAny(const std::string &text, std::initializer_list<std::string_view> wordings)
{
    return std::any_of(wordings.begin(), wordings.end(),
                       [&](std::string_view wording) { return text.find(wording) != std::string::npos; });
}

bool contextOverflow(const Told &error, const std::string &words, int status)
{
    return status == 413 ||
           hasAny(lowerAscii(error.code + " " + error.type),
                  {"context_length_exceeded", "exceed_context_size", "context_window_exceeded",
                   "string_above_max_length"}) ||
           hasAny(words, {"maximum context length",
                          "context length exceeded",
                          "context window",
                          "available context size",
                          "context size exceeded",
                          "exceeds the context",
                          "tokens in request more than max tokens allowed",
                          "request too large",
                          "prompt is too long",
                          "prompt too long",
                          "input is too long",
                          "input length exceeds",
                          "maximum prompt length",
                          "input token count",
                          "too many input tokens",
                          "reduce the length of the messages",
                          "reduce the length of the prompt",
                          "reduce your prompt",
                          "exceeds the maximum number of tokens",
                          "exceeds the maximum input"});
}

bool outputLimit(const std::string &words)
{
    const bool field = hasAny(words, {"max_tokens", "max_completion_tokens", "max_output_tokens"});
    return (field &&
            hasAny(words, {"exceed", "too large", "at most", "too high", "maximum allowed", "less than"})) ||
           hasAny(words, {"output exceeded", "maximum output"});
}

std::string unsupported(const Told &error, const std::string &words)
{
    if (!hasAny(lowerAscii(error.code) + " " + words,
                {"unsupported", "not supported", "unknown", "unrecognized", "unexpected", "extra inputs",
                 "not permitted", "additional properties"}))
        return {};
    for (const char *name : {"max_completion_tokens", "stream_options", "max_tokens"})
        if (error.parameter == name || (error.parameter.empty() && words.find(name) != std::string::npos))
            return name;
    return {};
}

} // namespace

ProviderError providerError(int status, std::string_view body)
{
    const Told error = told(body);
    ProviderError result;
    result.status = status >= 300 || error.status == 0 ? status : error.status;
    result.message = shown(trimmed(elided(error.message, 400, 100)));
    if (result.message.empty())
        result.message = "no message";
    const std::string words = lowerAscii(error.message);
    const bool refusedRequest = result.status < 500 && result.status != 401 && result.status != 403;
    if (result.status == 401 || result.status == 403) {
        result.kind = ProviderError::Kind::Auth;
    } else if (!refusedRequest) {
        // llama.cpp answered an overflow with 500 in some versions.
        if (contextOverflow(error, words, 0))
            result.kind = ProviderError::Kind::ContextOverflow;
    } else if (result.parameter = unsupported(error, words); !result.parameter.empty()) {
        result.kind = ProviderError::Kind::Parameter;
    } else if (contextOverflow(error, words, result.status)) {
        result.kind = ProviderError::Kind::ContextOverflow;
    } else if (outputLimit(words)) {
        result.kind = ProviderError::Kind::OutputLimit;
    } else if (result.status == 404) {
        result.kind = ProviderError::Kind::UnknownModel;
    }
    return result;
}

} // namespace vouchsafe
