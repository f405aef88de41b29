#include "core/llm/chat_request.h"
#include "core/llm/provider_error.h"

#include <QtTest>

using namespace vouchsafe;
using Kind = ProviderError::Kind;

Q_DECLARE_METATYPE(vouchsafe::ProviderError::Kind)

class ProviderErrorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsWhatAnErrorMeans_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<Kind>("kind");
        const auto row = [](const char *name, int status, const char *body, Kind kind) {
            QTest::newRow(name) << status << QByteArray(body) << kind;
        };
        row("F07: by its code", 400, R"({"error":{"code":"context_length_exceeded"}})",
            Kind::ContextOverflow);
        row("F07: OpenAI's words", 400,
            R"({"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (1000 in the messages, 8000 in the completion).","type":"invalid_request_error","param":"messages","code":null}})",
            Kind::ContextOverflow);
        row("F08: in request more than max tokens", 400,
            R"({"error":{"message":"tokens in request more than max tokens allowed"}})",
            Kind::ContextOverflow);
        row("F08: request too large", 400, R"({"error":"Request too large"})", Kind::ContextOverflow);
        row("F08: output limit", 400, R"({"error":{"message":"max_tokens: output exceeded 8192"}})",
            Kind::OutputLimit);
        row("status 413", 413, "", Kind::ContextOverflow);
        row("llama.cpp", 400,
            R"({"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error"}})",
            Kind::ContextOverflow);
        row("vLLM", 400,
            R"({"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","code":400})",
            Kind::ContextOverflow);
        row("completion limit", 400,
            R"({"error":{"message":"max_tokens is too large: 100000. This model supports at most 16384 completion tokens","param":"max_tokens","code":"invalid_value"}})",
            Kind::OutputLimit);
        row("unsupported field", 400,
            R"({"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}})",
            Kind::Parameter);
        row("unknown field", 422, R"({"detail":"Extra inputs are not permitted: stream_options"})",
            Kind::Parameter);
        row("401", 401, R"({"error":{"message":"Incorrect API key provided"}})", Kind::Auth);
        row("403", 403, "<html>", Kind::Auth);
        row("404", 404, R"({"error":{"message":"The model `x` does not exist"}})", Kind::UnknownModel);
        row("429", 429, R"({"error":{"message":"Rate limit reached"}})", Kind::Other);
        row("500", 500, "", Kind::Other);
        row("bad request", 400, R"({"error":{"message":"messages: at least one is needed"}})", Kind::Other);
        row("wrong types", 400, R"({"error":{"message":5,"code":[]}})", Kind::Other);
        row("not JSON", 400, "\xff\xfe", Kind::Other);
        row("a list", 400, R"([{"error":{"code":400,"message":"input token count exceeds"}}])",
            Kind::ContextOverflow);
    }
    void knowsWhatAnErrorMeans()
    {
        QFETCH(const int, status);
        QFETCH(const QByteArray, body);
        QFETCH(const Kind, kind);
        const ProviderError error = providerError(status, body.toStdString());
        QCOMPARE(static_cast<int>(error.kind), static_cast<int>(kind));
        QVERIFY(!error.message.empty());
        QVERIFY(error.message.size() < 1'000);
    }
    void takesANumericCodeInsideAStreamAsItsStatus()
    {
        QCOMPARE(providerError(200, R"({"error":{"code":429,"message":"slow down"}})").status, 429);
    }
    void calmsALongHtmlPage()
    {
        QCOMPARE(providerError(502, "<html>" + std::string(100'000, 'x')).message,
                 std::string("a web page, not an answer of a model"));
    }
    void adaptsTheRequestOnlyToSomethingThatDiffers()
    {
        const ChatShape shape;
        const auto lower = adapted(
            shape, providerError(400, R"({"error":{"message":"max_tokens is too large: at most 4096"}})"));
        QVERIFY(lower && lower->maxTokens == 4096);
        const auto halved =
            adapted(shape, providerError(400, R"({"error":{"message":"max_tokens: output exceeded 8192"}})"));
        QVERIFY(halved && halved->maxTokens == 4096);
        QVERIFY(!adapted({false, true, 300},
                         providerError(400, R"({"error":{"message":"max_tokens: output exceeded"}})")));
        const auto renamed =
            adapted(shape, providerError(400, R"({"error":{"message":"unsupported","param":"max_tokens"}})"));
        QVERIFY(renamed && renamed->completionTokensField);
        const auto bare =
            adapted(shape, providerError(400, R"({"error":{"message":"unknown field stream_options"}})"));
        QVERIFY(bare && !bare->streamOptions);
        QVERIFY(
            !adapted(*bare, providerError(400, R"({"error":{"message":"unknown field stream_options"}})")));
        QVERIFY(!adapted(shape, providerError(500, "")));
    }
};

QTEST_GUILESS_MAIN(ProviderErrorTest)
#include "provider_error_test.moc"
