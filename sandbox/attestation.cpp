#include "sandbox/attestation.h"

#include "core/base/text.h"
#include "sandbox/inside/protocol.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

namespace vouchsafe {
namespace {

constexpr const char *remedy = "run vouchsafe doctor, or choose another sandbox with --sandbox and --runtime";
constexpr std::size_t mostWords = std::size_t{1} << 20;

class Gathered final : public OutputSink {
public:
    void output(Stream stream, std::string_view chunk) override
    {
        if (stream == Stream::Out && text.size() < mostWords)
            text.append(chunk);
    }
    std::string text;
};

/// What was said under each name, in order.
class Words {
public:
    explicit Words(std::string_view probe)
    {
        for (const std::string_view line : splitLines(probe)) {
            const std::size_t blank = std::min(line.find(' '), line.size());
            m_words[line.substr(0, blank)].emplace_back(line.substr(std::min(blank + 1, line.size())));
            m_last = line;
        }
    }
    bool whole() const { return m_last == "end"; }
    /// Empty where it was not said.
    std::string one(std::string_view name) const
    {
        const auto found = m_words.find(name);
        return found == m_words.end() ? std::string() : found->second.front();
    }
    std::vector<std::string> all(std::string_view name) const
    {
        const auto found = m_words.find(name);
        return found == m_words.end() ? std::vector<std::string>() : found->second;
    }

private:
    std::map<std::string_view, std::vector<std::string>> m_words;
    std::string_view m_last;
};

template <typename Number>
Number number(std::string_view text, int base = 10)
{
    Number value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

/// Of a text like `0000000000000000`; a missing one holds everything.
bool noCapabilities(const std::string &digits)
{
    return !digits.empty() && digits.find_first_not_of('0') == std::string::npos;
}

/// gVisor's kernel calls itself Linux 4.4.0 of a fixed day, newer ones `…-gvisor`; both only together with a
/// vDSO that is not Linux's, which no Linux shows.
bool isGvisor(const Words &words)
{
    const std::string system = words.one("system");
    return words.one("vdso") == "other" && (system.ends_with("#1 SMP Sun Jan 10 15:06:54 PST 2016") ||
                                            words.one("release").find("gvisor") != std::string::npos);
}

/// The kernel writes blanks and the like as `\040`.
std::string unescaped(std::string_view text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::string_view digits = text.substr(std::min(i + 1, text.size()), 3);
        if (text[i] != '\\' || digits.size() < 3 || digits.find_first_not_of("01234567") < 3) {
            plain += text[i];
            continue;
        }
        plain += static_cast<char>(number<unsigned>(digits, 8));
        i += 3;
    }
    // In many images the first is a link to the second.
    return plain.starts_with("/var/run/") ? plain.substr(4) : plain;
}

bool isBelow(std::string_view path, std::string_view folder)
{
    return path == folder || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

/// File systems that hold nothing of a disk.
bool isKernels(std::string_view type)
{
    constexpr std::string_view all[] = {
        "proc",    "sysfs",  "tmpfs",    "devtmpfs", "devpts",    "mqueue",    "cgroup",
        "cgroup2", "bpf",    "tracefs",  "debugfs",  "pstore",    "fusectl",   "securityfs",
        "ramfs",   "autofs", "configfs", "efivarfs", "selinuxfs", "hugetlbfs", "binfmt_misc"};
    return std::find(std::begin(all), std::end(all), type) != std::end(all);
}

/// `line` is `/usr ext4 ro`.
bool mayStand(const std::string &line, const std::vector<std::string> &wanted)
{
    const std::vector<std::string> words = split(line, ' ');
    const std::string target = unescaped(words[0]);
    for (const std::string_view folder : {"/proc", "/sys", "/dev"})
        if (isBelow(target, folder))
            return words.size() > 1 && isKernels(words[1]);
    return std::any_of(wanted.begin(), wanted.end(), [&](const std::string &place) {
        if (place.size() > 1 && place.ends_with('/'))
            return isBelow(target, std::string_view(place).substr(0, place.size() - 1));
        return target == (place.starts_with("/var/run/") ? place.substr(4) : place);
    });
}

/// Whether the limit was seen; v1 rounds memory down to whole pages.
bool showsLimit(const std::vector<std::string> &limits, std::string_view name, std::uint64_t wanted)
{
    constexpr std::uint64_t largestPage = 65536;
    return std::any_of(limits.begin(), limits.end(), [&](const std::string &limit) {
        if (!limit.starts_with(name))
            return false;
        const auto seen = number<std::uint64_t>(std::string_view(limit).substr(name.size()));
        return seen != 0 && seen <= wanted && wanted - seen < largestPage;
    });
}

void judgeLimits(Attestation &seen, const WantedInside &wanted, bool gvisor)
{
    if (wanted.memoryBytes != 0) {
        if (showsLimit(seen.limits, "cgroup memory ", wanted.memoryBytes))
            seen.memoryLimit = "cgroup " + std::to_string(wanted.memoryBytes);
        else
            seen.memoryLimit = gvisor ? "set by the engine, not observable" : "best effort";
    }
    const std::string pids = "cgroup pids " + std::to_string(wanted.pids);
    if (wanted.pids != 0 && std::find(seen.limits.begin(), seen.limits.end(), pids) == seen.limits.end())
        seen.unseen.emplace_back("limit-of-processes");
}

/// What is wrong, in words; empty: nothing.
std::string fault(const Words &words, bool gvisor, const WantedInside &wanted, Attestation &seen)
{
    if (!words.whole())
        return "the probe did not come to its end";
    if (const auto done = words.all("done"); !done.empty())
        return "a forbidden act succeeded: " + join(done, ", ");
    if (seen.refused.empty())
        return "the probe tried no forbidden act";
    if (words.one("uid").empty() || seen.uid == 0)
        return "the sandbox runs as root";
    for (const char *set : {"capabilities", "permitted", "inheritable"})
        if (!noCapabilities(words.one(set)))
            return "the sandbox has capabilities";
    if (words.one("network") != "seen")
        return "the sandbox does not show its network";
    if (seen.interfaces != std::vector<std::string>{"lo"} || !seen.routes.empty())
        return "the sandbox has a network";
    // A kernel that does not show these is no Linux. It is written down, and nothing is taken for granted.
    if (words.one("no-new-privileges").empty() && gvisor)
        seen.unseen.emplace_back("no-new-privileges");
    else if (!seen.noNewPrivileges)
        return "the sandbox can gain privileges";
    if (seen.seccomp == 0 && gvisor)
        seen.unseen.emplace_back("seccomp");
    else if (seen.seccomp != 2)
        return "the sandbox has no system call filter";
    for (const std::string &mount : seen.mounts)
        if (!wanted.mounts.empty() && !mayStand(mount, wanted.mounts))
            return "something of the host stands inside: " + shown(mount.substr(0, mount.find(' ')));
    return {};
}

Command probeCommand()
{
    Command probe;
    probe.argv = {inside::programPath, "probe"};
    probe.timeout = std::chrono::seconds(20);
    return probe;
}

} // namespace

Result<Attestation> attestedBy(std::string_view probe, Attestation seen, const WantedInside &wanted)
{
    const Words words(probe);
    const bool gvisor = isGvisor(words);
    seen.system = words.one("system");
    seen.kernel = (gvisor ? "gVisor " : "") + words.one("release");
    seen.uid = number<unsigned>(words.one("uid"));
    seen.capabilities = words.one("capabilities");
    seen.noNewPrivileges = words.one("no-new-privileges") == "1";
    seen.seccomp = number<int>(words.one("seccomp"));
    seen.interfaces = words.all("interface");
    seen.routes = words.all("route");
    seen.mounts = words.all("mount");
    std::sort(seen.mounts.begin(), seen.mounts.end());
    seen.limits = words.all("limit");
    seen.refused = words.all("refused");
    if (const std::string wrong = fault(words, gvisor, wanted, seen); !wrong.empty())
        return fail(ErrorCode::SandboxSetup, wrong, "looking around inside the sandbox", remedy);
    if (wanted.gvisor && !gvisor)
        return fail(ErrorCode::SandboxBackend, "the kernel inside is not that of gVisor",
                    seen.runtime + " was asked for, and inside is " + seen.system,
                    "look at how the runtime is registered with the engine");
    judgeLimits(seen, wanted, gvisor);
    return seen;
}

Result<Attestation> attestedBy(Sandbox &sandbox, Attestation attestation, const WantedInside &wanted,
                               std::stop_token stop)
{
    Gathered output;
    const auto result = sandbox.run(probeCommand(), std::move(stop), output);
    if (!result)
        return Failure(result.error());
    if (result->ending == Ending::Cancelled)
        return fail(ErrorCode::Cancelled, "the sandbox's probe was cancelled");
    if (result->ending == Ending::SetupFailed)
        return attestation.backend == "bubblewrap"
                   ? fail(ErrorCode::SandboxDenied, "a sandbox does not start", result->setupError)
                   : fail(ErrorCode::SandboxSetup, "a container does not start", result->setupError,
                          "take another runtime of this engine with --runtime, or mend this one by its own "
                          "words; `vouchsafe doctor` tries each");
    if (result->ending != Ending::Exited || result->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, "the probe in the sandbox did not end well",
                    "exit code " + std::to_string(result->exitCode) + " " + result->limit, remedy);
    return attestedBy(output.text, std::move(attestation), wanted);
}

} // namespace vouchsafe
