#include "core/verify/plan_checks.h"

#include "core/base/text.h"
#include "core/verify/interpreter.h"
#include "core/verify/protected_paths.h"
#include "core/verify/recipe_files.h"
#include "core/verify/selection.h"
#include "tests/support/fake_tree.h"

#include <QTest>

using namespace vouchsafe;
using test::FakeTree;

namespace {

using Files = std::map<std::string, std::string>;

FakeTree pythonTree()
{
    return FakeTree({{"calc.py", "x = 1\n"},
                     {"tests/test_calc.py", "def test_x():\n    assert True\n"},
                     {"tests/deep/test_more.py", "def test_y():\n    assert True\n"}});
}

std::string flat(const std::vector<std::string> &words)
{
    return join(words, " ");
}

Patch patchAt(const std::string &path)
{
    Patch patch;
    patch.files.push_back({path, {}, ChangeKind::Modify, "a", "b", 0100644, 0100644, {}, {}});
    return patch;
}

} // namespace

class PlanChecksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyToolchainFileIsWellFormed();
    void recognisesTheRunnerInsideACommand_data();
    void recognisesTheRunnerInsideACommand();
    void shellSyntaxRunsUnderBashWithPipefail();
    void refusesAnEmptyCheckAndAnOpenQuote();
    void findsTheCheckFromTheRepository_data();
    void findsTheCheckFromTheRepository();
    void saysThatThereIsNoCheck_data();
    void saysThatThereIsNoCheck();
    void npmTestBecomesTheRunnerItCalls();
    void asksForTheReportInPlaceOfThePersonsOwn();
    void looksForAnInterpreterInOrder();
    void takesTheProgramsOfAnImageFromItsOwnPath();
    void selectsTestsInPlaceOfPaths();
    void protectsTestsAndWhatACommandNames();
    void standsForAFolderWhereAllOfItIsProtected();
    void aMakefileRunsWhatJudges_data();
    void aMakefileRunsWhatJudges();
};

void PlanChecksTest::everyToolchainFileIsWellFormed()
{
    QVERIFY(toolchains().size() >= 9);
    for (const char *name : {"pytest", "unittest", "node", "npm", "go", "cargo", "ctest", "make", "cmake"})
        QVERIFY2(toolchainNamed(name) != nullptr, name);
    for (const Toolchain &toolchain : toolchains()) {
        QVERIFY(!toolchain.exits.empty());
        QCOMPARE(exitMeaning(toolchain, 0), ExitMeaning::Passed);
        QVERIFY(!toolchain.remedy.empty());
    }
    QVERIFY(!parseToolchain("[]"));
    QVERIFY(!parseToolchain(R"({"name":"x","start":[["x"]],"exits":{"0":"fine"}})"));
}

void PlanChecksTest::recognisesTheRunnerInsideACommand_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("toolchain");
    QTest::addColumn<QString>("start");
    const auto row = [](const char *command, const char *toolchain, const char *start) {
        QTest::newRow(command) << QString::fromUtf8(command) << QString::fromUtf8(toolchain)
                               << QString::fromUtf8(start);
    };
    row("/usr/bin/python3 -m pytest -q", "pytest", "/usr/bin/python3 -m pytest");
    row("pytest", "pytest", "pytest");
    row("pytest-3 tests", "pytest", "pytest-3");
    row("python -m pytest", "pytest", "python -m pytest");
    row("python3 -X dev -W error -m pytest -x", "pytest", "python3 -X dev -W error -m pytest");
    row("/usr/bin/python3 -m unittest -v", "unittest", "/usr/bin/python3 -m unittest");
    row("node --test test/", "node", "node --test");
    row("go test ./...", "go", "go test");
    row("cargo test", "cargo", "cargo test");
    row("ctest --test-dir b", "ctest", "ctest");
    row("make check", "make", "make");
    row("bash suite.sh", "", "bash");
    row("node watch.js", "", "node");
    row("python3 run_pytest.py", "", "python3");
}

void PlanChecksTest::recognisesTheRunnerInsideACommand()
{
    QFETCH(QString, command);
    QFETCH(QString, toolchain);
    QFETCH(QString, start);
    const auto check = planCheck(FakeTree(), command.toStdString());
    QVERIFY(check);
    QCOMPARE(QString::fromStdString(check->toolchain), toolchain);
    QCOMPARE(QString::fromStdString(flat(check->start)), start);
    QCOMPARE(check->shown, command.toStdString());
}

