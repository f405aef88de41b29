#pragma once
// Reads the frames out of a failed test's message: pytest's long and short style and Python's own.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe::repair {

struct Frame {
    std::string path; ///< relative to the root where it lies below it, else as written
    int line = 0;
    std::string code; ///< the statement, where the text shows it

    bool operator==(const Frame &) const = default;
};

struct Traceback {
    std::vector<Frame> frames; ///< outermost first
    std::string exception;     ///< `ZeroDivisionError`, qualified as written; empty where none was found
    std::string expected;      ///< type that the test waited for in vain; empty: no such test

    bool operator==(const Traceback &) const = default;
};

/// Only places and weights come from it, never a verdict. `roots`: absolute folders that are the root of the
/// tree.
Traceback tracebackOf(std::string_view message, const std::vector<std::string> &roots);

} // namespace vouchsafe::repair
