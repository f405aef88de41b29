#pragma once
// Whether a tree's files call for a toolchain.

#include "core/ports/base_tree.h"
#include "core/verify/toolchains.h"

#include <optional>
#include <string>

namespace vouchsafe {

/// Set where the toolchain's data recognises the tree; holds the make target that was found, else it is
/// empty.
std::optional<std::string> recognised(const BaseTree &tree, const Toolchain &toolchain);

} // namespace vouchsafe
