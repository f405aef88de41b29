#include "sandbox/engine/merged_tree.h"

#include "sandbox/overlay_marks.h"

#include <sys/stat.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

using Tree = std::map<std::string, MergedEntry>;

void removeBelow(Tree &tree, const std::string &path)
{
    // `/` is followed by `0`: all that is below the folder lies between.
    tree.erase(tree.lower_bound(path + "/"), tree.lower_bound(path + "0"));
}

} // namespace

Tree mergedTree(const std::vector<fs::path> &lowers)
{
    Tree tree;
    for (auto lower = lowers.rbegin(); lower != lowers.rend(); ++lower) {
        std::error_code error;
        const auto skip = fs::directory_options::skip_permission_denied;
        for (fs::recursive_directory_iterator entry(*lower, skip, error), end; !error && entry != end;
             entry.increment(error)) {
            struct stat info {};
            if (::lstat(entry->path().c_str(), &info) != 0)
                continue;
            const std::string path = entry->path().lexically_relative(*lower).string();
            const bool folder = S_ISDIR(info.st_mode);
            if (!folder || isOpaque(entry->path()))
                removeBelow(tree, path);
            if (isWhiteout(info))
                tree.erase(path);
            else if (folder || S_ISREG(info.st_mode) || S_ISLNK(info.st_mode))
                tree[path] = {entry->path(), info.st_mode};
        }
    }
    return tree;
}

} // namespace vouchsafe
