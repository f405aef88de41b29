// The half of a workspace of this machine that says what is mounted where.

#include "sandbox/engine/local_workspace.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/engine/overlay_folders.h"

#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;

Status LocalWorkspace::mountPoint(const std::string &path, bool make) const
{
    const AsIdentity rights(m_setting->identity);
    const std::vector<fs::path> below = m_kind == WorkspaceKind::Overlay ? lowers() : std::vector<fs::path>();
    return overlayFolder(changesRoot(), below, path, make);
}

Status LocalWorkspace::freshWork(const std::string &at) const
{
    // A volatile overlay refuses a work folder that was used before.
    if (!m_setting->identity.dropped)
        return {};
    const AsIdentity rights(m_setting->identity);
    return renewWork(m_scratch.descriptor(), at);
}

Status LocalWorkspace::mountHost(const HostMount &mount, std::size_t number, bool others,
                                 std::vector<ContainerMount> &into) const
{
    using Kind = ContainerMount::Kind;
    {
        const AsIdentity rights(m_setting->identity);
        if (::faccessat(AT_FDCWD, mount.host.c_str(), R_OK, AT_EACCESS) != 0)
            return Failure(systemError(errno, "a folder cannot be shown in the sandbox", mount.host));
    }
    const std::string place = placeInWorkspace(m_spec, mount);
    if (!place.empty()) {
        if (Status made = mountPoint(place, !others); !made)
            return made;
    }
    const std::string target = place.empty() ? mount.inside : m_spec.insideRoot + "/" + place;
    const auto overlay = m_volumeAt.find(overlayAt(number));
    if (overlay != m_volumeAt.end())
        into.push_back({Kind::Volume, overlay->second, target, false});
    else
        into.push_back({Kind::Bind, mount.host.string(), target, true}); // the stricter of the two
    const auto cover = [&](const std::vector<std::string> &paths, const char *with) {
        for (const std::string &path : paths) {
            struct stat info {};
            if (::lstat((mount.host / path).c_str(), &info) == 0)
                into.push_back({Kind::Bind, (m_scratch.path() / with).string(), target + "/" + path, true});
        }
    };
    cover(mount.hiddenFiles, emptyFile);
    cover(mount.hiddenFolders, emptyFolder);
    return {};
}

Result<std::vector<ContainerMount>> LocalWorkspace::mounts(bool others)
{
    using Kind = ContainerMount::Kind;
    std::vector<ContainerMount> all;
    if (m_kind == WorkspaceKind::Overlay)
        all.push_back({Kind::Volume, m_volumeAt[""], m_spec.insideRoot, false});
    else
        all.push_back({Kind::Bind, changesRoot().string(), m_spec.insideRoot, false});
    all.push_back({Kind::Bind, (m_scratch.path() / "tools").string(), std::string(insideTools), true});
    all.push_back({Kind::Bind, (m_scratch.path() / "reports").string(), std::string(insideReports), false});
    for (const auto &[at, name] : m_volumeAt) {
        if (Status fresh = others ? Status() : freshWork(at); !fresh)
            return Failure(fresh.error());
    }
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        if (Status mounted = mountHost(m_spec.mounts[i], i, others, all); !mounted)
            return Failure(mounted.error());
    }
    std::set<std::string> fixed;
    for (const auto &[path, source] : m_readOnly) {
        const fs::path parent = fs::path(path).parent_path();
        if (Status made = mountPoint(parent.string(), !others); !made)
            return Failure(made.error());
        // A folder above it could be renamed and another put in its place; as a mount of its own it cannot.
        for (fs::path way; const auto &part : parent) {
            way /= part;
            if (m_kind != WorkspaceKind::Overlay && fixed.insert(way.string()).second)
                all.push_back({Kind::Bind, (changesRoot() / way).string(),
                               m_spec.insideRoot + "/" + way.string(), false});
        }
        all.push_back({Kind::Bind, source.string(), m_spec.insideRoot + "/" + path, true});
    }
    return all;
}

} // namespace vouchsafe
