#include "core/verify/verdict_rules.h"
#include "tests/bench/benched_backend.h"
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
Status roundTrip(PreparedTree &prepared, SandboxFactory &factory, const SandboxPolicy &policy)
{
    WorkspaceSpec workspace;
    workspace.base = prepared.tree().folder();
    auto sandbox = factory.open(workspace, policy);
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

Status roundTrip(PreparedTree &prepared)
{
    return roundTrip(prepared, prepared.factory(), SandboxPolicy{});
}

std::string words(const std::vector<std::string> &argv)
{
    std::string text;
    for (const std::string &word : argv)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// The same in a container, beside what a container costs by hand. Absent backends are notes of the last row.
Status addContainers(std::vector<Row> &rows, PreparedTree &prepared, const Settings &settings,
                     const std::string &id, const std::string &what, const Act &loop)
{
    std::vector<std::string> absent;
    for (const BenchedBackend &backend : containerBackends(prepared.identity(), settings.image)) {
        if (!backend.factory) {
            absent.push_back(backend.name + " is absent: " + backend.absent);
            continue;
        }
        Row row;
        row.id = id + "/" + backend.name;
        row.what = what + ", " + backend.name;
        row.peer = loop ? "docker run, tar in, exec true, rm" : words(backend.byHand);
        row.hold = loop ? 1 : 3;
        row.aim = loop ? 0.5 : 2;
        const auto pair = measuredByTurns(
            settings.quick ? 1 : 8, [&] { return roundTrip(prepared, *backend.factory, backend.policy); },
            loop ? loop : [&] { return runPeer(backend.byHand); });
        if (!pair)
            return Failure(pair.error());
        row.ours = pair->ours;
        row.peerSamples = pair->peer;
        rows.push_back(row);
    }
    rows.back().notes.insert(rows.back().notes.end(), absent.begin(), absent.end());
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
    std::vector<Row> rows{row};
    if (const Status added = addContainers(rows, **prepared, settings, "F1", "the same in a container", peer);
        !added)
        return Failure(added.error());
    return rows;
}

Result<std::vector<Row>> measureTreeSizes(const Settings &settings)
{
    std::vector<Row> rows;
    std::vector<Row> containers;
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
        containers.push_back(row); // a place for what is absent
        if (const Status added = addContainers(containers, **prepared, settings,
                                               "F2/" + std::to_string(files), row.what, nullptr);
            !added)
            return Failure(added.error());
    }
    // "Flat" is part of what is to be held: the cost must not grow with the tree.
    const auto cost = [](const Row &row) { return row.compared().value_or(0); };
    const auto [least, most] = std::minmax_element(
        rows.begin(), rows.end(), [&](const Row &a, const Row &b) { return cost(a) < cost(b); });
    char text[120];
    std::snprintf(text, sizeof text, "over the sizes the difference moves by %.1f ms",
                  cost(*most) - cost(*least));
    rows.back().notes.push_back(text);
    for (Row &row : containers) {
        if (row.id.find('/') != row.id.rfind('/'))
            rows.push_back(row);
        else
            rows.back().notes.insert(rows.back().notes.end(), row.notes.begin(), row.notes.end());
    }
    return rows;
}

} // namespace vouchsafe::bench
