#pragma once
// A copy of a tree where no overlay can be mounted: reflinks where the file system has them, else bytes.

#include "core/base/result.h"
#include "sandbox/identity.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace vouchsafe {

/// What tells that a copied file was touched: its change time cannot be set by a program.
struct CopiedStamp {
    std::uint64_t inode = 0;
    std::int64_t changedNs = 0;

    bool operator==(const CopiedStamp &) const = default;
};

struct TreeCopy {
    bool reflinked = false;                        ///< every file shares its blocks with the original
    std::map<std::string, CopiedStamp> files = {}; ///< regular files and links by path relative to the root
    std::uint64_t mostBytes = UINT64_MAX;          ///< that may be copied; shared blocks and holes are none
    std::uint64_t freeFloor = 0;                   ///< bytes that have to stay free on the disk
    std::uint64_t bytes = 0;                       ///< copied so far
};

/// Copies `from` over the folder `to`, with modes and times; links are copied as links, everything else but
/// folders and regular files is left out. Whiteouts of an overlay layer remove what is there. What is new
/// belongs to the identity. Holes stay holes. ErrorCode::SandboxSetup where a bound would be passed.
Status copyTree(const std::filesystem::path &from, const std::filesystem::path &to, const Identity &identity,
                TreeCopy &copy);

/// The stamps of the tree as it is now.
std::map<std::string, CopiedStamp> stampsOf(const std::filesystem::path &root);

} // namespace vouchsafe
