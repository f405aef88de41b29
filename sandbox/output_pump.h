#pragma once
// Takes both output pipes of a process as they fill, so that it never waits for us.

#include "core/ports/sandbox.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace vouchsafe {

/// Call from one thread. The descriptors stay the caller's and become non-blocking.
class OutputPump {
public:
    /// Of both streams together the first `cap` bytes reach the sink; the rest is read and dropped.
    OutputPump(int output, int errors, std::uint64_t cap, OutputSink &sink);

    int output() const { return m_output; } ///< for poll(); -1 once it has ended
    int errors() const { return m_errors; }
    /// Reads what is there, at most about `most` bytes of each.
    void pump(std::size_t most);
    std::uint64_t total() const { return m_total; }          ///< dropped bytes included
    const std::string &lastErrors() const { return m_last; } ///< the last 4 KiB of the error stream

private:
    void pump(Stream stream, int &fd, std::size_t most);

    int m_output;
    int m_errors;
    std::uint64_t m_cap;
    OutputSink &m_sink;
    std::uint64_t m_total = 0;
    std::string m_last;
};

} // namespace vouchsafe
