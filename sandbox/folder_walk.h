#pragma once
// Visits all that lies below an open folder, however deep, with few descriptors and never through links.

#include <cstddef>
#include <functional>
#include <string>
#include <sys/stat.h>

namespace vouchsafe {

/// What a walk hands out: `folder` is the open parent, `path` is relative to where the walk began.
struct WalkedEntry {
    int folder;
    const char *name;
    const std::string &path;
    const struct stat &info;
};

/// Parents come before what is in them. What ran inside may have left anything there: folders are entered one
/// at a time, and the way back is `..`, which has to lead to the folder that was come from.
class FolderWalk {
public:
    static constexpr std::size_t deepest = 512;       ///< folders in each other
    static constexpr std::size_t longestPath = 4'095; ///< bytes, what a system call takes

    std::function<bool(const WalkedEntry &)> visit; ///< says whether to go on
    /// A folder that was not entered, and why in plain words.
    std::function<void(const std::string &path, const std::string &why)> leftOut = [](const std::string &,
                                                                                      const std::string &) {};

    /// False: only what there is counts. No paths are made (they are empty), and nothing is too deep.
    bool named = true;

    /// False where `visit` ended it.
    bool below(int folder, const std::string &path) const;
};

} // namespace vouchsafe
