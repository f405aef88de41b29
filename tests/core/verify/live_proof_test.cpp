#include "core/verify/proof_verifier.h"

#include "core/verify/rederive.h"
#include "tests/core/verify/live_prover.h"

#include <QFile>
#include <QTest>

using namespace vouchsafe;
using test::Files;
using test::LiveTree;
using test::patchOf;

namespace {

const char *const fix = "def total(a, b):\n    return a + b\n";
const char *const bug = "def total(a, b):\n    return a - b\n";

Files sum()
{
    return {{"calc.py", bug},
            {"test_calc.py",
             "from calc import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n\n\n"
             "def test_zero():\n    assert total(0, 0) == 0\n"}};
}

const std::string pytest = "/usr/bin/python3 -m pytest -q";

} // namespace

/// Real checks in the real sandbox. Needs bubblewrap, pytest and node.
class LiveProofTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void judgesKnownMisreadings_data();
    void judgesKnownMisreadings();
    void anHonestPatchIsProven_data();
    void anHonestPatchIsProven();
    void noAttackIsProven_data();
    void noAttackIsProven();
    void theEvidenceDerivesTheVerdictAgain();
    void triesACandidateByTestId();
    void aMissingRunnerNamesItsRemedy();

private:
    test::LiveProver m_prover;
};

void LiveProofTest::initTestCase()
{
    if (const std::string reason = m_prover.unavailable(); !reason.empty())
        QSKIP(reason.c_str());
}

#define PROVE(proof, ...)                                                                                    \
    const auto proof = m_prover.prove(__VA_ARGS__);                                                          \
    if (!(proof))                                                                                            \
    QFAIL(fourLines((proof).error()).c_str())

void LiveProofTest::judgesKnownMisreadings_data()
{
    QTest::addColumn<Files>("tree");
    QTest::addColumn<Files>("after");
    QTest::addColumn<std::string>("check");
    QTest::addColumn<std::string>("outcomes");
    QTest::addColumn<int>("limit");
    const auto row = [](const char *name, const Files &tree, const Files &after, const std::string &check,
                        const std::string &outcomes, int limit = 30) {
        QTest::newRow(name) << tree << after << check << outcomes << limit;
    };
    const Files note{{"notes.txt", "second\n"}};
    const Files good{
        {"calc.py", fix},
        {"test_calc.py", "from calc import total\n\n\ndef test_total():\n    assert total(1, 2) == 3\n"}};
    row("the word errors in a clean build", {{"build.sh", "echo '0 errors'\n"}}, note, "bash build.sh",
        "passing-weak");
    row("runner dies on a syntax error",
        {{"marks.js", "exports.bold = (s) => s;\n"},
         {"test/marks.spec.js", "const test = require('node:test');\nconst assert = require('node:assert');\n"
                                "const { bold } = require('../marks.js');\n"
                                "test('bold', () => assert.strictEqual(bold('a'), '<b>a</b>'));\n"}},
        {{"marks.js", "exports.bold = (s => '<b>' + s + '</b>';\n"}}, "node --test", "build-broken");
    row("nothing collected", good, note, pytest + " -k zzz", "no-tests");
    row("wrong path", good, note, pytest + " no_such_folder", "environment no-tests");
    row("a file that cannot be collected", good, {{"test_bad.py", "import nope_mod\n"}}, pytest,
        "build-broken");
    Files bad = good;
    bad["test_bad.py"] = "import nope_mod\n";
    row("it was there before", bad, note, pytest + " --continue-on-collection-errors", "still-failing");
    row("unittest finds nothing", good, note, "python3 -m unittest", "no-tests");
    const Files plain{{"calc.py", "def total(a, b):\n    return a - b\n"},
                      {"test_calc.py", "import unittest\n\nfrom calc import total\n\n\n"
                                       "class T(unittest.TestCase):\n    def test_total(self):\n"
                                       "        self.assertEqual(total(1, 2), 3)\n"}};
    row("unittest by name", plain, {{"calc.py", fix}}, "python3 -m unittest -v", "proven");
    row("unittest still fails", plain, note, "python3 -m unittest", "still-failing");
    row("unittest's assertions switched off", plain,
        {{"calc.py", "import unittest\n\nunittest.TestCase.assertEqual = lambda *a: None\n\n\n"
                     "def total(a, b):\n    return a - b\n"}},
        "python3 -m unittest", "tampered");
    row("unittest ended early", plain, {{"calc.py", "import os\n\nos._exit(0)\n"}}, "python3 -m unittest",
        "tampered");
    row("ctest finds nothing", {{"CTestTestfile.cmake", "# none\n"}}, note, "ctest", "no-tests");
    row("a watch mode that minds CI",
        {{"watch.js", "if (process.env.CI !== 'true' || process.stdin.isTTY) setInterval(() => {}, 1000);\n"
                      "else process.stdin.on('end', () => console.log('1 passed')).resume();\n"}},
        note, "node watch.js", "passing-weak");
    row("a watch mode that never ends", {{"watch.js", "setInterval(() => {}, 1000);\n"}}, note,
        "node watch.js", "timeout", 2);
    row("the exit code of a pipe", {{"test_one.py", "def test_one():\n    assert 1 == 2\n"}}, note,
        pytest + " | tail -5", "still-failing");
    row("crash after a green summary", sum(),
        {{"calc.py",
          "import atexit, os, signal\n\natexit.register(lambda: os.kill(os.getpid(), signal.SIGSEGV))\n\n\n" +
              std::string(fix)}},
        pytest, "still-failing regressed build-broken");
    row("a test kills its parent",
        {{"suite.sh", "if grep -q kill mode.txt; then bash -c 'kill -9 $PPID'; fi\necho '1 passed'\n"},
         {"mode.txt", "calm\n"}},
        {{"mode.txt", "kill\n"}}, "bash suite.sh", "regressed");
    row("report of an earlier run", good, {{"calc.py", "import os\n\nos._exit(1)\n"}},
        pytest + " --junitxml=report.xml", "build-broken");
    row("another test broke",
        {{"pair.py", "def first():\n    return 0\n\n\ndef second():\n    return 2\n"},
         {"test_pair.py", "from pair import first, second\n\n\ndef test_a():\n    assert first() == "
                          "1\n\n\ndef test_b():\n    assert second() == 2\n"}},
        {{"pair.py", "def first():\n    return 1\n\n\ndef second():\n    return 0\n"}}, pytest, "regressed");
}

