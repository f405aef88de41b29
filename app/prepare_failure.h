#pragma once
// Why a step of `prepare` failed, in one line, and a remedy that fits the cause.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/network/allow_list_proxy.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// It was on the list, and yet nothing came: no name service, no connection.
bool isFailedConnection(const ProxyLogEntry &entry);

/// `step` as people read it, `output` the end of what its tool said. ErrorCode::Prepare; Timeout where its
/// time ran out.
Error stepError(const std::string &step, const RunResult &result, std::string_view output,
                const std::vector<AllowedHost> &hosts, const std::vector<ProxyLogEntry> &log);

} // namespace vouchsafe
