#pragma once
// Which container image the checks of a task run in.

#include "core/base/result.h"
#include "core/verify/plan_checks.h"

#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

struct ImageChoice {
    std::string reference;
    std::string reason; ///< for people: `python, by pytest`, `named for all checks`
    std::string notice; ///< empty, or what may be missing in it

    bool operator==(const ImageChoice &) const = default;
};

/// The image of each language that has one.
std::map<std::string, std::string> languageImages();

/// `forAll` is the image that a person (or, after trust, the repository) named for everything, `byLanguage`
/// those for single languages, which stand above it. All checks of a task share one workspace and so one
/// image: where their languages have different ones the first check's is taken, and the notice says so.
/// ErrorCode::Usage for a language that no toolchain has, SandboxBackend where no image is known.
Result<ImageChoice> imageFor(const std::vector<PlannedCheck> &checks, const std::string &forAll,
                             const std::map<std::string, std::string> &byLanguage);

} // namespace vouchsafe