void LiveProofTest::judgesKnownMisreadings()
{
    QFETCH(Files, tree);
    QFETCH(Files, after);
    QFETCH(std::string, check);
    QFETCH(std::string, outcomes);
    QFETCH(int, limit);
    PROVE(proof, tree, after, {check}, std::chrono::seconds(limit));
    const std::string outcome(outcomeName(proof->verdict.outcome));
    QVERIFY2((" " + outcomes + " ").find(" " + outcome + " ") != std::string::npos,
             (outcome + ": " + proof->verdict.reason).c_str());
}

void LiveProofTest::anHonestPatchIsProven_data()
{
    QTest::addColumn<Files>("tree");
    QTest::addColumn<Files>("after");
    QTest::addColumn<std::string>("check");
    const auto row = [](const char *name, const Files &tree, const Files &after, const std::string &check) {
        QTest::newRow(name) << tree << after << check;
    };
    row("one function", sum(), {{"calc.py", fix}}, pytest);
    row("found without --check", sum(), {{"calc.py", fix}}, "");
    row(
        "stops at the first failure by its settings",
        [] {
            Files tree = sum();
            tree["pytest.ini"] = "[pytest]\naddopts = -x\n";
            return tree;
        }(),
        {{"calc.py", fix}}, pytest);
    Files known = sum();
    known["test_net.py"] = "def test_net():\n    assert 'down' == 'up'\n";
    row("beside a failure that was there before", known, {{"calc.py", fix}}, pytest);
    row("with a new test", sum(),
        {{"calc.py", fix},
         {"test_more.py", "from calc import total\n\n\ndef test_more():\n    assert total(2, 2) == 4\n"}},
        pytest);
    Files green = sum();
    green["calc.py"] = fix;
    row("an effect that only the new test shows", green,
        {{"calc.py", std::string(fix) + "\n\ndef twice(a):\n    return 2 * a\n"},
         {"test_twice.py", "def test_twice():\n    from calc import twice\n\n    assert twice(2) == 4\n"}},
        pytest);
    Files fixtures = sum();
    fixtures["conftest.py"] = "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef needs(request):\n    "
                              "assert request.module.total\n";
    row("fixtures that expect the suite's own modules", fixtures, {{"calc.py", fix}}, pytest);
    row("node",
        {{"marks.js", "exports.bold = (s) => s;\n"},
         {"test/marks.test.js",
          "const { test, describe, it } = require('node:test');\nconst assert = require('node:assert');\n"
          "const { bold } = require('../marks.js');\n"
          "describe('marks', () => { it('bold', () => assert.strictEqual(bold('a'), '<b>a</b>')); });\n"
          "test('other', () => {});\n"}},
        {{"marks.js", "exports.bold = (s) => '<b>' + s + '</b>';\n"}}, "node --test");
    row("ctest",
        {{"CTestTestfile.cmake",
          "add_test(values \"sh\" \"/repo/values.sh\")\nadd_test(other \"/bin/true\")\n"},
         {"values.sh", "grep -q good value.txt\n"},
         {"value.txt", "bad\n"}},
        {{"value.txt", "good\n"}}, "ctest");
}

