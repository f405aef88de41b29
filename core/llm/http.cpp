#include "core/llm/http.h"

#include "core/base/text.h"
#include "core/llm/provider_url.h"

#include <QEventLoop>
#include <QNetworkAccessManager>
#include <QNetworkProxyFactory>
#include <QNetworkReply>
#include <QSslConfiguration>
#include <QSslError>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <memory>
#include <optional>

namespace vouchsafe {
namespace {

constexpr std::size_t maxErrorBody = std::size_t{1} << 20;

QByteArray bytesOf(std::string_view text)
{
    return QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

std::string seconds(std::chrono::milliseconds time)
{
    if (time.count() % 1000 != 0)
        return std::to_string(time.count()) + " ms";
    return std::to_string(time.count() / 1000) + " s";
}

class EnvironmentProxies final : public QNetworkProxyFactory {
public:
    QList<QNetworkProxy> queryProxy(const QNetworkProxyQuery &query) override
    {
        if (isLoopbackUrl(query.url().toEncoded().toStdString()))
            return {QNetworkProxy(QNetworkProxy::NoProxy)};
        return systemProxyForQuery(query);
    }
};

/// One request from its start to its end; lives on the stack of postHttp.
class Exchange {
public:
    Exchange(const HttpPost &post, const HttpStream &stream) : m_post(post), m_stream(stream) {}

    tl::expected<HttpReply, HttpFault> run(const std::stop_token &stop);

private:
    void arm(QTimer &timer, std::chrono::milliseconds time, const char *what);
    void bytesArrived();
    void readHead();
    void take(std::string_view bytes);
    void end(ErrorCode code, std::string what, std::string context, std::string remedy = {});
    void ended();
    std::string context(const std::string &rest) const { return "POST " + m_post.url + ": " + rest; }

    const HttpPost &m_post;
    const HttpStream &m_stream;
    QEventLoop m_loop;
    QTimer m_firstToken;
    QTimer m_idle;
    QTimer m_overall;
    std::unique_ptr<QNetworkReply> m_reply;
    HttpReply m_result;
    std::uint64_t m_bytes = 0;
    std::string m_tlsProblem;
    std::optional<HttpFault> m_fault;
    bool m_done = false;
};

QNetworkRequest requestFor(const HttpPost &post)
{
    QNetworkRequest request(QUrl::fromEncoded(bytesOf(post.url), QUrl::StrictMode));
    for (const auto &[name, value] : post.headers)
        request.setRawHeader(bytesOf(name), bytesOf(value));
    request.setHeader(QNetworkRequest::UserAgentHeader, QStringLiteral("vouchsafe/" VOUCHSAFE_VERSION));
    request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::AuthenticationReuseAttribute, QNetworkRequest::Manual);
    request.setAttribute(QNetworkRequest::CacheLoadControlAttribute, QNetworkRequest::AlwaysNetwork);
    request.setAttribute(QNetworkRequest::CacheSaveControlAttribute, false);
    request.setAttribute(QNetworkRequest::Http2AllowedAttribute, false);
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setProtocol(QSsl::TlsV1_2OrLater);
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    request.setSslConfiguration(tls);
    return request;
}

void Exchange::arm(QTimer &timer, std::chrono::milliseconds time, const char *what)
{
    timer.setSingleShot(true);
    QObject::connect(&timer, &QTimer::timeout, &m_loop, [this, time, what] {
        end(ErrorCode::Timeout, std::string("the provider ") + what + " within " + seconds(time),
            context("the request was given up"), "Check that the server is well, or choose a faster model.");
    });
    timer.start(time);
}

void Exchange::end(ErrorCode code, std::string what, std::string context, std::string remedy)
{
    if (!m_fault && !m_done)
        m_fault = HttpFault{{code, std::move(what), std::move(context), std::move(remedy)}, false};
    m_loop.quit();
}

void Exchange::readHead()
{
    if (m_result.status != 0)
        return;
    m_result.status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    for (const auto &[name, value] : m_reply->rawHeaderPairs())
        m_result.headers.emplace_back(lowerAscii(name.toStdString()), value.toStdString());
}

void Exchange::bytesArrived()
{
    readHead();
    m_idle.start();
    while (!m_done && !m_fault) {
        const QByteArray chunk = m_reply->read(64 * 1024);
        if (chunk.isEmpty())
            return;
        m_bytes += static_cast<std::uint64_t>(chunk.size());
        if (m_bytes > m_post.maxBytes)
            return end(ErrorCode::ModelReply, "the provider's answer is too large",
                       context("it has more than " + std::to_string(m_post.maxBytes) + " bytes"));
        take({chunk.constData(), static_cast<std::size_t>(chunk.size())});
    }
}

void Exchange::take(std::string_view bytes)
{
    if (m_result.status < 200 || m_result.status > 299) {
        m_result.body += bytes.substr(0, maxErrorBody - std::min(maxErrorBody, m_result.body.size()));
        return;
    }
    const StreamState state = m_stream(m_result, bytes);
    if (state != StreamState::Waiting)
        m_firstToken.stop();
    m_done = state == StreamState::Done;
    if (m_done)
        m_loop.quit();
}

void Exchange::ended()
{
    bytesArrived();
    if (m_fault || m_done)
        return;
    const QNetworkReply::NetworkError error = m_reply->error();
    if (m_result.status >= 300 && m_result.status <= 399) {
        const std::string target = headerValue(m_result.headers, "location");
        return end(ErrorCode::ModelHttp, "the provider's address redirects, which is refused",
                   context("answered " + std::to_string(m_result.status) + " with another address (" +
                           shown(originOf(target)) + ")"),
                   "Set the base URL to the final address; the key was not sent there.");
    }
    if (m_result.status != 0) {
        // Codes below 200 are of the connection: whether the answer was whole its own form tells. Codes from
        // 201 upward repeat an error status; with a good status they are of the body itself.
        if (m_result.status <= 299 && error >= 200)
            return end(ErrorCode::ModelReply, "the provider's answer could not be unpacked",
                       context(m_reply->errorString().toStdString()));
        return m_loop.quit();
    }
    if (error == QNetworkReply::SslHandshakeFailedError)
        return end(ErrorCode::Network, "the server's TLS certificate could not be verified",
                   context(m_tlsProblem.empty() ? m_reply->errorString().toStdString() : m_tlsProblem),
                   "Give the server a certificate that this system trusts; there is no override.");
    const bool lasting = error == QNetworkReply::ConnectionRefusedError ||
                         error == QNetworkReply::HostNotFoundError ||
                         error == QNetworkReply::ProtocolUnknownError;
    end(ErrorCode::Network, "the provider could not be reached",
        context(m_reply->errorString().toStdString()),
        "Check the base URL, the network and proxy settings, and that the server runs.");
    if (m_fault)
        m_fault->transient = !lasting;
}

tl::expected<HttpReply, HttpFault> Exchange::run(const std::stop_token &stop)
{
    QNetworkAccessManager manager;
    manager.setAutoDeleteReplies(false);
    manager.setProxyFactory(new EnvironmentProxies); // the manager owns it
    arm(m_firstToken, m_post.deadlines.firstToken, "did not begin to answer");
    arm(m_idle, m_post.deadlines.idle, "sent nothing");
    arm(m_overall, m_post.deadlines.overall, "did not finish its answer");
    m_reply.reset(manager.post(requestFor(m_post), bytesOf(m_post.body)));
    m_reply->setReadBufferSize(1 << 20);
    QObject::connect(m_reply.get(), &QNetworkReply::metaDataChanged, &m_loop, [this] { m_idle.start(); });
    QObject::connect(m_reply.get(), &QNetworkReply::readyRead, &m_loop, [this] { bytesArrived(); });
    QObject::connect(m_reply.get(), &QNetworkReply::finished, &m_loop, [this] { ended(); });
    QObject::connect(
        m_reply.get(), &QNetworkReply::sslErrors, &m_loop, [this](const QList<QSslError> &errors) {
            for (const QSslError &error : errors)
                m_tlsProblem += (m_tlsProblem.empty() ? "" : "; ") + error.errorString().toStdString();
        });
    {
        // Queued, because a quit() before exec() would be forgotten.
        const std::stop_callback wake(
            stop, [this] { QMetaObject::invokeMethod(&m_loop, "quit", Qt::QueuedConnection); });
        m_loop.exec();
    }
    m_reply->disconnect(&m_loop);
    m_reply->abort();
    m_reply.reset();
    if (stop.stop_requested())
        return tl::unexpected(HttpFault{{ErrorCode::Cancelled,
                                         "the request to the model was cancelled",
                                         context("cancelled while it was under way"),
                                         {}},
                                        false});
    if (m_fault)
        return tl::unexpected(*m_fault);
    return m_result;
}

} // namespace

std::string headerValue(const HttpHeaders &headers, std::string_view lowerName)
{
    for (const auto &[name, value] : headers)
        if (lowerAscii(name) == lowerName)
            return value;
    return {};
}

tl::expected<HttpReply, HttpFault> postHttp(const HttpPost &post, const HttpStream &stream,
                                            std::stop_token stop)
{
    if (auto checked = checkProviderUrl(post.url); !checked)
        return tl::unexpected(HttpFault{checked.error(), false});
    if (stop.stop_requested())
        return tl::unexpected(HttpFault{
            {ErrorCode::Cancelled, "the request to the model was cancelled", "before it was sent", {}},
            false});
    return Exchange(post, stream).run(stop);
}

} // namespace vouchsafe
