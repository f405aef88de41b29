#include "core/llm/openai_client.h"

#include "core/base/text.h"
#include "core/llm/chat_attempt.h"
#include "core/llm/chat_request.h"
#include "core/llm/provider_url.h"

#include <QRandomGenerator>

#include <utility>

namespace vouchsafe {
namespace {

constexpr int mostShapes = 4; ///< changes of the request's form that a server may ask for

/// A provider or proxy may send the key back in its words.
Error withoutKey(Error error, const std::string &key)
{
    for (std::string *part : {&error.what, &error.context, &error.remedy})
        *part = replaceAll(std::move(*part), key, "[key]");
    return error;
}

/// A key that stands in the repository would travel in the prompt. Keys that local servers take, such as
/// `none`, are words of ordinary code and stay.
ModelRequest withoutKey(ModelRequest request, const std::string &key)
{
    constexpr std::size_t shortestSecret = 16;
    if (key.size() >= shortestSecret)
        for (ChatMessage &message : request.messages)
            message.text = replaceAll(std::move(message.text), key, "[key]");
    return request;
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

Result<ModelReply> OpenAiClient::complete(const ModelRequest &asked, const ModelProgress &progress,
                                          std::stop_token stop)
{
    if (auto checked = checkProviderUrl(m_options.baseUrl); !checked)
        return tl::unexpected(checked.error());
    const std::string key = m_secrets.secret(m_options.keyName).value_or("");
    const std::string keyOrigin = key.empty() ? "" : m_secrets.origin(m_options.keyName);
    const bool official = originOf(m_options.baseUrl) == "https://api.openai.com";
    if (key.empty() && official)
        return fail(ErrorCode::ModelAuth, "there is no key for the provider",
                    "model " + shown(asked.model.name) + " at " + m_options.baseUrl,
                    "Set " + m_options.keyName + ", or OPENAI_BASE_URL for a local server.");
    if (key.find_first_of("\r\n") != std::string::npos)
        return fail(ErrorCode::ModelAuth, "the key has a line break in it", "from " + keyOrigin,
                    "Set the key again, on one line.");

    const ModelRequest request = withoutKey(asked, key);
    const auto notice = [&](const std::string &text) {
        if (progress.notice)
            progress.notice(replaceAll(text, key, "[key]"));
    };
    HttpPost post;
    post.url = m_options.baseUrl + "/chat/completions";
    post.deadlines = m_options.deadlines;
    post.maxBytes = m_options.maxBytes;
    post.headers = {{"Content-Type", "application/json"}, {"Accept", "text/event-stream, application/json"}};
    if (!key.empty())
        post.headers.emplace_back("Authorization", "Bearer " + key);

    ChatShape shape{official, true, request.maxTokens};
    int shapes = 0;
    for (int tries = 1;;) {
        post.body = chatBody(request, shape);
        ChatAttempt made = attemptChat(post, request, keyOrigin, progress, stop);
        if (made.reply)
            return std::move(*made.reply);
        const auto other = made.complaint && !made.began ? adapted(shape, *made.complaint) : std::nullopt;
        if (other && ++shapes <= mostShapes) {
            notice("the provider wants the request in another form: " + made.complaint->message);
            shape = *other;
            continue;
        }
        made.error = withoutKey(std::move(made.error), key);
        if (!made.mayPass)
            return tl::unexpected(std::move(made.error));

        const RetryDecision decision = decideRetry(
            m_options.retry, {made.status, made.headers, tries, m_options.random(), m_clock.wall()});
        if (!decision.again) {
            made.error.context += "; " + decision.why;
            return tl::unexpected(std::move(made.error));
        }
        ++tries;
        const std::string next =
            "try " + std::to_string(tries) + " of " + std::to_string(m_options.retry.maxTries);
        const bool waited = waitCancellable(decision.wait, stop, [&](std::chrono::milliseconds left) {
            notice("the provider is not ready (" + decision.why + "): " + next + " in " + secondsText(left));
        });
        if (!waited)
            return fail(ErrorCode::Cancelled, "the request to the model was cancelled",
                        "while waiting for " + next);
    }
}

} // namespace vouchsafe
