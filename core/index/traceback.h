#pragma once
// Stack traces in a text: of Python and pytest, Node, Go, Rust, gdb and the sanitizers.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct Frame {
    std::string path; ///< as printed, often absolute or of another machine
    int line = 0;
    std::string function; ///< empty where the format has none

    bool operator==(const Frame &) const = default;
};

struct Trace {
    std::vector<Frame> frames; ///< innermost first
    std::string type;          ///< `KeyError`; empty where none was printed
    std::string message;

    bool operator==(const Trace &) const = default;
};

struct TracedText {
    std::vector<Trace> traces; ///< in the order of the text
    std::string prose;         ///< the lines that belong to no trace
};

/// Only the last 4,000 lines are searched for frames.
TracedText readTraces(std::string_view text);

} // namespace vouchsafe
