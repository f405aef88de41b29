#pragma once
// The command of a frame, and the last steps of becoming it.

#include "sandbox/inside/bytes.h"

namespace vouchsafe::inside {

struct StartFailure {
    int number = 0;        ///< errno; 0: none
    const char *step = ""; ///< as in the protocol
};

/// Its memory is never freed: the program ends with it.
class StartedCommand {
public:
    /// False where the body is no command.
    bool read(std::string_view body);
    std::uint32_t flags() const { return m_flags; }
    /// Signals, session and stdin stay the caller's. Returns only on failure.
    StartFailure become() const;

private:
    std::uint32_t m_flags = 0;
    char *m_workdir = nullptr;
    char **m_words = nullptr;
    char **m_variables = nullptr;
};

/// Every signal as a new process has it, and none held back.
void plainSignals();

} // namespace vouchsafe::inside
