// The half of a workspace in volumes that takes results out of it.

#include "sandbox/engine/volume_workspace.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/engine/container_exchange.h"

#include <algorithm>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

constexpr unsigned linkMode = 0120000;
constexpr std::size_t mostRenamed = 100;

bool isGit(const std::string &path)
{
    return within(path, ".git");
}

std::string relativeTo(std::string_view path, const std::string &root)
{
    return path.size() > root.size() + 1 && path.starts_with(root + "/")
               ? std::string(path.substr(root.size() + 1))
               : std::string();
}

/// The helper's word for what it left out.
std::string inWords(const std::string &word)
{
    if (word == "fifo")
        return "FIFO";
    if (word == "limit")
        return "over the limit of files or bytes";
    if (word == "unreadable")
        return "cannot be read";
    if (word == "deep")
        return "too many folders deep, left out with all that is in it";
    return word;
}

void sayRefused(const PackedChanges &packed, FileSet &set)
{
    if (packed.refused > 0)
        set.skipped.push_back(std::to_string(packed.refused) +
                              " entries more: over the limits, or named as no file can be");
}

bool sameAsBelow(const std::map<std::string, MergedEntry> &tree, const CollectedFile &file,
                 const std::string &path)
{
    const auto below = tree.find(path);
    if (below == tree.end() || !S_ISREG(below->second.mode))
        return false;
    const auto bytes = readFile(below->second.host);
    return bytes && *bytes == file.bytes && ((below->second.mode & S_IXUSR) != 0) == (file.mode == 0100755);
}

} // namespace

/// One container whose process 1 is `pack`. What it says is bounded here as well as there.
Result<PackedChanges> VolumeWorkspace::pack(const std::string &root, const std::string &mark,
                                            const CollectRequest &request)
{
    auto mounts = this->mounts(true);
    if (!mounts)
        return Failure(mounts.error());
    auto plan =
        helperPlan(*m_setting, m_policy, m_image, user(), std::move(*mounts),
                   {"pack", root, mark, std::to_string(request.maxBytes), std::to_string(request.maxFiles)});
    if (!plan)
        return Failure(plan.error());
    auto process = ContainerProcess::start(m_setting, m_live, *plan, {});
    if (!process)
        return Failure(process.error());
    PackedReader reader(root, {request.maxBytes, request.maxFiles,
                               static_cast<std::size_t>(2 * m_policy.workspaceFiles) + m_tree.size()});
    FrameExchange exchange;
    exchange.frame = [&](const inside::Frame &frame) { reader.take(frame); };
    if (Status done = exchangeFrames(*process, exchange, "the workspace's volume cannot be read"); !done)
        return Failure(done.error());
    if (!reader.whole())
        return fail(ErrorCode::SandboxSetup, "the workspace's volume cannot be read", "its end is missing");
    return std::move(reader).changes();
}

/// Topmost folders that hold what nobody wrote and the lower trees do not have: they were renamed.
Result<std::set<std::string>> VolumeWorkspace::renamed(const PackedChanges &packed,
                                                       const std::string &folder) const
{
    std::set<std::string> found;
    for (const std::string &path : packed.present) {
        const std::string whole = folder.empty() ? path : folder + "/" + path;
        if (m_tree.contains(whole))
            continue;
        std::size_t slash = whole.find('/', folder.empty() ? 0 : folder.size() + 1);
        while (slash != std::string::npos && m_tree.contains(whole.substr(0, slash)))
            slash = whole.find('/', slash + 1);
        found.insert(whole.substr(0, slash));
        if (found.size() > mostRenamed)
            return fail(ErrorCode::SandboxSetup, "too many folders of the workspace were renamed");
    }
    return found;
}

