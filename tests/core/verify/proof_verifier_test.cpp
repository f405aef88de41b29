#include "core/verify/proof_verifier.h"

#include "core/verify/check_state.h"
#include "core/verify/rederive.h"
#include "tests/support/fake_clock.h"
#include "tests/support/fake_sandbox.h"
#include "tests/support/fake_tree.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sstream>

using namespace vouchsafe;
using test::exited;
using test::FakeAnswer;
using test::FakeRun;
using test::FakeSandboxFactory;

namespace {

std::string report(const std::vector<std::pair<std::string, bool>> &tests, const std::string &sentinel = {})
{
    std::string xml = "<testsuites><testsuite name=\"pytest\">";
    const auto add = [&](const std::string &module, const std::string &file, const std::string &name,
                         bool passed) {
        xml += "<testcase classname=\"" + module + "\" name=\"" + name + "\" file=\"" + file + "\">" +
               (passed ? "" : "<failure message=\"assert 1 == 2\"/>") + "</testcase>";
    };
    for (const auto &[name, passed] : tests)
        add("test_a", "test_a.py", name, passed);
    std::istringstream words(sentinel);
    std::string module;
    bool passes = true;
    words >> module;
    for (std::string name; words >> name; passes = !passes)
        add("tests." + module, "tests/" + module + ".py", name, passes);
    return xml + "</testsuite></testsuites>";
}

bool isProbe(const Command &command)
{
    return std::any_of(command.argv.begin(), command.argv.end(),
                       [](const std::string &word) { return word == "-c" || word == "--version"; });
}

/// pytest on a tree where `a` fails until a.py is `good`; with `flaky.py` laid over it, `b` fails every
/// second time.
struct FakePytest {
    int runs = 0;

    FakeAnswer operator()(const FakeRun &run)
    {
        if (isProbe(run.command))
            return {exited(run.command.argv.front() == "python3" ? 127 : 0), {}, {}};
        const bool good = run.has("a.py", "good");
        const auto nonce = run.command.environment.find("VOUCHSAFE_SENTINEL");
        const bool sentinels = nonce != run.command.environment.end();
        const bool unsteady = run.has("flaky.py", "1") && ++runs % 2 == 1;
        FakeAnswer answer;
        answer.result = exited(good && !sentinels && !unsteady ? 0 : 1);
        answer.output = "token ghp_" + std::string(36, 'x') + "\n";
        answer.reports["{report}"] = report({{"a", good}, {"b", !unsteady}}, sentinels ? nonce->second : "");
        return answer;
    }
};

Patch change(const std::string &path, const std::string &after)
{
    Patch patch;
    patch.files.push_back({path, {}, ChangeKind::Modify, "old", after, 0100644, 0100644, {}, {}});
    return patch;
}

class RecordingReporter final : public Reporter {
public:
    void report(EventBody body) override
    {
        if (const auto *finished = std::get_if<CheckFinished>(&body))
            runs.push_back(std::to_string(finished->iteration) + " " + finished->run);
        attested = attested || std::holds_alternative<SandboxAttested>(body);
    }
    void output(const OutputChunk &chunk) override
    {
        shown += chunk.bytes;
        const std::string run = std::to_string(chunk.iteration) + " " + std::string(chunk.run);
        if (printed.empty() || printed.back() != run)
            printed.push_back(run);
    }

    std::vector<std::string> runs;
    std::vector<std::string> printed; ///< whose output came, in order
    std::string shown;
    bool attested = false;
};

} // namespace

class ProofVerifierTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void provesInTheOrderOfTheDesign();
    void runsBrokenTestsOnceMore();
    void givesTheLanesTheirOwnTrees();
    void storesOutputRedactedAndReportsByName();
    void cancelsAsAnErrorValue();
    void anUnavailableSandboxIsItsOwnError();
    void keepsOutputsOfWarmToolchainsOnly();
    void makesTheNextSandboxWhileTheEngineerThinks();
    void refusesToVerifyBeforeTheBaseline();
    void aTrialRunsOnlyWhatWasAsked();
    void aStoppedProbeNeverLeadsToAnotherRunner_data();
    void aStoppedProbeNeverLeadsToAnotherRunner();
    void aMissingRunnerIsAskedOfTheImageOrOfTheSystem();
    void aCheckThatDoesNotStartSaysWhy();

