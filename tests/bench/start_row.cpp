#include "tests/bench/changed_pair.h"
#include "tests/bench/desktop_session.h"
#include "tests/bench/generated_tree.h"
#include "tests/bench/row.h"

#include <cstdio>

namespace vouchsafe::bench {
namespace {

/// A window that is started again and again.
struct Starter {
    std::string name;
    WindowWish wish;
    std::string absent; ///< why it cannot be had
    Samples mapped;
    Samples settled;
    Samples memory;
};

Row rowOf(const std::string &id, const std::string &what, const Starter &ours, const Starter &peer,
          Samples Starter::*figure, double hold, double aim)
{
    Row row;
    row.id = id;
    row.what = what;
    row.ours = ours.*figure;
    row.peer = peer.name;
    row.peerSamples = peer.*figure;
    row.peerAbsent = peer.absent;
    row.hold = hold;
    row.aim = aim;
    return row;
}

std::string mappedNote(const Starter &starter)
{
    char text[160];
    std::snprintf(text, sizeof text, "%s: window visible after %.0f ms, at rest after %.0f ms, %.0f MiB",
                  starter.name.c_str(), medianOf(starter.mapped), medianOf(starter.settled),
                  medianOf(starter.memory));
    return text;
}

} // namespace

Result<std::vector<Row>> measureStart(const Settings &settings)
{
    const int files = settings.quick ? 200 : 10'000;
    const std::filesystem::path repository = settings.scratch / "opened";
    if (Status status = generateRepository(repository, files); !status)
        return Failure(status.error());
    const Result<ChangedPair> pair = writeChangedPair(settings.scratch / "small-pair", 200, 20);
    if (!pair)
        return Failure(pair.error());
    const auto session = DesktopSession::open(settings.scratch / "start-session");
    if (!session)
        return Failure(session.error());

    Starter ours{.name = "vouchsafe-gui",
                 .wish = {.argv = {settings.window.string(), repository.string()}, .title = "Vouchsafe"}};
    Starter kdiff3{.name = "kdiff3, two small files",
                   .wish = {.argv = {programPath("kdiff3"), pair->before.string(), pair->after.string()},
                            .title = "KDiff3"}};
    Starter cola{
        .name = "git-cola, the same repository",
        .wish = {.argv = {programPath("git-cola"), "--repo", repository.string()}, .title = "opened"}};
    if (!std::filesystem::exists(settings.window))
        return fail(ErrorCode::RunnerMissing, "the window's program is not there",
                    "starting " + settings.window.string(), "Build vouchsafe-gui or name it with --window.");
    if (kdiff3.wish.argv.front().empty())
        kdiff3.absent = "kdiff3 is not installed";
    if (cola.wish.argv.front().empty())
        cola.absent = "git-cola is not installed";

    for (int turn = -1; turn < (settings.quick ? 1 : 7); ++turn)
        for (Starter *starter : {&ours, &kdiff3, &cola}) {
            if (!starter->absent.empty())
                continue;
            const Result<WindowTimes> times = (*session)->watch(starter->wish);
            if (!times && starter == &ours)
                return Failure(times.error());
            if (!times) {
                starter->absent = times.error().what + ": " + times.error().context;
                starter->mapped = starter->settled = starter->memory = {};
                continue;
            }
            if (turn < 0)
                continue;
            starter->mapped.push_back(times->mapped);
            starter->settled.push_back(times->settled);
            starter->memory.push_back(times->memory);
        }
    const std::string opened = "a repository of " + std::to_string(files) + " files";
    std::vector<Row> rows{
        rowOf("F9/start/kdiff3", "window visible and at rest, " + opened, ours, kdiff3, &Starter::settled, 1,
              0.5),
        rowOf("F9/start/git-cola", "the same", ours, cola, &Starter::settled, 1, 0.3),
        rowOf("F9/memory/git-cola", "resident memory with " + opened, ours, cola, &Starter::memory, 1, 0.7),
        rowOf("F9/memory/kdiff3", "the same", ours, kdiff3, &Starter::memory, 1, 0.7)};
    rows[2].unit = rows[3].unit = "MiB";
    for (const Starter *starter : {&ours, &kdiff3, &cola})
        if (starter->absent.empty())
            rows.front().notes.push_back(mappedNote(*starter));
    return rows;
}

} // namespace vouchsafe::bench
