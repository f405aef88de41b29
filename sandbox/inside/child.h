#pragma once
// A process started beside the helper, with its output in pipes and nothing on its stdin.

#include <sys/types.h>

namespace vouchsafe::inside {

long nowMs(); ///< of a clock that only goes forward
void nonBlocking(int fd);

/// One in a program: its end is told by a signal.
class Child {
public:
    /// False where no process could be made. `error` is errno where the program could not be executed, else
    /// 0.
    bool start(char *const *words, int &error);
    int wakeUp() const; ///< readable when reap() may have something to do
    void reap();
    void kill() const;

    int output = -1; ///< not blocking; the reader closes them
    int errors = -1;
    long endedAt = 0; ///< 0: it runs
    int status = 0;   ///< as waitpid gives it

private:
    pid_t m_pid = -1;
};

} // namespace vouchsafe::inside