private:
    ProofVerifier verifier(const std::string &check = "python3 -m pytest -q");

    std::unique_ptr<FakeSandboxFactory> m_sandboxes;
    test::FakeTree m_tree;
    test::FakeClock m_clock;
    RecordingReporter m_reporter;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void ProofVerifierTest::init()
{
    m_sandboxes = std::make_unique<FakeSandboxFactory>(FakePytest());
    m_tree = test::FakeTree({{"a.py", "old"}, {"test_a.py", "old"}});
    m_reporter = {};
    m_folder = std::make_unique<QTemporaryDir>();
}

ProofVerifier ProofVerifierTest::verifier(const std::string &check)
{
    auto planned = planChecks(m_tree, {check});
    return ProofVerifier({m_tree,
                          *m_sandboxes,
                          m_clock,
                          planned.value_or(std::vector<PlannedCheck>()),
                          {},
                          {},
                          {},
                          {},
                          {},
                          m_folder->path().toStdString(),
                          "/repo"});
}

void ProofVerifierTest::provesInTheOrderOfTheDesign()
{
    ProofVerifier proof = verifier();
    const auto baseline = proof.baseline(m_reporter, {});
    QVERIFY(baseline && baseline->usable);
    QVERIFY(m_reporter.attested);
    QCOMPARE(baseline->failing, std::vector<std::string>{"test_a.py::a"});
    QCOMPARE(proof.checks().front().start.front(), "/usr/bin/python3");
    const auto verdict = proof.verify(change("a.py", "good"), 2, m_reporter, {});
    QVERIFY(verdict);
    QCOMPARE(verdict->outcome, Outcome::Proven);
    QCOMPARE(verdict->reason, "passes all tests: 2 passed, 1 went from failing to passing");
    QCOMPARE(m_reporter.runs,
             (std::vector<std::string>{"0 baseline", "0 baseline-again", "2 plain", "2 repeat"}));
    QCOMPARE(m_reporter.printed, m_reporter.runs);
    QCOMPARE(*rederive(*baseline, *verdict, m_folder->path().toStdString()), *verdict);
}

void ProofVerifierTest::runsBrokenTestsOnceMore()
{
    ProofVerifier proof = verifier();
    QVERIFY(proof.baseline(m_reporter, {}));
    Patch patch = change("a.py", "good");
    patch.files.push_back({"flaky.py", {}, ChangeKind::Create, {}, "1", 0100644, 0100644, {}, {}});
    const auto verdict = proof.verify(patch, 1, m_reporter, {});
    QVERIFY(verdict);
    QCOMPARE(verdict->outcome, Outcome::Flaky);
    QCOMPARE(m_reporter.runs.back(), "1 broken-again");
    QCOMPARE(m_sandboxes->commands.back().argv.at(4), "test_a.py::b");
}

void ProofVerifierTest::givesTheLanesTheirOwnTrees()
{
    ProofVerifier proof = verifier();
    QVERIFY(proof.baseline(m_reporter, {}));
    m_sandboxes->opened.clear();
    Patch patch = change("a.py", "good");
    patch.files.push_back(change("test_a.py", "edited").files.front());
    const auto verdict = proof.verify(patch, 1, m_reporter, {});
    QVERIFY(verdict);
    QCOMPARE(verdict->outcome, Outcome::Proven);
    QCOMPARE(m_sandboxes->opened.size(), std::size_t{3});
    QCOMPARE(m_sandboxes->opened[0].files.size(), std::size_t{1});
    QCOMPARE(m_sandboxes->opened[0].files.front().path, "a.py");
    QCOMPARE(m_sandboxes->opened[1].files.size(), std::size_t{2});
    QVERIFY(verdict->notes.back().find("test_a.py") != std::string::npos);
}

