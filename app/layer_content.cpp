#include "app/layer_content.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/folder_walk.h"

#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

constexpr std::size_t mostEntries = 2'000'000;

Result<std::string> hashOf(const WalkedEntry &entry)
{
    const Descriptor file(::openat(entry.folder, entry.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::array<char, 65536> chunk;
    for (;;) {
        const ssize_t count = file.valid() ? ::read(file.get(), chunk.data(), chunk.size()) : -1;
        if (count < 0 && file.valid() && errno == EINTR)
            continue;
        if (count < 0)
            return Failure(systemError(errno, "cannot read what was installed", entry.path));
        if (count == 0)
            return hash.result().toHex().toStdString();
        hash.addData(QByteArrayView(chunk.data(), count));
    }
}

Result<std::string> bytesOf(const WalkedEntry &entry)
{
    if (S_ISREG(entry.info.st_mode))
        return hashOf(entry);
    if (!S_ISLNK(entry.info.st_mode))
        return std::to_string(S_ISCHR(entry.info.st_mode) ? entry.info.st_rdev : 0);
    std::array<char, 4096> target;
    const ssize_t size = ::readlinkat(entry.folder, entry.name, target.data(), target.size());
    if (size < 0)
        return Failure(systemError(errno, "cannot read what was installed", entry.path));
    return std::string(target.data(), static_cast<std::size_t>(size));
}

std::uint64_t roomOf(const struct stat &info)
{
    const std::uint64_t held = static_cast<std::uint64_t>(info.st_blocks) * 512;
    return S_ISREG(info.st_mode) ? std::max(held, static_cast<std::uint64_t>(info.st_size)) : held;
}

/// What one walk gathers, and the first thing that stands in its way.
struct Gathering {
    std::uint64_t most;
    std::uint64_t room = 0;
    std::vector<std::string> lines;
    Status status;

    bool visit(const WalkedEntry &entry)
    {
        const std::uint64_t more = roomOf(entry.info);
        if (more > most - room || lines.size() >= mostEntries) {
            status = fail(ErrorCode::SandboxSetup, "what was installed is too large to keep",
                          "more than " + std::to_string(most) + " bytes or " + std::to_string(mostEntries) +
                              " entries, with the holes of its files",
                          "Allow more with --disk, or install less.");
            return false;
        }
        room += more;
        const auto bytes = bytesOf(entry);
        if (!bytes) {
            status = Failure(bytes.error());
            return false;
        }
        lines.push_back(sha256(entry.path + '\0' + std::to_string(entry.info.st_mode) + '\0' + *bytes));
        return true;
    }
};

} // namespace

Result<std::string> contentSha256(const std::filesystem::path &folder, std::uint64_t most)
{
    const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
    if (!open.valid())
        return Failure(systemError(errno, "cannot read what was installed", folder));
    Gathering gathering{most, 0, {}, {}};
    FolderWalk walk;
    walk.visit = [&](const WalkedEntry &entry) { return gathering.visit(entry); };
    walk.leftOut = [&](const std::string &path, const std::string &why) {
        if (gathering.status)
            gathering.status =
                fail(ErrorCode::SandboxSetup, "what was installed cannot be kept", shown(path) + ": " + why);
    };
    walk.below(open.get(), {});
    if (!gathering.status)
        return Failure(gathering.status.error());
    std::sort(gathering.lines.begin(), gathering.lines.end());
    return sha256(join(gathering.lines, "\n"));
}

} // namespace vouchsafe
