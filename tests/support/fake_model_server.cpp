#include "tests/support/fake_model_server.h"

#include <QHostAddress>
#include <QPointer>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cctype>
#include <deque>
#include <mutex>
#include <optional>

namespace vouchsafe::test {
namespace {

using nlohmann::json;

std::string lower(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The whole request once it is there.
std::optional<FakeModelServer::Request> parsed(const std::string &bytes)
{
    const std::size_t head = bytes.find("\r\n\r\n");
    if (head == std::string::npos)
        return std::nullopt;
    FakeModelServer::Request request;
    std::size_t at = bytes.find("\r\n");
    const std::string line = bytes.substr(0, at);
    request.method = line.substr(0, line.find(' '));
    request.path = line.substr(request.method.size() + 1, line.rfind(' ') - request.method.size() - 1);
    while (at < head) {
        const std::size_t end = bytes.find("\r\n", at + 2);
        const std::string field = bytes.substr(at + 2, end - at - 2);
        const std::size_t colon = field.find(':');
        const std::size_t value = field.find_first_not_of(' ', colon + 1);
        request.headers[lower(field.substr(0, colon))] =
            value == std::string::npos ? "" : field.substr(value);
        at = end;
    }
    const auto length = request.headers.find("content-length");
    const std::size_t size = length == request.headers.end() ? 0 : std::stoul(length->second);
    request.body = bytes.substr(head + 4);
    if (request.body.size() < size)
        return std::nullopt;
    request.json = json::parse(request.body, nullptr, false);
    return request;
}

void writePieces(const QPointer<QTcpSocket> &socket,
                 const std::shared_ptr<FakeModelServer::Response> &response, std::size_t next)
{
    for (; socket && next < response->pieces.size(); ++next) {
        auto &piece = response->pieces[next];
        if (piece.before.count() > 0) {
            const auto wait = std::exchange(piece.before, std::chrono::milliseconds(0));
            QTimer::singleShot(wait, socket.data(),
                               [socket, response, next] { writePieces(socket, response, next); });
            return;
        }
        socket->write(piece.bytes.data(), static_cast<qint64>(piece.bytes.size()));
        socket->flush();
    }
    if (socket && !response->hang)
        socket->disconnectFromHost();
}

} // namespace

struct FakeModelServer::State {
    mutable std::mutex mutex;
    Handler handler;
    std::map<std::string, std::deque<std::string>> replies;
    std::vector<Request> requests;
    QThread thread;
    QTcpServer *server = nullptr; ///< lives on `thread`
    quint16 port = 0;

    Response respond(const Request &request)
    {
        const std::lock_guard lock(mutex);
        requests.push_back(request);
        if (handler)
            return handler(request);
        for (auto &[role, texts] : replies) {
            if (request.message(0).find("You are the " + role) == std::string::npos || texts.empty())
                continue;
            const std::string text = texts.front();
            texts.pop_front();
            return answer(text);
        }
        return json(500, R"({"error":{"message":"the fake server has no further answer"}})",
                    {"x-should-retry: false"});
    }

    void accept()
    {
        while (QTcpSocket *socket = server->nextPendingConnection()) {
            QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            auto received = std::make_shared<std::string>();
            QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, received] {
                received->append(socket->readAll().toStdString());
                const auto request = parsed(*received);
                if (!request)
                    return;
                received->clear();
                writePieces(socket, std::make_shared<Response>(respond(*request)), 0);
            });
        }
    }
};

FakeModelServer::FakeModelServer() : FakeModelServer(Handler())
{
}

FakeModelServer::FakeModelServer(Handler handler) : m_state(std::make_unique<State>())
{
    m_state->handler = std::move(handler);
    m_state->server = new QTcpServer;
    m_state->server->moveToThread(&m_state->thread);
    QObject::connect(&m_state->thread, &QThread::finished, m_state->server, &QObject::deleteLater);
    QObject::connect(m_state->server, &QTcpServer::newConnection, m_state->server,
                     [state = m_state.get()] { state->accept(); });
    m_state->thread.start();
    QMetaObject::invokeMethod(
        m_state->server,
        [state = m_state.get()] {
            if (!state->server->listen(QHostAddress::LocalHost))
                qFatal("the fake model server cannot listen on loopback");
            state->port = state->server->serverPort();
        },
        Qt::BlockingQueuedConnection);
}

