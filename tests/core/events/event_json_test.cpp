// An event survives its line of JSON, and a line that is not one is told apart.
#include "core/events/event_json.h"
#include "tests/support/sample_events.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

using namespace vouchsafe;

class EventJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindComesBackEqual()
    {
        std::set<std::string> kinds;
        std::int64_t seq = 0;
        for (const EventBody &body : test::sampleBodies()) {
            const Event event{++seq, "2026-01-02T03:04:05.678Z", "20260102-030405-ab12", "prev", body};
            const Result<Event> back = eventFromLine(toLine(event));
            QVERIFY2(back.has_value(), toLine(event).c_str());
            QCOMPARE(toLine(*back), toLine(event));
            QVERIFY(*back == event);
            kinds.emplace(eventKind(body));
        }
        QCOMPARE(kinds.size(), std::variant_size_v<EventBody>);
    }

    void aLineIsOneLineOfValidUtf8()
    {
        for (const EventBody &body : test::sampleBodies()) {
            const std::string line = toLine(Event{1, "at", "run", "", body});
            QVERIFY(line.find('\n') == std::string::npos);
            QVERIFY(nlohmann::json::accept(line));
        }
    }

    void loadsAPolicyOfBeforeItHadProcessorsAndMounts()
    {
        const Result<Event> event = eventFromLine(
            R"({"v":1,"seq":1,"kind":"run.started","data":{"task":{"policy":{"backend":"bubblewrap",)"
            R"("runtime":"","image":"","memory_bytes":1073741824,"pids":64,"file_bytes":1,)"
            R"("workspace_bytes":2,"workspace_files":3,"tmp_bytes":4,"output_bytes":5,"protect":["a"],)"
            R"("include":[]}}}})");
        QVERIFY2(event.has_value(), event ? "" : event.error().context.c_str());
        SandboxPolicy expected;
        expected.backend = Backend::Bubblewrap;
        expected.memoryBytes = std::uint64_t{1} << 30;
        expected.pids = 64;
        expected.fileBytes = 1;
        expected.workspaceBytes = 2;
        expected.workspaceFiles = 3;
        expected.tmpBytes = 4;
        expected.outputBytes = 5;
        expected.protect = {"a"};
        QVERIFY(std::get<RunStarted>(event->body).task.policy == expected);
    }

    void refusesWhatIsNoEvent_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("{\"v\":1,");
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("another version")
            << QByteArray(R"({"v":2,"seq":1,"kind":"notice","data":{"text":"x"}})");
        QTest::newRow("unknown kind") << QByteArray(R"({"v":1,"seq":1,"kind":"party","data":{}})");
        QTest::newRow("no data") << QByteArray(R"({"v":1,"seq":1,"kind":"notice"})");
        QTest::newRow("wrong type") << QByteArray(R"({"v":1,"seq":1,"kind":"notice","data":{"text":3}})");
        QTest::newRow("unknown name")
            << QByteArray(R"({"v":1,"seq":1,"kind":"notice","data":{"level":"loud"}})");
    }
    void saysThatAJournalIsNewer()
    {
        const Result<Event> event = eventFromLine(R"({"v":7,"what":"ever"})");
        QVERIFY(event.error().what.find("newer version") != std::string::npos);
        QVERIFY(!event.error().remedy.empty());
    }
    void refusesWhatIsNoEvent()
    {
        QFETCH(QByteArray, line);
        const Result<Event> event = eventFromLine(line.toStdString());
        QVERIFY(!event);
        QVERIFY(event.error().code == ErrorCode::Journal);
    }
};

QTEST_GUILESS_MAIN(EventJsonTest)
#include "event_json_test.moc"
