#include "core/llm/plan_reader.h"

#include <QtTest>

using namespace vouchsafe;

class PlanReaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPlansInManyForms_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("goal");
        QTest::addColumn<QByteArrayList>("files");
        QTest::addColumn<int>("steps");
        const auto row = [](const char *name, const char *text, const char *goal, const QByteArrayList &files,
                            int steps) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(goal) << files << steps;
        };
        row("plain", "{\"goal\":\"g\",\"steps\":[\"a\",\"b\"],\"files\":[\"m.py\"],\"risks\":[]}", "g",
            {"m.py"}, 2);
        row("fenced, with prose",
            "Here {is} it:\n```json\n{\"goal\": \"g\", \"steps\": [\"use {x}\"], \"files\": "
            "[\"./m.py\"]}\n```\nDone.",
            "g", {"m.py"}, 1);
        row("wrapped", "{\"plan\":{\"goal\":\"g\",\"files\":\"m.py\"}}", "g", {"m.py"}, 0);
        row("objects",
            "{\"goal\":\"g\",\"steps\":[{\"step\":1,\"description\":\"a\"}],\"files\":[{\"path\":\"`m.py`\"},"
            "{\"file\":\"n.py (function f)\"},{\"path\":\"m.py\"}]}",
            "g", {"m.py", "n.py"}, 1);
        row("no goal", "{\"steps\":[\"first\"],\"files\":[\"m.py\"]}", "first", {"m.py"}, 1);
        row("files only", "{\"files\":[\"m.py\"]}", "Change m.py", {"m.py"}, 0);
        row("braces in strings", "x { y {\"goal\":\"a } b\",\"steps\":[]}", "a } b", {}, 0);
        row("comments", "{\"goal\":\"g\" /* why */}", "g", {}, 0);
        row("prose alone", "# Plan\n\n**Flip the comparison** in m.py.", "Plan", {}, 0);
        row("cut off", "{\"goal\": \"half a", "goal\": \"half a", {}, 0);
        row("wrong types", "{\"goal\":5,\"steps\":7,\"files\":{\"a\":1},\"risks\":null}",
            "goal\":5,\"steps\":7,\"files\":{\"a\":1},\"risks\":null}", {}, 0);
        row("empty", " \n", "", {}, 0);
        row("not UTF-8", "\xff\xfe", "\xEF\xBF\xBD\xEF\xBF\xBD", {}, 0);
    }
    void readsPlansInManyForms()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, goal);
        QFETCH(const QByteArrayList, files);
        QFETCH(const int, steps);
        const Plan plan = readPlan(text.toStdString());
        QCOMPARE(QByteArray::fromStdString(plan.goal), goal);
        QCOMPARE(static_cast<int>(plan.steps.size()), steps);
        QByteArrayList read;
        for (const std::string &file : plan.files)
            read << QByteArray::fromStdString(file);
        QCOMPARE(read, files);
    }
    void endsQuicklyOnHostileText()
    {
        const std::string braces(300'000, '{');
        QElapsedTimer timer;
        timer.start();
        readPlan(braces);
        readPlan("{\"goal\":" + std::string(100'000, '['));
        QVERIFY(timer.elapsed() < 5'000);
    }
};

QTEST_GUILESS_MAIN(PlanReaderTest)
#include "plan_reader_test.moc"
