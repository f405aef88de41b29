#include "sandbox/inside/files.h"
#include "sandbox/inside/verbs.h"

#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

constexpr int deepest = 512;
constexpr long mostEntries = 2'000'000;
constexpr std::uint32_t linkMode = 0120000;

struct Bounds {
    long bytes = 1L << 40;
    long files = mostEntries;
};

/// When a workspace was marked: change times beyond it are a run's.
struct Moment {
    bool known = false;
    long seconds = 0;
    long nanoseconds = 0;

    bool before(const timespec &time) const
    {
        return !known || time.tv_sec > seconds || (time.tv_sec == seconds && time.tv_nsec > nanoseconds);
    }
};

class Packer {
public:
    Packer(Moment mark, Bounds bounds) : m_mark(mark), m_left(bounds) {}
    /// False where the output or the count of entries ended it.
    bool pack(const char *root);

private:
    bool folder(int fd, int depth);
    bool entry(int parent, const char *name, int depth);
    bool enter(int parent, const char *name, const struct stat &info, int depth);
    bool file(int parent, const char *name);
    bool content(int fd, std::uint32_t mode);
    bool link(int parent, const char *name);
    bool other(std::string_view word);
    bool present();
    bool put(Kind kind, const Bytes &body) { return writeFrame(STDOUT_FILENO, kind, body.view()); }

    Moment m_mark;
    Bounds m_left;
    long m_entries = 0;
    Bytes m_path; ///< of what is looked at, absolute
};

bool Packer::other(std::string_view word)
{
    Bytes body;
    body.appendText(m_path.view());
    body.appendText(word);
    return put(Kind::Other, body);
}

bool Packer::present()
{
    Bytes body;
    body.appendText(m_path.view());
    return put(Kind::Present, body);
}

bool Packer::link(int parent, const char *name)
{
    char target[4096];
    const ssize_t length = ::readlinkat(parent, name, target, sizeof target);
    if (length < 0)
        return other("unreadable");
    if (m_left.files-- <= 0)
        return other("limit");
    Bytes body;
    body.appendNumber(linkMode);
    body.appendText(m_path.view());
    body.append({target, static_cast<std::size_t>(length)});
    return put(Kind::File, body);
}

bool Packer::content(int fd, std::uint32_t mode)
{
    constexpr std::size_t oneRead = std::size_t{256} << 10;
    Bytes body;
    body.appendNumber(mode);
    body.appendText(m_path.view());
    for (Kind kind = Kind::File;; kind = Kind::Append) {
        const ssize_t count = ::read(fd, body.room(oneRead), oneRead);
        if (count < 0 && errno == EINTR)
            continue;
        if (count > 0) {
            // It may have grown since its size was looked at, without end.
            m_left.bytes -= count;
            if (m_left.bytes < 0)
                return other("limit");
            body.grew(static_cast<std::size_t>(count));
        }
        if ((kind == Kind::File || count > 0) && !put(kind, body))
            return false;
        if (count <= 0)
            return count == 0 || other("unreadable");
        body.clear();
    }
}

bool Packer::file(int parent, const char *name)
{
    // Without blocking: by now it may be something else.
    const int fd = ::openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat info {};
    bool going = true;
    if (fd < 0 || ::fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
        going = other("unreadable");
    else if (info.st_size > m_left.bytes || m_left.files-- <= 0)
        going = other("limit");
    else
        going = content(fd, 0100000U | (info.st_mode & 0777));
    if (fd >= 0)
        ::close(fd);
    return going;
}

bool Packer::enter(int parent, const char *name, const struct stat &info, int depth)
{
    Bytes body;
    body.appendNumber(info.st_mode & 0777);
    body.appendText(m_path.view());
    if (!put(Kind::Folder, body))
        return false;
    if (depth >= deepest)
        return other("deep");
    const int fd = ::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    return fd < 0 ? other("unreadable") : folder(fd, depth + 1);
}

bool Packer::entry(int parent, const char *name, int depth)
{
    struct stat info {};
    if (::fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || other("unreadable"); // gone since it was listed
    switch (info.st_mode & S_IFMT) {
    case S_IFDIR:
        return enter(parent, name, info, depth);
    case S_IFREG:
        return m_mark.before(info.st_ctim) ? file(parent, name) : present();
    case S_IFLNK:
        return m_mark.before(info.st_ctim) ? link(parent, name) : present();
    case S_IFSOCK:
        return other("socket");
    case S_IFIFO:
        return other("fifo");
    default:
        return other("device");
    }
}

/// Takes the descriptor.
bool Packer::folder(int fd, int depth)
{
    DIR *list = ::fdopendir(fd);
    if (list == nullptr) {
        ::close(fd);
        return other("unreadable");
    }
    const std::size_t length = m_path.size();
    bool going = true;
    while (going) {
        const dirent *found = ::readdir(list);
        if (found == nullptr)
            break;
        const std::string_view name(found->d_name);
        if (name == "." || name == "..")
            continue;
        going = ++m_entries <= mostEntries;
        if (!going)
            break;
        m_path.append("/");
        m_path.append(name);
        going = entry(fd, found->d_name, depth);
        m_path.shorten(length);
    }
    ::closedir(list);
    return going;
}

bool Packer::pack(const char *root)
{
    m_path.append(root);
    const int fd = ::open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd >= 0 && folder(fd, 0) && writeFrame(STDOUT_FILENO, Kind::End, {});
}

long numberOf(std::string_view text)
{
    long value = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9' || value > (1L << 58))
            return -1;
        value = value * 10 + (digit - '0');
    }
    return text.empty() ? -1 : value;
}

} // namespace

int pack(char *const *words, int count)
{
    if (count < 1 || count > 4)
        return statusUsage;
    Moment mark;
    if (count > 1 && std::string_view(words[1]) != "-") {
        std::string_view text = words[1];
        mark.seconds = numberOf(takeUntil(text, '.'));
        mark.nanoseconds = numberOf(text);
        mark.known = true;
    }
    Bounds bounds;
    if (count > 2)
        bounds.bytes = numberOf(words[2]);
    if (count > 3)
        bounds.files = numberOf(words[3]);
    if (mark.seconds < 0 || mark.nanoseconds < 0 || bounds.bytes < 0 || bounds.files < 0)
        return statusUsage;
    return Packer(mark, bounds).pack(words[0]) ? 0 : 1;
}

} // namespace vouchsafe::inside