void PlanChecksTest::shellSyntaxRunsUnderBashWithPipefail()
{
    const auto check = planCheck(FakeTree(), "/usr/bin/python3 -m pytest -q | tail -5");
    QVERIFY(check);
    QCOMPARE(check->toolchain, std::string());
    QCOMPARE(flat(withReport(*check, "/r.xml")),
             "bash -eo pipefail -c /usr/bin/python3 -m pytest -q | tail -5");
}

void PlanChecksTest::refusesAnEmptyCheckAndAnOpenQuote()
{
    for (const char *text : {"", "  ", "pytest 'a"}) {
        const auto checks = planChecks(FakeTree(), {text});
        QVERIFY(!checks);
        QCOMPARE(checks.error().code, ErrorCode::CheckInvalid);
    }
}

void PlanChecksTest::findsTheCheckFromTheRepository_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *path, const char *text, const char *shown) {
        QTest::newRow(shown) << QString::fromUtf8(path) << QString::fromUtf8(text)
                             << QString::fromUtf8(shown);
    };
    row("tests/test_a.py", "def test_a(): pass\n", "python3 -m pytest -q");
    row("test/tests_a.py", "", "");
    row("testing.py", "import unittest\n", "python3 -m unittest");
    row("package.json", R"({"scripts":{"test":"node --test"}})", "npm test");
    row("go.mod", "module x\n", "go test ./...");
    row("Cargo.toml", "[package]\n", "cargo test --offline");
    row("CTestTestfile.cmake", "", "ctest");
    row("CMakeLists.txt", "enable_testing()\n", "cmake -S . -B build-vouchsafe");
    row("Makefile", "all:\n\ncheck: all\n\ttrue\n", "make check");
    row("GNUmakefile", "test:\n\ttrue\n", "make test");
    row("Makefile", "check := 1\nall:\n", "");
}

void PlanChecksTest::findsTheCheckFromTheRepository()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(QString, shown);
    const auto checks = planChecks(FakeTree(Files{{path.toStdString(), text.toStdString()}}), {});
    if (shown.isEmpty()) {
        QVERIFY(!checks);
        QCOMPARE(checks.error().code, ErrorCode::NoCheck);
        return;
    }
    QVERIFY(checks);
    QCOMPARE(QString::fromStdString(checks->front().shown), shown);
}

void PlanChecksTest::saysThatThereIsNoCheck_data()
{
    QTest::addColumn<QString>("package");
    QTest::addColumn<bool>("given");
    for (const bool given : {true, false}) {
        QTest::addRow("placeholder %d", given)
            << QStringLiteral(R"({"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}})")
            << given;
        QTest::addRow("no script %d", given) << QStringLiteral(R"({"scripts":{}})") << given;
        QTest::addRow("no scripts %d", given) << QStringLiteral("{}") << given;
        QTest::addRow("not JSON %d", given) << QStringLiteral("{") << given;
    }
}

void PlanChecksTest::saysThatThereIsNoCheck()
{
    QFETCH(QString, package);
    QFETCH(bool, given);
    const FakeTree tree(Files{{"package.json", package.toStdString()}, {"index.js", ""}});
    const auto checks =
        planChecks(tree, given ? std::vector<std::string>{"npm test"} : std::vector<std::string>{});
    QVERIFY(!checks);
    QCOMPARE(checks.error().code, ErrorCode::NoCheck);
}

void PlanChecksTest::npmTestBecomesTheRunnerItCalls()
{
    const FakeTree plain(Files{{"package.json", R"({"scripts":{"test":"node --test test/"}})"}});
    const auto direct = planCheck(plain, "npm test");
    QVERIFY(direct);
    QCOMPARE(direct->toolchain, "node");
    QCOMPARE(direct->shown, "npm test");
    QCOMPARE(flat(direct->start), "node --test");

    const FakeTree surrounded(
        Files{{"package.json", R"({"scripts":{"test":"node --test","pretest":"tsc"}})"}});
    const auto through = planCheck(surrounded, "npm test");
    QVERIFY(through);
    QCOMPARE(through->toolchain, "npm");
}

