#include "core/verify/proof_verifier.h"

#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/verify/check_state.h"
#include "core/verify/interpreter.h"
#include "core/verify/protected_paths.h"
#include "core/verify/selection.h"
#include "core/verify/verdict_notes.h"
#include "core/verify/verdict_rules.h"
#include "core/verify/workspace_files.h"

#include <algorithm>

namespace vouchsafe {

/// One proof run: which checks, on which tree, recorded as what.
struct ProofVerifier::Request {
    std::string name;
    int iteration = 0;
    Patch patch;
    std::vector<std::pair<std::size_t, PlannedCheck>> checks; ///< with their numbers, from 0
    bool sentinels = false;
    bool failFast = true;
    bool keepOutputs = false; ///< what the run wrote becomes the layer of later runs
    bool warm = true;         ///< on that layer, where there is one
    Reporter *reporter = nullptr;
    std::stop_token stop;
};

namespace {

using Numbered = std::vector<std::pair<std::size_t, PlannedCheck>>;

Numbered numbered(const std::vector<PlannedCheck> &checks)
{
    Numbered all;
    for (std::size_t i = 0; i < checks.size(); ++i)
        all.emplace_back(i, checks[i]);
    return all;
}

bool isWarm(const std::vector<PlannedCheck> &checks)
{
    return std::any_of(checks.begin(), checks.end(), [](const PlannedCheck &check) {
        const Toolchain *toolchain = toolchainNamed(check.toolchain);
        return toolchain != nullptr && toolchain->warm;
    });
}

/// A probe that was stopped says nothing of its runner, so no other may take the runner's place.
Baseline probeCutShort(const std::vector<std::string> &probe, const RunResult &ran)
{
    CheckResult check;
    check.command = shellQuoted(probe);
    check.ending = ran.ending;
    check.signal = ran.signal;
    check.limit = ran.limit;
    Baseline baseline;
    baseline.usable = false;
    baseline.problem = ran.ending == Ending::LimitReached ? Outcome::Limit : Outcome::Environment;
    baseline.reason = endingInWords(check) + ", so it is not known whether the check can be run";
    return baseline;
}

bool worthRepeating(const CheckResult &check)
{
    const CheckState state = stateOf(check);
    return state == CheckState::TestsFailed || state == CheckState::Red || state == CheckState::Broken ||
           state == CheckState::Crashed;
}

} // namespace

ProofVerifier::ProofVerifier(ProofDependencies dependencies) : m_given(std::move(dependencies))
{
}

ProofVerifier::~ProofVerifier()
{
    dropLayers();
}

/// The layer of one verifier is no other's, so that none can take it away under a running sandbox.
void ProofVerifier::dropLayers()
{
    std::error_code ignored;
    for (const std::filesystem::path &layer : m_layers)
        std::filesystem::remove_all(layer, ignored);
    m_layers.clear();
}

RunSettings ProofVerifier::settings(std::chrono::milliseconds timeout, bool stored) const
{
    RunSettings settings;
    if (stored)
        settings.folder = m_given.runFolder;
    settings.timeout = timeout;
    settings.outputBytes = m_given.policy.outputBytes;
    settings.environment = proofEnvironment(m_given);
    return settings;
}

Result<WorkspaceSpec> ProofVerifier::workspace() const
{
    return proofWorkspace(m_given);
}

Result<std::unique_ptr<Sandbox>> ProofVerifier::open(const Patch &patch, bool warm)
{
    auto spec = workspace();
    if (!spec)
        return Failure(spec.error());
    if (warm)
        spec->layers.insert(spec->layers.end(), m_layers.begin(), m_layers.end());
    spec->files = workspaceFiles(patch);
    auto sandbox = m_given.sandboxes.open(*spec, m_given.policy);
    // The next one is made while this one works or the engineer thinks.
    spec->files.clear();
    if (sandbox)
        m_given.sandboxes.warm(*spec, m_given.policy);
    return sandbox;
}

Result<ProofRun> ProofVerifier::run(const Request &request)
{
    auto sandbox = open(request.patch, request.warm);
    if (!sandbox)
        return Failure(sandbox.error());
    ProofRun run{request.name, {}, false};
    const RunSettings how = settings(m_given.limits.check, true);
    for (const auto &[number, check] : request.checks) {
        auto result = runCheck(**sandbox, check, {request.name, request.iteration, number, request.sentinels},
                               how, request.reporter, request.stop);
        if (!result)
            return Failure(result.error());
        if (request.reporter != nullptr)
            request.reporter->report(CheckFinished{request.iteration, request.name, *result});
        run.checks.push_back(std::move(*result));
        const CheckResult &last = run.checks.back();
        if (last.ending == Ending::Cancelled || request.stop.stop_requested())
            return fail(ErrorCode::Cancelled, "the checks were cancelled", "running `" + check.shown + "`");
        const bool expected = request.sentinels || (m_baseline && checkHolds(*m_baseline, number, last));
        if (request.failFast && !expected)
            break;
    }
    if (request.keepOutputs) {
        auto layer =
            m_given.sandboxes.keepAsLayer(std::move(*sandbox), m_given.tree.id() + "-" + newNonce(4));
        if (layer)
            m_layers = {std::move(*layer)};
        else if (request.reporter != nullptr)
            request.reporter->report(
                Noticed{Noticed::Level::Note, "later runs start cold: " + layer.error().what});
    }
    return run;
}

/// Whether one of the ways to start the check works inside; then the check starts that way. `cutShort` is set
/// where a probe did not get as far as to tell.
Result<bool> ProofVerifier::choose(Sandbox &sandbox, PlannedCheck &check, std::string &tried,
                                   std::optional<Baseline> &cutShort, const std::stop_token &stop)
{
    for (const StartCandidate &candidate :
         startCandidates(check, m_given.toolchains, m_given.mounts, m_given.insideRoot, m_given.programs)) {
        if (candidate.probe.empty())
            return true;
        Command command;
        command.argv = candidate.probe;
        command.environment = settings({}, false).environment;
        command.environment.insert(check.environment.begin(), check.environment.end());
        command.timeout = std::chrono::seconds(30);
        DiscardOutput discard;
        const auto ran = sandbox.run(command, stop, discard);
        if (!ran)
            return Failure(ran.error());
        if (ran->ending == Ending::Cancelled)
            return fail(ErrorCode::Cancelled, "the checks were cancelled", "looking for " + check.toolchain);
        if (ran->ending == Ending::Exited && ran->exitCode == 0) {
            check.start = candidate.start;
            return true;
        }
        if (ran->ending != Ending::Exited && ran->ending != Ending::SetupFailed) {
            cutShort = probeCutShort(candidate.probe, *ran);
            return false;
        }
        tried += (tried.empty() ? "" : ", ") + shellQuoted(candidate.probe);
        if (ran->ending == Ending::SetupFailed && !ran->setupError.empty())
            tried += " (" + std::string(trimmed(ran->setupError)) + ")";
    }
    return false;
}

/// A baseline that cannot be used, where a runner is missing or cannot be looked for.
Result<std::optional<Baseline>> ProofVerifier::chooseStarts(Reporter &reporter, const std::stop_token &stop)
{
    auto sandbox = open({}, false);
    if (!sandbox)
        return Failure(sandbox.error());
    auto attestation = (*sandbox)->attest(stop);
    if (!attestation)
        return Failure(attestation.error());
    reporter.report(SandboxAttested{std::move(*attestation)});
    for (PlannedCheck &check : m_given.checks) {
        std::string tried;
        std::vector<PlannedCheck> ways = check.otherwise;
        ways.insert(ways.begin(), check);
        bool found = false;
        for (PlannedCheck &way : ways) {
            std::optional<Baseline> cutShort;
            const auto works = choose(**sandbox, way, tried, cutShort, stop);
            if (!works)
                return Failure(works.error());
            if (cutShort) {
                cutShort->leftOut = m_given.leftOut;
                return cutShort;
            }
            found = *works;
            if (found) {
                check = std::move(way);
                break;
            }
        }
        if (found)
            continue;
        Baseline missing;
        missing.usable = false;
        missing.problem = Outcome::Environment;
        missing.reason = runnerMissing(m_given, check.toolchain, tried);
        missing.leftOut = m_given.leftOut;
        return std::optional(std::move(missing));
    }
    return std::optional<Baseline>();
}

Result<Baseline> ProofVerifier::baseline(Reporter &reporter, std::stop_token stop)
{
    m_baseline.reset();
    dropLayers();
    auto missing = chooseStarts(reporter, stop);
    if (!missing)
        return Failure(missing.error());
    if (*missing) {
        m_baseline = std::move(*missing);
        return *m_baseline;
    }
    Baseline baseline;
    baseline.leftOut = m_given.leftOut;
    Request request{std::string(run_name::baseline),
                    0,
                    {},
                    numbered(m_given.checks),
                    false,
                    false,
                    isWarm(m_given.checks),
                    false,
                    &reporter,
                    stop};
    auto first = run(request);
    if (!first)
        return Failure(first.error());
    const bool repeats = std::any_of(first->checks.begin(), first->checks.end(), worthRepeating);
    baseline.runs.push_back(std::move(*first));
    if (repeats) {
        // All of them and warm, as a patch will meet them: what a failure left behind may turn it into a
        // pass.
        request.name = run_name::baselineAgain;
        request.keepOutputs = false;
        request.warm = true;
        auto second = run(request);
        if (!second)
            return Failure(second.error());
        baseline.runs.push_back(std::move(*second));
    }
    judgeBaseline(baseline);
    m_baseline = std::move(baseline);
    return *m_baseline;
}

/// Runs the checks on one tree and what broke once more.
Status ProofVerifier::lane(const Patch &tree, std::string_view name, std::string_view again,
                           const Request &like, std::vector<ProofRun> &runs)
{
    Request request = like;
    request.name = name;
    request.patch = tree;
    auto first = run(request);
    if (!first)
        return Failure(first.error());
    runs.push_back(std::move(*first));
    const LaneVerdict judged = judgedLane(*m_baseline, runs, name);
    if (judged.redAgain.empty())
        return {};
    request.name = again;
    request.failFast = false;
    request.checks.clear();
    for (const std::size_t number : judged.redAgain)
        request.checks.emplace_back(number,
                                    selected(m_given.checks[number], m_given.tree, judged.broken, false));
    auto second = run(request);
    if (!second)
        return Failure(second.error());
    runs.push_back(std::move(*second));
    return {};
}

/// Runs the patch's own tests on the tree before it, twice where one fails there. The whole suite runs, as it
/// does with the patch: a test may depend on those before it.
Status ProofVerifier::onBase(const Patch &tests, const Request &like, std::vector<ProofRun> &runs)
{
    Request request = like;
    request.patch = tests;
    request.failFast = false;
    for (const std::string_view name : {run_name::newOnBase, run_name::newOnBaseAgain}) {
        request.name = name;
        auto done = run(request);
        if (!done)
            return Failure(done.error());
        runs.push_back(std::move(*done));
        if (judgedLane(*m_baseline, runs, run_name::plain).needsChange.empty())
            return {};
    }
    return {};
}

Result<Verdict> ProofVerifier::verify(const Patch &patch, int iteration, Reporter &reporter,
                                      std::stop_token stop)
{
    if (!m_baseline)
        return fail(ErrorCode::Internal, "a patch was to be verified before its baseline", "verifying");
    const auto start = m_given.clock.steady();
    std::vector<ProofRun> runs;
    const SplitPatch split =
        splitPatch(patch, protectedGlobs(m_given.tree, m_given.checks, m_given.policy.protect));
    const bool twoLanes = !split.tests.files.empty();
    Request like{{}, iteration, {}, numbered(m_given.checks), false, true, false, true, &reporter, stop};
    if (m_baseline->usable) {
        if (twoLanes)
            if (const Status done =
                    lane(split.rest, run_name::originalTests, run_name::originalAgain, like, runs);
                !done)
                return Failure(done.error());
        if (twoLanes)
            runs.front().untouched = split.rest.files.empty();
        if (const Status done = lane(patch, run_name::plain, run_name::brokenAgain, like, runs); !done)
            return Failure(done.error());
        const LaneVerdict edited = judgedLane(*m_baseline, runs, run_name::plain);
        if (twoLanes && !split.rest.files.empty() && !edited.newTests.empty())
            if (const Status done = onBase(split.tests, like, runs); !done)
                return Failure(done.error());
        const Outcome soFar = judge(*m_baseline, runs, Stage::BeforeRepeat).outcome;
        if (soFar == Outcome::Proven || soFar == Outcome::PassingWeak) {
            Request request = like;
            request.name = run_name::repeat;
            request.patch = patch;
            request.sentinels = true;
            auto repeat = run(request);
            if (!repeat)
                return Failure(repeat.error());
            runs.push_back(std::move(*repeat));
        }
    }
    Verdict verdict = judge(*m_baseline, runs, Stage::Final);
    for (std::string &note : notesOf(verdict, patch, split.tests, m_given.tree, m_given.checks))
        verdict.notes.push_back(std::move(note));
    verdict.duration = std::chrono::duration_cast<std::chrono::milliseconds>(m_given.clock.steady() - start);
    return verdict;
}

Result<Trial> ProofVerifier::trial(const Patch &patch, const std::vector<std::string> &tests,
                                   std::chrono::milliseconds timeout, std::stop_token stop)
{
    if (m_given.checks.empty())
        return fail(ErrorCode::NoCheck, "there is no check to try a candidate with");
    auto sandbox = open(patch, true);
    if (!sandbox)
        return Failure(sandbox.error());
    const PlannedCheck check = selected(m_given.checks.front(), m_given.tree, tests, true);
    const auto result = runCheck(
        **sandbox, check, {"trial", 0, 0, false},
        settings(std::min<std::chrono::milliseconds>(timeout, m_given.limits.check), false), nullptr, stop);
    if (!result)
        return Failure(result.error());
    if (result->ending == Ending::Cancelled)
        return fail(ErrorCode::Cancelled, "a trial was cancelled", "running `" + check.shown + "`");
    return trialOf(*result, tests);
}

} // namespace vouchsafe
