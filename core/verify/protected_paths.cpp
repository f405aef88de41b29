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

Result<std::vector<std::string>> protectedEntries(const BaseTree &tree, const std::vector<std::string> &globs)
{
    constexpr std::size_t mostMounts = 500;
    std::set<std::string> open; // folders that hold something else as well
    std::vector<const std::string *> inside;
    for (const TreeEntry &entry : tree.entries()) {
        const bool regular = entry.mode == 0100644 || entry.mode == 0100755;
        if (regular && isProtected(entry.path, globs)) {
            inside.push_back(&entry.path);
            continue;
        }
        for (std::size_t slash = entry.path.rfind('/'); slash != std::string::npos && slash > 0;
             slash = entry.path.rfind('/', slash - 1))
            open.insert(entry.path.substr(0, slash));
    }
    std::vector<std::string> paths;
    for (const std::string *path : inside) {
        std::size_t end = path->find('/');
        while (end != std::string::npos && open.contains(path->substr(0, end)))
            end = path->find('/', end + 1);
        std::string whole = path->substr(0, end);
        if (paths.empty() || paths.back() != whole)
            paths.push_back(std::move(whole));
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    if (paths.size() > mostMounts)
        return fail(ErrorCode::SandboxSetup, "too many protected paths to make each read-only",
                    std::to_string(paths.size()) + " files and folders",
                    "leave --protect-readonly out: edits of protected paths are proven apart in any case");
    return paths;
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
