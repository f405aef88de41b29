#pragma once
// Opening what lies below one folder, and nothing else: no path leaves it and no symbolic link is followed.

#include "core/base/descriptor.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace vouchsafe {

/// Whether git could keep the path: relative, no empty, `.` or `..` part, no part that reads as `.git`.
bool isPlainPath(std::string_view path);

/// The folder part of a path and its last part.
std::string parentOf(std::string_view path);
std::string nameOf(std::string_view path);

/// An open folder. Relative paths are raw bytes with `/`; openat2 resolves them (RESOLVE_BENEATH and
/// RESOLVE_NO_SYMLINKS), and where the kernel lacks it each part is opened by itself without links.
/// Functions that return a Descriptor leave errno set when it is not valid. Safe from several threads.
class RootedFolder {
public:
    static Result<RootedFolder> open(const std::filesystem::path &folder);

    /// "" opens the folder itself. O_NOFOLLOW, O_CLOEXEC and O_NONBLOCK are always added.
    Descriptor openBelow(const std::string &path, int flags, unsigned mode = 0) const;
    /// The folder that holds `path`.
    Descriptor openParent(const std::string &path) const;

    const std::filesystem::path &path() const { return m_path; }

private:
    RootedFolder(Descriptor folder, std::filesystem::path path)
        : m_folder(std::move(folder)), m_path(std::move(path))
    {
    }
    Descriptor m_folder;
    std::filesystem::path m_path;
};

/// What stands at a place: a regular file or a link, whole.
struct PlacedFile {
    struct stat info {};
    std::string bytes; ///< of a link its target
};

/// Reads `name` in the open folder without following it. errno is the error's cause; ELOOP cannot occur,
/// EINVAL means that it is neither a file nor a link, EFBIG that it is over the limit.
bool readPlaced(int folder, const std::string &name, std::uint64_t limit, PlacedFile &into);

} // namespace vouchsafe
