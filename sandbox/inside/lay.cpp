#include "sandbox/inside/lay.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

constexpr int folderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr unsigned linkMode = 0120000;
constexpr int deepest = 512;

/// The next name of a path; empty at its end. Slashes at its front are passed over.
std::string_view step(std::string_view &path)
{
    while (!path.empty() && path.front() == '/')
        path.remove_prefix(1);
    std::size_t length = 0;
    while (length < path.size() && path[length] != '/')
        ++length;
    const std::string_view name(path.data(), length);
    path.remove_prefix(length);
    return name;
}

int copyName(std::string_view name, char (&to)[256])
{
    if (name.empty() || name == "." || name == ".." || name.find('\0') != std::string_view::npos)
        return EINVAL;
    if (name.size() >= sizeof to)
        return ENAMETOOLONG;
    std::memcpy(to, name.data(), name.size());
    to[name.size()] = '\0';
    return 0;
}

/// Opens a folder in a folder; with `make` it is made where nothing is. ELOOP where a link is in the way.
int openStep(int parent, const char *name, bool make)
{
    int opened = ::openat(parent, name, folderFlags);
    if (opened < 0 && errno == ENOENT && make && (::mkdirat(parent, name, 0755) == 0 || errno == EEXIST))
        opened = ::openat(parent, name, folderFlags);
    struct stat info {};
    // With O_DIRECTORY a link answers ENOTDIR.
    if (opened < 0 && errno == ENOTDIR && ::fstatat(parent, name, &info, AT_SYMLINK_NOFOLLOW) == 0)
        errno = S_ISLNK(info.st_mode) ? ELOOP : ENOTDIR;
    return opened;
}

} // namespace

Layer::~Layer()
{
    forget();
}

void Layer::forget()
{
    for (int *fd : {&m_file, &m_folder}) {
        if (*fd >= 0)
            ::close(*fd);
        *fd = -1;
    }
    m_folderPath.clear();
}

