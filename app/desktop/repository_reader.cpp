#include "app/desktop/repository_reader.h"

#include "app/desktop/run_list.h"
#include "app/opened_tree.h"
#include "core/base/dirs.h"
#include "core/base/files.h"
#include "core/base/resources.h"
#include "core/base/text.h"
#include "core/git/new_repository.h"
#include "core/settings/settings.h"
#include "core/verify/plan_checks.h"

#include <algorithm>
#include <fstream>

namespace vouchsafe {
namespace {

namespace fs = std::filesystem;

constexpr int mostCopies = 10'000;

/// A new folder `<data>/samples/<name>-<n>` with the lowest free number.
Result<fs::path> freshFolder(const std::string &name, const fs::path &dataFolder)
{
    const fs::path samples = dataFolder / "samples";
    if (const Status made = makePrivateFolder(samples); !made)
        return Failure(made.error());
    for (int number = 1; number < mostCopies; ++number) {
        const fs::path folder = samples / (name + "-" + std::to_string(number));
        std::error_code error;
        if (fs::create_directory(folder, error))
            return folder;
        if (error)
            return Failure(systemError(error.value(), "cannot make the sample's folder", folder));
    }
    return fail(ErrorCode::Io, "there are too many copies of the sample", shown(samples.string()),
                "Remove those that are no longer needed.");
}

Status copyFiles(const std::string &name, const fs::path &folder)
{
    const std::string root = "samples/" + name;
    for (const std::string &file : resourcesBelow(root)) {
        const Result<std::string> bytes = resource(root + "/" + file);
        if (!bytes)
            return Failure(bytes.error());
        std::error_code error;
        fs::create_directories((folder / file).parent_path(), error);
        if (const Status written = writeFileAtomic(folder / file, *bytes, 0644); !written)
            return written;
    }
    return {};
}

} // namespace

Result<OpenedRepository> readRepository(const fs::path &folder, const RunStore &store,
                                        const std::stop_token &stop)
{
    const Directories directories = userDirectories();
    const Result<OpenedTree> tree = openTree(folder, directories, stop);
    if (!tree)
        return Failure(tree.error());
    const Repository &repository = tree->repository;
    OpenedRepository opened;
    opened.root = repository.root.string();
    opened.subfolder = repository.subfolder;
    opened.branch = repository.branch;
    opened.commit = repository.commit;
    const Result<Settings> settings = loadSettings({{}, {}, directories.config, repository.root});
    if (!settings)
        return Failure(settings.error());
    for (const auto &[role, model] : settings->models.value) {
        const std::string text = model.provider + ":" + model.name;
        if (std::find(opened.models.begin(), opened.models.end(), text) == opened.models.end())
            opened.models.push_back(text);
    }
    if (const Result<std::vector<PlannedCheck>> checks =
            planChecks(*tree->snapshot.tree, settings->check.value))
        for (const PlannedCheck &check : *checks)
            opened.checks.push_back(check.shown);
    else
        opened.noChecks = checks.error();
    opened.runs = runsOf(opened.root, store, stop);
    opened.suggestedTask = taskOfSample(repository.root, store.dataFolder());
    return opened;
}

Result<fs::path> copySample(const std::string &name, const fs::path &dataFolder)
{
    const std::vector<std::string> files = resourcesBelow("samples/" + name);
    if (name.empty() || name.find('/') != std::string::npos || files.empty())
        return fail(ErrorCode::PathMissing, "there is no such sample", shown(name),
                    "There are: python, javascript, c.");
    Result<fs::path> folder = freshFolder(name, dataFolder);
    if (!folder)
        return folder;
    Status made = copyFiles(name, *folder);
    std::error_code error;
    // The task is what a person types; it is no part of the sample's repository.
    fs::remove(*folder / "TASK.md", error);
    if (made)
        made = makeRepository(*folder, "Vouchsafe sample", "The sample as it comes");
    if (!made) {
        fs::remove_all(*folder, error);
        return Failure(made.error());
    }
    return folder;
}

std::string taskOfSample(const fs::path &folder, const fs::path &dataFolder)
{
    std::error_code error;
    const fs::path samples = fs::weakly_canonical(dataFolder / "samples", error);
    if (error || folder.parent_path() != samples)
        return {};
    const std::string copy = folder.filename().string();
    const Result<std::string> task = resource("samples/" + copy.substr(0, copy.rfind('-')) + "/TASK.md");
    return task ? std::string(trimmed(*task)) : std::string();
}

} // namespace vouchsafe
