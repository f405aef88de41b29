// The whole chain on real code in the real sandbox: baseline, coverage, plan, search, proof. One row for each
// kind of bug that mutation tools inject, and one on toolz. The bugs are of kinds that the operators can
// invert, so the figures show that the parts work together, not how many bugs of real life are found.

#include "core/base/clock.h"
#include "core/base/dirs.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/repair/builtin_architect.h"
#include "core/repair/builtin_engineer.h"
#include "core/verify/proof_verifier.h"
#include "core/verify/python_coverage.h"
#include "disk_tree.h"
#include "fakes.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/identity.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <optional>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const std::filesystem::path toolz = "/usr/lib/python3/dist-packages/toolz";

/// A folder below the identity's cache, as the tree cache is; gone at the end.
class Place {
public:
    explicit Place(const Identity &identity) : m_folder(identity.cache / ("repair-test-" + newNonce(8)))
    {
        std::filesystem::create_directories(m_folder / "tree");
    }
    ~Place()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }
    Place(const Place &) = delete;
    Place &operator=(const Place &) = delete;
    std::filesystem::path tree() const { return m_folder / "tree"; }
    std::filesystem::path folder() const { return m_folder; }

private:
    std::filesystem::path m_folder;
};

void replaceIn(const std::filesystem::path &file, const std::string &from, const std::string &to)
{
    std::string text = *readFile(file);
    const std::size_t at = text.find(from);
    if (at == text.npos || text.find(from, at + 1) != text.npos)
        qFatal("%s must stand once in %s", from.c_str(), file.c_str());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text.replace(at, from.size(), to);
}

void copyPython(const std::filesystem::path &from, const std::filesystem::path &to)
{
    std::filesystem::create_directories(to);
    for (const auto &entry : std::filesystem::recursive_directory_iterator(from))
        if (entry.path().extension() == ".py") {
            const auto place = to / entry.path().lexically_relative(from);
            std::filesystem::create_directories(place.parent_path());
            std::filesystem::copy_file(entry.path(), place);
        }
}

struct Found {
    std::string text; ///< why there is none; empty: there is a verdict
    Verdict verdict;
    PatchReply reply;
    Plan plan;
    double seconds = 0;
};

} // namespace

class RepairLiveTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void repairsAnInjectedBug_data();
    void repairsAnInjectedBug();
    void repairsAFlippedComparisonInToolz();
    void repairsTheSample();
    void findsNothingWhereNoEditHelps();
    void keepsTheLinesOfATestThatHangs();

private:
    std::optional<Found> repair(const std::filesystem::path &tree, const std::filesystem::path &run,
                                RepairBudget budget);

    std::optional<Identity> m_identity;
    std::unique_ptr<BubblewrapFactory> m_factory;
    SystemClock m_clock;
};

void RepairLiveTest::initTestCase()
{
    const auto identity = sandboxIdentity(userDirectories());
    if (!identity)
        QSKIP(qPrintable(QStringLiteral("not run: no sandbox identity: %1")
                             .arg(QString::fromStdString(identity.error().what))));
    m_identity = *identity;
    m_factory = std::make_unique<BubblewrapFactory>(*identity);
    Place place(*identity);
    if (!handOver(place.folder(), *identity))
        QSKIP("not run: the tree cache cannot be had");
    WorkspaceSpec spec;
    spec.base = place.tree();
    auto sandbox = m_factory->open(spec, {});
    DiscardOutput discard;
    Command probe;
    probe.argv = {"/usr/bin/python3", "-c", "import pytest"};
    const auto ran =
        sandbox ? (*sandbox)->run(probe, {}, discard) : Result<RunResult>(Failure(sandbox.error()));
    if (!ran || ran->ending != Ending::Exited)
        QSKIP("not run: bubblewrap does not work here");
    if (ran->exitCode != 0)
        QSKIP("not run: /usr/bin/python3 has no pytest");
}

std::optional<Found> RepairLiveTest::repair(const std::filesystem::path &folder,
                                            const std::filesystem::path &run, RepairBudget budget)
{
    Found found;
    const DiskTree tree(folder);
    auto checks = planChecks(tree, {"python3 -m pytest -q"});
    if (!checks)
        return std::nullopt;
    SandboxPolicy policy;
    Notices notices;
    ProofVerifier verifier({tree, *m_factory, m_clock, *checks, policy, {}, {}, {}, {}, run, "/repo"});
    PythonCoverage coverage(verifier, *m_factory, policy);
    const FakeReader reader;
    BuiltinArchitect architect(tree, coverage);
    BuiltinEngineer engineer(tree, verifier, reader, m_clock, budget);
    const auto start = m_clock.steady();
    RunState state;
    auto baseline = verifier.baseline(notices, {});
    if (!baseline) {
        found.text = baseline.error().what + ": " + baseline.error().context;
        return found;
    }
    state.baseline = *baseline;
    auto plan = architect.plan(state, notices, {});
    if (!plan || !plan->plan) {
        found.text = plan ? plan->nothing : plan.error().what;
        return found;
    }
    found.plan = *plan->plan;
    state.iterations.push_back({1, Route::Start, "", plan->plan, {}, {}, {}, {}});
    auto reply = engineer.propose(state, notices, {});
    if (!reply || !reply->patch) {
        found.text = reply ? reply->nothing : reply.error().what + ": " + reply.error().context;
        return found;
    }
    found.reply = *reply;
    auto verdict = verifier.verify(*reply->patch, 1, notices, {});
    if (!verdict) {
        found.text = verdict.error().what;
        return found;
    }
    found.verdict = *verdict;
    found.seconds = std::chrono::duration<double>(m_clock.steady() - start).count();
    return found;
}