void ProofVerifierTest::storesOutputRedactedAndReportsByName()
{
    ProofVerifier proof = verifier();
    QVERIFY(proof.baseline(m_reporter, {}));
    const auto verdict = proof.verify(change("a.py", "good"), 1, m_reporter, {});
    QVERIFY(verdict);
    const CheckResult &check = verdict->runs.front().checks.front();
    QCOMPARE(check.outputFile, "output/1-1.log");
    QCOMPARE(check.reportFile, "reports/1-1.xml");
    QCOMPARE(check.outputTail, "token [redacted]\n");
    QCOMPARE(verdict->runs.back().checks.front().reportFile, "reports/1-1-repeat.xml");
}

void ProofVerifierTest::cancelsAsAnErrorValue()
{
    ProofVerifier proof = verifier();
    QVERIFY(proof.baseline(m_reporter, {}));
    std::stop_source stop;
    stop.request_stop();
    const auto verdict = proof.verify(change("a.py", "good"), 1, m_reporter, stop.get_token());
    QVERIFY(!verdict);
    QCOMPARE(verdict.error().code, ErrorCode::Cancelled);
}

void ProofVerifierTest::anUnavailableSandboxIsItsOwnError()
{
    m_sandboxes->refusal = Error{ErrorCode::SandboxMissing, "bubblewrap is not installed", {}, {}};
    const auto baseline = verifier().baseline(m_reporter, {});
    QVERIFY(!baseline);
    QCOMPARE(baseline.error().code, ErrorCode::SandboxMissing);
}

void ProofVerifierTest::keepsOutputsOfWarmToolchainsOnly()
{
    QVERIFY(verifier().baseline(m_reporter, {}));
    QVERIFY(m_sandboxes->layers.empty());
    ProofVerifier make = verifier("make check");
    QVERIFY(make.baseline(m_reporter, {}));
    QCOMPARE(m_sandboxes->layers.size(), std::size_t{1});
    QVERIFY(make.verify(change("a.py", "good"), 1, m_reporter, {}));
    QCOMPARE(m_sandboxes->opened.back().layers.size(), std::size_t{1});
}

void ProofVerifierTest::makesTheNextSandboxWhileTheEngineerThinks()
{
    ProofVerifier proof = verifier();
    QVERIFY(proof.baseline(m_reporter, {}));
    const WorkspaceSpec ahead = m_sandboxes->warmed.back();
    const std::size_t before = m_sandboxes->opened.size();
    QVERIFY(proof.verify(change("a.py", "worse"), 1, m_reporter, {}));
    // What was made ahead is what the patch is judged in, but for the patch.
    const WorkspaceSpec &judged = m_sandboxes->opened[before];
    QVERIFY(ahead.files.empty());
    QVERIFY(!judged.files.empty());
    QCOMPARE(judged.base, ahead.base);
    QCOMPARE(judged.layers, ahead.layers);
    QCOMPARE(m_sandboxes->warmed.size(), m_sandboxes->opened.size());
}

void ProofVerifierTest::refusesToVerifyBeforeTheBaseline()
{
    QVERIFY(!verifier().verify({}, 1, m_reporter, {}));
}

void ProofVerifierTest::aTrialRunsOnlyWhatWasAsked()
{
    ProofVerifier proof = verifier();
    const auto trial = proof.trial(change("a.py", "good"), {"test_a.py::a"}, std::chrono::seconds(5), {});
    QVERIFY(trial);
    QVERIFY(trial->passed);
    const Command &command = m_sandboxes->commands.back();
    QCOMPARE(command.timeout, std::chrono::milliseconds(5000));
    QVERIFY(std::find(command.argv.begin(), command.argv.end(), "test_a.py::a") != command.argv.end());
    const auto absent = proof.trial(change("a.py", "good"), {"test_a.py::gone"}, std::chrono::seconds(5), {});
    QVERIFY(absent && !absent->passed);
    const auto failing = proof.trial(change("a.py", "bad"), {"test_a.py::a"}, std::chrono::seconds(5), {});
    QVERIFY(failing && !failing->passed && failing->finished);
}

