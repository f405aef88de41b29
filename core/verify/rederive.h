#pragma once
// Derives a verdict again from what was stored, without a sandbox.

#include "core/base/result.h"
#include "core/model/verdict.h"

#include <filesystem>

namespace vouchsafe {

/// Reads every stored output and report of the baseline's and the verdict's runs again, compares their
/// hashes, parses the reports, judges anew from them and the recorded exit statuses, and compares with what
/// was recorded. ErrorCode::Evidence names the first difference. The result carries the recorded duration.
Result<Verdict> rederive(const Baseline &baseline, const Verdict &recorded,
                         const std::filesystem::path &runFolder);

} // namespace vouchsafe
