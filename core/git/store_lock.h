#pragma once
// Advisory locks of the tree cache, safe against a lock file that is removed meanwhile.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <filesystem>

namespace vouchsafe {

enum class LockKind { Shared, Exclusive };
enum class LockWait { Block, Never };

/// Held while the descriptor is open, also against other descriptors of this process. With LockWait::Never an
/// invalid descriptor when someone else holds it.
Result<Descriptor> lockStore(const std::filesystem::path &file, LockKind kind, LockWait wait);

} // namespace vouchsafe
