#include "tests/bench/desktop_session.h"

#include "core/base/text.h"
#include "tests/bench/process_group.h"

#include <cmath>
#include <deque>
#include <thread>

namespace vouchsafe::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds between(15); // looks
constexpr double restingShare = 0.05;

double since(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Result<int> freeDisplay()
{
    for (int display = 90; display < 200; ++display)
        if (!fs::exists("/tmp/.X11-unix/X" + std::to_string(display)) &&
            !fs::exists("/tmp/.X" + std::to_string(display) + "-lock"))
            return display;
    return fail(ErrorCode::Io, "no display number is free", "looking in /tmp/.X11-unix");
}

} // namespace

Result<std::unique_ptr<DesktopSession>> DesktopSession::open(const fs::path &folder)
{
    for (const char *needed : {"Xvfb", "openbox", "xdotool"})
        if (programPath(needed).empty())
            return fail(ErrorCode::RunnerMissing, std::string(needed) + " is not installed",
                        "opening a display for windows", "Install xvfb, openbox and xdotool.");
    const Result<int> display = freeDisplay();
    if (!display)
        return Failure(display.error());
    const std::string name = ":" + std::to_string(*display);
    std::error_code failed;
    for (const char *sub : {"home", "config", "data", "cache", "runtime"})
        fs::create_directories(folder / sub, failed);
    fs::permissions(folder / "runtime", fs::perms::owner_all, failed);
    std::vector<std::string> variables{"DISPLAY=" + name,
                                       "HOME=" + (folder / "home").string(),
                                       "XDG_CONFIG_HOME=" + (folder / "config").string(),
                                       "XDG_DATA_HOME=" + (folder / "data").string(),
                                       "XDG_CACHE_HOME=" + (folder / "cache").string(),
                                       "XDG_RUNTIME_DIR=" + (folder / "runtime").string(),
                                       "DBUS_SESSION_BUS_ADDRESS=disabled:",
                                       "QT_QPA_PLATFORM=xcb",
                                       "GDK_BACKEND=x11",
                                       "NO_AT_BRIDGE=1",
                                       "LC_ALL=C.UTF-8"};
    Result<Program> server =
        Program::start({programPath("Xvfb"), name, "-screen", "0", "1600x1000x24", "-nolisten", "tcp"});
    if (!server)
        return Failure(server.error());
    std::unique_ptr<DesktopSession> session(new DesktopSession(std::move(*server), std::move(variables)));
    const Clock::time_point start = Clock::now();
    while (!fs::exists("/tmp/.X11-unix/X" + std::to_string(*display))) {
        if (session->m_server.hasEnded() || since(start) > 10000)
            return fail(ErrorCode::Io, "the display did not come up", "starting Xvfb " + name);
        std::this_thread::sleep_for(between);
    }
    Result<Program> manager = session->start({programPath("openbox")});
    if (!manager)
        return Failure(manager.error());
    session->m_manager.push_back(std::move(*manager));
    std::this_thread::sleep_for(std::chrono::milliseconds(500)); // until it manages windows
    return session;
}

Result<Program> DesktopSession::start(const std::vector<std::string> &argv) const
{
    return Program::start(argv, m_variables);
}

bool DesktopSession::isVisible(const Program &program, const std::string &title) const
{
    static const std::string xdotool = programPath("xdotool");
    return runPeer({xdotool, "search", "--all", "--onlyvisible", "--limit", "1", "--pid",
                    std::to_string(program.pid()), "--name", title},
                   std::nullopt, m_variables)
        .has_value();
}

Result<WindowTimes> DesktopSession::watch(const WindowWish &wish) const
{
    struct Look {
        double at = 0;
        double busy = 0; ///< ms at work or waiting for a processor: on a loaded machine that is no rest
    };
    WindowTimes times;
    const Clock::time_point begin = Clock::now();
    Result<Program> program = start(wish.argv);
    if (!program)
        return Failure(program.error());
    std::deque<Look> looks;
    const double rest = static_cast<double>(wish.rest.count());
    for (;;) {
        const double now = since(begin);
        if (program->hasEnded() || now > 1000.0 * static_cast<double>(wish.limit.count()))
            return fail(ErrorCode::Io,
                        times.mapped > 0 ? "a window does not come to rest" : "a window does not appear",
                        shellQuoted(wish.argv) + ": " +
                            (program->hasEnded() ? "the program ended" : "waited for its limit"));
        if (times.mapped == 0 && isVisible(*program, wish.title)) {
            times.mapped = since(begin);
            times.work = groupUse(program->pid()).processorTime;
        }
        if (times.mapped > 0) {
            const GroupUse use = groupUse(program->pid());
            looks.push_back({since(begin), use.processorTime + use.waitingTime});
            // From the first look on that no more than a rest follows.
            while (std::abs(looks.back().busy - looks.front().busy) > rest * restingShare)
                looks.pop_front();
            if (looks.back().at - looks.front().at >= rest) {
                times.settled = looks.front().at;
                times.memory = use.memory;
                return times;
            }
        }
        std::this_thread::sleep_for(between);
    }
}

} // namespace vouchsafe::bench
