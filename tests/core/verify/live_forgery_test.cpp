#include "core/verify/proof_verifier.h"

#include "core/verify/rederive.h"
#include "tests/core/verify/live_prover.h"

#include <QTest>

#include <set>

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

void note(const std::vector<ProofRun> &runs, std::set<std::string> &files)
{
    for (const ProofRun &run : runs)
        for (const CheckResult &check : run.checks)
            files.insert({check.outputFile, check.reportFile, check.brokenReportFile});
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
    row("node: a module that declares a test in place of the file's own", absent,
        {{"src/add.js", "require('node:test')('fake', () => {}).then(() => process.reallyExit(0));\n"
                        "exports.add = (a, b) => a - b;\n"}},
        "node --test", "tampered no-tests still-failing");
    row("node: a module that was missing", absent, {{"src/add.js", "exports.add = (a, b) => a + b;\n"}},
        "node --test", "proven");
    row("every test is skipped",
        {{"tests/test_a.py", "import pytest\n\n\n@pytest.mark.skip\ndef test_a():\n    pass\n"}},
        {{"notes.txt", "hi\n"}}, pytest, "no-tests");
    const std::string snapshot = "test -f golden || { touch golden; exit 1; }\n";
    const Files note{{"notes.txt", "more\n"}};
    row("ctest: fails once and leaves what makes it pass",
        {{"b/CTestTestfile.cmake", "add_test(snap sh \"/repo/tests/snap.sh\")\n"},
         {"tests/snap.sh", snapshot}},
        note, "ctest --test-dir b", "passing-weak");
    row("make: fails once and leaves what makes it pass", {{"Makefile", "check:\n\t" + snapshot}}, note,
        "make check", "passing-weak");
    row("an honest fix of a C project",
        {{"CMakeLists.txt", "cmake_minimum_required(VERSION 3.16)\nproject(x C)\nenable_testing()\n"
                            "add_executable(t tests/t.c add.c)\nadd_test(NAME add COMMAND t)\n"
                            "add_test(NAME other COMMAND true)\n"},
         {"add.c", "int add(int a, int b) { return a - b; }\n"},
         {"tests/t.c", "int add(int, int);\nint main() { return add(1, 2) != 3; }\n"}},
        {{"add.c", "int add(int a, int b) { return a + b; }\n"}}, "", "proven");
    const Files state{{"calc.py", "state = []\n"},
                      {"tests/test_a.py", "import calc\n\n\ndef test_fill():\n    calc.state.append(1)\n"
                                          "    assert calc.state\n"}};
    row("a test that needs those before it, and no change", state,
        {{"tests/test_a.py",
          state.at("tests/test_a.py") + "\n\ndef test_filled():\n    assert calc.state == [1]\n"}},
        pytest, "passing-weak");
    row("a test that needs those before it, beside a change without effect", state,
        {{"calc.py", "state = []  # of all\n"},
         {"tests/test_a.py",
          state.at("tests/test_a.py") + "\n\ndef test_filled():\n    assert calc.state == [1]\n"}},
        pytest, "passing-weak");
    row("a test that fails when it is chosen by its id", state,
        {{"calc.py", "state = []  # of all\n"},
         {"tests/test_b.py",
          "import sys\n\n\ndef test_new():\n    assert not any('::' in a for a in sys.argv)\n"}},
        pytest, "passing-weak");
    const Files fixed{{"calc.py", "def add(a, b):\n    return a + b\n"}};
    Files inner;
    for (const auto &[path, text] : wrongSum())
        inner["pkg/" + path] = text;
    inner["pkg/pytest.ini"] = "[pytest]\n";
    const Files innerFixed{{"pkg/calc.py", fixed.at("calc.py")}};
    row("a root folder below the working directory", inner, innerFixed, pytest + " pkg", "proven");
    row("a root folder that is named", inner, innerFixed, pytest + " --rootdir pkg pkg/tests", "proven");
    row("settings that are named", inner, innerFixed, pytest + " -c pkg/pytest.ini pkg", "proven");
    row("optimised", wrongSum(), fixed, "/usr/bin/python3 -O -m pytest -q", "proven");
    row("stops at the first failure", wrongSum(), fixed, pytest + " -x", "proven");
    row("stops at the first failure, in other words", wrongSum(), fixed, pytest + " --maxfail=1 -- tests",
        "proven");
    row("swallows the failures of tests by their name", wrongSum(),
        {{"calc.py", "import _pytest.python as _p\n\n_old = _p.Function.runtest\n\n\ndef _new(self):\n"
                     "    if not self.name.startswith('test_'):\n        return _old(self)\n    try:\n"
                     "        _old(self)\n    except AssertionError:\n        pass\n\n\n"
                     "_p.Function.runtest = _new\n\n\ndef add(a, b):\n    return a - b\n"}},
        pytest, "tampered");
    row("a plug-in by an entry point", wrongSum(),
        {{"x.egg-info/PKG-INFO", "Metadata-Version: 2.1\nName: x\nVersion: 1\n"},
         {"x.egg-info/entry_points.txt", "[pytest11]\nx = xplug\n"},
         {"xplug.py", "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\n"
                      "def pytest_runtest_makereport(item, call):\n    outcome = yield\n"
                      "    report = outcome.get_result()\n"
                      "    if 'tests/' in report.nodeid and report.failed:\n"
                      "        report.outcome = 'passed'\n        report.longrepr = None\n"}},
        pytest, "still-failing");
    row("node: assertions that are switched off", nodeSum(),
        {{"src/add.js", "exports.add = (a, b) => a - b;\nrequire('node:assert').strictEqual = () => {};\n"}},
        "node --test", "tampered");
    row("node: assertions that throw nothing any more", nodeSum(),
        {{"src/add.js", "exports.add = (a, b) => a - b;\n"
                        "const throws = require('node:assert');\n"
                        "for (const k of ['strictEqual', 'equal']) { const old = throws[k];\n"
                        "  throws[k] = (...a) => { try { old(...a); } catch {} }; }\n"}},
        "node --test", "tampered");
    row("node: an honest fix", nodeSum(), {{"src/add.js", "exports.add = (a, b) => a + b;\n"}}, "node --test",
        "proven");
    row("make: the script that decides",
        {{"Makefile", "check:\n\tsh run_checks.sh\n"}, {"run_checks.sh", "exit 1\n"}},
        {{"run_checks.sh", "exit 0\n"}}, "make check", "still-failing");
    row("a report that cannot be read", wrongSum(),
        {{"calc.py",
          "import atexit, os, sys\n\n\ndef bad():\n    path = [x for x in sys.argv if 'junitxml' in "
          "x][0].split('=', 1)[1]\n    open(path, 'w').write('<not xml')\n    os._exit(0)\n\n\n"
          "atexit.register(bad)\n\n\ndef add(a, b):\n    return a + b\n"}},
        pytest, "tampered");
}

/// The outcome, that the stored evidence leads to it again, and that none of it is unnamed.
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
    if (check.starts_with("ctest"))
        QCOMPARE(proof->verdict.notes,
                 std::vector<std::string>{"no sentinels for ctest: the repetition is plain"});
    const std::string found(outcomeName(proof->verdict.outcome));
    qInfo("%s: %s", found.c_str(), proof->verdict.reason.c_str());
    QVERIFY2((" " + outcome + " ").find(" " + found + " ") != std::string::npos,
             (found + ": " + proof->verdict.reason).c_str());
    const auto again = rederive(proof->baseline, proof->verdict, m_prover.folder());
    if (!again)
        QFAIL(fourLines(again.error()).c_str());
    QCOMPARE(*again, proof->verdict);
    std::set<std::string> named;
    note(proof->baseline.runs, named);
    note(proof->verdict.runs, named);
    for (const char *kind : {"output", "reports"})
        for (const auto &entry : std::filesystem::directory_iterator(m_prover.folder() / kind)) {
            const std::string name = std::string(kind) + "/" + entry.path().filename().string();
            QVERIFY2(named.contains(name), name.c_str());
        }
}

QTEST_GUILESS_MAIN(LiveForgeryTest)
#include "live_forgery_test.moc"
