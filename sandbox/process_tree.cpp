#include "sandbox/process_tree.h"

#include "sandbox/descriptor.h"

#include <charconv>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace vouchsafe {
namespace {

std::string procFile(const std::string &path)
{
    const Descriptor file(::open(("/proc/" + path).c_str(), O_RDONLY | O_CLOEXEC));
    return file.valid() ? readAll(file.get(), std::size_t{1} << 20) : std::string();
}

/// The numbers in a text of numbers and blanks.
std::vector<std::uint64_t> numbers(std::string_view text)
{
    std::vector<std::uint64_t> all;
    const char *at = text.data();
    const char *end = at + text.size();
    while (at < end) {
        std::uint64_t value = 0;
        const auto [next, error] = std::from_chars(at, end, value);
        if (error == std::errc())
            all.push_back(value);
        at = error == std::errc() ? next : at + 1;
    }
    return all;
}

std::uint64_t proportionalSize(pid_t process)
{
    const std::string text = procFile(std::to_string(process) + "/smaps_rollup");
    const std::size_t line = text.find("\nPss:");
    if (line == std::string::npos)
        return 0;
    const auto values = numbers(std::string_view(text).substr(line, 40));
    return values.empty() ? 0 : values.front() * 1024;
}

} // namespace

std::vector<pid_t> descendants(pid_t ancestor)
{
    std::vector<pid_t> all;
    const auto addChildren = [&](pid_t process) {
        const std::string name = std::to_string(process);
        // bubblewrap's processes have one thread; a command's threads may each have children.
        const std::string base = name + "/task/";
        const Descriptor folder(::open(("/proc/" + base).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        for (const std::string &thread : namesIn(folder.get())) {
            for (const std::uint64_t child : numbers(procFile(base + thread + "/children")))
                all.push_back(static_cast<pid_t>(child));
        }
    };
    addChildren(ancestor);
    for (std::size_t i = 0; i < all.size(); ++i)
        addChildren(all[i]);
    return all;
}

std::uint64_t memoryOf(const std::vector<pid_t> &processes, std::uint64_t enough)
{
    static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    std::uint64_t resident = 0;
    for (const pid_t process : processes) {
        const auto fields = numbers(procFile(std::to_string(process) + "/statm"));
        if (fields.size() > 1)
            resident += fields[1] * page;
    }
    if (resident <= enough)
        return resident;
    std::uint64_t proportional = 0;
    for (const pid_t process : processes)
        proportional += proportionalSize(process);
    return proportional;
}

} // namespace vouchsafe
