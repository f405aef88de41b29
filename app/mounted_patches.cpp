#include "app/mounted_patches.h"

#include "core/base/text.h"

namespace vouchsafe {
namespace {

bool isAtOrBelow(std::string_view path, std::string_view folder)
{
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

PatchRefusal refusalOf(const std::string &path, const std::string &mount)
{
    PatchRefusal refusal;
    refusal.error.code = ErrorCode::PatchOutside;
    refusal.error.what =
        "the patch writes below " + shown(mount) + ", which is ignored by git and shown from the host";
    refusal.error.context = shown(path) + " would stand where the checks see the host's " + shown(mount);
    refusal.error.remedy =
        "Leave " + shown(path) + " out of the patch; its folder is no part of the repository.";
    refusal.places.push_back({path, 0, {}});
    return refusal;
}

} // namespace

std::vector<std::string> coveredPaths(const std::vector<HostMount> &mounts, const std::string &insideRoot)
{
    std::vector<std::string> paths;
    for (const HostMount &mount : mounts) {
        if (!mount.inside.starts_with('/'))
            paths.push_back(mount.inside);
        else if (mount.inside.starts_with(insideRoot + "/"))
            paths.push_back(mount.inside.substr(insideRoot.size() + 1));
    }
    return paths;
}

MountAwarePatches::MountAwarePatches(const PatchReader &reader, std::vector<std::string> mounts)
    : m_reader(reader), m_mounts(std::move(mounts))
{
}

tl::expected<Patch, PatchRefusal> MountAwarePatches::read(std::string_view text, const BaseTree &tree,
                                                          const PatchContext &context) const
{
    tl::expected<Patch, PatchRefusal> patch = m_reader.read(text, tree, context);
    if (!patch)
        return patch;
    for (const FileChange &change : patch->files)
        for (const std::string *path : {&change.path, &change.from})
            for (const std::string &mount : m_mounts)
                // A file above a mount stands in the way of it.
                if (!path->empty() && (isAtOrBelow(*path, mount) || isAtOrBelow(mount, *path)))
                    return tl::unexpected(refusalOf(*path, mount));
    return patch;
}

} // namespace vouchsafe
