#pragma once
// What a sandbox may do: one value from the application and the user's own settings only.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vouchsafe {

enum class Backend { Auto, Bubblewrap, Docker, Podman };

enum class Network {
    Off,       ///< every run that judges code
    AllowList, ///< `prepare` alone: through our proxy to the named hosts, and to nothing else
};

/// What of the host stands inside, for the evidence; the sandbox is given it by its WorkspaceSpec.
struct PolicyMount {
    std::string host;
    std::string inside;
    bool discardWrites = false; ///< else read-only

    bool operator==(const PolicyMount &) const = default;
};

/// A repository file can tighten this, never widen it.
struct SandboxPolicy {
    Backend backend = Backend::Auto;
    std::string runtime; ///< OCI runtime by name; empty: the engine's own
    std::string image;   ///< container image; empty: none was chosen yet
    bool pull = false;   ///< the user agreed to fetch an image that this machine does not have
    Network network = Network::Off;
    std::vector<std::string> hosts; ///< for Network::AllowList: names, `*.example.org` for what is below
    unsigned cpuPercent = 200;      ///< of one processor
    std::uint64_t memoryBytes = std::uint64_t{2} << 30;
    unsigned pids = 512;
    std::uint64_t fileBytes = std::uint64_t{1} << 30;      ///< largest single file
    std::uint64_t workspaceBytes = std::uint64_t{2} << 30; ///< all that a run may write
    std::uint64_t workspaceFiles = 200'000;
    std::uint64_t tmpBytes = std::uint64_t{256} << 20;
    std::uint64_t outputBytes = std::uint64_t{256} << 20; ///< of one command's output kept whole
    std::vector<std::string> protect;     ///< globs of paths whose edits need the two lanes of proof
    bool protectReadOnly = false;         ///< what is protected is also read-only inside
    std::vector<std::string> include;     ///< ignored folders of the repository to show read-only
    std::vector<PolicyMount> mounts;      ///< as they were worked out for this run
    std::string user;                     ///< `uid:gid` inside
    std::vector<std::string> environment; ///< `NAME=value` beside the fixed ones, sorted

    bool operator==(const SandboxPolicy &) const = default;
};

/// Canonical JSON: keys sorted, no blanks, every field but `pull` present: whether an image may be fetched
/// says how it came here and nothing of what holds inside. Its sha256 goes into the evidence.
std::string canonicalJson(const SandboxPolicy &policy);

} // namespace vouchsafe
