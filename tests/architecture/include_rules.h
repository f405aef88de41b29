#pragma once
// The dependency rule between the folders, and who may use which library, as pure functions.

#include "tests/architecture/sources.h"

#include <set>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// Names of headers of Qt's window libraries: `QWidget`, `qwidget.h`, `QtGui`, …
using HeaderNames = std::set<std::string, std::less<>>;
HeaderNames windowHeaders();

/// Whether a file of `from` may include one of `to` (folders as folderOf gives them).
bool mayInclude(std::string_view from, std::string_view to);

/// Every breach in words: `core/base/x.cpp:3: core/base may not include core/git (core/git/y.h)`.
std::vector<std::string> includeBreaches(const Source &source, const HeaderNames &windows);

/// Where a file that must not know windows includes a project header that brings them, however deep.
std::vector<std::string> windowsBehind(const std::vector<Source> &all, const HeaderNames &windows);

/// Calls that start a program or a process, outside of the one place for them.
std::vector<std::string> processBreaches(const Source &source);

} // namespace vouchsafe::test
