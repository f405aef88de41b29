#pragma once
// A repository's own proposals, `.vouchsafe.toml` at its root: flat, the names of the settings as keys.
//
//   attempts = 2                       # limits: only lower ones count
//   protect = ["tests/**", "ci/*"]     # always counts
//   check = ["pytest -q"]              # after trust, as are image and ignore
//   ignore = ["vendor/**"]

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

inline constexpr std::string_view repositoryFileName = ".vouchsafe.toml";

/// One key of the file. Numbers and truth values as text; a list has several values.
struct RepositoryValue {
    std::string key; ///< dotted below a table
    std::vector<std::string> values;
    int line = 0; ///< from 1

    bool operator==(const RepositoryValue &) const = default;
};

/// Bytes of the file in the working tree's root; none where there is none. A link or a file of more than 256
/// KiB is ErrorCode::Settings: through a link, an error message could show another file's text.
Result<std::optional<std::string>> readRepositoryFile(const std::filesystem::path &root);

/// In the order of their lines. What is not TOML, or is no text, number, truth value or list of these, is
/// ErrorCode::Settings naming file and line.
Result<std::vector<RepositoryValue>> parseRepositoryFile(std::string_view text);

} // namespace vouchsafe
