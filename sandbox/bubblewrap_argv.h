#pragma once
// The whole command line of bubblewrap, built by a pure function: these lists are the security policy.

#include "core/model/policy.h"
#include "core/ports/sandbox.h"
#include "sandbox/host_layout.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// A file of the root file system inside, copied from the descriptor with this number.
struct CopiedFile {
    int descriptor = -1;
    std::string inside;

    bool operator==(const CopiedFile &) const = default;
};

/// An open path of the workspace that is mounted on itself.
struct BoundPath {
    int descriptor = -1;
    std::string inside; ///< absolute
    bool readOnly = true;

    bool operator==(const BoundPath &) const = default;
};

/// Numbers are those that the child has.
struct BubblewrapPlan {
    std::string program = "/usr/bin/bwrap";
    HostLayout host;
    SandboxPolicy policy;
    int argsDescriptor = -1;
    int statusDescriptor = -1;
    int seccompDescriptor = -1;
    int workspaceDescriptor = -1; ///< open folder of the workspace
    std::vector<CopiedFile> files;
    std::string insideRoot = "/repo";
    std::vector<BoundPath> fixed;  ///< parents first
    std::string toolsFolder;       ///< of the host, shown read-only at insideTools
    std::string reportsFolder;     ///< of the host, writable at insideReports
    std::vector<HostMount> mounts; ///< `host` as it is bound; `inside` absolute
    std::vector<std::string> path; ///< folders before the usual ones
    std::map<std::string, std::string> environment;
    std::string workdir; ///< absolute
    std::vector<std::string> command;
    /// Set where the process limit cannot be set outside: prlimit sets it inside.
    std::optional<unsigned> innerProcesses;
};

struct BubblewrapArgv {
    std::vector<std::string> argv;
    std::vector<std::string> args; ///< given through the args descriptor, so that /proc/1/cmdline shows none

    bool operator==(const BubblewrapArgv &) const = default;
};

BubblewrapArgv bubblewrapArgv(const BubblewrapPlan &plan);

/// All variables inside but PWD, which bubblewrap sets to the working folder: the fixed ones, then `more`.
std::map<std::string, std::string> environmentInside(const std::vector<std::string> &path,
                                                     const std::map<std::string, std::string> &more);
/// `relative` as a command names its working folder.
std::string folderInside(const std::string &root, const std::string &relative);

/// The synthetic files of /etc: path and content.
std::vector<std::pair<std::string, std::string>> syntheticEtc();

/// Where something is mounted inside, /proc and /dev left out; `/usr/` with all that is mounted below it.
std::vector<std::string> mountTargets(const HostLayout &host, const std::string &insideRoot,
                                      const std::vector<HostMount> &mounts);

} // namespace vouchsafe
