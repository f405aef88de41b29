#include "core/llm/chat_attempt.h"

#include "core/base/text.h"
#include "core/llm/chat_answer.h"
#include "core/llm/sse.h"

#include <utility>

namespace vouchsafe {
namespace {

constexpr std::size_t longestUnstreamed = std::size_t{8} << 20;

/// Feeds what comes to the answer. Servers that ignore `stream` send one JSON object; some label neither
/// right, so what is not labelled as a stream is kept and looked at when it is whole.
class AnswerReader {
public:
    explicit AnswerReader(ChatAnswer &answer)
        : m_answer(answer), m_parser([&answer](const SseEvent &event) { answer.chunk(event.data); })
    {
    }

    StreamState read(const HttpReply &head, std::string_view bytes)
    {
        const bool labelled =
            lowerAscii(headerValue(head.headers, "content-type")).find("text/event-stream") !=
            std::string::npos;
        if (labelled) {
            if (auto fed = m_parser.feed(bytes); !fed)
                m_problem = fed.error().context;
        } else {
            m_body += bytes;
            if (m_body.size() > longestUnstreamed)
                m_problem = "the answer is larger than " + std::to_string(longestUnstreamed) + " bytes";
        }
        if (!m_problem.empty() || m_answer.closed() || m_answer.fault())
            return StreamState::Done;
        return m_answer.began() ? StreamState::Answering : StreamState::Waiting;
    }

    /// At the end of the answer: what is wrong with its form, or nothing.
    std::string end()
    {
        const std::string_view start = trimmed(m_body);
        if (start.starts_with('<'))
            return "a web page came in place of an answer; the base URL or a proxy is wrong";
        if (start.starts_with('{'))
            m_answer.whole(start);
        else if (!start.empty())
            if (auto fed = m_parser.feed(m_body); !fed)
                m_problem = fed.error().context;
        return m_problem;
    }

private:
    ChatAnswer &m_answer;
    SseParser m_parser;
    std::string m_body;
    std::string m_problem;
};

std::int64_t promptEstimate(const ModelRequest &request)
{
    std::size_t tokens = 0;
    for (const ChatMessage &message : request.messages)
        tokens += estimatedTokens(message.text) + 4;
    return static_cast<std::int64_t>(tokens);
}

Error errorFor(const ProviderError &complaint, const HttpPost &post, const ModelRequest &request,
               const std::string &keyOrigin)
{
    const std::string said =
        "POST " + post.url + ": status " + std::to_string(complaint.status) + ", " + complaint.message;
    switch (complaint.kind) {
    case ProviderError::Kind::Auth:
        return {ErrorCode::ModelAuth, "the provider did not accept the key",
                said + (keyOrigin.empty() ? "; no key was sent" : "; the key is from " + keyOrigin),
                "Set the right key for this provider in OPENAI_API_KEY."};
    case ProviderError::Kind::ContextOverflow:
        return {ErrorCode::ModelContext,
                "the prompt does not fit into the model's window",
                said + "; the prompt has about " + std::to_string(promptEstimate(request)) + " tokens, " +
                    std::to_string(request.maxTokens) + " more were asked for the answer",
                {}};
    case ProviderError::Kind::UnknownModel:
        return {ErrorCode::ModelUnknown, "the provider does not know the model or the address",
                said + "; model " + shown(request.model.name),
                "Check the model's name, and that OPENAI_BASE_URL ends as the provider says (often /v1)."};
    case ProviderError::Kind::OutputLimit:
    case ProviderError::Kind::Parameter:
    case ProviderError::Kind::Other:
        break;
    }
    return {ErrorCode::ModelHttp, "the provider answered with an error", said, {}};
}

/// A good status: an answer, an error inside of it, or something that is neither.
void judge(AnswerReader &reader, ChatAnswer &answer, const HttpPost &post, const ModelRequest &request,
           ChatAttempt &result)
{
    const std::string problem = reader.end();
    const auto &fault = answer.fault();
    result.began = answer.began();
    if (fault && fault->inBand) {
        result.complaint = providerError(result.status, fault->text);
        return;
    }
    if (!problem.empty() || fault) {
        result.error = {ErrorCode::ModelReply,
                        "the model's answer could not be read",
                        "POST " + post.url + ": " + (problem.empty() ? fault->text : problem),
                        {}};
        return;
    }
    auto reply = answer.finish(promptEstimate(request));
    if (reply)
        result.reply = std::move(*reply);
    else
        result.error = reply.error();
}

} // namespace

ChatAttempt attemptChat(const HttpPost &post, const ModelRequest &request, const std::string &keyOrigin,
                        const ModelProgress &progress, const std::stop_token &stop)
{
    ChatAttempt result;
    ChatAnswer answer(progress.text);
    AnswerReader reader(answer);
    const auto http = postHttp(
        post, [&](const HttpReply &head, auto bytes) { return reader.read(head, bytes); }, stop);
    if (!http) {
        result.error = http.error().error;
        result.mayPass = http.error().transient;
        return result;
    }
    result.status = http->status;
    result.headers = http->headers;
    if (http->status >= 200 && http->status <= 299)
        judge(reader, answer, post, request, result);
    else
        result.complaint = providerError(http->status, http->body);
    if (result.complaint) {
        result.status = result.complaint->status;
        result.error = errorFor(*result.complaint, post, request, keyOrigin);
        result.mayPass = result.complaint->kind == ProviderError::Kind::Other && !result.began;
    }
    return result;
}

} // namespace vouchsafe
