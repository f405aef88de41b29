#pragma once
// A sandbox: a policy and a workspace whose writes persist between runs of it.

#include "core/base/result.h"
#include "core/model/policy.h"
#include "core/model/verdict.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// The folder inside where the host puts read-only files for a run, and the one it collects reports from.
inline constexpr std::string_view insideTools = "/vouchsafe/tools";
inline constexpr std::string_view insideReports = "/vouchsafe/reports";

struct Command {
    std::vector<std::string> argv;
    std::map<std::string, std::string> environment; ///< beside the fixed one; nothing of the host's enters
    std::string workdir;                            ///< relative to the workspace; empty: its root
    std::chrono::milliseconds timeout{300'000};     ///< TERM at its end, KILL 2 s later
    /// Bytes of one command's output that reach the sink and are counted; the rest is drained and dropped.
    std::uint64_t outputBytes = std::uint64_t{256} << 20;
};

struct RunResult {
    Ending ending = Ending::Exited;
    int exitCode = 0;
    int signal = 0;
    std::string limit; ///< for Ending::LimitReached
    std::chrono::milliseconds duration{0};
    std::uint64_t outputBytes = 0; ///< all that was written, dropped bytes included
    std::string setupError;        ///< for Ending::SetupFailed: the launcher's own words
};

enum class Stream { Out, Err };

/// Called on the thread of `run`, chunks as they come; a chunk may end inside a character.
class OutputSink {
public:
    virtual ~OutputSink() = default;
    virtual void output(Stream stream, std::string_view chunk) = 0;
};

class DiscardOutput final : public OutputSink {
public:
    void output(Stream, std::string_view) override {}
};

/// Two-way channel to a process inside. What it says or how it ends is never evidence.
class Channel {
public:
    virtual ~Channel() = default; ///< ends the process
    virtual Status write(std::string_view bytes) = 0;
    /// One line without its line feed; ErrorCode::Timeout, Cancelled, or Io at end of stream.
    virtual Result<std::string> readLine(std::chrono::milliseconds timeout, std::stop_token stop) = 0;
    virtual void closeInput() = 0;
};

struct CollectRequest {
    std::string
        folder; ///< insideReports, or a path relative to the workspace; "": the whole workspace's changes
    std::uint64_t maxBytes = std::uint64_t{64} << 20; ///< in all
    std::uint64_t maxFiles = 10'000;
};

struct CollectedFile {
    std::string path; ///< relative to the folder asked for
    std::string bytes;
    unsigned mode = 0100644;
    bool deleted = false; ///< workspace only: the run removed it
};

struct FileSet {
    std::vector<CollectedFile> files; ///< sorted by path; regular files only
    std::vector<std::string>
        skipped; ///< links, sockets, FIFOs, devices and what was over a limit, with the reason
};

/// Blocking; call from one thread at a time. Its destructor terminates and removes the workspace.
class Sandbox {
public:
    virtual ~Sandbox() = default;
    virtual Result<RunResult> run(const Command &command, std::stop_token stop, OutputSink &output) = 0;
    virtual Result<std::unique_ptr<Channel>> start(const Command &command) = 0;
    virtual Result<FileSet> collect(const CollectRequest &request) = 0;
    virtual Result<Attestation> attest(std::stop_token stop) = 0;
    virtual void terminate() = 0; ///< from any thread; nothing survives
};

/// A folder of the host that stands inside at a path of its own.
struct HostMount {
    std::filesystem::path host;
    std::string inside;         ///< absolute, or relative to the workspace
    bool discardWrites = false; ///< an overlay whose writes are thrown away; else read-only
    /// Relative to the folder: empty ones stand in their place inside.
    std::vector<std::string> hiddenFiles = {};
    std::vector<std::string> hiddenFolders = {};

    bool operator==(const HostMount &) const = default;
};

/// A file to lay over the base tree before the first run (bytes relative to the workspace root).
struct WorkspaceFile {
    std::string path;
    std::string bytes;
    unsigned mode = 0100644; ///< 0120000: a link with `bytes` as target
    bool remove = false;

    bool operator==(const WorkspaceFile &) const = default;
};

struct WorkspaceSpec {
    std::filesystem::path base; ///< folder in the tree cache; never written
    std::vector<std::filesystem::path>
        layers; ///< read-only layers over it, lowest first (build outputs of the baseline)
    std::vector<WorkspaceFile> files; ///< the patch
    std::vector<HostMount> mounts;    ///< dependency folders, toolchains
    std::vector<WorkspaceFile> tools; ///< laid read-only under insideTools
    std::vector<std::string> path;    ///< folders put first on PATH inside, absolute
    std::string insideRoot = "/repo"; ///< where the workspace stands
    /// Files and folders of the workspace that no run may write, rename or remove: relative, none below
    /// another. Each is a mount of its own; what is not there is left out, a link on the way is an error.
    std::vector<std::string> readOnly = {};
    /// No overlay: for a tree whose commands rename folders of the base (EXDEV under an overlay).
    bool plainCopy = false;

    bool operator==(const WorkspaceSpec &) const = default;
};

/// Makes sandboxes of one backend. Safe from several threads.
class SandboxFactory {
public:
    virtual ~SandboxFactory() = default;
    virtual Result<std::unique_ptr<Sandbox>> open(const WorkspaceSpec &workspace,
                                                  const SandboxPolicy &policy) = 0;
    /// Begins in the background to make the sandbox that the next `open` of an equal workspace (its files
    /// apart) will be given, held before its command; so that its start costs no time then. Replaces what
    /// waits. A hint: what fails here fails in `open`.
    virtual void warm(const WorkspaceSpec & /*workspace*/, const SandboxPolicy & /*policy*/) {}
    /// Moves what the sandbox wrote so far into a folder that can serve as a layer; the sandbox is closed.
    virtual Result<std::filesystem::path> keepAsLayer(std::unique_ptr<Sandbox> sandbox,
                                                      const std::string &name) = 0;
};

} // namespace vouchsafe
