#pragma once
// The project's own C++ files, read for the tests that judge their shape.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe::test {

struct Source {
    std::string path; ///< relative to the root: `core/base/text.cpp`
    std::string text;
};

/// Every *.h and *.cpp below app, core, sandbox and ui, sorted by path.
std::vector<Source> productSources();

struct Include {
    std::string target; ///< `core/base/text.h`, `QProcess`
    bool quoted = false;
    int line = 0; ///< from 1

    bool operator==(const Include &) const = default;
};
std::vector<Include> includesOf(std::string_view text);

/// The text with comments and the insides of literals made blank; every line stays where it was.
std::string codeOf(std::string_view text);

/// `core/base` for `core/base/text.h`, `sandbox` for `sandbox/process.h`, `app` for `app/cli/run.cpp`.
std::string folderOf(std::string_view path);

} // namespace vouchsafe::test