void PlanChecksTest::asksForTheReportInPlaceOfThePersonsOwn()
{
    const auto pytest =
        planCheck(FakeTree(), "pytest -q --junitxml=report.xml --junit-xml other.xml -- tests");
    QVERIFY(pytest);
    QCOMPARE(
        flat(withReport(*pytest, "/vouchsafe/reports/n.xml")),
        "pytest -q --junitxml=/vouchsafe/reports/n.xml -o junit_family=xunit1 -o cache_dir=/tmp/pytest-cache "
        "-- tests");
    const auto node = planCheck(FakeTree(), "node --test --test-reporter=dot test/a.js");
    QVERIFY(node);
    QCOMPARE(flat(withReport(*node, "/r.xml")),
             "node --test --test-reporter=spec --test-reporter-destination=stdout "
             "--test-reporter=/vouchsafe/tools/node_junit.mjs --test-reporter-destination=/r.xml test/a.js");
    const auto unittest = planCheck(FakeTree(), "python3 -W error -m unittest discover -v");
    QVERIFY(unittest);
    QCOMPARE(flat(withReport(*unittest, "/r.xml")),
             "python3 -W error /vouchsafe/tools/unittest_junit.py /r.xml discover -v");
    const auto script = planCheck(FakeTree(), "bash suite.sh");
    QVERIFY(script);
    QCOMPARE(flat(withReport(*script, "/r.xml")), "bash suite.sh");
}

void PlanChecksTest::looksForAnInterpreterInOrder()
{
    const std::vector<HostToolchain> hosts{{"python", "pyenv 3.11.7", {}, {"/opt/py/bin"}, {}},
                                           {"node", "nvm 20", {}, {"/opt/node/bin"}, {}}};
    const std::vector<HostMount> mounts{{"/home/u/p/.venv", ".venv", false}};
    const auto check = planCheck(FakeTree(), "python3 -m pytest -q");
    QVERIFY(check);
    const auto candidates = startCandidates(*check, hosts, mounts, "/repo");
    QCOMPARE(candidates.size(), std::size_t{3});
    QCOMPARE(flat(candidates[0].start), "/repo/.venv/bin/python3 -m pytest");
    QCOMPARE(flat(candidates[1].start), "/opt/py/bin/python3 -m pytest");
    QCOMPARE(flat(candidates[2].start), "/usr/bin/python3 -m pytest");
    QCOMPARE(flat(candidates[2].probe), "/usr/bin/python3 -c import pytest");

    const auto named = planCheck(FakeTree(), "/usr/bin/python3 -m pytest -q");
    QVERIFY(named);
    QCOMPARE(startCandidates(*named, hosts, mounts, "/repo").size(), std::size_t{1});
    const auto bare = planCheck(FakeTree(), "pytest");
    QVERIFY(bare);
    const auto bareCandidates = startCandidates(*bare, {}, {}, "/repo");
    QCOMPARE(flat(bareCandidates[0].start), "/usr/bin/pytest");
    QCOMPARE(flat(bareCandidates[1].start), "/usr/bin/python3 -m pytest");
}

void PlanChecksTest::takesTheProgramsOfAnImageFromItsOwnPath()
{
    const std::vector<HostMount> mounts{{"/home/u/p/.venv", ".venv", false}};
    const auto check = planCheck(FakeTree(), "python3 -m pytest -q");
    QVERIFY(check);
    const auto candidates = startCandidates(*check, {}, mounts, "/repo", Programs::Image);
    QCOMPARE(candidates.size(), std::size_t{2});
    QCOMPARE(flat(candidates[0].start), "/repo/.venv/bin/python3 -m pytest");
    QCOMPARE(flat(candidates[1].start), "python3 -m pytest");
    QCOMPARE(flat(candidates[1].probe), "python3 -c import pytest");
}

void PlanChecksTest::selectsTestsInPlaceOfPaths()
{
    const FakeTree tree = pythonTree();
    const auto check = planCheck(tree, "pytest -q tests -k calc tests/test_calc.py::test_x");
    QVERIFY(check);
    const PlannedCheck chosen = selected(*check, tree, {"tests/test_calc.py::test_x[a b]"}, true);
    QCOMPARE(chosen.arguments,
             (std::vector<std::string>{"-q", "-k", "calc", "-x", "-q", "tests/test_calc.py::test_x[a b]"}));
    // A runner whose root is the named folder gives ids relative to it.
    QCOMPARE(selected(*check, tree, {"deep/test_more.py::test_y"}, false).arguments.back(),
             "tests/deep/test_more.py::test_y");
    const auto script = planCheck(tree, "bash suite.sh");
    QVERIFY(script);
    QCOMPARE(selected(*script, tree, {"a"}, true), *script);
}

