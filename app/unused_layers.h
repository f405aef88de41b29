#pragma once
// Finds the layers of the cache that no run stands on any more, and removes them.

#include "sandbox/identity.h"

namespace vouchsafe {

/// Removes what ended runs built on a tree (their tree's lock is free), installations that no run uses, and
/// what was broken off while it was made. Returns how many folders went.
int removeUnusedLayers(const Identity &identity);

} // namespace vouchsafe
