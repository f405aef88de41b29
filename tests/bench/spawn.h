#pragma once
// Starts the peers, which are programs of the system, as a chosen user.

#include "core/base/result.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace vouchsafe::bench {

struct User {
    uid_t uid = 0;
    gid_t gid = 0;
};

/// Runs argv[0] (an absolute path) with no input and no output and waits for it. Working directory `/`,
/// inherited environment, of which `variables` (`NAME=value`) replace some. Another end than exit status 0 is
/// ErrorCode::Io with the command in the context.
Status runPeer(const std::vector<std::string> &argv, std::optional<User> as = std::nullopt,
               const std::vector<std::string> &variables = {});

/// A program that goes on: a server or a window. The end of the object kills it and all it started.
class Program {
public:
    /// argv[0] is an absolute path; no input, no output. Environment as above.
    static Result<Program> start(const std::vector<std::string> &argv,
                                 const std::vector<std::string> &variables = {});
    Program(Program &&other) noexcept : m_pid(std::exchange(other.m_pid, -1)) {}
    Program &operator=(Program &&) = delete;
    ~Program();

    pid_t pid() const { return m_pid; }
    bool hasEnded(); ///< by itself

private:
    explicit Program(pid_t pid) : m_pid(pid) {}
    pid_t m_pid = -1; ///< also its process group
};

/// The absolute path of a program on PATH; empty where there is none.
std::string programPath(const std::string &name);

} // namespace vouchsafe::bench
