#include "sandbox/attestation.h"

#include "core/base/text.h"

#include <charconv>
#include <sys/utsname.h>

namespace vouchsafe {
namespace {

class Gathered final : public OutputSink {
public:
    void output(Stream stream, std::string_view chunk) override
    {
        if (stream == Stream::Out && text.size() < 65536)
            text.append(chunk);
    }
    std::string text;
};

template <typename Number>
Number number(std::string_view text, int base = 10)
{
    Number value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, base);
    return value;
}

/// Lines of /proc/self/status are `Name:\tvalue`, those of /proc/net/dev `  lo: counters`.
void read(std::string_view line, Attestation &seen)
{
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos)
        return;
    const std::string_view name = trimmed(line.substr(0, colon));
    const std::string_view value = trimmed(line.substr(colon + 1));
    if (name == "Uid")
        seen.uid = number<unsigned>(value);
    else if (name == "CapEff")
        seen.capabilities = value;
    else if (name == "NoNewPrivs")
        seen.noNewPrivileges = value == "1";
    else if (name == "Seccomp")
        seen.seccomp = number<int>(value);
    else if (line.front() == ' ' && line.find("  ", colon) != std::string_view::npos)
        seen.interfaces.emplace_back(name);
}

bool isolated(const Attestation &seen)
{
    return seen.uid != 0 && number<std::uint64_t>(seen.capabilities, 16) == 0 && seen.noNewPrivileges &&
           seen.seccomp == 2 && seen.interfaces == std::vector<std::string>{"lo"};
}

} // namespace

Result<Attestation> attestedBy(Sandbox &sandbox, Attestation attestation, std::stop_token stop)
{
    Command probe;
    probe.argv = {"/usr/bin/cat", "/proc/self/status", "/proc/self/net/dev"};
    probe.timeout = std::chrono::seconds(20);
    Gathered output;
    const auto result = sandbox.run(probe, std::move(stop), output);
    if (!result)
        return Failure(result.error());
    if (result->ending == Ending::Cancelled)
        return fail(ErrorCode::Cancelled, "the sandbox's probe was cancelled");
    if (result->ending == Ending::SetupFailed)
        return fail(ErrorCode::SandboxDenied, "a sandbox does not start", result->setupError);
    if (result->ending != Ending::Exited || result->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, "the probe in the sandbox did not end well",
                    "exit code " + std::to_string(result->exitCode) + " " + result->limit);
    for (const std::string_view line : splitLines(output.text)) {
        if (!line.empty())
            read(line, attestation);
    }
    utsname kernel{};
    ::uname(&kernel);
    attestation.kernel = kernel.release;
    if (!isolated(attestation))
        return fail(ErrorCode::SandboxSetup, "the probe in the sandbox saw more than it may", output.text);
    return attestation;
}

} // namespace vouchsafe