/// The open folder in whose tree the path must stay; negative with errno where it is in none.
int Layer::base(std::string_view path, std::string_view &below) const
{
    if (path.empty() || path.front() != '/') {
        errno = EXDEV;
        return -1;
    }
    if (m_count == 0) {
        below = path;
        return ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    for (int i = 0; i < m_count; ++i) {
        const std::string_view folder(m_folders[i]);
        if (!path.starts_with(folder) || (path.size() > folder.size() && path[folder.size()] != '/'))
            continue;
        below = path;
        below.remove_prefix(folder.size());
        return ::open(m_folders[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    errno = EXDEV;
    return -1;
}

int Layer::open(std::string_view folder, bool make)
{
    if (m_folder >= 0 && m_folderPath.view() == folder)
        return 0;
    forget();
    std::string_view below;
    int opened = base(folder, below);
    if (opened < 0)
        return errno;
    for (std::string_view name = step(below); !name.empty(); name = step(below)) {
        char text[256];
        int error = copyName(name, text);
        const int next = error == 0 ? openStep(opened, text, make) : -1;
        if (error == 0 && next < 0)
            error = errno;
        ::close(opened);
        if (error != 0)
            return error;
        opened = next;
    }
    m_folder = opened;
    m_folderPath.append(folder);
    return 0;
}

int Layer::find(std::string_view path, bool make, Place &place)
{
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos)
        return EXDEV;
    std::string_view name = path;
    name.remove_prefix(slash + 1);
    if (const int error = copyName(name, place.name); error != 0)
        return error;
    // A name directly below `/` has the folder `/`.
    const int error = open({path.data(), slash == 0 ? 1 : slash}, make);
    place.folder = m_folder;
    return error;
}

int Layer::file(std::string_view body)
{
    BodyReader reader{body};
    const std::uint32_t mode = reader.number();
    const std::string_view path = reader.text();
    if (!reader.whole)
        return EBADMSG;
    if (m_file >= 0)
        ::close(m_file);
    m_file = -1;
    Place place;
    if (const int error = find(path, true, place); error != 0)
        return error;
    if (::unlinkat(place.folder, place.name, 0) != 0 && errno != ENOENT &&
        ::unlinkat(place.folder, place.name, AT_REMOVEDIR) != 0)
        return errno;
    if (mode == linkMode) {
        Bytes target;
        target.append(reader.rest);
        return ::symlinkat(target.text(), place.folder, place.name) == 0 ? 0 : errno;
    }
    m_file = ::openat(place.folder, place.name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (m_file < 0 || ::fchmod(m_file, mode & 0777) != 0)
        return errno;
    return writeAll(m_file, reader.rest) ? 0 : errno;
}

int Layer::append(std::string_view body)
{
    if (m_file < 0)
        return EBADF;
    return writeAll(m_file, body) ? 0 : errno;
}

int Layer::folder(std::string_view body)
{
    BodyReader reader{body};
    const std::uint32_t mode = reader.number();
    const std::string_view path = reader.text();
    if (!reader.whole || !reader.rest.empty())
        return EBADMSG;
    if (const int error = open(path, true); error != 0)
        return error;
    return ::fchmod(m_folder, mode & 0777) == 0 ? 0 : errno;
}

int Layer::remove(std::string_view body)
{
    BodyReader reader{body};
    std::string_view path = reader.text();
    if (!reader.whole || !reader.rest.empty())
        return EBADMSG;
    Place place;
    int error = find(path, false, place);
    if (error == 0) {
        struct stat info {};
        const bool folder =
            ::fstatat(place.folder, place.name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
        error = removeAll(place.folder, place.name, 0);
        // As git does: a folder goes with its last file.
        while (error == 0 && !folder) {
            path = {path.data(), path.rfind('/')};
            std::string_view below;
            const int root = base(path, below);
            if (root >= 0)
                ::close(root);
            if (root < 0 || below.empty() || below == "/" || find(path, false, place) != 0 ||
                ::unlinkat(place.folder, place.name, AT_REMOVEDIR) != 0)
                break;
        }
    }
    forget();
    return error == ENOENT ? 0 : error;
}

int Layer::mark(std::string_view body, int answerTo)
{
    BodyReader reader{body};
    const std::string_view path = reader.text();
    if (!reader.whole || !reader.rest.empty())
        return EBADMSG;
    if (const int error = open(path, false); error != 0)
        return error;
    // The file system's own clock: its change times may be coarse, and it may be another machine's. What was
    // laid has at most the time of this file's making; what changes once that time has passed has a later
    // one.
    constexpr const char *name = ".vouchsafe-mark";
    const int file = ::openat(m_folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    struct stat made {};
    if (file < 0 || ::fstat(file, &made) != 0)
        return errno;
    struct stat now = made;
    int error = ETIME;
    constexpr int tries = 6000; // of half a millisecond: no change times in use are coarser than two seconds
    for (int i = 0; i < tries && error == ETIME; ++i) {
        const timespec moment{0, 500'000};
        ::nanosleep(&moment, nullptr);
        if (::fchmod(file, (i & 1) != 0 ? 0600 : 0400) != 0 || ::fstat(file, &now) != 0)
            error = errno;
        else if (now.st_ctim.tv_sec != made.st_ctim.tv_sec || now.st_ctim.tv_nsec != made.st_ctim.tv_nsec)
            error = 0;
    }
    ::close(file);
    ::unlinkat(m_folder, name, 0);
    if (error != 0)
        return error;
    Bytes time;
    time.appendDecimal(made.st_ctim.tv_sec);
    time.append(".");
    time.appendDecimal(made.st_ctim.tv_nsec);
    Bytes answer;
    answer.appendText(path);
    answer.appendText(time.view());
    return writeFrame(answerTo, Kind::Mark, answer.view()) ? 0 : errno;
}

int removeAll(int folder, const char *name, int depth)
{
    if (::unlinkat(folder, name, 0) == 0 || errno == ENOENT)
        return 0;
    if (errno != EISDIR && errno != EPERM)
        return errno;
    if (::unlinkat(folder, name, AT_REMOVEDIR) == 0)
        return 0;
    if (depth >= deepest)
        return ELOOP;
    ::fchmodat(folder, name, 0700, 0); // only a folder comes here, so this follows no link
    const int inner = ::openat(folder, name, folderFlags);
    if (inner < 0)
        return errno;
    DIR *list = ::fdopendir(inner);
    if (list == nullptr) {
        ::close(inner);
        return ENOMEM;
    }
    int error = 0;
    while (const dirent *entry = ::readdir(list)) {
        const std::string_view found(entry->d_name);
        if (found == "." || found == "..")
            continue;
        if (const int failed = removeAll(::dirfd(list), entry->d_name, depth + 1); failed != 0)
            error = failed;
    }
    ::closedir(list);
    if (error == 0 && ::unlinkat(folder, name, AT_REMOVEDIR) != 0)
        error = errno;
    return error;
}

} // namespace vouchsafe::inside