void PlanChecksTest::standsForAFolderWhereAllOfItIsProtected()
{
    FakeTree tree;
    for (const char *path : {"a.py", "src/b.py", "src/test_b.py", "src/deep/test_c.py", "tests/test_a.py",
                             "tests/data/x.txt", "tests-old.txt"})
        tree.add(path, "1\n");
    const auto paths = protectedEntries(tree, {"tests/**", "test_*.py"});
    QVERIFY(paths);
    QCOMPARE(*paths, (std::vector<std::string>{"src/deep", "src/test_b.py", "tests"}));
    FakeTree large;
    for (int i = 0; i < 501; ++i) {
        const std::string folder = "d" + std::to_string(i);
        large.add(folder + "/test_x.py", "1\n");
        large.add(folder + "/x.py", "1\n");
    }
    QVERIFY(!protectedEntries(large, {"test_*.py"}));
}

void PlanChecksTest::protectsTestsAndWhatACommandNames()
{
    FakeTree tree = pythonTree();
    tree.add("suite.sh", "true\n");
    tree.add("mode.txt", "calm\n");
    const auto checks = planChecks(tree, {"bash ./suite.sh | cat", "pytest"});
    QVERIFY(checks);
    const auto globs = protectedGlobs(tree, *checks, {"mode.*"});
    Patch patch;
    for (const char *path : {"calc.py", "suite.sh", "mode.txt", "tests/test_calc.py", "tests/data/x.json",
                             "conftest.py", "sub/conftest.py", "setup.cfg", "pytest.py", "lib/test_tools.py",
                             "x.egg-info/entry_points.txt", "src/x.dist-info/METADATA", "_pytest/runner.py",
                             "pluggy/_hooks.py", "packaging.py", "src/iniconfig/__init__.py"})
        patch.files.push_back({path, {}, ChangeKind::Modify, "a", "b", 0100644, 0100644, {}, {}});
    patch.files.push_back(
        {"src/a.py", "tests/test_old.py", ChangeKind::Rename, "a", "a", 0100644, 0100644, {}, {}});
    const SplitPatch split = splitPatch(patch, globs);
    QCOMPARE(split.rest.files.size(), std::size_t{1});
    QCOMPARE(split.rest.files.front().path, "calc.py");
    QVERIFY(splitPatch(patchAt("tools/packaging.py"), globs).tests.files.empty());
}

void PlanChecksTest::aMakefileRunsWhatJudges_data()
{
    QTest::addColumn<QString>("makefile");
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("judges");
    QTest::addColumn<QString>("run");
    const auto row = [](const char *makefile, const char *command, const char *judges, const char *run) {
        QTest::newRow(makefile) << QString::fromUtf8(makefile) << QString::fromUtf8(command)
                                << QString::fromUtf8(judges) << QString::fromUtf8(run);
    };
    row("check:\n\t@./run_checks.sh -v\n", "make check", "run_checks.sh", "");
    row("check: ; sh run_checks.sh\n", "make check", "run_checks.sh", "");
    row("check:\n\tCI=1 $(SHELL) -e run_checks.sh && ./tool.py --self\n", "make", "run_checks.sh", "tool.py");
    row("check:\n\tcc -o t add.c \\\n\t  tool.py; ./t\n", "make", "", "");
    row("check:\n\tif ./tool.py; then exit 0; fi\n", "cd . && make check", "", "tool.py");
    row("check:\n\t./run_checks.sh\n", "pytest", "", "");
    row("run_checks.sh: add.c\n", "make", "", "");
}

void PlanChecksTest::aMakefileRunsWhatJudges()
{
    QFETCH(QString, makefile);
    QFETCH(QString, command);
    QFETCH(QString, judges);
    QFETCH(QString, run);
    test::FakeTree tree;
    tree.add("Makefile", makefile.toStdString());
    for (const char *name : {"add.c", "run_checks.sh", "tool.py"})
        tree.add(name, "x\n");
    const auto checks = planChecks(tree, {command.toStdString()});
    QVERIFY(checks);
    const RecipeFiles files = recipeFiles(tree, *checks);
    QCOMPARE(QString::fromStdString(join(files.judges, " ")), judges);
    QCOMPARE(QString::fromStdString(join(files.run, " ")), run);
    const auto globs = protectedGlobs(tree, *checks, {});
    QCOMPARE(splitPatch(patchAt("run_checks.sh"), globs).tests.files.empty(), judges.isEmpty());
    QVERIFY(splitPatch(patchAt("add.c"), globs).tests.files.empty());
}

QTEST_GUILESS_MAIN(PlanChecksTest)
#include "plan_checks_test.moc"
