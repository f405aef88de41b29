#include "sandbox/engine/local_workspace.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/collect.h"
#include "sandbox/engine/overlay_folders.h"
#include "sandbox/inside/protocol.h"
#include "sandbox/inside_program.h"
#include "sandbox/lay_files.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;

Result<std::unique_ptr<ContainerWorkspace>>
makeLocalWorkspace(std::shared_ptr<const ContainerSetting> setting, const WorkspaceSpec &spec,
                   const SandboxPolicy &policy, bool overlay)
{
    std::error_code error;
    for (const fs::path &layer : spec.layers) {
        if (!fs::is_directory(layer, error))
            return fail(ErrorCode::SandboxSetup, "a layer of the workspace is not there",
                        shown(layer.string()));
    }
    if (!fs::is_directory(spec.base, error))
        return fail(ErrorCode::SandboxSetup, "the base tree is not there", shown(spec.base.string()));
    auto scratch = ScratchFolder::make(setting->identity);
    if (!scratch)
        return Failure(scratch.error());
    auto workspace = std::make_unique<LocalWorkspace>(std::move(setting), spec, std::move(*scratch),
                                                      policy.workspaceBytes);
    if (Status laid = workspace->lay(overlay); !laid)
        return Failure(laid.error());
    return workspace;
}

LocalWorkspace::~LocalWorkspace()
{
    // What cannot be removed now carries its owner's label and goes with the next start.
    for (const std::string &name : m_volumes)
        static_cast<void>(m_setting->removeVolume(name));
}

std::string LocalWorkspace::user() const
{
    return std::to_string(m_setting->identity.uid) + ":" + std::to_string(m_setting->identity.gid);
}

std::vector<fs::path> LocalWorkspace::lowers() const
{
    std::vector<fs::path> all(m_spec.layers.rbegin(), m_spec.layers.rend());
    all.push_back(m_spec.base);
    return all;
}

fs::path LocalWorkspace::changesRoot() const
{
    return m_scratch.path() / (m_kind == WorkspaceKind::Overlay ? "upper" : "merged");
}

bool LocalWorkspace::isCovered(const std::string &path) const
{
    return std::any_of(m_readOnly.begin(), m_readOnly.end(),
                       [&](const auto &entry) { return within(path, entry.first); });
}

Status LocalWorkspace::lay(bool overlay)
{
    // A tree that another user owns cannot be written by the user inside.
    struct stat info {};
    if (::stat(m_spec.base.c_str(), &info) == 0 && info.st_uid != m_setting->identity.uid) {
        if (Status given = handOver(m_spec.base, m_setting->identity); !given)
            overlay = false;
    }
    if (Status made = layFolders(); !made)
        return made;
    if (Status laid = overlay ? layOverlay() : layCopy(); !laid)
        return laid;
    return layReadOnly();
}

