#include "tests/bench/changed_pair.h"
#include "tests/bench/desktop_session.h"
#include "tests/bench/row.h"

#include <cstdio>

namespace vouchsafe::bench {
namespace {

struct DiffPeer {
    std::string program;
    bool untilRest = false; ///< else until its window is there, which it opens when it has compared
    double hold = 0;
    double aim = 0;
    int turns = 0;
};

std::string noteOf(const char *format, double value)
{
    char text[200];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

} // namespace

Result<std::vector<Row>> measureLargeDiff(const Settings &settings)
{
    const int lines = settings.quick ? 5000 : 500'000;
    const Result<ChangedPair> pair = writeChangedPair(settings.scratch / "pair", lines, 100);
    if (!pair)
        return Failure(pair.error());
    const auto session = DesktopSession::open(settings.scratch / "diff-session");
    if (!session)
        return Failure(session.error());
    const std::chrono::seconds limit(settings.quick ? 60 : 300);
    // It calls itself ready when both sides are compared and loaded, and a page in their middle is painted.
    const WindowWish ours{{settings.self.string(), "show-diff", pair->before.string(), pair->after.string()},
                          "^diff ready",
                          std::chrono::milliseconds(400),
                          limit};
    Samples ready;
    Samples rested;
    Samples memory;
    Samples work;
    for (int turn = -1; turn < (settings.quick ? 1 : 5); ++turn) {
        const Result<WindowTimes> times = (*session)->watch(ours);
        if (!times)
            return Failure(times.error());
        if (turn < 0)
            continue;
        ready.push_back(times->mapped);
        rested.push_back(times->settled);
        memory.push_back(times->memory);
        work.push_back(times->work);
    }
    std::vector<Row> rows;
    for (const DiffPeer &peer :
         {DiffPeer{"kdiff3", false, 1.0 / 20, 1.0 / 50, 3}, DiffPeer{"meld", true, 1.0 / 40, 1.0 / 100, 2}}) {
        Row row;
        row.id = "F6/" + peer.program;
        row.what = "two files of " + std::to_string(lines) + " lines, " + std::to_string(pair->edits) +
                   " edits, until scrollable";
        row.ours = ready;
        row.peer = peer.program + (peer.untilRest ? ", until it rests" : ", until its window is there");
        row.hold = peer.hold;
        row.aim = peer.aim;
        row.notes = {noteOf("ours: %.0f ms of processor time until then", medianOf(work)) +
                     noteOf("; at rest, colours included, after %.0f ms", medianOf(rested)) +
                     noteOf(", %.0f MiB", medianOf(memory))};
        const std::string program = programPath(peer.program);
        if (program.empty())
            row.peerAbsent = peer.program + " is not installed";
        Samples peerMemory;
        Samples peerWork;
        for (int turn = settings.quick ? 0 : -peer.turns; !program.empty() && turn < (settings.quick ? 1 : 0);
             ++turn) {
            const Result<WindowTimes> times =
                (*session)->watch({{program, pair->before.string(), pair->after.string()},
                                   peer.program == "kdiff3" ? "KDiff3" : "Meld|before",
                                   std::chrono::milliseconds(peer.untilRest ? 2000 : 400),
                                   limit});
            if (!times) {
                row.peerAbsent = times.error().what + ": " + times.error().context;
                break;
            }
            row.peerSamples.push_back(peer.untilRest ? times->settled : times->mapped);
            peerMemory.push_back(times->memory);
            peerWork.push_back(times->work);
        }
        if (!peerMemory.empty())
            row.notes.push_back(peer.program +
                                noteOf(": %.0f ms of processor time until visible", medianOf(peerWork)) +
                                noteOf(", %.0f MiB", medianOf(peerMemory)));
        rows.push_back(row);
    }
    return rows;
}

} // namespace vouchsafe::bench
