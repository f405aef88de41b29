#include "core/verify/selection.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostIds = 200;

bool isFolder(const BaseTree &tree, std::string path)
{
    while (path.ends_with("/"))
        path.pop_back();
    if (path.empty() || path == ".")
        return true;
    path += "/";
    const auto &entries = tree.entries();
    const auto it =
        std::lower_bound(entries.begin(), entries.end(), path,
                         [](const TreeEntry &entry, const std::string &p) { return entry.path < p; });
    return it != entries.end() && it->path.starts_with(path);
}

bool namesTests(const BaseTree &tree, const std::string &word)
{
    const std::string path = word.substr(0, word.find("::"));
    return findEntry(tree, path) != nullptr || isFolder(tree, path);
}

/// Ids are relative to the runner's root folder, which is one of the named folders where its settings lie
/// there.
std::string fromRoot(const BaseTree &tree, const std::string &id, const std::vector<std::string> &folders)
{
    const std::string file = id.substr(0, id.find("::"));
    if (findEntry(tree, file) != nullptr)
        return id;
    for (const std::string &folder : folders)
        if (findEntry(tree, folder + "/" + file) != nullptr)
            return folder + "/" + id;
    return id;
}

} // namespace

bool canSelect(const PlannedCheck &check)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    return toolchain != nullptr && !toolchain->selectArguments.empty();
}

PlannedCheck selected(const PlannedCheck &check, const BaseTree &tree, const std::vector<std::string> &ids,
                      bool quick)
{
    if (!canSelect(check) || ids.empty() || ids.size() > mostIds)
        return check;
    PlannedCheck chosen = check;
    chosen.arguments.clear();
    std::vector<std::string> folders;
    for (const std::string &word : check.arguments) {
        if (!word.starts_with("-") && namesTests(tree, word)) {
            std::string folder = word;
            while (folder.ends_with("/"))
                folder.pop_back();
            folders.push_back(folder);
        } else if (word != "--") {
            chosen.arguments.push_back(word);
        }
    }
    if (quick) {
        const auto &flags = toolchainNamed(check.toolchain)->selectArguments;
        chosen.arguments.insert(chosen.arguments.end(), flags.begin(), flags.end());
    }
    for (const std::string &id : ids)
        chosen.arguments.push_back(fromRoot(tree, id, folders));
    return chosen;
}

} // namespace vouchsafe