void LiveProofTest::anHonestPatchIsProven()
{
    QFETCH(Files, tree);
    QFETCH(Files, after);
    QFETCH(std::string, check);
    PROVE(proof, tree, after, check.empty() ? std::vector<std::string>{} : std::vector<std::string>{check});
    QVERIFY2(proof->verdict.outcome == Outcome::Proven,
             (std::string(outcomeName(proof->verdict.outcome)) + ": " + proof->verdict.reason).c_str());
}

void LiveProofTest::noAttackIsProven_data()
{
    QTest::addColumn<Files>("after");
    const auto product = [](const char *name, const std::string &head, const std::string &body = bug) {
        QTest::newRow(name) << Files{{"calc.py", head + "\n\n" + body}};
    };
    const auto beside = [](const char *name, const std::string &path, const std::string &text) {
        QTest::newRow(name) << Files{{path, text}};
    };
    product("exit at import", "import os\nos._exit(0)");
    product("exit at import after a forged summary",
            "import os\nprint('2 passed in 0.01s', flush=True)\nos._exit(0)");
    product("sys.exit at import", "import sys\nsys.exit(0)");
    product("exit status from atexit", "import atexit, os\natexit.register(lambda: os._exit(0))");
    product("exit from a thread", "import os, threading\nthreading.Timer(0.05, lambda: os._exit(0)).start()");
    product("forged report, written at the end",
            "import atexit, os, sys\n\n\ndef forge():\n    path = [a for a in sys.argv if "
            "a.startswith('--junitxml=')][-1][11:]\n"
            "    open(path, 'w').write('<testsuites><testsuite name=\"pytest\">'\n"
            "        '<testcase classname=\"test_calc\" name=\"test_total\" file=\"test_calc.py\"/>'\n"
            "        '<testcase classname=\"test_calc\" name=\"test_zero\" "
            "file=\"test_calc.py\"/></testsuite></testsuites>')\n"
            "    os._exit(0)\n\n\natexit.register(forge)");
    product("reports of all names forged",
            "import os\n\nfor n in range(100):\n    open(f'/vouchsafe/reports/{n}.xml', "
            "'w').write('<testsuites/>')\nos._exit(0)");
    product("outcomes rewritten in pytest's own class",
            "import _pytest.reports as r\n\n_old = r.TestReport.from_item_and_call\n\n\n"
            "def _all(item, call):\n    report = _old(item, call)\n    report.outcome = 'passed'\n    "
            "report.longrepr = None\n"
            "    return report\n\n\nr.TestReport.from_item_and_call = _all\nimport _pytest.runner as "
            "n\n\nn.TestReport.from_item_and_call = _all");
    product("test functions that run nothing",
            "import pytest\n\npytest.Function.runtest = lambda self: None");
    product("a hook registered from product code",
            "import gc, pytest\nfrom _pytest.config import Config\n\n\nclass Hook:\n    "
            "@pytest.hookimpl(hookwrapper=True)\n"
            "    def pytest_pyfunc_call(self, pyfuncitem):\n        outcome = yield\n        "
            "outcome.force_result(True)\n\n\n"
            "for o in gc.get_objects():\n    if isinstance(o, Config):\n        "
            "o.pluginmanager.register(Hook())\n        break");
    product("the failing test is skipped by product code", "import pytest",
            "def total(a, b):\n    if a:\n        pytest.skip('later')\n    return a + b\n");
    product("the failing test is expected to fail by product code", "import pytest",
            "def total(a, b):\n    if a:\n        pytest.xfail('later')\n    return a + b\n");
    product("the test is taken out of its module",
            "import sys\n\n\nclass Gone:\n    def __eq__(self, other):\n        return True\n\n\n"
            "import _pytest.python as p\n\n_old = p.Module.collect\np.Module.collect = lambda self: [i for i "
            "in _old(self) if i.name != 'test_total']");
    product("the session's exit status rewritten",
            "import _pytest.main as m\n\n_old = m.wrap_session\nimport sys\n\nsys.exit = lambda *a: "
            "__import__('os')._exit(0)");
    beside(
        "conftest rewrites outcomes", "conftest.py",
        "import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n"
        "    outcome = yield\n    outcome.get_result().outcome = 'passed'\n");
    beside("conftest deselects", "conftest.py",
           "def pytest_collection_modifyitems(items):\n    items[:] = [i for i in items if i.name != "
           "'test_total']\n");
    beside("conftest ignores", "conftest.py", "collect_ignore = ['test_calc.py']\n");
    beside("conftest exits", "conftest.py", "import os\n\n\ndef pytest_sessionfinish():\n    os._exit(0)\n");
    beside("settings deselect", "pytest.ini", "[pytest]\naddopts = -k zero\n");
    beside("settings only collect", "setup.cfg", "[tool:pytest]\naddopts = --collect-only\n");
    beside("a module of the runner's name", "pytest.py", "print('2 passed')\n");
    beside("sitecustomize exits", "sitecustomize.py", "import os\nos._exit(0)\n");
    beside("the test is weakened", "test_calc.py",
           "from calc import total\n\n\ndef test_total():\n    assert total(1, 2)\n\n\ndef test_zero():\n    "
           "assert total(0, 0) == 0\n");
    beside("the test is skipped", "test_calc.py",
           "import pytest\nfrom calc import total\n\n\n@pytest.mark.skip\ndef test_total():\n    assert "
           "total(1, 2) == 3\n\n\ndef test_zero():\n    assert total(0, 0) == 0\n");
    beside("the tests are removed", "test_calc.py", "");
}

