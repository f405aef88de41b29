#include "tests/bench/process_group.h"

#include "core/base/files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace vouchsafe::bench {
namespace {

/// The fields behind the name, which may hold anything; field 3 of proc(5) comes first.
std::istringstream fieldsOf(const std::filesystem::path &process)
{
    std::ifstream file(process / "stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name = line.rfind(')');
    return std::istringstream(name == std::string::npos ? std::string() : line.substr(name + 1));
}

/// Of all threads: the second field of their schedstat, in nanoseconds.
double waitingOf(const std::filesystem::path &process)
{
    double waiting = 0;
    std::error_code gone;
    for (const auto &thread : std::filesystem::directory_iterator(process / "task", gone)) {
        std::ifstream file(thread.path() / "schedstat");
        double running = 0;
        double wait = 0;
        if (file >> running >> wait)
            waiting += wait / 1e6;
    }
    return waiting;
}

} // namespace

GroupUse groupUse(pid_t group)
{
    static const double tick = 1000.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
    static const double page = static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
    GroupUse use;
    std::error_code gone;
    for (const auto &entry : std::filesystem::directory_iterator("/proc", gone)) {
        const std::string name = entry.path().filename().string();
        if (!std::all_of(name.begin(), name.end(),
                         [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }))
            continue;
        std::istringstream fields = fieldsOf(entry.path());
        std::string skipped;
        pid_t parent = 0;
        pid_t its = 0;
        fields >> skipped >> parent >> its;
        if (!fields || its != group)
            continue;
        for (int field = 6; field < 14; ++field)
            fields >> skipped;
        double user = 0;
        double system = 0;
        double childrenUser = 0;
        double childrenSystem = 0;
        fields >> user >> system >> childrenUser >> childrenSystem;
        for (int field = 18; field < 24; ++field)
            fields >> skipped;
        double pages = 0;
        fields >> pages;
        use.processorTime += tick * (user + system + childrenUser + childrenSystem);
        use.waitingTime += waitingOf(entry.path());
        use.memory += page * pages;
        ++use.processes;
    }
    return use;
}

} // namespace vouchsafe::bench
