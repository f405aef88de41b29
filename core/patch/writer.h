#pragma once
// The one form in which patches are shown, stored and handed on: a git diff with three lines of context.

#include "core/model/patch.h"

#include <string>

namespace vouchsafe {

/// Accepted by `git apply` on the tree before, whatever the bytes: sections in the order of the files, with
/// full object ids in the index lines, names quoted as git does where they need it.
std::string canonicalDiff(const Patch &patch);

} // namespace vouchsafe
