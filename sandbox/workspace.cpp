#include "sandbox/workspace.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/collect.h"
#include "sandbox/inside/protocol.h"
#include "sandbox/inside_program.h"
#include "sandbox/lay_files.h"
#include "sandbox/overlay_marks.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

// What stands inside in the place of hidden paths.
constexpr const char *emptyFile = "empty-file";
constexpr const char *emptyFolder = "empty-folder";

Status makeFolder(int parent, const std::string &name, mode_t mode)
{
    if (::mkdirat(parent, name.c_str(), mode) != 0 && errno != EEXIST)
        return Failure(systemError(errno, "cannot make a workspace folder", name));
    // mkdir obeys the umask, a workspace must not.
    ::fchmodat(parent, name.c_str(), mode, 0);
    return {};
}

/// `volatile` spares the sync of the whole disk when the overlay goes; its content is thrown away anyway.
std::vector<std::string> overlayOptions(const std::string &lower, const std::string &at)
{
    const std::string common = "lowerdir=" + lower + ",upperdir=" + at + "upper,workdir=" + at + "work";
    return {common + ",volatile,userxattr", common + ",userxattr", common};
}

Status overlayFolders(int scratch, const std::string &at, mode_t mode)
{
    if (!at.empty()) {
        if (Status made = makeFolder(scratch, at.substr(0, at.size() - 1), 0700); !made)
            return made;
    }
    for (const char *name : {"upper", "work", "merged"}) {
        if (Status made = makeFolder(scratch, at + name, mode); !made)
            return made;
    }
    return {};
}

mode_t modeOf(const fs::path &folder)
{
    struct stat info {};
    return ::stat(folder.c_str(), &info) == 0 ? (info.st_mode & 0777) | 0700 : 0755;
}

} // namespace

std::string_view workspaceKindName(WorkspaceKind kind)
{
    switch (kind) {
    case WorkspaceKind::Overlay:
        return "overlay";
    case WorkspaceKind::Reflink:
        return "reflink";
    case WorkspaceKind::Copy:
        return "copy";
    }
    return "";
}

std::vector<fs::path> Workspace::lowers() const
{
    std::vector<fs::path> all(m_spec.layers.rbegin(), m_spec.layers.rend());
    all.push_back(m_spec.base);
    return all;
}

fs::path Workspace::changesRoot() const
{
    return m_scratch.path() / (m_kind == WorkspaceKind::Overlay ? "upper" : "merged");
}

Result<std::unique_ptr<Workspace>> Workspace::make(const WorkspaceSpec &spec, const Identity &identity,
                                                   bool overlay)
{
    std::error_code error;
    for (const fs::path &lower : spec.layers) {
        if (!fs::is_directory(lower, error))
            return fail(ErrorCode::SandboxSetup, "a layer of the workspace is not there",
                        shown(lower.string()));
    }
    if (!fs::is_directory(spec.base, error))
        return fail(ErrorCode::SandboxSetup, "the base tree is not there", shown(spec.base.string()));
    auto scratch = ScratchFolder::make(identity);
    if (!scratch)
        return Failure(scratch.error());
    std::unique_ptr<Workspace> workspace(new Workspace(spec, identity, std::move(*scratch)));
    if (Status laid = workspace->lay(overlay && !spec.plainCopy); !laid)
        return Failure(laid.error());
    return workspace;
}

