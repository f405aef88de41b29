#pragma once
// What a transaction does to one path, and the record of it that undo needs.

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Modes are whole st_mode values, type and permissions; 0 where there is no file, or where the umask
/// decides.
struct ApplyOperation {
    enum class Kind { Replace, Create, Remove };
    Kind kind = Kind::Replace;
    std::string path;
    std::string before; ///< bytes, of a link its target
    std::string after;
    unsigned modeBefore = 0;
    unsigned modeAfter = 0;
    bool umaskDecides = false; ///< of a new file, where the patch says no more than 644 or 755

    bool operator==(const ApplyOperation &) const = default;
};

ApplyOperation reversed(const ApplyOperation &operation);

inline constexpr std::string_view recordName = "apply.record";

/// A first line with the version, for each operation a line of `kind umask modeBefore modeAfter` and the
/// three lengths followed by the raw bytes of path, before and after, and a last line with the sha256 of all
/// above.
std::string recordText(const std::vector<ApplyOperation> &operations);
/// ErrorCode::Evidence when it is damaged.
Result<std::vector<ApplyOperation>> readRecord(const std::filesystem::path &runFolder);

} // namespace vouchsafe
