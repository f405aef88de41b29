#pragma once
// Which commands judge a tree: the ones a person gave, or those that the repository's own files call for.

#include "core/base/result.h"
#include "core/ports/base_tree.h"
#include "core/verify/toolchains.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One command, without report flags yet. `start` and `arguments` together are its argv.
struct PlannedCheck {
    std::string shown;     ///< for people, one line
    std::string toolchain; ///< name of the recognised runner; empty: only its exit code is known
    std::vector<std::string>
        start; ///< words that start the runner: `python3 -m pytest`; the program at least
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment;
    std::vector<PlannedCheck> otherwise; ///< found checks only: what to use where this one cannot be started

    bool operator==(const PlannedCheck &) const = default;
};

/// `given` as on the command line: split like argv without a shell; with shell syntax it runs under
/// `bash -eo pipefail -c`. Without any the first toolchain that recognises the tree decides.
/// ErrorCode::NoCheck where there is nothing to run: no toolchain fits, or npm has no test script.
/// ErrorCode::CheckInvalid for an empty text or an open quote.
Result<std::vector<PlannedCheck>> planChecks(const BaseTree &tree, const std::vector<std::string> &given);

/// The same for one command given as text.
Result<PlannedCheck> planCheck(const BaseTree &tree, std::string_view command);

/// The whole argv with the runner's report flags, where it has any: the person's own flags for the same
/// thing are left out. `report` is a path inside the sandbox.
std::vector<std::string> withReport(const PlannedCheck &check, const std::string &report);

} // namespace vouchsafe
