#pragma once
// The test script of a package.json.

#include "core/base/result.h"
#include "core/ports/base_tree.h"

#include <string>

namespace vouchsafe {

struct NpmScript {
    std::string command;
    bool surrounded = false; ///< it has a `pretest` or `posttest`, so npm itself has to run it
};

/// ErrorCode::NoCheck where there is no package.json, no script, or only the placeholder of `npm init`, which
/// prints an error and exits 1 without having tested anything.
Result<NpmScript> npmTestScript(const BaseTree &tree);

} // namespace vouchsafe
