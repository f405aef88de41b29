#include "core/verify/images.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <set>

namespace vouchsafe {
namespace {

std::set<std::string> languages()
{
    std::set<std::string> names;
    for (const Toolchain &toolchain : toolchains()) {
        if (!toolchain.image.empty())
            names.insert(toolchain.language);
    }
    return names;
}

std::optional<ImageChoice> choiceFor(const PlannedCheck &check, const std::string &forAll,
                                     const std::map<std::string, std::string> &byLanguage)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    if (toolchain != nullptr) {
        if (const auto named = byLanguage.find(toolchain->language); named != byLanguage.end())
            return ImageChoice{named->second, "named for " + toolchain->language, {}};
    }
    if (!forAll.empty())
        return ImageChoice{forAll, "named for all checks", {}};
    if (toolchain == nullptr || toolchain->image.empty())
        return std::nullopt;
    return ImageChoice{toolchain->image, toolchain->language + ", by " + toolchain->name, {}};
}

} // namespace

std::map<std::string, std::string> languageImages()
{
    std::map<std::string, std::string> images;
    for (const Toolchain &toolchain : toolchains())
        if (!toolchain.image.empty())
            images.emplace(toolchain.language, toolchain.image);
    return images;
}

Result<ImageChoice> imageFor(const std::vector<PlannedCheck> &checks, const std::string &forAll,
                             const std::map<std::string, std::string> &byLanguage)
{
    const std::set<std::string> known = languages();
    for (const auto &[language, reference] : byLanguage) {
        if (!known.contains(language))
            return fail(ErrorCode::Usage, "there is no language " + shown(language) + " to name an image for",
                        "image " + shown(language + "=" + reference),
                        "the languages are " + join({known.begin(), known.end()}, ", "));
    }
    std::optional<ImageChoice> first;
    std::vector<std::string> others;
    for (const PlannedCheck &check : checks) {
        const auto choice = choiceFor(check, forAll, byLanguage);
        if (!choice)
            continue;
        if (!first)
            first = choice;
        else if (choice->reference != first->reference &&
                 std::find(others.begin(), others.end(), choice->reference) == others.end())
            others.push_back(choice->reference);
    }
    if (!first && !forAll.empty())
        first = ImageChoice{forAll, "named for all checks", {}};
    if (!first)
        return fail(ErrorCode::SandboxBackend, "no container image is known for these checks",
                    checks.empty() ? std::string() : shown(checks.front().shown),
                    "name one that holds what the checks need with --image");
    if (!others.empty())
        first->notice = "The checks are of several languages and share one image, " + first->reference +
                        "; what they need of " + join(others, ", ") +
                        " may be missing there. Name an image that holds all of it with --image.";
    return *first;
}

} // namespace vouchsafe
