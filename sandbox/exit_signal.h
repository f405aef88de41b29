#pragma once
// Shells and launchers tell a deadly signal n by the exit code 128 + n.

#include <algorithm>
#include <array>
#include <csignal>

namespace vouchsafe {

/// The signal that the code stands for; 0: none that ends a process.
inline int signalOfExitCode(int code)
{
    constexpr std::array harmless = {SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH};
    const int signal = code - 128;
    const bool deadly = signal > 0 && signal < SIGSYS + 1 &&
                        std::find(harmless.begin(), harmless.end(), signal) == harmless.end();
    return deadly ? signal : 0;
}

} // namespace vouchsafe
