#pragma once
// A small HTTP server on loopback that plays an OpenAI-compatible provider: well-behaved or broken, byte by
// byte.

#include <nlohmann/json.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// Runs in a thread of its own from construction to destruction; needs a QCoreApplication. Unlike the product
/// it keeps every connection open until its response is written.
///
///     FakeModelServer server;
///     server.reply("architect", R"({"goal":"…","files":["m.py"]})"); // in order, per role
///     server.reply("engineer", wrongDiff);
///     server.reply("engineer", rightDiff);
///     … run with OPENAI_BASE_URL=server.baseUrl() …
///     server.requests().size();
class FakeModelServer {
public:
    struct Request {
        std::string method;
        std::string path;
        std::map<std::string, std::string> headers; ///< names lower case
        std::string body;
        nlohmann::json json; ///< discarded where the body is no JSON
        std::string
        message(std::size_t index) const; ///< content of messages[index]; empty where there is none
        std::string lastMessage() const;
    };
    struct Piece {
        std::string bytes;
        std::chrono::milliseconds before{0}; ///< wait before it is written
    };
    /// Raw bytes of the whole HTTP response, head included.
    struct Response {
        std::vector<Piece> pieces;
        bool hang = false; ///< leave the connection open after the last piece
    };
    using Handler = std::function<Response(const Request &)>; ///< called on the server's thread

    FakeModelServer();
    explicit FakeModelServer(Handler handler);
    ~FakeModelServer();
    FakeModelServer(const FakeModelServer &) = delete;
    FakeModelServer &operator=(const FakeModelServer &) = delete;

    std::string origin() const;  ///< `http://127.0.0.1:PORT`
    std::string baseUrl() const; ///< origin with `/v1`

    /// The next answer for requests whose system message has `You are the <role>`; 500 once they have run
    /// out.
    void reply(const std::string &role, const std::string &text);
    void handle(Handler handler);
    std::vector<Request> requests() const;

    static Response raw(std::string bytes);
    static Response json(int status, const std::string &body,
                         const std::vector<std::string> &headers = {}); ///< headers as `Name: value`
    /// Head of an event stream, then `body` as it is; the connection closes behind it.
    static Response stream(const std::string &body);
    /// As `stream`, in pieces of `size` bytes.
    static Response split(const std::string &body, std::size_t size, std::chrono::milliseconds before);
    /// A well-formed answer: the text in several deltas, finish reason, usage, [DONE].
    static Response answer(const std::string &text, const std::string &finish = "stop");
    static std::string event(const nlohmann::json &chunk); ///< `data: …\n\n`
    static std::string delta(const std::string &text);     ///< such an event with a content delta
    static std::string finish(const std::string &reason);
    static std::string streamHead();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace vouchsafe::test
