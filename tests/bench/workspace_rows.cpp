#include "core/verify/verdict_rules.h"
#include "tests/bench/docker_loop.h"
#include "tests/bench/prepared_tree.h"
#include "tests/bench/row.h"
#include "tests/bench/spawn.h"

#include <algorithm>
#include <cstdio>

namespace vouchsafe::bench {
namespace {

constexpr const char *bareBubblewrap = "bwrap --unshare-all --ro-bind / / true";

ProofRun proofRun(std::string_view name, const RunResult &result)
{
    CheckResult check;
    check.command = "true";
    check.ending = result.ending;
    check.exitCode = result.exitCode;
    check.signal = result.signal;
    check.limit = result.limit;
    check.duration = result.duration;
    return {std::string(name), {check}};
}

/// What each iteration of a run does: a fresh workspace, one isolated command, a verdict, nothing left.
Status roundTrip(PreparedTree &prepared)
{
    WorkspaceSpec workspace;
    workspace.base = prepared.tree().folder();
    auto sandbox = prepared.factory().open(workspace, SandboxPolicy{});
    if (!sandbox)
        return Failure(sandbox.error());
    DiscardOutput output;
    const auto result = (*sandbox)->run({.argv = {"true"}}, {}, output);
    if (!result)
        return Failure(result.error());
    Baseline baseline;
    baseline.runs = {proofRun(run_name::baseline, *result)};
    const Verdict verdict = judge(baseline, {proofRun(run_name::plain, *result)}, Stage::BeforeRepeat);
    if (verdict.outcome != Outcome::PassingWeak)
        return fail(ErrorCode::Internal, "the isolated command did not pass",
                    std::string(outcomeName(verdict.outcome)) + ": " + verdict.reason + " " +
                        result->setupError);
    sandbox->reset();
    return {};
}

} // namespace

Result<std::vector<Row>> measureWorkspace(const Settings &settings)
{
    const int files = settings.quick ? 200 : 2087;
    auto prepared = PreparedTree::make(settings.scratch, files);
    if (!prepared)
        return Failure(prepared.error());
    Row row;
    row.id = "F1";
    row.what = "workspace of " + std::to_string(files) + " files, `true`, verdict, tear down";
    row.peer = "docker run, tar in, exec true, rm (" + settings.image + ")";
    row.peerAbsent = whyNoDockerLoop(settings.image);
    row.hold = 1.0 / 30;
    row.aim = 1.0 / 100;
    row.notes = {"the base tree is in the cache already; the peer streams it in each time"};
    Act peer;
    if (row.peerAbsent.empty())
        peer = [&] { return dockerLoop(settings.image, (*prepared)->repository()); };
    // The peer takes seconds a turn.
    const auto pair = measuredByTurns(
        settings.quick ? 3
        : peer         ? 10
                       : 40,
        [&] { return roundTrip(**prepared); }, peer);
    if (!pair)
        return Failure(pair.error());
    row.ours = pair->ours;
    row.peerSamples = pair->peer;
    return std::vector<Row>{row};
}

Result<std::vector<Row>> measureTreeSizes(const Settings &settings)
{
    std::vector<Row> rows;
    const std::string bubblewrap = "/usr/bin/bwrap";
    for (const int files : settings.quick ? std::vector<int>{50, 200} : std::vector<int>{200, 2000, 20000}) {
        auto prepared = PreparedTree::make(settings.scratch, files);
        if (!prepared)
            return Failure(prepared.error());
        const User user{(*prepared)->identity().uid, (*prepared)->identity().gid};
        const auto as = (*prepared)->identity().dropped ? std::optional<User>(user) : std::nullopt;
        Row row;
        row.id = "F2/" + std::to_string(files);
        row.what = "the same, " + std::to_string(files) + " files";
        row.peer = bareBubblewrap;
        row.comparison = Comparison::Difference;
        row.hold = 60;
        row.aim = 30;
        const auto pair = measuredByTurns(
            settings.quick ? 3 : 40, [&] { return roundTrip(**prepared); },
            [&] {
                return runPeer({bubblewrap, "--unshare-all", "--ro-bind", "/", "/", "true"}, as);
            });
        if (!pair)
            return Failure(pair.error());
        row.ours = pair->ours;
        row.peerSamples = pair->peer;
        rows.push_back(row);
    }
    // "Flat" is part of what is to be held: the cost must not grow with the tree.
    const auto cost = [](const Row &row) { return row.compared().value_or(0); };
    const auto [least, most] = std::minmax_element(
        rows.begin(), rows.end(), [&](const Row &a, const Row &b) { return cost(a) < cost(b); });
    char text[120];
    std::snprintf(text, sizeof text, "over the sizes the difference moves by %.1f ms",
                  cost(*most) - cost(*least));
    rows.back().notes.push_back(text);
    return rows;
}

} // namespace vouchsafe::bench
