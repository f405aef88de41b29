#pragma once
// Which names a patch may use at all, whatever the tree holds.

#include "core/patch/refusal.h"

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Refuses by the name alone: leaving the root, git's own data in any spelling that some file system folds
/// onto it, control characters, direction marks and invisible characters, over-long names.
std::optional<PatchRefusal> nameRefusal(std::string_view name);

/// Whether some file system could read the part as `.git`: other letter case, trailing dots and blanks,
/// characters that HFS+ ignores, NTFS streams and short names.
bool isGitPart(std::string_view part);

/// Characters that a reader cannot see or that turn the direction of text.
bool hasHiddenCharacters(std::string_view name);

/// Leaves out empty parts and `.`; `a//./b` is `a/b`.
std::string plainPath(std::string_view path);

/// Where a link at `path` with this target leads, relative to the root; nullopt where it leaves it.
std::optional<std::string> linkDestination(std::string_view path, std::string_view target);

std::string_view parentOf(std::string_view path);

} // namespace vouchsafe
