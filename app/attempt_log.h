#pragma once
// What the proxy was asked for by an installation that failed, kept by its digest until one succeeds.

#include "app/prepare_plan.h"
#include "core/base/result.h"
#include "sandbox/identity.h"
#include "sandbox/network/allow_list_proxy.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// In `<cache>/prepare-logs/<digest>`, of which the latest stay.
Status keepAttempt(const PreparePlan &plan, const Identity &identity, const std::vector<ProxyLogEntry> &log);
/// None: the last one succeeded, or there was none.
std::optional<std::vector<std::string>> attemptLog(const PreparePlan &plan, const Identity &identity);
void forgetAttempt(const PreparePlan &plan, const Identity &identity);

} // namespace vouchsafe
