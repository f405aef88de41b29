#include "core/llm/chat_answer.h"

#include <nlohmann/json.hpp>

#include <QtTest>

using namespace vouchsafe;
using nlohmann::json;

namespace {

std::string delta(const std::string &text)
{
    return json{{"choices", {{{"index", 0}, {"delta", {{"content", text}}}}}}}.dump();
}

std::string finish(const std::string &reason)
{
    return json{{"choices", {{{"index", 0}, {"delta", json::object()}, {"finish_reason", reason}}}}}.dump();
}

/// Visible text of the parts, and that streaming gave the same.
std::string filtered(const std::vector<std::string> &parts)
{
    ReasoningFilter filter;
    for (const std::string &part : parts)
        filter.feed(part);
    filter.finish();
    return filter.answer();
}

std::vector<std::string> letters(const std::string &text)
{
    std::vector<std::string> parts;
    for (const char c : text)
        parts.emplace_back(1, c);
    return parts;
}

} // namespace

class ChatAnswerTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leavesReasoningOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("answer");
        const auto row = [](const char *name, const char *text, const char *answer) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(answer);
        };
        const char *hunk =
            "--- a/m.py\n+++ b/m.py\n@@ -1 +1,2 @@\n <thought>\n+<think>x</think>\n<thought>kept</thought>\n";
        row("F12: tag right before a patch", "<thought>plan</thought>--- a/m.py\n", "--- a/m.py\n");
        row("F12: a tag inside a hunk stays", hunk, hunk);
        row("think", "<think>a <b> c</think>\n\nanswer", "\n\nanswer");
        row("two blocks", "<think>a</think><think>b</think>x", "x");
        row("blanks before", "\n <reasoning>a</reasoning>x", "\n x");
        row("not closed", "<think>never ends", "");
        row("in the middle of a line it is text", "use <think> here", "use <think> here");
        row("after prose, at a line's start", "Well.\n<think>a</think>\nB", "Well.\n\nB");
        row("not a tag", "<thin> <html>", "<thin> <html>");
        row("a lone closing tag: what came before was reasoning", "let me see\n</think>\nB", "\nB");
        row("within a fence it is code", "```\n<think>a</think>\n```", "```\n<think>a</think>\n```");
        row("a tag that never ends its name", "<thi", "<thi");
        row("diff inside of reasoning", "<think>\n--- a/x\n+++ b/x\n</think>\nok", "\nok");
    }
    void leavesReasoningOut()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, answer);
        QCOMPARE(QByteArray::fromStdString(filtered({text.toStdString()})), answer);
        QCOMPARE(QByteArray::fromStdString(filtered(letters(text.toStdString()))), answer);
    }
    void streamsOnlyWhatIsVisible()
    {
        std::string seen;
        ChatAnswer answer([&](std::string_view text) { seen += text; });
        for (const char *part : {"<", "thought", ">plan…", "</tho", "ught>--- a/m.py"})
            answer.chunk(delta(part));
        answer.chunk(finish("stop"));
        const auto reply = answer.finish(10);
        QVERIFY(reply);
        QCOMPARE(reply->text, std::string("--- a/m.py"));
        QCOMPARE(seen, reply->text);
        QVERIFY(!reply->reasoningOnly);
    }
    void knowsHowAnAnswerEnded_data()
    {
        QTest::addColumn<QByteArrayList>("chunks");
        QTest::addColumn<int>("end");
        QTest::addColumn<bool>("reasoningOnly");
        const auto b = [](const std::string &text) { return QByteArray::fromStdString(text); };
        const auto row = [](const char *name, const QByteArrayList &chunks, ModelEnd end, bool only = false) {
            QTest::newRow(name) << chunks << static_cast<int>(end) << only;
        };
        row("stop and the end mark", {b(delta("a")), b(finish("stop")), "[DONE]"}, ModelEnd::Complete);
        row("F02: stop, then closed", {b(delta("a")), b(finish("stop"))}, ModelEnd::Complete);
        row("F02: closed without a reason", {b(delta("a"))}, ModelEnd::CutOff);
        row("the end mark alone", {b(delta("a")), "[DONE]"}, ModelEnd::Complete);
        row("length", {b(delta("a")), b(finish("length"))}, ModelEnd::CutOff);
        row("nothing at all", {}, ModelEnd::CutOff);
        row("F05: reasoning only",
            {R"({"choices":[{"delta":{"reasoning_content":"hm","content":""}}]})", b(finish("length"))},
            ModelEnd::CutOff, true);
        row("F05: hidden reasoning",
            {b(finish("stop")), R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":900}})"},
            ModelEnd::Complete, true);
        row("an unfinished think block", {b(delta("<think>hm")), b(finish("length"))}, ModelEnd::CutOff,
            true);
        row("filtered", {b(finish("content_filter"))}, ModelEnd::Refused);
        row("refused", {R"({"choices":[{"delta":{"refusal":"I cannot"}}]})", b(finish("stop"))},
            ModelEnd::Refused);
        row("nulls",
            {R"({"choices":[{"delta":{"content":null,"tool_calls":null},"finish_reason":null}],"usage":null})",
             b(delta("a")), b(finish("stop"))},
            ModelEnd::Complete);
        row("other choices are left out",
            {R"({"choices":[{"index":1,"delta":{"content":"x"},"finish_reason":"length"}]})",
             b(finish("stop"))},
            ModelEnd::Complete);
    }
    void knowsHowAnAnswerEnded()
    {
        QFETCH(const QByteArrayList, chunks);
        QFETCH(const int, end);
        QFETCH(const bool, reasoningOnly);
        ChatAnswer answer(nullptr);
        for (const QByteArray &chunk : chunks)
            answer.chunk(chunk.toStdString());
        QVERIFY(!answer.fault());
        const auto reply = answer.finish(10);
        QVERIFY(reply);
        QCOMPARE(static_cast<int>(reply->end), end);
        QCOMPARE(reply->reasoningOnly, reasoningOnly);
    }
    void findsFaults_data()
    {
        QTest::addColumn<QByteArray>("chunk");
        QTest::newRow("not JSON") << QByteArray("{\"choices\":[");
        QTest::newRow("a list") << QByteArray("[]");
        QTest::newRow("choices of the wrong type") << QByteArray(R"({"choices":5})");
        QTest::newRow("a choice of the wrong type") << QByteArray(R"({"choices":["a"]})");
        QTest::newRow("a delta of the wrong type") << QByteArray(R"({"choices":[{"delta":"a"}]})");
        QTest::newRow("content of the wrong type") << QByteArray(R"({"choices":[{"delta":{"content":5}}]})");
        QTest::newRow("a reason of the wrong type") << QByteArray(R"({"choices":[{"finish_reason":{}}]})");
        QTest::newRow("10,000 levels") << QByteArray(10'000, '[');
        QTest::newRow("an in-band error") << QByteArray(R"({"error":{"message":"overloaded"}})");
    }
    void findsFaults()
    {
        QFETCH(const QByteArray, chunk);
        ChatAnswer answer(nullptr);
        answer.chunk(chunk.toStdString());
        QVERIFY(answer.fault());
        QCOMPARE(answer.fault()->inBand, chunk.contains("\"error\""));
        QVERIFY(!answer.fault()->text.empty());
    }
    void refusesAToolCallThatNobodyOffered()
    {
        ChatAnswer answer(nullptr);
        answer.chunk(
            R"({"choices":[{"delta":{"tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]}}]})");
        answer.chunk(finish("tool_calls"));
        const auto reply = answer.finish(1);
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::ModelReply);
    }
    void readsAnAnswerThatIsNotStreamed()
    {
        ChatAnswer answer(nullptr);
        answer.whole(
            R"({"choices":[{"index":0,"message":{"role":"assistant","content":[{"type":"text","text":"hé"}]},"finish_reason":"stop"}],
            "usage":{"prompt_tokens":12,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":8},"cost":0.25}})");
        const auto reply = answer.finish(1);
        QVERIFY(reply);
        QCOMPARE(reply->text, std::string("hé"));
        const Cost expected{12, 8, 3, 0.25, 1};
        QVERIFY(reply->cost == expected);
        ChatAnswer empty(nullptr);
        empty.whole(R"({"choices":[]})");
        QVERIFY(empty.fault());
    }
    void estimatesTokensThatWereNotCounted()
    {
        ChatAnswer answer(nullptr);
        answer.chunk(delta(std::string(320, 'x')));
        const auto reply = answer.finish(77);
        QVERIFY(reply);
        const Cost expected{77, 0, 100, 0, 1};
        QVERIFY(reply->cost == expected);
    }
    void survivesOddTypesInUsage()
    {
        ChatAnswer answer(nullptr);
        answer.chunk(
            R"({"choices":[],"usage":{"prompt_tokens":"many","completion_tokens":-5,"prompt_tokens_details":[],"cost":"free"}})");
        answer.chunk(delta("x"));
        QVERIFY(!answer.fault());
        QVERIFY(answer.finish(1));
    }
};

QTEST_GUILESS_MAIN(ChatAnswerTest)
#include "chat_answer_test.moc"
