#pragma once
// Names of runs and unguessable nonces.

#include "core/base/clock.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace vouchsafe {

/// `YYYYMMDD-HHMMSS-xxxx` in UTC, the last part four random hexadecimal digits.
std::string newRunId(const Clock &clock);
bool isRunId(std::string_view text);

/// `bytes` random bytes of the system's source as lower-case hexadecimal digits.
std::string newNonce(std::size_t bytes = 16);

} // namespace vouchsafe
