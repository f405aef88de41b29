#pragma once
// Windows that show one part of the product, for the rows to be watched from outside.

#include <filesystem>

class QApplication;

namespace vouchsafe::bench {

/// A diff of two files. Titled `diff ready` when it can be scrolled; stays until it is killed.
int showDiff(const std::filesystem::path &before, const std::filesystem::path &after);

/// A view that takes 20,000 lines a second, twice for so many seconds. Writes to `result`: the longest gap of
/// the event loop and the one that 99.9 of 100 are below, in ms; the most processor time within one; the
/// growth of resident memory by the first time and by the second one, in MiB.
int showOutput(int seconds, const std::filesystem::path &result);

} // namespace vouchsafe::bench
