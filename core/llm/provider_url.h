#pragma once
// Where a request with a key may go.

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace vouchsafe {

/// https anywhere, http to this machine alone, no user, password, query or fragment. ErrorCode::ModelUnknown.
Status checkProviderUrl(std::string_view url);
/// `localhost` or an address of the loopback interface.
bool isLoopbackUrl(std::string_view url);
/// Scheme, host and port, for people.
std::string originOf(std::string_view url);

} // namespace vouchsafe