FakeModelServer::~FakeModelServer()
{
    m_state->thread.quit();
    m_state->thread.wait();
}

std::string FakeModelServer::origin() const
{
    return "http://127.0.0.1:" + std::to_string(m_state->port);
}

std::string FakeModelServer::baseUrl() const
{
    return origin() + "/v1";
}

void FakeModelServer::reply(const std::string &role, const std::string &text)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->replies[role].push_back(text);
}

void FakeModelServer::handle(Handler handler)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->handler = std::move(handler);
}

std::vector<FakeModelServer::Request> FakeModelServer::requests() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->requests;
}

std::string FakeModelServer::Request::message(std::size_t index) const
{
    if (!json.is_object() || !json.contains("messages") || json["messages"].size() <= index)
        return {};
    return json["messages"][index].value("content", "");
}

std::string FakeModelServer::Request::lastMessage() const
{
    const std::size_t count = json.is_object() && json.contains("messages") ? json["messages"].size() : 0;
    return count == 0 ? std::string() : message(count - 1);
}

FakeModelServer::Response FakeModelServer::raw(std::string bytes)
{
    return {{{std::move(bytes)}}, false};
}

FakeModelServer::Response FakeModelServer::json(int status, const std::string &body,
                                                const std::vector<std::string> &headers)
{
    std::string head = "HTTP/1.1 " + std::to_string(status) + " Status\r\nContent-Type: application/json\r\n";
    for (const std::string &header : headers)
        head += header + "\r\n";
    return raw(head + "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n" +
               body);
}

std::string FakeModelServer::streamHead()
{
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
}

FakeModelServer::Response FakeModelServer::stream(const std::string &body)
{
    return raw(streamHead() + body);
}

FakeModelServer::Response FakeModelServer::split(const std::string &body, std::size_t size,
                                                 std::chrono::milliseconds before)
{
    Response response{{{streamHead()}}, false};
    for (std::size_t at = 0; at < body.size(); at += size)
        response.pieces.push_back({body.substr(at, size), before});
    return response;
}

FakeModelServer::Response FakeModelServer::answer(const std::string &text, const std::string &reason)
{
    std::string body = event(
        {{"id", "chatcmpl-fake"},
         {"object", "chat.completion.chunk"},
         {"created", 1},
         {"model", "fake"},
         {"choices", {{{"index", 0}, {"delta", {{"role", "assistant"}}}, {"finish_reason", nullptr}}}}});
    constexpr std::size_t size = 48;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = std::min(text.size(), at + size);
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            ++end;
        body += delta(text.substr(at, end - at));
        at = end;
    }
    body += finish(reason);
    body += event({{"id", "chatcmpl-fake"},
                   {"object", "chat.completion.chunk"},
                   {"created", 1},
                   {"model", "fake"},
                   {"choices", json::array()},
                   {"usage",
                    {{"prompt_tokens", 100},
                     {"completion_tokens", text.size() / 4},
                     {"total_tokens", 100 + text.size() / 4},
                     {"prompt_tokens_details", {{"cached_tokens", 64}}}}}});
    return stream(body + "data: [DONE]\n\n");
}

std::string FakeModelServer::event(const nlohmann::json &chunk)
{
    return "data: " + chunk.dump() + "\n\n";
}

std::string FakeModelServer::delta(const std::string &text)
{
    return event({{"id", "chatcmpl-fake"},
                  {"object", "chat.completion.chunk"},
                  {"created", 1},
                  {"model", "fake"},
                  {"choices", {{{"index", 0}, {"delta", {{"content", text}}}, {"finish_reason", nullptr}}}}});
}

std::string FakeModelServer::finish(const std::string &reason)
{
    return event(
        {{"id", "chatcmpl-fake"},
         {"object", "chat.completion.chunk"},
         {"created", 1},
         {"model", "fake"},
         {"choices", {{{"index", 0}, {"delta", nlohmann::json::object()}, {"finish_reason", reason}}}}});
}

} // namespace vouchsafe::test