Status LocalWorkspace::layFolders()
{
    // Asked for each time: the cache can be emptied at any time.
    const auto helper = storedInsideProgram(m_setting->identity);
    if (!helper)
        return Failure(helper.error());
    const AsIdentity rights(m_setting->identity);
    for (const char *name : {"tools", "reports", emptyFolder}) {
        if (Status made = makeScratchFolder(m_scratch.descriptor(), name, 0755); !made)
            return made;
    }
    const Descriptor empty(
        ::openat(m_scratch.descriptor(), emptyFile, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444));
    const Descriptor tools(
        ::openat(m_scratch.descriptor(), "tools", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!empty.valid() || !tools.valid())
        return Failure(systemError(errno, "cannot make a workspace file", m_scratch.path()));
    if (::linkat(AT_FDCWD, helper->c_str(), tools.get(), inside::programName, 0) != 0)
        return Failure(systemError(errno, "cannot show the helper in the sandbox", *helper));
    return layFiles(tools.get(), m_spec.tools);
}

/// An overlay of `lowers` with its upper and work folders in `at` of the scratch folder.
Result<std::string> LocalWorkspace::volume(const std::vector<fs::path> &lower, const std::string &at,
                                           mode_t mode)
{
    std::vector<std::string> links;
    {
        const AsIdentity rights(m_setting->identity);
        auto made = overlayFolders(m_scratch.descriptor(), at, mode, lower);
        if (!made)
            return Failure(made.error());
        links = std::move(*made);
    }
    for (std::string &link : links)
        link = (m_scratch.path() / link).string();
    const std::string name = containerName();
    // Without a sync at its end the kernel leaves a mark in `work` that only root can remove.
    const auto words = overlayVolumeArgv(
        m_setting->engine, name, m_setting->labels, links, (m_scratch.path() / (at + "upper")).string(),
        (m_scratch.path() / (at + "work")).string(), m_setting->identity.dropped);
    auto created = m_setting->call(words, "the engine cannot make the workspace's overlay");
    if (!created)
        return Failure(created.error());
    m_volumes.push_back(name);
    m_volumeAt[at] = name;
    return name;
}

Status LocalWorkspace::layOverlay()
{
    if (m_scratch.path().string().find_first_of(",:\\") != std::string::npos)
        return fail(ErrorCode::NotAvailable, "the cache folder's name cannot stand in an overlay's options",
                    shown(m_scratch.path().string()));
    if (auto made = volume(lowers(), "", folderMode(m_spec.base)); !made)
        return Failure(made.error());
    for (std::size_t i = 0; i < m_spec.mounts.size(); ++i) {
        const HostMount &mount = m_spec.mounts[i];
        if (!mount.discardWrites)
            continue;
        if (auto made = volume({mount.host}, overlayAt(i), folderMode(mount.host)); !made)
            return Failure(made.error());
    }
    return {};
}

/// As large as what a run may write, and the disk keeps what the watch over a run keeps free
/// (disk_watch.cpp).
TreeCopy LocalWorkspace::boundedCopy() const
{
    constexpr std::uint64_t freeFloor = std::uint64_t{512} << 20;
    TreeCopy copy;
    copy.mostBytes = m_mostBytes;
    struct statvfs disk {};
    if (::statvfs(m_scratch.path().c_str(), &disk) == 0)
        copy.freeFloor = std::min(freeFloor, static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize / 2);
    return copy;
}

Status LocalWorkspace::layCopy()
{
    const fs::path merged = m_scratch.path() / "merged";
    TreeCopy copy = boundedCopy();
    copy.reflinked = true;
    const std::vector<fs::path> all = lowers();
    for (auto lower = all.rbegin(); lower != all.rend(); ++lower) {
        if (Status copied = copyTree(*lower, merged, m_setting->identity, copy); !copied)
            return copied;
    }
    m_kind = copy.reflinked ? WorkspaceKind::Reflink : WorkspaceKind::Copy;
    m_copied = stampsOf(merged);
    m_copiedUse = diskUse({merged}, {UINT64_MAX, UINT64_MAX});
    return {};
}

/// What stands at each read-only path: the folder of the one lower tree that has it and that no file of the
/// patch touches, else a copy of what all of them make of it.
Status LocalWorkspace::layReadOnly()
{
    for (std::size_t i = 0; i < m_spec.readOnly.size(); ++i) {
        const std::string path = fs::path(m_spec.readOnly[i]).lexically_normal().relative_path().string();
        auto source = sourceOf(path, i);
        if (!source)
            return Failure(source.error());
        if (!source->empty())
            m_readOnly[path] = std::move(*source);
    }
    std::vector<WorkspaceFile> covered;
    std::copy_if(m_spec.files.begin(), m_spec.files.end(), std::back_inserter(covered),
                 [&](const WorkspaceFile &file) { return isCovered(file.path); });
    const AsIdentity rights(m_setting->identity);
    if (m_kind == WorkspaceKind::Overlay)
        return layUpper(changesRoot(), lowers(), covered);
    const Descriptor root(::open(changesRoot().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return layFiles(root.get(), covered);
}

Result<fs::path> LocalWorkspace::sourceOf(const std::string &path, std::size_t number)
{
    std::vector<WorkspaceFile> files;
    for (const WorkspaceFile &file : m_spec.files) {
        if (within(file.path, path)) {
            files.push_back(file);
            // Its own name is `x` in the copy's folder, so that a file and a folder are one case.
            files.back().path = "x" + file.path.substr(path.size());
        }
    }
    auto found = lowersWith(lowers(), path);
    if (!found)
        return Failure(found.error());
    if (files.empty() && found->size() < 2)
        return found->empty() ? fs::path() : found->front() / path;
    const std::string name = "p" + std::to_string(number);
    const fs::path folder = m_scratch.path() / name;
    {
        const AsIdentity rights(m_setting->identity);
        if (Status made = makeScratchFolder(m_scratch.descriptor(), name, 0755); !made)
            return Failure(made.error());
    }
    TreeCopy copy = boundedCopy();
    for (auto lower = found->rbegin(); lower != found->rend(); ++lower) {
        if (Status copied = copyEntry(*lower / path, folder / "x", m_setting->identity, copy); !copied)
            return Failure(copied.error());
    }
    const AsIdentity rights(m_setting->identity);
    const Descriptor root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (Status laid = layFiles(root.get(), files); !laid)
        return Failure(laid.error());
    std::error_code error;
    return fs::exists(fs::symlink_status(folder / "x", error)) ? folder / "x" : fs::path();
}

std::string LocalWorkspace::files(const std::vector<WorkspaceFile> &files) const
{
    std::vector<WorkspaceFile> open;
    std::copy_if(files.begin(), files.end(), std::back_inserter(open),
                 [&](const WorkspaceFile &file) { return !isCovered(file.path); });
    return filesAsFrames(m_spec.insideRoot, open);
}

DiskUse LocalWorkspace::written(const DiskUse &enough) const
{
    const AsIdentity rights(m_setting->identity);
    std::vector<fs::path> folders{changesRoot(), m_scratch.path() / "reports"};
    for (const auto &[at, name] : m_volumeAt) {
        if (!at.empty())
            folders.push_back(m_scratch.path() / (at + "upper"));
    }
    const DiskUse all =
        diskUse(folders, {enough.bytes + m_copiedUse.bytes, enough.files + m_copiedUse.files});
    return {all.bytes - std::min(all.bytes, m_copiedUse.bytes),
            all.files - std::min(all.files, m_copiedUse.files)};
}

Result<FileSet> LocalWorkspace::collect(const CollectRequest &request)
{
    const AsIdentity rights(m_setting->identity);
    if (request.folder == insideReports)
        return collectFolder(m_scratch.path() / "reports", request);
    if (request.folder.starts_with('/'))
        return fail(ErrorCode::Internal, "only the workspace and its reports can be collected",
                    request.folder);
    if (m_kind == WorkspaceKind::Overlay)
        return collectUpper(changesRoot(), lowers(), request);
    return collectCopy(changesRoot(), m_copied, lowers(), request);
}

Status LocalWorkspace::keep(const fs::path &folder)
{
    while (!m_volumes.empty()) {
        if (Status removed = m_setting->removeVolume(m_volumes.back()); !removed)
            return removed;
        m_volumes.pop_back();
    }
    const AsIdentity rights(m_setting->identity);
    if (Status made = makePrivateFolder(folder.parent_path()); !made)
        return made;
    if (m_kind != WorkspaceKind::Overlay) {
        if (Status marked = markRemoved(changesRoot(), m_copied); !marked)
            return marked;
    }
    if (::rename(changesRoot().c_str(), folder.c_str()) != 0)
        return Failure(systemError(errno, "cannot keep what the baseline built", folder));
    return {};
}

} // namespace vouchsafe
