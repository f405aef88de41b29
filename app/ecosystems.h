#pragma once
// What is known of installing a project's dependencies, as data: resources/prepare/*.json.
//
// In words of steps and values of variables `{root}` is where the workspace stands, `{deps}` what is kept
// beside it, `{scratch}` what is thrown away, `{file}` the file of an `each`.

#include "core/base/result.h"
#include "core/ports/base_tree.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// A file at the root of the tree (a glob; `**/` for any depth), with a text in it where one is named.
struct FileSign {
    std::string file;
    std::string contains;

    bool operator==(const FileSign &) const = default;
};

struct InstallStep {
    std::vector<std::string> argv;
    std::string shown; ///< for people, where the words themselves say little
    std::string each;  ///< once for every file of that glob
    std::vector<FileSign> when;
    std::vector<FileSign> unless;

    bool operator==(const InstallStep &) const = default;
};

struct Ecosystem {
    std::string name;
    std::string language;
    int order = 0;
    std::vector<FileSign> recognise;
    std::vector<FileSign> unless;
    std::vector<std::string> inputs; ///< globs: what decides which packages are installed
    std::vector<std::string> locks;  ///< globs: one of them makes an installation repeatable
    std::vector<std::string> pinned; ///< globs: so do these, where each line of them holds `pinnedBy`
    std::string pinnedBy;
    std::vector<std::string> hosts;
    std::vector<std::string> programs; ///< whose change makes the installation stale
    std::map<std::string, std::string> environment;
    std::vector<InstallStep> steps;
    std::vector<std::string> keeps;       ///< names of folders, at the root of the workspace
    std::vector<std::string> keepsBeside; ///< globs: and beside these files
    bool runsCode = false; ///< of packages or of the repository, so that no other repository may use it
    std::vector<FileSign> wholeTree; ///< code beside the inputs decides what is installed: any edit counts
    std::vector<FileSign> floating;  ///< asks for packages that no lock and no pin holds
    std::vector<std::string> path;   ///< folders that stand first on PATH afterwards
    std::string cache;               ///< folder below `{deps}`; empty: none
    std::map<std::string, std::string> offline; ///< variables by which the cache is found without network
    std::string digest;                         ///< of this data

    bool operator==(const Ecosystem &) const = default;
};

/// Reads one file of resources/prepare. ErrorCode::Internal says what is wrong with it.
Result<Ecosystem> parseEcosystem(std::string_view json);
/// All of them in their order; read once. Safe from any thread.
const std::vector<Ecosystem> &ecosystems();

/// Whether a path of the tree is one of the glob's: without `**/` only at the depth that the glob has.
bool isRootMatch(std::string_view glob, std::string_view path);
bool hasSign(const BaseTree &tree, const std::vector<FileSign> &signs);
std::vector<std::string> filesOf(const BaseTree &tree, const std::vector<std::string> &globs);

} // namespace vouchsafe
