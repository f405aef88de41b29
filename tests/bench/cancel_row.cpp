#include "core/base/files.h"
#include "core/base/ids.h"
#include "tests/bench/benched_backend.h"
#include "tests/bench/prepared_tree.h"
#include "tests/bench/row.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <semaphore>
#include <thread>

namespace vouchsafe::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Processes of the host whose command line holds the text.
int processesWith(const std::string &text)
{
    int found = 0;
    std::error_code gone;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", gone)) {
        // A process may go between the two calls; that is an error here and no exception.
        const Result<std::string> line = readFile(entry.path() / "cmdline");
        found += line && line->find(text) != std::string::npos ? 1 : 0;
    }
    return found;
}

/// Whether they are as many as that within 10 s.
bool waitFor(const std::string &text, bool present, int count)
{
    const Clock::time_point end = Clock::now() + std::chrono::seconds(10);
    while (Clock::now() < end) {
        const int now = processesWith(text);
        if (present ? now >= count : now == 0)
            return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(present ? 5 : 1));
    }
    return false;
}

/// Waits for the command's word that all its processes stand.
class Ready final : public OutputSink {
public:
    void output(Stream, std::string_view chunk) override
    {
        if (chunk.find("ready") != std::string_view::npos)
            m_said.release();
    }
    bool wait() { return m_said.try_acquire_for(std::chrono::seconds(60)); }

private:
    std::counting_semaphore<64> m_said{0};
};

/// The same in a container, whose processes need not be the host's: until the run came back and nothing is
/// left.
Result<double> cancelInContainer(PreparedTree &prepared, const BenchedBackend &backend, int processes)
{
    WorkspaceSpec workspace;
    workspace.base = prepared.tree().folder();
    auto sandbox = backend.factory->open(workspace, backend.policy);
    if (!sandbox)
        return Failure(sandbox.error());
    const std::string mark = "vouchsafe-bench-" + newNonce(6);
    const std::string script = "trap '' TERM INT HUP; for i in $(seq " + std::to_string(processes) +
                               "); do setsid sh -c 'trap \"\" TERM INT HUP; sleep 600; :' " + mark +
                               " & done; echo ready; wait";
    std::stop_source stop;
    Ready ready;
    Result<RunResult> ended = fail(ErrorCode::Internal, "not run");
    std::thread run([&] {
        ended = (*sandbox)->run({.argv = {"bash", "-c", script, mark}}, stop.get_token(), ready);
    });
    const bool begun = ready.wait();
    const Clock::time_point start = Clock::now();
    stop.request_stop();
    run.join();
    const bool left = !waitFor(mark, false, 0);
    const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
    if (!begun || left)
        return fail(ErrorCode::Io,
                    begun ? "processes are left after a cancel" : "the processes did not begin",
                    ended ? ended->setupError : ended.error().what);
    return taken.count();
}

Status addContainers(std::vector<Row> &rows, PreparedTree &prepared, const Settings &settings, int processes)
{
    for (const BenchedBackend &backend : containerBackends(prepared.identity(), settings.image)) {
        if (!backend.factory) {
            rows.front().notes.push_back(backend.name + " is absent: " + backend.absent);
            continue;
        }
        Row row = rows.front();
        row.id = "F11/" + backend.name;
        row.what += ", " + backend.name;
        row.notes = {"until the run came back and no process is left; the slowest of all counts"};
        row.ours.clear();
        for (int turn = -1; turn < (settings.quick ? 1 : 8); ++turn) {
            const Result<double> taken = cancelInContainer(prepared, backend, processes);
            if (!taken)
                return Failure(taken.error());
            if (turn >= 0)
                row.ours.push_back(*taken);
        }
        rows.push_back(row);
    }
    return {};
}

/// Milliseconds from the request to stop until no process of the command is left.
Result<double> cancelOnce(PreparedTree &prepared, int processes)
{
    WorkspaceSpec workspace;
    workspace.base = prepared.tree().folder();
    auto sandbox = prepared.factory().open(workspace, SandboxPolicy{});
    if (!sandbox)
        return Failure(sandbox.error());
    const std::string mark = "vouchsafe-bench-" + newNonce(6);
    std::stop_source stop;
    Result<RunResult> ended = fail(ErrorCode::Internal, "not run");
    // Half of them in a session of their own, and deaf to what can be refused.
    const std::string script = "trap '' TERM INT HUP; for i in $(seq " + std::to_string(processes) +
                               "); do setsid sh -c 'trap \"\" TERM INT HUP; sleep 600; :' " + mark +
                               " & done; wait";
    std::thread run([&] {
        DiscardOutput output;
        ended = (*sandbox)->run({.argv = {"bash", "-c", script, mark}}, stop.get_token(), output);
    });
    const bool begun = waitFor(mark, true, processes);
    const Clock::time_point start = Clock::now();
    stop.request_stop();
    const bool left = !waitFor(mark, false, 0);
    const std::chrono::duration<double, std::milli> taken = Clock::now() - start;
    run.join();
    if (!begun || left)
        return fail(ErrorCode::Io,
                    begun ? "processes are left after a cancel" : "the processes did not begin",
                    ended ? ended->setupError : ended.error().what);
    return taken.count();
}

} // namespace

Result<std::vector<Row>> measureCancel(const Settings &settings)
{
    auto prepared = PreparedTree::make(settings.scratch, 200);
    if (!prepared)
        return Failure(prepared.error());
    const int processes = settings.quick ? 5 : 50;
    Row row;
    row.id = "F11";
    row.what = "cancel of a check with " + std::to_string(processes) + " deaf processes until none is left";
    row.comparison = Comparison::Limit;
    row.hold = 500;
    row.aim = 200;
    row.notes = {"seen in /proc, every ms; the slowest of all counts"};
    for (int turn = -1; turn < (settings.quick ? 2 : 20); ++turn) {
        const Result<double> taken = cancelOnce(**prepared, processes);
        if (!taken)
            return Failure(taken.error());
        if (turn >= 0)
            row.ours.push_back(*taken);
    }
    std::vector<Row> rows{row};
    if (const Status added = addContainers(rows, **prepared, settings, processes); !added)
        return Failure(added.error());
    return rows;
}

} // namespace vouchsafe::bench