Status Workspace::lay(bool overlay)
{
    {
        const AsIdentity rights(m_identity);
        for (const char *name : {"tools", "reports", emptyFolder}) {
            if (Status made = makeFolder(m_scratch.descriptor(), name, 0755); !made)
                return made;
        }
        const Descriptor empty(
            ::openat(m_scratch.descriptor(), emptyFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
        if (!empty.valid())
            return Failure(systemError(errno, "cannot make a workspace file", emptyFile));
        const Descriptor tools(
            ::open(this->tools().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (Status laid = layTools(tools.get()); !laid)
            return laid;
    }
    // A tree that another user owns cannot be written through an overlay.
    struct stat info {};
    const bool ours = ::stat(m_spec.base.c_str(), &info) == 0 &&
                      (info.st_uid == m_identity.uid || handOver(m_spec.base, m_identity));
    if (!overlay || !ours || !mountOverlays()) {
        if (Status copied = copyBase(); !copied)
            return copied;
    }
    return layMore(m_spec.files);
}

Status Workspace::layMore(const std::vector<WorkspaceFile> &files)
{
    const AsIdentity rights(m_identity);
    return layFiles(m_root.get(), files);
}

/// The helper stands among the tools, so that every backend shows it at the same place.
Status Workspace::layTools(int folder) const
{
    for (const WorkspaceFile &tool : m_spec.tools)
        if (tool.path == inside::programName || tool.path.starts_with(std::string(inside::programName) + "/"))
            return fail(ErrorCode::Internal, "a tool has the name of the sandbox's helper", tool.path);
    if (Status laid = layFiles(folder, m_spec.tools); !laid)
        return laid;
    const auto program = storedInsideProgram(m_identity);
    if (!program)
        return Failure(program.error());
    if (::linkat(AT_FDCWD, program->c_str(), folder, inside::programName, 0) == 0)
        return {};
    // A file system without hard links, or one with no more of them to give.
    if (Status laid = layFiles(folder, {{inside::programName, std::string(insideProgram()), 0100755, false}});
        !laid)
        return laid;
    ::fchmodat(folder, inside::programName, 0555, 0);
    return {};
}

bool Workspace::mountOverlays()
{
    ChildSetup setup;
    setup.drop = m_identity.dropped;
    setup.uid = m_identity.uid;
    setup.gid = m_identity.gid;
    setup.ownNamespaces = true;
    setup.workdirFolder = m_scratch.descriptor();
    {
        const AsIdentity rights(m_identity);
        const int scratch = m_scratch.descriptor();
        if (!overlayFolders(scratch, "", modeOf(m_spec.base)))
            return false;
        std::vector<std::string> names;
        for (const fs::path &lower : lowers()) {
            names.push_back("l" + std::to_string(names.size()));
            if (::symlinkat(fs::absolute(lower).c_str(), scratch, names.back().c_str()) != 0)
                return false;
        }
        setup.overlays.push_back({"merged", overlayOptions(join(names, ":"), "")});
        for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
            if (!m_spec.mounts[i].discardWrites)
                continue;
            const std::string at = "d" + std::to_string(i) + "/";
            const std::string lower = at + "lower";
            if (!overlayFolders(scratch, at, modeOf(m_spec.mounts[i].host)) ||
                ::symlinkat(fs::absolute(m_spec.mounts[i].host).c_str(), scratch, lower.c_str()) != 0)
                return false;
            setup.overlays.push_back({at + "merged", overlayOptions(lower, at)});
        }
    }
    SetupReport failed;
    auto held = makeNamespaces(setup, {"merged"}, failed);
    if (!held)
        return false;
    m_root = std::move(held->folders.front());
    m_namespaces = std::move(*held);
    return true;
}

Status Workspace::copyBase()
{
    const fs::path merged = m_scratch.path() / "merged";
    TreeCopy copy{true, {}};
    const std::vector<fs::path> all = lowers();
    for (auto lower = all.rbegin(); lower != all.rend(); ++lower) {
        if (Status copied = copyTree(*lower, merged, m_identity, copy); !copied)
            return copied;
    }
    m_kind = copy.reflinked ? WorkspaceKind::Reflink : WorkspaceKind::Copy;
    m_copied = stampsOf(merged);
    m_copiedUse = diskUse({merged}, {UINT64_MAX, UINT64_MAX});
    // A user namespace of its own, where there can be one, still counts the processes of this sandbox alone.
    ChildSetup setup;
    setup.drop = m_identity.dropped;
    setup.uid = m_identity.uid;
    setup.gid = m_identity.gid;
    setup.ownNamespaces = true;
    SetupReport failed;
    if (auto held = makeNamespaces(setup, {}, failed))
        m_namespaces = std::move(*held);
    const AsIdentity rights(m_identity);
    m_root = Descriptor(::open(merged.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!m_root.valid())
        return Failure(systemError(errno, "cannot open the workspace", merged));
    return {};
}

/// What is gone from the host by now needs no cover, and would have no mount point.
void Workspace::cover(const HostMount &mount, const std::string &inside, std::vector<HostMount> &into) const
{
    const auto coverAll = [&](const std::vector<std::string> &paths, const char *with) {
        for (const std::string &path : paths)
            if (::faccessat(AT_FDCWD, (mount.host / path).c_str(), F_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW) ==
                0)
                into.push_back({m_scratch.path() / with, inside + "/" + path, false});
    };
    coverAll(mount.hiddenFiles, emptyFile);
    coverAll(mount.hiddenFolders, emptyFolder);
}

Result<std::vector<HostMount>> Workspace::mounts() const
{
    std::vector<HostMount> all;
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        HostMount mount = m_spec.mounts[i];
        const AsIdentity rights(m_identity);
        if (::faccessat(AT_FDCWD, mount.host.c_str(), R_OK, AT_EACCESS) != 0)
            return Failure(systemError(errno, "a folder cannot be shown in the sandbox", mount.host));
        if (mount.discardWrites && m_kind == WorkspaceKind::Overlay)
            mount.host = m_scratch.path() / ("d" + std::to_string(i)) / "merged";
        else
            mount.discardWrites =
                false; // without an overlay it is read-only, which is the stricter of the two
        if (!mount.inside.starts_with('/')) {
            if (Status made = makeFolders(m_root.get(), mount.inside); !made)
                return Failure(made.error());
            mount.inside = m_spec.insideRoot + "/" + mount.inside;
        }
        all.push_back(mount);
        cover(m_spec.mounts[i], mount.inside, all);
    }
    return all;
}

DiskUse Workspace::written(const DiskUse &enough) const
{
    const AsIdentity rights(m_identity);
    std::vector<fs::path> folders{changesRoot(), reports()};
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        if (m_spec.mounts[i].discardWrites && m_kind == WorkspaceKind::Overlay)
            folders.push_back(m_scratch.path() / ("d" + std::to_string(i)) / "upper");
    }
    const DiskUse all =
        diskUse(folders, {enough.bytes + m_copiedUse.bytes, enough.files + m_copiedUse.files});
    return {all.bytes - std::min(all.bytes, m_copiedUse.bytes),
            all.files - std::min(all.files, m_copiedUse.files)};
}

Result<FileSet> Workspace::collect(const CollectRequest &request) const
{
    const AsIdentity rights(m_identity);
    if (request.folder == insideReports)
        return collectFolder(reports(), request);
    if (request.folder.starts_with('/'))
        return fail(ErrorCode::Internal, "only the workspace and its reports can be collected",
                    request.folder);
    const std::vector<fs::path> below = lowers();
    if (m_kind == WorkspaceKind::Overlay)
        return collectUpper(changesRoot(), below, request);
    return collectCopy(changesRoot(), m_copied, below, request);
}

Status Workspace::keep(const fs::path &folder)
{
    const AsIdentity rights(m_identity);
    if (Status made = makePrivateFolder(folder.parent_path()); !made)
        return made;
    m_root.reset();
    m_namespaces = {};
    if (m_kind != WorkspaceKind::Overlay) {
        if (Status marked = markRemoved(changesRoot(), m_copied); !marked)
            return marked;
    }
    if (::rename(changesRoot().c_str(), folder.c_str()) != 0)
        return Failure(systemError(errno, "cannot keep what the baseline built", folder));
    return {};
}

} // namespace vouchsafe
