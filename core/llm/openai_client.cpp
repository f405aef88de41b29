#include "core/llm/openai_client.h"

#include "core/base/text.h"
#include "core/llm/chat_answer.h"
#include "core/llm/chat_request.h"
#include "core/llm/provider_error.h"
#include "core/llm/sse.h"

#include <QRandomGenerator>

#include <utility>

namespace vouchsafe {
namespace {

constexpr std::size_t longestUnstreamed = std::size_t{8} << 20;
constexpr int maxShapes = 4; ///< changes of the request that a server may ask for

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

struct Attempt {
    tl::expected<HttpReply, HttpFault> http;
    std::optional<ProviderError> complaint; ///< an error status, or an error inside the stream
    std::optional<Result<ModelReply>> done;
    bool began = false;
};

std::int64_t promptEstimate(const ModelRequest &request)
{
    std::size_t tokens = 0;
    for (const ChatMessage &message : request.messages)
        tokens += estimatedTokens(message.text) + 4;
    return static_cast<std::int64_t>(tokens);
}

Attempt attempt(const HttpPost &post, const ModelRequest &request, const ModelProgress &progress,
                const std::stop_token &stop)
{
    ChatAnswer answer(progress.text);
    AnswerReader reader(answer);
    Attempt result{
        postHttp(
            post, [&](const HttpReply &head, auto bytes) { return reader.read(head, bytes); }, stop),
        {},
        {},
        false};
    result.began = answer.began();
    if (!result.http)
        return result;
    if (result.http->status < 200 || result.http->status > 299) {
        result.complaint = providerError(result.http->status, result.http->body);
        return result;
    }
    const std::string problem = reader.end();
    result.began = answer.began();
    const auto &fault = answer.fault();
    if (fault && fault->inBand)
        result.complaint = providerError(result.http->status, fault->text);
    else if (!problem.empty() || fault)
        result.done = fail(ErrorCode::ModelReply, "the model's answer could not be read",
                           "POST " + post.url + ": " + (problem.empty() ? fault->text : problem));
    else
        result.done = answer.finish(promptEstimate(request));
    return result;
}

Error errorFor(const ProviderError &complaint, const HttpPost &post, const ModelRequest &request,
               const std::string &keyOrigin, const std::string &why)
{
    const std::string said = "POST " + post.url + ": status " + std::to_string(complaint.status) + ", " +
                             complaint.message + (why.empty() ? "" : "; " + why);
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

/// A provider or proxy may send the key back in its words.
Error withoutKey(Error error, const std::string &key)
{
    for (std::string *part : {&error.what, &error.context, &error.remedy})
        *part = replaceAll(std::move(*part), key, "[key]");
    return error;
}

std::string secondsText(std::chrono::milliseconds time)
{
    return std::to_string((time.count() + 999) / 1000) + " s";
}

} // namespace

OpenAiClient::OpenAiClient(OpenAiOptions options, const SecretStore &secrets, const Clock &clock)
    : m_options(std::move(options)), m_secrets(secrets), m_clock(clock)
{
    while (m_options.baseUrl.ends_with('/'))
        m_options.baseUrl.pop_back();
    if (!m_options.random)
        m_options.random = [] { return QRandomGenerator::global()->generateDouble(); };
}

Result<ModelReply> OpenAiClient::complete(const ModelRequest &request, const ModelProgress &progress,
                                          std::stop_token stop)
{
    if (auto checked = checkProviderUrl(m_options.baseUrl); !checked)
        return tl::unexpected(checked.error());
    const std::string key = m_secrets.secret(m_options.keyName).value_or("");
    const bool official = originOf(m_options.baseUrl) == "https://api.openai.com";
    if (key.empty() && official)
        return fail(ErrorCode::ModelAuth, "there is no key for the provider",
                    "model " + shown(request.model.name) + " at " + m_options.baseUrl,
                    "Set " + m_options.keyName + ", or OPENAI_BASE_URL for a local server.");
    if (key.find_first_of("\r\n") != std::string::npos)
        return fail(ErrorCode::ModelAuth, "the key has a line break in it",
                    "from " + m_secrets.origin(m_options.keyName), "Set the key again, on one line.");

    HttpPost post;
    post.url = m_options.baseUrl + "/chat/completions";
    post.deadlines = m_options.deadlines;
    post.headers = {{"Content-Type", "application/json"}, {"Accept", "text/event-stream, application/json"}};
    if (!key.empty())
        post.headers.emplace_back("Authorization", "Bearer " + key);
    const std::string keyOrigin = key.empty() ? "" : m_secrets.origin(m_options.keyName);
    const auto notice = [&](const std::string &text) {
        if (progress.notice)
            progress.notice(replaceAll(text, key, "[key]"));
    };

    ChatShape shape{official, true, request.maxTokens};
    int shapes = 0;
    for (int tries = 1;;) {
        post.body = chatBody(request, shape);
        const Attempt made = attempt(post, request, progress, stop);
        if (made.done) {
            if (!*made.done)
                return tl::unexpected(withoutKey(made.done->error(), key));
            return *made.done;
        }
        if (made.complaint) {
            const auto next = made.began ? std::nullopt : adapted(shape, *made.complaint);
            if (next && ++shapes <= maxShapes) {
                notice("the provider wants the request in another form: " + made.complaint->message);
                shape = *next;
                continue;
            }
            if (made.complaint->kind != ProviderError::Kind::Other)
                return tl::unexpected(
                    withoutKey(errorFor(*made.complaint, post, request, keyOrigin, {}), key));
        } else if (!made.http.error().transient) {
            return tl::unexpected(withoutKey(made.http.error().error, key));
        }

        FailedTry failed{0, {}, tries, m_options.random(), m_clock.wall()};
        if (made.complaint) {
            failed.status = made.complaint->status;
            failed.headers = made.http->headers;
        }
        const RetryDecision decision = made.began ? RetryDecision{false, {}, "part of the answer had come"}
                                                  : decideRetry(m_options.retry, failed);
        if (!decision.again) {
            if (made.complaint)
                return tl::unexpected(
                    withoutKey(errorFor(*made.complaint, post, request, keyOrigin, decision.why), key));
            Error error = made.http.error().error;
            error.context += "; " + decision.why;
            return tl::unexpected(withoutKey(std::move(error), key));
        }
        ++tries;
        const std::string count = std::to_string(tries) + " of " + std::to_string(m_options.retry.maxTries);
        const bool waited = waitCancellable(decision.wait, stop, [&](std::chrono::milliseconds left) {
            notice("the provider is not ready (" + decision.why + "): try " + count + " in " +
                   secondsText(left));
        });
        if (!waited)
            return fail(ErrorCode::Cancelled, "the request to the model was cancelled",
                        "while waiting for try " + count);
    }
}

} // namespace vouchsafe
