#include "core/verify/verdict_notes.h"

#include "core/base/text.h"
#include "core/verify/recipe_files.h"
#include "core/verify/verdict_rules.h"

#include <set>

namespace vouchsafe {
namespace {

std::vector<std::string> runByMake(const Patch &patch, const RecipeFiles &recipes)
{
    std::vector<std::string> paths;
    for (const FileChange &change : patch.files)
        for (const std::string &file : recipes.run)
            if (change.path == file || change.from == file)
                paths.push_back(file);
    return paths;
}

} // namespace

std::vector<std::string> notesOf(const Verdict &verdict, const Patch &patch, const Patch &tests,
                                 const BaseTree &tree, const std::vector<PlannedCheck> &checks)
{
    std::vector<std::string> notes;
    if (!tests.files.empty()) {
        std::vector<std::string> paths;
        for (const FileChange &change : tests.files)
            paths.push_back(change.path);
        notes.push_back("the patch edits tests or what steers them: " + shown(join(paths, ", ")));
    }
    if (const auto run = runByMake(patch, recipeFiles(tree, checks)); !run.empty())
        notes.push_back("the patch edits what the Makefile runs, which may be what judges it: " +
                        shown(join(run, ", ")));
    if (runNamed(verdict.runs, run_name::repeat) == nullptr)
        return notes;
    std::set<std::string> named;
    for (const PlannedCheck &check : checks) {
        const Toolchain *toolchain = toolchainNamed(check.toolchain);
        if (toolchain != nullptr && !toolchain->report.empty() && toolchain->sentinels.empty() &&
            named.insert(toolchain->name).second)
            notes.push_back("no sentinels for " + toolchain->name + ": the repetition is plain");
    }
    return notes;
}

} // namespace vouchsafe
