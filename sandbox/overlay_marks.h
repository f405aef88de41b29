#pragma once
// How overlayfs marks in an upper folder what is gone, by its documentation (filesystems/overlayfs.rst).

#include <filesystem>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

namespace vouchsafe {

/// A character device 0:0 stands for a name that was removed.
inline bool isWhiteout(const struct stat &info)
{
    return S_ISCHR(info.st_mode) && info.st_rdev == makedev(0, 0);
}

/// Such a folder hides the one below it. An unprivileged overlay keeps the mark among the user attributes,
/// and refuses to set it from inside.
inline bool isOpaque(const std::filesystem::path &folder)
{
    char value = 0;
    return ::lgetxattr(folder.c_str(), "user.overlay.opaque", &value, 1) == 1 && value == 'y';
}

} // namespace vouchsafe
