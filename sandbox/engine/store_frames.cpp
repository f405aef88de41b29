#include "sandbox/engine/store_frames.h"

#include "core/base/files.h"
#include "sandbox/descriptor.h"
#include "sandbox/inside_frames.h"
#include "sandbox/lay_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t tarBlock = 512;

/// A header by POSIX.1-1988's ustar: octal numbers in fields of fixed places, and a sum over all bytes.
std::string tarHeader(const std::string &name, std::size_t size, unsigned mode, unsigned id, char kind)
{
    std::string header(tarBlock, '\0');
    const auto text = [&](std::size_t at, const std::string &value) {
        header.replace(at, value.size(), value);
    };
    const auto number = [&](std::size_t at, int digits, std::size_t value) {
        std::array<char, 32> octal{};
        std::snprintf(octal.data(), octal.size(), "%0*zo", digits, value);
        text(at, octal.data());
    };
    text(0, name.substr(0, 100));
    number(100, 7, mode);
    number(108, 7, id);
    number(116, 7, id);
    number(124, 11, size);
    number(136, 11, 0);
    header[156] = kind;
    text(257, "ustar");
    text(263, "00");
    header.replace(148, 8, 8, ' ');
    std::size_t sum = 0;
    for (const char byte : header)
        sum += static_cast<unsigned char>(byte);
    number(148, 6, sum);
    header[154] = '\0';
    return header;
}

bool hidden(const std::string &path, const std::vector<std::string> &folders)
{
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string &folder) { return path.starts_with(folder + "/"); });
}

} // namespace

std::string tarOf(const std::vector<std::string> &folders, const std::vector<StoredFile> &files, unsigned id)
{
    std::string tar;
    for (const std::string &folder : folders)
        tar += tarHeader(folder + "/", 0, 0755, id, '5');
    for (const StoredFile &file : files) {
        tar += tarHeader(file.path, file.bytes.size(), 0555, id, '0') + file.bytes;
        tar.resize((tar.size() + tarBlock - 1) / tarBlock * tarBlock, '\0');
    }
    tar.append(2 * tarBlock, '\0');
    return tar;
}

void StoreFrames::tree(const std::string &root, const std::map<std::string, MergedEntry> &entries,
                       const std::vector<std::string> &hiddenFiles,
                       const std::vector<std::string> &hiddenFolders)
{
    for (const auto &[path, entry] : entries) {
        const std::string at = root + "/" + path;
        if (hidden(path, hiddenFolders))
            continue;
        if (S_ISDIR(entry.mode))
            add(inside::folderFrame(at, (entry.mode & 0777) | 0700));
        else if (std::find(hiddenFiles.begin(), hiddenFiles.end(), path) != hiddenFiles.end())
            add(inside::fileFrames(at, 0444, {}));
        else
            m_steps.push_back({{}, at, entry});
    }
}

void StoreFrames::add(std::string frames)
{
    m_steps.push_back({std::move(frames), {}, {}});
}

std::string StoreFrames::content(const Step &step)
{
    const AsIdentity rights(m_identity);
    if (S_ISLNK(step.entry.mode)) {
        std::error_code error;
        return inside::fileFrames(step.inside, 0120000, fs::read_symlink(step.entry.host, error).string());
    }
    auto bytes = readFile(step.entry.host);
    // What this user may not read nobody can read inside.
    if (!bytes && bytes.error().code == ErrorCode::Permission)
        return {};
    if (!bytes) {
        m_status = Failure(bytes.error());
        return {};
    }
    return inside::fileFrames(step.inside, step.entry.mode & 0777, *bytes);
}

bool StoreFrames::next(std::string &to)
{
    if (m_next == m_steps.size())
        return false;
    Step step = std::move(m_steps[m_next++]);
    to += step.inside.empty() ? step.frames : content(step);
    return true;
}

Status storeLayer(const fs::path &folder, const std::map<std::string, MergedEntry> &tree,
                  const std::vector<CollectedFile> &files, const std::set<std::string> &present)
{
    const Descriptor root(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    std::set<std::string> there = present;
    for (const CollectedFile &file : files) {
        if (Status laid = layFiles(root.get(), {{file.path, file.bytes, file.mode}}); !laid)
            return laid;
        there.insert(file.path);
    }
    for (const auto &[path, entry] : tree) {
        if (S_ISDIR(entry.mode) || there.contains(path))
            continue;
        const fs::path parent = fs::path(path).parent_path();
        // Where a file stands in the place of the folder, all below is gone with it.
        if (!makeFolders(root.get(), parent.string()))
            continue;
        if (::mknodat(root.get(), path.c_str(), S_IFCHR, makedev(0, 0)) != 0 && errno != EEXIST)
            return Failure(systemError(errno, "cannot mark a removed file in a layer", folder / path));
    }
    return {};
}

} // namespace vouchsafe
