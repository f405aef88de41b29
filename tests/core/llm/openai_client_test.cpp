#include "core/llm/openai_client.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_model_server.h"

#include <QTcpServer>
#include <QtTest>

#include <thread>

using namespace vouchsafe;
using namespace vouchsafe::test;
using std::chrono::milliseconds;

namespace {

const std::string canary = "sk-canary-7f3a9b1c5d2e8f60417293aa";

class OneKey final : public SecretStore {
public:
    std::optional<std::string> secret(std::string_view) const override { return key; }
    std::string origin(std::string_view name) const override
    {
        return std::string(name) + " in the environment";
    }
    std::optional<std::string> key = canary;
};

ModelRequest question()
{
    return {{"openai", "tiny"},
            {{ChatMessage::Role::System, "You are the engineer"}, {ChatMessage::Role::User, "hé"}},
            8192,
            "engineer"};
}

/// A client with short waits against the server, and all that it said.
struct Bench {
    explicit Bench(const std::string &url)
    {
        options.baseUrl = url;
        options.retry.base = milliseconds(5);
        options.random = [] { return 0.0; };
    }
    Result<ModelReply> ask(std::stop_token stop = {})
    {
        OpenAiClient client(options, secrets, clock);
        ModelProgress progress;
        progress.text = [this](std::string_view text) { streamed += text; };
        progress.notice = [this](const std::string &text) { notices.push_back(text); };
        auto reply = client.complete(question(), progress, stop);
        std::string said = streamed;
        for (const std::string &notice : notices)
            said += notice;
        if (!reply)
            said += fourLines(reply.error());
        keyLeaked = keyLeaked || said.find(canary) != std::string::npos;
        return reply;
    }
    OpenAiOptions options;
    OneKey secrets;
    FakeClock clock;
    std::string streamed;
    std::vector<std::string> notices;
    bool keyLeaked = false;
};

std::string code(const Result<ModelReply> &reply)
{
    return reply ? "none" : std::string(errorName(reply.error().code));
}

} // namespace

class OpenAiClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void streamsAnAnswer()
    {
        FakeModelServer server;
        const std::string text = "--- a/m.py\n+++ b/m.py\n@@ -1 +1 @@\n-é\n+e\n";
        server.reply("engineer", text);
        Bench bench(server.baseUrl() + "/");
        const auto reply = bench.ask();
        QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
        QCOMPARE(reply->text, text);
        QCOMPARE(bench.streamed, text);
        QCOMPARE(static_cast<int>(reply->end), static_cast<int>(ModelEnd::Complete));
        QCOMPARE(reply->cost.promptTokens, std::int64_t{100});
        QCOMPARE(reply->cost.cachedTokens, std::int64_t{64});
        const auto request = server.requests().at(0);
        QCOMPARE(request.path, std::string("/v1/chat/completions"));
        QCOMPARE(request.headers.at("authorization"), "Bearer " + canary);
        QCOMPARE(request.json["stream_options"]["include_usage"].get<bool>(), true);
        QCOMPARE(request.json["max_tokens"].get<int>(), 8192);
        QCOMPARE(request.message(1), std::string("hé"));
    }
    void readsTheSameAtEverySplit() // F01
    {
        const std::string body =
            ": hello\r\n\r\ndata:{\"choices\":[{\"delta\":{\"content\":\"h\xC3\xA9\"}}]}\r\n\r\n"
            "data:{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\r\n\r\n";
        for (std::size_t size : {std::size_t{1}, std::size_t{7}, std::size_t{40}}) {
            FakeModelServer server(
                [&](const auto &) { return FakeModelServer::split(body, size, milliseconds(1)); });
            Bench bench(server.baseUrl());
            const auto reply = bench.ask();
            QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
            QCOMPARE(reply->text, std::string("hé"));
            QCOMPARE(static_cast<int>(reply->end), static_cast<int>(ModelEnd::Complete));
        }
    }
    void takesAClosedStreamWithoutAReasonAsCutOff() // F1, F02
    {
        for (const std::string &rest : {std::string(), std::string("data: {\"choices\":[{\"delta\":{\"cont"),
                                        std::string("data: {\"choices\":[{\"delta\":{\"content\":\"h\xC3")}) {
            FakeModelServer server([&](const auto &) {
                return FakeModelServer::stream(FakeModelServer::delta("--- a/m.py") + rest);
            });
            Bench bench(server.baseUrl());
            const auto reply = bench.ask();
            QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
            QCOMPARE(static_cast<int>(reply->end), static_cast<int>(ModelEnd::CutOff));
            QCOMPARE(reply->text, std::string("--- a/m.py"));
            QCOMPARE(server.requests().size(), std::size_t{1});
        }
    }
    void takesAChunkedBodyThatEndsEarlyAsCutOff()
    {
        FakeModelServer server([](const auto &) {
            const std::string event = FakeModelServer::delta("partial");
            char size[16];
            std::snprintf(size, sizeof size, "%zx", event.size());
            return FakeModelServer::raw(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n" +
                std::string(size) + "\r\n" + event + "\r\nff\r\ndata: {");
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
        QCOMPARE(static_cast<int>(reply->end), static_cast<int>(ModelEnd::CutOff));
        QCOMPARE(reply->text, std::string("partial"));
    }
    void retriesAndSaysSo_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("header");
        QTest::newRow("429, milliseconds") << 429 << QByteArray("retry-after-ms: 20");
        QTest::newRow("429, zero seconds") << 429 << QByteArray("Retry-After: 0");
        QTest::newRow("500") << 500 << QByteArray("X-A: b");
        QTest::newRow("529") << 529 << QByteArray("X-A: b");
    }
    void retriesAndSaysSo() // F2
    {
        QFETCH(const int, status);
        QFETCH(const QByteArray, header);
        int count = 0;
        FakeModelServer server([&](const auto &) {
            return ++count < 3 ? FakeModelServer::json(status, R"({"error":{"message":"busy"}})",
                                                       {header.toStdString()})
                               : FakeModelServer::answer("ok");
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
        QCOMPARE(server.requests().size(), std::size_t{3});
        QVERIFY(bench.notices.size() >= 2);
        QVERIFY2(bench.notices.front().find("try 2 of 4") != std::string::npos,
                 bench.notices.front().c_str());
    }
    void givesUpAfterFourTries()
    {
        FakeModelServer server([](const auto &) { return FakeModelServer::json(503, "down"); });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_MODEL_HTTP"));
        QVERIFY2(reply.error().context.find("gave up after 4 tries") != std::string::npos,
                 reply.error().context.c_str());
        QCOMPARE(server.requests().size(), std::size_t{4});
    }
    void stopsWhereTheWaitIsTooLong() // F06
    {
        FakeModelServer server(
            [](const auto &) { return FakeModelServer::json(429, "{}", {"Retry-After: 600"}); });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QVERIFY(!reply);
        QVERIFY2(reply.error().context.find("600 s") != std::string::npos, reply.error().context.c_str());
        QCOMPARE(server.requests().size(), std::size_t{1});
    }
    void waitsUntilADateAndCancelsAtOnce() // F06
    {
        Bench bench("");
        bench.clock.setWall(std::chrono::system_clock::time_point(std::chrono::seconds(1'709'208'000)));
        FakeModelServer server([](const auto &) {
            return FakeModelServer::json(429, "{}", {"Retry-After: Thu, 29 Feb 2024 12:00:30 GMT"});
        });
        bench.options.baseUrl = server.baseUrl();
        std::stop_source source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(milliseconds(150));
            source.request_stop();
        });
        const auto start = std::chrono::steady_clock::now();
        const auto reply = bench.ask(source.get_token());
        QCOMPARE(code(reply), std::string("ERR_CANCELLED"));
        QVERIFY(std::chrono::steady_clock::now() - start < milliseconds(2'000));
        QCOMPARE(server.requests().size(), std::size_t{1});
        QVERIFY2(bench.notices.at(0).find("in 30 s") != std::string::npos, bench.notices.at(0).c_str());
    }
    void neverSendsAnOverflowingPromptAgain_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("F07") << QByteArray(R"({"error":{"code":"context_length_exceeded"}})");
        QTest::newRow("F08 tokens in request")
            << QByteArray(R"({"error":{"message":"tokens in request more than max tokens allowed"}})");
        QTest::newRow("F08 too large") << QByteArray(R"({"error":{"message":"Request too large"}})");
    }
    void neverSendsAnOverflowingPromptAgain() // F07, F08
    {
        QFETCH(const QByteArray, body);
        FakeModelServer server([&](const auto &) {
            return FakeModelServer::json(400, body.toStdString(), {"x-should-retry: true"});
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_MODEL_CONTEXT"));
        QVERIFY2(reply.error().context.find("8192") != std::string::npos, reply.error().context.c_str());
        QCOMPARE(server.requests().size(), std::size_t{1});
    }
    void lowersTheOutputLimitInstead() // F08
    {
        FakeModelServer server([](const FakeModelServer::Request &request) {
            return request.json["max_tokens"].get<int>() > 4096
                       ? FakeModelServer::json(400,
                                               R"({"error":{"message":"max_tokens: output exceeded 4096"}})")
                       : FakeModelServer::answer("ok");
        });
        Bench bench(server.baseUrl());
        QVERIFY(bench.ask());
        QCOMPARE(server.requests().at(1).json["max_tokens"].get<int>(), 4096);
        QCOMPARE(server.requests().at(1).message(1), std::string("hé"));
    }
    void usesTheFieldThatTheServerKnows()
    {
        FakeModelServer server([](const FakeModelServer::Request &request) {
            if (request.json.contains("max_tokens"))
                return FakeModelServer::json(
                    400,
                    R"({"error":{"message":"Unsupported parameter","param":"max_tokens","code":"unsupported_parameter"}})");
            if (request.json.contains("stream_options"))
                return FakeModelServer::json(
                    422, R"({"detail":"extra inputs are not permitted: stream_options"})");
            return FakeModelServer::answer("ok");
        });
        Bench bench(server.baseUrl());
        QVERIFY(bench.ask());
        QCOMPARE(server.requests().size(), std::size_t{3});
    }
    void ownsUpToErrors_data()
    {
        QTest::addColumn<QByteArray>("response");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char *name, const FakeModelServer::Response &response, const char *code) {
            QTest::newRow(name) << QByteArray::fromStdString(response.pieces.front().bytes)
                                << QByteArray(code);
        };
        const std::string echo = "{\"error\":{\"message\":\"bad key " + canary + "\"}}";
        row("401 that echoes the key", FakeModelServer::json(401, echo), "ERR_MODEL_AUTH");
        row("403", FakeModelServer::json(403, "<html>" + canary), "ERR_MODEL_AUTH");
        row("404", FakeModelServer::json(404, R"({"error":{"message":"no such model"}})"),
            "ERR_MODEL_UNKNOWN");
        row("400 that echoes the key", FakeModelServer::json(400, echo), "ERR_MODEL_HTTP");
        row("in-band error", FakeModelServer::stream(FakeModelServer::delta("a") + "data: " + echo + "\n\n"),
            "ERR_MODEL_HTTP");
        row("in-band overflow",
            FakeModelServer::stream(
                "data: {\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"x\"}}\n\n"),
            "ERR_MODEL_CONTEXT");
        row("bad JSON", FakeModelServer::stream("data: {nope}\n\n"), "ERR_MODEL_REPLY");
        row("wrong types", FakeModelServer::stream("data: {\"choices\":7}\n\n"), "ERR_MODEL_REPLY");
        row("web page",
            FakeModelServer::raw("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: "
                                 "close\r\n\r\n<!doctype html><html>log in"),
            "ERR_MODEL_REPLY");
        row("JSON without choices", FakeModelServer::json(200, "{\"choices\":[]}"), "ERR_MODEL_REPLY");
        row("JSON that ends early", FakeModelServer::json(200, "{\"choices\":[{\"message\":"),
            "ERR_MODEL_REPLY");
        row("no choice at all", FakeModelServer::stream("data: [DONE]\n\n"), "ERR_MODEL_REPLY");
        row("redirect elsewhere", FakeModelServer::json(307, "", {"Location: http://example.invalid/v1"}),
            "ERR_MODEL_HTTP");
        row("redirect to a file", FakeModelServer::json(302, "", {"Location: file:///etc/passwd"}),
            "ERR_MODEL_HTTP");
    }
    void ownsUpToErrors() // F5, F7, F8
    {
        QFETCH(const QByteArray, response);
        QFETCH(const QByteArray, code);
        FakeModelServer server([&](const auto &) { return FakeModelServer::raw(response.toStdString()); });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QCOMPARE(QByteArray::fromStdString(::code(reply)), code);
        QVERIFY(!bench.keyLeaked);
        QCOMPARE(server.requests().size(), std::size_t{1});
    }
    void sendsNothingToTheTargetOfARedirect() // F7
    {
        FakeModelServer other([](const auto &) { return FakeModelServer::answer("stolen"); });
        FakeModelServer server([&](const auto &) {
            return FakeModelServer::json(308, "", {"Location: " + other.baseUrl() + "/chat/completions"});
        });
        Bench bench(server.baseUrl());
        QCOMPARE(code(bench.ask()), std::string("ERR_MODEL_HTTP"));
        QCOMPARE(other.requests().size(), std::size_t{0});
    }
    void readsWhatIsWronglyLabelled_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        const QByteArray whole = R"({"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]})";
        const QByteArray stream =
            QByteArray::fromStdString(FakeModelServer::delta("ok") + FakeModelServer::finish("stop"));
        QTest::newRow("JSON") << QByteArray("application/json; charset=utf-8") << whole;
        QTest::newRow("JSON as text") << QByteArray("text/plain") << whole;
        QTest::newRow("stream as text") << QByteArray("text/plain") << stream;
        QTest::newRow("stream, other case") << QByteArray("Text/Event-Stream;charset=UTF-8") << stream;
    }
    void readsWhatIsWronglyLabelled() // F5
    {
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, body);
        FakeModelServer server([&](const auto &) {
            return FakeModelServer::raw("HTTP/1.1 200 OK\r\nContent-Type: " + type.toStdString() +
                                        "\r\nConnection: close\r\n\r\n" + body.toStdString());
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QVERIFY2(reply, reply ? "" : fourLines(reply.error()).c_str());
        QCOMPARE(reply->text, std::string("ok"));
    }
    void endsASlowAnswerByTheRightDeadline_data()
    {
        QTest::addColumn<QByteArray>("drip");
        QTest::addColumn<int>("every");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("F3: comments put off nothing but idle")
            << QByteArray(":\n\n") << 20 << QByteArray("begin to answer");
        QTest::newRow("nothing comes") << QByteArray() << 0 << QByteArray("sent nothing");
        QTest::newRow("F3: never ends")
            << QByteArray::fromStdString(FakeModelServer::delta("x")) << 20 << QByteArray("finish");
    }
    void endsASlowAnswerByTheRightDeadline() // F3
    {
        QFETCH(const QByteArray, drip);
        QFETCH(const int, every);
        QFETCH(const QByteArray, words);
        FakeModelServer server([&](const auto &) {
            FakeModelServer::Response response{{{FakeModelServer::streamHead(), {}}}, true};
            for (int i = 0; every > 0 && i < 200; ++i)
                response.pieces.push_back({drip.toStdString(), milliseconds(every)});
            return response;
        });
        Bench bench(server.baseUrl());
        bench.options.deadlines = {milliseconds(900), milliseconds(600), milliseconds(1'800)};
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_TIMEOUT"));
        QVERIFY2(reply.error().what.find(words.toStdString()) != std::string::npos,
                 reply.error().what.c_str());
        QCOMPARE(server.requests().size(), std::size_t{1});
    }
    void cancelsWithinATenthOfASecond_data()
    {
        QTest::addColumn<bool>("began");
        QTest::newRow("before the first byte") << false;
        QTest::newRow("in the middle of the stream") << true;
    }
    void cancelsWithinATenthOfASecond() // F9
    {
        QFETCH(const bool, began);
        FakeModelServer server([&](const auto &) {
            return FakeModelServer::Response{
                {{began ? FakeModelServer::streamHead() + FakeModelServer::delta("x") : "", {}}}, true};
        });
        auto best = std::chrono::steady_clock::duration::max(); // of three: other programs run here too
        for (int round = 0; round < 3; ++round) {
            Bench bench(server.baseUrl());
            std::stop_source source;
            std::chrono::steady_clock::time_point asked;
            std::jthread canceller([&] {
                std::this_thread::sleep_for(milliseconds(200));
                asked = std::chrono::steady_clock::now();
                source.request_stop();
            });
            QCOMPARE(code(bench.ask(source.get_token())), std::string("ERR_CANCELLED"));
            best = std::min(best, std::chrono::steady_clock::now() - asked);
            canceller.join();
            QCOMPARE(QByteArray::fromStdString(bench.streamed), QByteArray(began ? "x" : ""));
        }
        QVERIFY2(best < milliseconds(100), std::to_string(best / milliseconds(1)).c_str());
    }
    void capsTheAnswer_data()
    {
        QTest::addColumn<bool>("lines");
        QTest::newRow("one endless line") << false;
        QTest::newRow("endless events") << true;
    }
    void capsTheAnswer() // F4
    {
        QFETCH(const bool, lines);
        FakeModelServer server([&](const auto &) {
            FakeModelServer::Response response{
                {{FakeModelServer::streamHead() + (lines ? "" : "data: "), {}}}, false};
            std::string piece;
            while (piece.size() < (1 << 20))
                piece += lines ? FakeModelServer::delta(std::string(60'000, 'x')) : std::string(60'000, 'x');
            for (int i = 0; i < 4; ++i)
                response.pieces.push_back({piece, milliseconds(0)});
            return response;
        });
        Bench bench(server.baseUrl());
        bench.options.maxBytes = std::uint64_t{2} << 20;
        QCOMPARE(code(bench.ask()), std::string("ERR_MODEL_REPLY"));
    }
    void refusesAGzipBomb() // F4
    {
        QProcess gzip;
        gzip.start(QStringLiteral("sh"),
                   {QStringLiteral("-c"), QStringLiteral("head -c 60000000 /dev/zero | gzip -9")});
        if (!gzip.waitForFinished(60'000) || gzip.exitCode() != 0)
            QSKIP("gzip is not installed");
        const std::string bomb = gzip.readAllStandardOutput().toStdString();
        FakeModelServer server([&](const auto &) {
            return FakeModelServer::raw("HTTP/1.1 200 OK\r\nContent-Type: "
                                        "application/json\r\nContent-Encoding: gzip\r\nContent-Length: " +
                                        std::to_string(bomb.size()) + "\r\nConnection: close\r\n\r\n" + bomb);
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_MODEL_REPLY"));
    }
    void refusesAddressesThatAreNotSafe_data()
    {
        QTest::addColumn<QByteArray>("url");
        for (const char *url :
             {"http://example.invalid/v1", "ftp://127.0.0.1/v1", "file:///etc", "nonsense", "",
              "https://user:pw@example.invalid/v1", "http://127.0.0.1.example.invalid/v1",
              "http://0.0.0.0:1/v1", "https://example.invalid/v1?key=1", "http://[::2]:1/v1"})
            QTest::newRow(url) << QByteArray(url);
    }
    void refusesAddressesThatAreNotSafe() // F6
    {
        QFETCH(const QByteArray, url);
        Bench bench(url.toStdString());
        QCOMPARE(code(bench.ask()), std::string("ERR_MODEL_UNKNOWN"));
        QVERIFY(!bench.keyLeaked);
    }
    void saysThatNoServerRuns()
    {
        QTcpServer closed;
        QVERIFY(closed.listen(QHostAddress::LocalHost));
        const std::string url = "http://127.0.0.1:" + std::to_string(closed.serverPort()) + "/v1";
        closed.close();
        Bench bench(url);
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_NETWORK"));
        QVERIFY(reply.error().context.find(url) != std::string::npos);
        QVERIFY(bench.notices.empty());
    }
    void triesAgainWhereTheConnectionDropsBeforeTheAnswer()
    {
        std::atomic<int> count = 0;
        FakeModelServer server([&](const auto &) {
            ++count;
            return FakeModelServer::raw("");
        });
        Bench bench(server.baseUrl());
        const auto reply = bench.ask();
        QCOMPARE(code(reply), std::string("ERR_NETWORK"));
        QCOMPARE(count.load(), 8); // four tries, each sent twice by Qt
    }
    void needsAKeyOnlyForTheProviderThatHasOne()
    {
        Bench bench("https://api.openai.com/v1");
        bench.secrets.key.reset();
        QCOMPARE(code(bench.ask()), std::string("ERR_MODEL_AUTH"));
        FakeModelServer server;
        server.reply("engineer", "ok");
        bench.options.baseUrl = server.baseUrl();
        QVERIFY(bench.ask());
        QVERIFY(!server.requests().at(0).headers.contains("authorization"));
    }
    void takesItsOwnKeyOutOfThePrompt() // F11
    {
        FakeModelServer server;
        server.reply("engineer", "ok");
        Bench bench(server.baseUrl());
        OpenAiClient client(bench.options, bench.secrets, bench.clock);
        ModelRequest request = question();
        request.messages.push_back({ChatMessage::Role::User, "KEY = '" + canary + "'"});
        QVERIFY(client.complete(request, {}, {}));
        QVERIFY(server.requests().at(0).body.find(canary) == std::string::npos);
    }
    void refusesAKeyThatWouldForgeAHeader()
    {
        Bench bench("http://127.0.0.1:1/v1");
        bench.secrets.key = "a\r\nX-Evil: 1";
        QCOMPARE(code(bench.ask()), std::string("ERR_MODEL_AUTH"));
    }
    void worksOnAThreadThatQtDidNotStart()
    {
        FakeModelServer server;
        server.reply("engineer", "one");
        server.reply("engineer", "two");
        Bench first(server.baseUrl());
        Bench second(server.baseUrl());
        std::string a;
        std::string b;
        {
            std::jthread one([&] { a = first.ask().value_or(ModelReply{}).text; });
            std::jthread two([&] { b = second.ask().value_or(ModelReply{}).text; });
        }
        QCOMPARE(a.size() + b.size(), std::size_t{6});
    }
};

QTEST_GUILESS_MAIN(OpenAiClientTest)
#include "openai_client_test.moc"
