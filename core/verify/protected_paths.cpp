#include "core/verify/protected_paths.h"

#include "core/base/text.h"
#include "core/verify/recipe_files.h"

#include <algorithm>
#include <set>

namespace vouchsafe {
namespace {

void add(std::set<std::string> &globs, const Toolchain &toolchain)
{
    globs.insert(toolchain.tests.begin(), toolchain.tests.end());
    globs.insert(toolchain.configuration.begin(), toolchain.configuration.end());
}

void addNamed(std::set<std::string> &globs, const BaseTree &tree, const std::vector<std::string> &words)
{
    for (const std::string &word : words) {
        const auto parts =
            shellWords(word); // `bash -c "sh suite.sh | tail"` names its script inside one word
        for (const std::string &part : parts ? *parts : std::vector<std::string>{word}) {
            const std::string path = part.starts_with("./") ? part.substr(2) : part;
            if (findEntry(tree, path) != nullptr)
                globs.insert(path);
        }
    }
}

/// As globMatches; a leading slash holds a pattern at the root.
bool matches(const std::string &glob, const std::string &path)
{
    if (!glob.starts_with("/"))
        return glob == path || globMatches(glob, path);
    const std::string_view atRoot = std::string_view(glob).substr(1);
    const bool deep = atRoot.find('/') != std::string_view::npos;
    return (deep || path.find('/') == std::string::npos) && globMatches(atRoot, path);
}

bool isProtected(const std::string &path, const std::vector<std::string> &globs)
{
    return !path.empty() && std::any_of(globs.begin(), globs.end(),
                                        [&](const std::string &glob) { return matches(glob, path); });
}

} // namespace

std::vector<std::string> protectedGlobs(const BaseTree &tree, const std::vector<PlannedCheck> &checks,
                                        const std::vector<std::string> &own)
{
    std::set<std::string> globs(own.begin(), own.end());
    for (const PlannedCheck &check : checks) {
        const Toolchain *toolchain = toolchainNamed(check.toolchain);
        for (const Toolchain &each : toolchains())
            if (toolchain == nullptr || each.language == toolchain->language)
                add(globs, each);
        addNamed(globs, tree, check.start);
        addNamed(globs, tree, check.arguments);
    }
    for (const std::string &judge : recipeFiles(tree, checks).judges)
        globs.insert(judge);
    return {globs.begin(), globs.end()};
}

SplitPatch splitPatch(const Patch &patch, const std::vector<std::string> &globs)
{
    SplitPatch split;
    split.tests.origin = split.rest.origin = patch.origin;
    for (const FileChange &change : patch.files) {
        const bool touches = isProtected(change.path, globs) || isProtected(change.from, globs);
        (touches ? split.tests : split.rest).files.push_back(change);
    }
    return split;
}

} // namespace vouchsafe
