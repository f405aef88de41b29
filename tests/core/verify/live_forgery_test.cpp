#include "core/verify/proof_verifier.h"

#include "core/verify/rederive.h"
#include "tests/core/verify/live_prover.h"

#include <QTest>

using namespace vouchsafe;
using test::Files;

namespace {

const std::string pytest = "/usr/bin/python3 -m pytest -q";

Files wrongSum()
{
    return {{"calc.py", "def add(a, b):\n    return a - b\n"},
            {"conftest.py", "# shared\n"},
            {"tests/test_a.py", "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n\n\n"
                                "def test_zero():\n    assert add(0, 0) == 0\n"}};
}

Files nodeSum()
{
    return {{"package.json", R"({"name":"sum","version":"1.0.0","scripts":{"test":"node --test"}})"},
            {"src/add.js", "exports.add = (a, b) => a - b;\n"},
            {"test/a.test.js", "const test = require('node:test');\nconst assert = require('node:assert');\n"
                               "const { add } = require('../src/add.js');\n"
                               "test('adds', () => assert.strictEqual(add(1, 2), 3));\n"
                               "test('adds more', () => assert.strictEqual(add(2, 2), 4));\n"}};
}

} // namespace

/// Patches that make a suite say more than it shows, and trees that do so by themselves. Needs bubblewrap,
/// pytest, node, make and CMake.
class LiveForgeryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void judges_data();
    void judges();

private:
    test::LiveProver m_prover;
};

void LiveForgeryTest::initTestCase()
{
    if (const std::string reason = m_prover.unavailable(); !reason.empty())
        QSKIP(reason.c_str());
}

void LiveForgeryTest::judges_data()
{
    QTest::addColumn<Files>("tree");
    QTest::addColumn<Files>("after");
    QTest::addColumn<std::string>("check");
    QTest::addColumn<std::string>("outcome");
    const auto row = [](const char *name, const Files &tree, const Files &after, const std::string &check,
                        const std::string &outcome) {
        QTest::newRow(name) << tree << after << check << outcome;
    };
    row("an honest fix", wrongSum(), {{"calc.py", "def add(a, b):\n    return a + b\n"}}, pytest, "proven");
    Files absent = nodeSum();
    absent.erase("src/add.js");
    row("node: a file that ends before its tests", absent, {{"src/add.js", "process.exit(0);\n"}},
        "node --test", "no-tests");
    row("node: a module that was missing", absent, {{"src/add.js", "exports.add = (a, b) => a + b;\n"}},
        "node --test", "proven");
    row("every test is skipped",
        {{"tests/test_a.py", "import pytest\n\n\n@pytest.mark.skip\ndef test_a():\n    pass\n"}},
        {{"notes.txt", "hi\n"}}, pytest, "no-tests");
}

/// The outcome, and that the stored evidence leads to it again.
void LiveForgeryTest::judges()
{
    QFETCH(Files, tree);
    QFETCH(Files, after);
    QFETCH(std::string, check);
    QFETCH(std::string, outcome);
    QStringList checks = QString::fromStdString(check).split(QStringLiteral(" ;; "), Qt::SkipEmptyParts);
    std::vector<std::string> commands;
    for (const QString &each : checks)
        commands.push_back(each.toStdString());
    const auto proof = m_prover.prove(tree, after, commands);
    if (!proof)
        QFAIL(fourLines(proof.error()).c_str());
    const std::string found(outcomeName(proof->verdict.outcome));
    qInfo("%s: %s", found.c_str(), proof->verdict.reason.c_str());
    QVERIFY2(found == outcome, (found + ": " + proof->verdict.reason).c_str());
    const auto again = rederive(proof->baseline, proof->verdict, m_prover.folder());
    if (!again)
        QFAIL(fourLines(again.error()).c_str());
    QCOMPARE(*again, proof->verdict);
}

QTEST_GUILESS_MAIN(LiveForgeryTest)
#include "live_forgery_test.moc"