void ProofVerifierTest::aStoppedProbeNeverLeadsToAnotherRunner_data()
{
    QTest::addColumn<Ending>("ending");
    QTest::addColumn<Outcome>("problem");
    QTest::addColumn<std::string>("words");
    QTest::newRow("memory") << Ending::LimitReached << Outcome::Limit
                            << std::string("reached the limit on memory");
    QTest::newRow("killed") << Ending::Signalled << Outcome::Environment
                            << std::string("was ended by SIGKILL");
    QTest::newRow("slow") << Ending::TimedOut << Outcome::Environment
                          << std::string("did not end within its time limit");
}

void ProofVerifierTest::aStoppedProbeNeverLeadsToAnotherRunner()
{
    QFETCH(Ending, ending);
    QFETCH(Outcome, problem);
    QFETCH(std::string, words);
    m_sandboxes = std::make_unique<FakeSandboxFactory>([&](const FakeRun &run) {
        FakeAnswer answer{exited(0), {}, {}};
        if (run.command.argv.back() == "import pytest") {
            answer.result.ending = ending;
            answer.result.signal = 9;
            answer.result.limit = "memory";
        }
        return answer;
    });
    auto checks = planChecks(m_tree, {"python3 -m pytest"});
    QVERIFY(checks);
    checks->front().otherwise.push_back(*planCheck(m_tree, "python3 -m unittest"));
    ProofVerifier proof({m_tree, *m_sandboxes, m_clock, *checks, {}, {}, {}, {}, {}, {}, "/repo"});
    const auto baseline = proof.baseline(m_reporter, {});
    QVERIFY(baseline);
    QVERIFY(!baseline->usable);
    QCOMPARE(baseline->problem, problem);
    QVERIFY2(baseline->reason.find(words) != std::string::npos, baseline->reason.c_str());
    QCOMPARE(m_sandboxes->commands.size(), std::size_t{1});
}

void ProofVerifierTest::aMissingRunnerIsAskedOfTheImageOrOfTheSystem()
{
    for (const Programs programs : {Programs::Host, Programs::Image}) {
        m_sandboxes = std::make_unique<FakeSandboxFactory>([](const FakeRun &) {
            return FakeAnswer{exited(1), {}, {}};
        });
        ProofDependencies given{m_tree, *m_sandboxes, m_clock, *planChecks(m_tree, {"python3 -m pytest"}),
                                {},     {},           {},      {},
                                {},     {},           "/repo", programs};
        given.policy.image = "localhost/thin:1";
        const auto baseline = ProofVerifier(std::move(given)).baseline(m_reporter, {});
        QVERIFY(baseline);
        QCOMPARE(baseline->problem, Outcome::Environment);
        const bool image = programs == Programs::Image;
        const std::string words =
            "; the image localhost/thin:1 lacks pytest; name one that has it with --image";
        QVERIFY2(baseline->reason.ends_with(words) == image, baseline->reason.c_str());
        QVERIFY2((baseline->reason.find("apt install") == std::string::npos) == image,
                 baseline->reason.c_str());
    }
}

void ProofVerifierTest::aCheckThatDoesNotStartSaysWhy()
{
    CheckResult check;
    check.command = "make test";
    check.ending = Ending::SetupFailed;
    const std::string words = "`make test` could not be started in the sandbox";
    QCOMPARE(endingInWords(check), words);
    check.outputTail = "older\nrun make: ENOENT\x1b[2J\n\n";
    QVERIFY2(endingInWords(check).starts_with(words + ": run make: ENOENT"), endingInWords(check).c_str());
    QVERIFY(endingInWords(check).find('\x1b') == std::string::npos);
    check.outputTail = std::string(5000, 'x');
    QVERIFY(endingInWords(check).size() < 400);
    check.ending = Ending::Exited;
    QVERIFY(endingInWords(check).find('x', words.size()) == std::string::npos);
}

QTEST_GUILESS_MAIN(ProofVerifierTest)
#include "proof_verifier_test.moc"