void RepairLiveTest::repairsAnInjectedBug_data()
{
    QTest::addColumn<std::string>("right");
    QTest::addColumn<std::string>("wrong");
    const auto row = [](const char *name, const std::string &right, const std::string &wrong) {
        QTest::newRow(name) << right << wrong;
    };
    row("flipped comparison", "total >= FREE_FROM", "total > FREE_FROM");
    row("off by one", "items[start:start + size]", "items[start:start + size - 1]");
    row("negated condition", "if not prices:", "if prices:");
    row("swapped arguments", "share(stock.get(name, 0), sum(stock.values()))",
        "share(sum(stock.values()), stock.get(name, 0))");
    row("removed guard", "    if whole == 0:\n        return 0\n", "");
    row("changed constant", "BASKET_LIMIT = 12", "BASKET_LIMIT = 13");
    row("and for or", "(member or count <= BASKET_LIMIT)", "(member and count <= BASKET_LIMIT)");
    row("arithmetic operator", "count - have", "count + have");
}

void RepairLiveTest::repairsAnInjectedBug()
{
    QFETCH(std::string, right);
    QFETCH(std::string, wrong);
    Place place(*m_identity);
    copyPython(REPAIR_SHOP, place.tree());
    const std::string original = *readFile(place.tree() / "shop/stock.py");
    replaceIn(place.tree() / "shop/stock.py", right, wrong);
    QVERIFY(handOver(place.folder(), *m_identity));
    const QTemporaryDir run;
    const auto found = repair(place.tree(), run.path().toStdString(), {std::chrono::seconds(60), 1000});
    QVERIFY(found);
    QVERIFY2(found->text.empty(), found->text.c_str());
    QCOMPARE(found->verdict.outcome, Outcome::Proven);
    for (const std::string &notice : found->reply.patch->notices)
        qInfo("%s", notice.c_str());
    qInfo("%.1f s in all; %s", found->seconds,
          found->reply.patch->files[0].after == original ? "the original text" : "another text");
}

void RepairLiveTest::repairsAFlippedComparisonInToolz()
{
    if (!std::filesystem::exists(toolz / "tests"))
        QSKIP("not run: python3-toolz is not installed");
    Place place(*m_identity);
    copyPython(toolz, place.tree() / "toolz");
    replaceIn(place.tree() / "toolz/itertoolz.py", "if N < 2:", "if N <= 2:");
    QVERIFY(handOver(place.folder(), *m_identity));
    const QTemporaryDir run;
    const auto found = repair(place.tree(), run.path().toStdString(), {});
    QVERIFY(found);
    QVERIFY2(found->text.empty(), found->text.c_str());
    QCOMPARE(found->verdict.outcome, Outcome::Proven);
    for (const std::string &notice : found->reply.patch->notices)
        qInfo("%s", notice.c_str());
    qInfo("%.1f s in all", found->seconds);
}

void RepairLiveTest::repairsTheSample()
{
    Place place(*m_identity);
    std::filesystem::copy(REPAIR_SAMPLE, place.tree(),
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
    QVERIFY(handOver(place.folder(), *m_identity));
    const QTemporaryDir run;
    const auto found = repair(place.tree(), run.path().toStdString(), {});
    QVERIFY(found);
    QVERIFY2(found->text.empty(), found->text.c_str());
    QCOMPARE(found->verdict.outcome, Outcome::Proven);
    for (const std::string &notice : found->reply.patch->notices)
        qInfo("%s", notice.c_str());
    qInfo("%.1f s in all", found->seconds);
}

void RepairLiveTest::findsNothingWhereNoEditHelps()
{
    Place place(*m_identity);
    std::filesystem::create_directories(place.tree() / "tests");
    std::ofstream(place.tree() / "odd.py") << "def f(a):\n    return a < 3\n";
    std::ofstream(place.tree() / "tests/test_odd.py")
        << "import odd\n\ndef test_f():\n    assert odd.f(1) == 'a text that nothing gives'\n";
    QVERIFY(handOver(place.folder(), *m_identity));
    const QTemporaryDir run;
    const auto found = repair(place.tree(), run.path().toStdString(), {std::chrono::seconds(60), 5});
    QVERIFY(found);
    QVERIFY2(found->text.starts_with("No fix found: 5 one-place edits tried in 1 function"),
             found->text.c_str());
}

void RepairLiveTest::keepsTheLinesOfATestThatHangs()
{
    Place place(*m_identity);
    std::filesystem::create_directories(place.tree() / "tests");
    std::ofstream(place.tree() / "slow.py") << "def f(a):\n    while a:\n        pass\n    return 1\n";
    std::ofstream(place.tree() / "tests/test_slow.py")
        << "import slow\n\ndef test_a():\n    assert slow.f(0) == 1\n\ndef test_b():\n    slow.f(1)\n";
    QVERIFY(handOver(place.folder(), *m_identity));
    const QTemporaryDir run;
    const DiskTree tree(place.tree());
    const auto checks = planChecks(tree, {"/usr/bin/python3 -m pytest -q"});
    ProofVerifier verifier(
        {tree, *m_factory, m_clock, *checks, {}, {}, {}, {}, {}, run.path().toStdString(), "/repo"});
    PythonCoverage coverage(verifier, *m_factory, {}, std::chrono::seconds(5));
    const auto report = coverage.measure({});
    QVERIFY2(report, report ? "" : report.error().context.c_str());
    QCOMPARE(report->tests.size(), std::size_t{2});
    QCOMPARE(report->tests[0].lines.at("slow.py"), (std::set<int>{1, 2, 4}));
    QVERIFY(!report->tests[1].passed);
    QCOMPARE(report->tests[1].lines.at("slow.py"), (std::set<int>{1, 2, 3}));
}

QTEST_GUILESS_MAIN(RepairLiveTest)
#include "repair_live_test.moc"
