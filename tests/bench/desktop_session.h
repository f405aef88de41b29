#pragma once
// A display of its own, on which windows are started and watched from outside, each in the same way.

#include "core/base/result.h"
#include "tests/bench/spawn.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::bench {

/// From the start of the program, in milliseconds; memory in MiB.
struct WindowTimes {
    double mapped = 0;  ///< a window of the wanted title is visible
    double settled = 0; ///< and its processes rest from then on
    double work = 0;    ///< processor time until it was visible
    double memory = 0;  ///< resident, of all its processes, when they rest
};

struct WindowWish {
    std::vector<std::string> argv;
    std::string title; ///< a regular expression
    std::chrono::milliseconds rest{
        400}; ///< without work, and without waiting for a processor, beyond 5 % of it
    std::chrono::seconds limit{60};
};

/// Xvfb with openbox, and a home of its own for all that is started. Ends with the object.
class DesktopSession {
public:
    /// `folder` is made; two sessions need two.
    static Result<std::unique_ptr<DesktopSession>> open(const std::filesystem::path &folder);

    Result<Program> start(const std::vector<std::string> &argv) const;
    /// Starts the program, watches it and ends it.
    Result<WindowTimes> watch(const WindowWish &wish) const;

private:
    DesktopSession(Program server, std::vector<std::string> variables)
        : m_server(std::move(server)), m_variables(std::move(variables))
    {
    }
    bool isVisible(const Program &program, const std::string &title) const;

    Program m_server;
    std::vector<Program> m_manager;
    std::vector<std::string> m_variables;
};

} // namespace vouchsafe::bench
