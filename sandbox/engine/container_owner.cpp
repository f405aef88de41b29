#include "sandbox/engine/container_owner.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

constexpr const char *unknownStart = "?";

std::string firstLine(const char *path)
{
    const auto text = readFile(path, 4096);
    return text ? std::string(trimmed(*text)) : std::string();
}

} // namespace

std::optional<std::string> processStart(int pid)
{
    const auto stat = readFile("/proc/" + std::to_string(pid) + "/stat", 65536);
    if (!stat || stat->rfind(')') == std::string::npos) {
        const bool gone = ::kill(pid, 0) != 0 && errno == ESRCH;
        return gone ? std::nullopt : std::optional<std::string>(std::in_place);
    }
    // The name in parentheses may hold blanks; the start time is the 20th field after it. A zombie has ended.
    const std::vector<std::string> fields =
        split(std::string_view(*stat).substr(std::min(stat->rfind(')') + 2, stat->size())), ' ');
    if (fields[0] == "Z")
        return std::nullopt;
    return fields.size() > 19 ? fields[19] : std::string();
}

OwnerMark ownerMark()
{
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    std::error_code error;
    OwnerMark mark;
    mark.machine = sha256(firstLine("/etc/machine-id") + "\n" + name).substr(0, 16);
    mark.boot = firstLine("/proc/sys/kernel/random/boot_id");
    mark.processes = std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
    mark.pid = ::getpid();
    const std::string start = processStart(mark.pid).value_or("");
    mark.start = start.empty() ? unknownStart : start;
    return mark;
}

std::string ownerText(const OwnerMark &owner)
{
    return owner.machine + "/" + owner.boot + "/" + owner.processes + "/" + std::to_string(owner.pid) + "/" +
           owner.start;
}

std::optional<OwnerMark> ownerFrom(std::string_view text)
{
    const std::vector<std::string> parts = split(text, '/');
    if (parts.size() != 5)
        return std::nullopt;
    OwnerMark owner{parts[0], parts[1], parts[2], 0, parts[4]};
    const auto [end, error] = std::from_chars(parts[3].data(), parts[3].data() + parts[3].size(), owner.pid);
    if (error != std::errc() || end != parts[3].data() + parts[3].size() || owner.pid <= 0)
        return std::nullopt;
    return owner;
}

bool ownerIsDead(const OwnerMark &owner, const OwnerMark &self,
                 const std::function<std::optional<std::string>(int)> &startOf, bool shared)
{
    if (owner.machine != self.machine || owner.machine.empty() || owner.boot.empty() || self.boot.empty())
        return false;
    if (owner.boot != self.boot)
        return !shared;
    if (owner.processes != self.processes)
        return false;
    const auto start = startOf(owner.pid);
    if (!start)
        return true;
    return !start->empty() && owner.start != unknownStart && *start != owner.start;
}

} // namespace vouchsafe
