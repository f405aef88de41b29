#include "core/base/files.h"
#include "tests/bench/desktop_session.h"
#include "tests/bench/row.h"

#include <cstdio>
#include <sstream>
#include <thread>

namespace vouchsafe::bench {

Result<std::vector<Row>> measureOutput(const Settings &settings)
{
    const auto session = DesktopSession::open(settings.scratch / "output-session");
    if (!session)
        return Failure(session.error());
    const int seconds = settings.quick ? 1 : 10;
    Row gap;
    gap.id = "F12/gap";
    gap.what = std::to_string(20'000 * seconds) + " lines in " + std::to_string(seconds) +
               " s: longest time that the event loop is away";
    gap.comparison = Comparison::Limit;
    gap.hold = 100;
    gap.aim = 16;
    Row memory = gap;
    memory.id = "F12/memory";
    memory.what = "the same once more: memory that the second time adds to the first";
    memory.unit = "MiB";
    memory.hold = 10; // bounded: the view was full after the first time
    memory.aim = 0;
    Samples firstGrowth;
    Samples high;
    Samples atWork;
    for (int turn = 0; turn < (settings.quick ? 1 : 3); ++turn) {
        const std::filesystem::path file = settings.scratch / ("output" + std::to_string(turn));
        auto program = (*session)->start(
            {settings.self.string(), "show-output", std::to_string(seconds), file.string()});
        if (!program)
            return Failure(program.error());
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60 + 6 * seconds);
        while (!program->hasEnded() && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        const Result<std::string> said = readFile(file);
        if (!said)
            return fail(ErrorCode::Io, "the view of an output did not come to its end", said.error().what);
        double longest = 0;
        double nearly = 0;
        double work = 0;
        double growth = 0;
        double more = 0;
        std::istringstream(*said) >> longest >> nearly >> work >> growth >> more;
        gap.ours.push_back(longest);
        high.push_back(nearly);
        atWork.push_back(work);
        firstGrowth.push_back(growth);
        memory.ours.push_back(more);
    }
    char text[120];
    std::snprintf(text, sizeof text, "99.9 of 100 gaps are below %.1f ms", medianOf(high));
    gap.notes = {text};
    std::snprintf(text, sizeof text, "most processor time within a gap: %.1f ms", maximumOf(atWork));
    gap.notes.push_back(text); // what is left of a gap on a machine with nothing else to do
    std::snprintf(text, sizeof text, "the first time adds %.0f MiB", medianOf(firstGrowth));
    memory.notes = {text};
    return std::vector<Row>{gap, memory};
}

} // namespace vouchsafe::bench