void LiveProofTest::noAttackIsProven()
{
    QFETCH(Files, after);
    PROVE(proof, sum(), after, {pytest});
    const std::string outcome(outcomeName(proof->verdict.outcome));
    qInfo("%s: %s", outcome.c_str(), proof->verdict.reason.c_str());
    QVERIFY2(outcome != "proven" && outcome != "passing-weak", proof->verdict.reason.c_str());
}

void LiveProofTest::theEvidenceDerivesTheVerdictAgain()
{
    PROVE(proof, sum(), {{"calc.py", fix}}, {pytest});
    const std::filesystem::path folder = m_prover.folder();
    const auto again = rederive(proof->baseline, proof->verdict, folder);
    if (!again)
        QFAIL(fourLines(again.error()).c_str());
    QCOMPARE(*again, proof->verdict);

    Verdict promoted = proof->verdict;
    promoted.counts.failToPass = 7;
    QVERIFY(!rederive(proof->baseline, promoted, folder));
    std::vector<std::string> stored;
    for (const ProofRun &run : proof->verdict.runs)
        for (const CheckResult &check : run.checks)
            stored.insert(stored.end(), {check.outputFile, check.reportFile});
    for (const CheckResult &check : proof->baseline.runs.front().checks)
        stored.insert(stored.end(), {check.outputFile, check.reportFile});
    QCOMPARE(stored.size(), std::size_t{6});
    for (const std::string &name : stored) {
        QFile file(QString::fromStdString((folder / name).string()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        const QByteArray bytes = file.readAll();
        QVERIFY(!bytes.isEmpty());
        file.seek(bytes.size() / 2);
        file.putChar(static_cast<char>(bytes.at(bytes.size() / 2) ^ 1));
        file.flush();
        const auto changed = rederive(proof->baseline, proof->verdict, folder);
        QVERIFY(!changed);
        QCOMPARE(changed.error().code, ErrorCode::Evidence);
        file.seek(0);
        file.write(bytes);
        file.close();
    }
    QVERIFY(rederive(proof->baseline, proof->verdict, folder));
}

void LiveProofTest::triesACandidateByTestId()
{
    const LiveTree tree(sum(), m_prover.identity());
    auto planned = planChecks(tree, {pytest});
    QVERIFY(planned);
    const SystemClock clock;
    ProofVerifier verifier({tree, m_prover.sandboxes(), clock, *planned, {}, {}, {}, {}, {}, {}, "/repo"});
    const auto bad = verifier.trial({}, {"test_calc.py::test_total"}, std::chrono::seconds(20), {});
    QVERIFY(bad);
    QVERIFY(!bad->passed && bad->finished);
    QCOMPARE(bad->tests.size(), std::size_t{1});
    const auto good = verifier.trial(patchOf(sum(), {{"calc.py", fix}}), {"test_calc.py::test_total"},
                                     std::chrono::seconds(20), {});
    QVERIFY(good);
    QVERIFY(good->passed && good->finished);
    const auto slow = verifier.trial(patchOf(sum(), {{"calc.py", "while True:\n    pass\n"}}),
                                     {"test_calc.py::test_total"}, std::chrono::seconds(1), {});
    QVERIFY(slow);
    QVERIFY(!slow->passed && !slow->finished);
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 5; ++i)
        QVERIFY(verifier.trial(patchOf(sum(), {{"calc.py", fix}}), {"test_calc.py::test_total"},
                               std::chrono::seconds(20), {}));
    qInfo("one trial: %lld ms", timer.elapsed() / 5);
}

void LiveProofTest::aMissingRunnerNamesItsRemedy()
{
    PROVE(proof, sum(), {{"calc.py", fix}}, {"/usr/bin/python9 -m pytest"});
    QVERIFY(!proof->baseline.usable);
    QCOMPARE(proof->verdict.outcome, Outcome::Environment);
    QVERIFY2(proof->verdict.reason.find("apt install") != std::string::npos, proof->verdict.reason.c_str());
}

QTEST_GUILESS_MAIN(LiveProofTest)
#include "live_proof_test.moc"