Result<PackedChanges> VolumeWorkspace::packChanges(const CollectRequest &request)
{
    const std::string folder = std::filesystem::path(request.folder).lexically_normal().string();
    const std::string root =
        folder.empty() || folder == "." ? m_spec.insideRoot : m_spec.insideRoot + "/" + folder;
    auto packed = pack(root, m_mark, request);
    if (!packed)
        return packed;
    const std::string below = root == m_spec.insideRoot ? std::string() : folder;
    const auto folders = renamed(*packed, below);
    if (!folders)
        return Failure(folders.error());
    CollectRequest rest = request;
    std::set<std::string> told;
    const auto count = [&](const CollectedFile &file) {
        rest.maxBytes -= std::min<std::uint64_t>(rest.maxBytes, file.bytes.size());
        rest.maxFiles -= std::min<std::size_t>(rest.maxFiles, 1);
        told.insert(file.path);
    };
    for (const CollectedFile &file : packed->files)
        count(file);
    for (const std::string &moved : *folders) {
        auto more = pack(m_spec.insideRoot + "/" + moved, "-", rest);
        if (!more)
            return more;
        const std::string prefix = below.empty() ? moved : relativeTo(moved, below);
        packed->refused += more->refused;
        for (auto &[path, word] : more->others)
            if (told.insert(prefix + "/" + path).second)
                packed->others.emplace_back(prefix + "/" + path, word);
        for (CollectedFile &file : more->files) {
            file.path = prefix + "/" + file.path;
            packed->present.erase(file.path);
            if (told.contains(file.path))
                continue; // what was changed in a renamed folder is known already
            count(file);
            packed->files.push_back(std::move(file));
        }
    }
    return packed;
}

FileSet VolumeWorkspace::changes(PackedChanges packed, const CollectRequest &request) const
{
    const std::string folder = std::filesystem::path(request.folder).lexically_normal().string();
    const std::string prefix = folder.empty() || folder == "." ? std::string() : folder + "/";
    FileSet set;
    std::set<std::string> there = std::move(packed.present);
    for (CollectedFile &file : packed.files) {
        const std::string whole = prefix + file.path;
        there.insert(file.path);
        if (isGit(whole))
            continue;
        if (file.mode == linkMode)
            set.skipped.push_back(shown(file.path) + ": symbolic link");
        else if (!sameAsBelow(m_tree, file, whole))
            set.files.push_back(std::move(file));
    }
    std::vector<std::string> unseen;
    for (const auto &[path, word] : packed.others) {
        there.insert(path);
        if (word == "deep" || word == "unreadable")
            unseen.push_back(path + "/");
        if (!isGit(prefix + path))
            set.skipped.push_back(shown(path) + ": " + inWords(word));
    }
    const auto isUnseen = [&](const std::string &path) {
        return std::any_of(unseen.begin(), unseen.end(),
                           [&](const std::string &above) { return path.starts_with(above); });
    };
    sayRefused(packed, set);
    for (const auto &[path, entry] : m_tree) {
        const bool asked = path.starts_with(prefix) && !S_ISDIR(entry.mode) && !isGit(path);
        const std::string relative = asked ? path.substr(prefix.size()) : std::string();
        if (asked && !there.contains(relative) && !isUnseen(relative))
            set.files.push_back({relative, {}, 0100644, true});
    }
    std::sort(set.files.begin(), set.files.end(),
              [](const auto &a, const auto &b) { return a.path < b.path; });
    std::sort(set.skipped.begin(), set.skipped.end());
    return set;
}

Result<FileSet> VolumeWorkspace::collect(const CollectRequest &request)
{
    if (request.folder == insideReports) {
        auto packed = pack(std::string(insideReports), "-", request);
        if (!packed)
            return Failure(packed.error());
        FileSet set;
        for (CollectedFile &file : packed->files) {
            if (file.mode == linkMode)
                set.skipped.push_back(shown(file.path) + ": symbolic link");
            else
                set.files.push_back(std::move(file));
        }
        for (const auto &[path, word] : packed->others)
            set.skipped.push_back(shown(path) + ": " + inWords(word));
        sayRefused(*packed, set);
        std::sort(set.files.begin(), set.files.end(),
                  [](const auto &a, const auto &b) { return a.path < b.path; });
        return set;
    }
    if (request.folder.starts_with('/') || request.folder.find("..") != std::string::npos)
        return fail(ErrorCode::Internal, "only the workspace and its reports can be collected",
                    request.folder);
    auto packed = packChanges(request);
    if (!packed)
        return Failure(packed.error());
    return changes(std::move(*packed), request);
}

} // namespace vouchsafe
