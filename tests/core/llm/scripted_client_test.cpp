#include "core/llm/scripted_client.h"

#include <QtTest>

using namespace vouchsafe;

namespace {

const char *const script = R"(# a plan, then a wrong and a right patch
{"role":"architect","text":"plan"}

{"role":"engineer","text":"wrong"}
{"role":"engineer","text":"half","end":"cut-off"}
)";

Result<ModelReply> ask(ScriptedClient &client, const std::string &role)
{
    return client.complete({{"scripted", "x"}, {}, 100, role}, {}, {});
}

} // namespace

class ScriptedClientTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEachRoleItsRepliesInOrder()
    {
        auto client = ScriptedClient::parse(script, "replies.jsonl");
        QVERIFY(client);
        QCOMPARE(ask(**client, "engineer")->text, std::string("wrong"));
        QCOMPARE(ask(**client, "architect")->text, std::string("plan"));
        const auto last = ask(**client, "engineer");
        QCOMPARE(static_cast<int>(last->end), static_cast<int>(ModelEnd::CutOff));
        const auto none = ask(**client, "engineer");
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::ModelReply);
        QVERIFY2(none.error().context.find("reply 3 of the engineer") != std::string::npos,
                 none.error().context.c_str());
    }
    void goesOnWhereAResumedRunStood()
    {
        auto client = ScriptedClient::parse(script, "replies.jsonl", {{"engineer", 1}});
        QVERIFY(client);
        QCOMPARE(ask(**client, "engineer")->text, std::string("half"));
    }
    void namesTheLineThatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("not JSON") << QByteArray("{");
        QTest::newRow("no role") << QByteArray(R"({"text":"x"})");
        QTest::newRow("unknown role") << QByteArray(R"({"role":"boss","text":"x"})");
        QTest::newRow("no text") << QByteArray(R"({"role":"engineer"})");
        QTest::newRow("text of another type") << QByteArray(R"({"role":"engineer","text":5})");
        QTest::newRow("unknown end") << QByteArray(R"({"role":"engineer","text":"x","end":"later"})");
        QTest::newRow("end of another type") << QByteArray(R"({"role":"engineer","text":"x","end":1})");
        QTest::newRow("bytes") << QByteArray("\xff\xfe\x00", 3);
    }
    void namesTheLineThatIsWrong()
    {
        QFETCH(const QByteArray, line);
        const auto client = ScriptedClient::parse("\n" + line.toStdString() + "\n", "replies.jsonl");
        QVERIFY(!client);
        QCOMPARE(client.error().code, ErrorCode::Usage);
        QVERIFY(client.error().context.find("replies.jsonl line 2") != std::string::npos);
    }
    void saysThatTheFileIsMissing() { QVERIFY(!ScriptedClient::load("/nonexistent/replies.jsonl")); }
};

QTEST_GUILESS_MAIN(ScriptedClientTest)
#include "scripted_client_test.moc"
