#pragma once
// The only place that starts processes. One long-lived thread starts them all: a child's death with its
// parent is bound to the thread that started it, and a run's own thread may end before the sandbox does.

#include "core/base/result.h"
#include "sandbox/child_setup.h"
#include "sandbox/descriptor.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct ProcessSpec {
    std::string program;                  ///< absolute path
    std::vector<std::string> argv;        ///< with the name as which it runs
    std::vector<std::string> environment; ///< `NAME=value`, the whole of it
    ChildSetup setup;                     ///< its descriptors name 0, 1 and 2 too
};

/// How a child ended.
struct ExitStatus {
    bool signalled = false;
    int value = 0; ///< exit code, or signal
};

/// A child of ours, by pidfd: a number that was used again cannot be hit. Killed and reaped with its owner.
class Process {
public:
    Process(pid_t pid, Descriptor handle) : m_pid(pid), m_handle(std::move(handle)) {}
    Process(Process &&other) noexcept;
    Process &operator=(Process &&) = delete;
    ~Process();

    pid_t pid() const { return m_pid; }
    int descriptor() const { return m_handle.get(); } ///< readable once it has ended
    void signal(int number) const;
    /// Blocks until it has ended; the same answer ever after.
    ExitStatus wait();

private:
    pid_t m_pid;
    Descriptor m_handle;
    std::optional<ExitStatus> m_status;
};

/// Returns when the program was executed, or with what failed before it: ErrorCode::SandboxSetup, and
/// ErrorCode::SandboxDenied where the kernel refuses namespaces. Any thread.
Result<Process> startProcess(const ProcessSpec &spec);

/// Namespaces that exist as long as they are held open here or by a process inside.
struct HeldNamespaces {
    Descriptor user;
    Descriptor mount;
    std::vector<Descriptor> folders; ///< of `openAfter`, in order
};

/// Makes namespaces and mounts as `setup` says, without a program in them, and opens these folders there
/// (relative to the set-up's working folder). `failedAt` tells the step on error. Any thread.
Result<HeldNamespaces> makeNamespaces(const ChildSetup &setup, const std::vector<std::string> &openAfter,
                                      SetupReport &failedAt);

} // namespace vouchsafe
