#pragma once
// Every act of a transaction that writes, one by one, so that a test can fail or end the process at each.

#include "core/base/result.h"
#include "core/git/rooted_folder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Test seam. Called before each act; a value other than 0 is the errno with which the act fails instead.
class ApplyObserver {
public:
    virtual ~ApplyObserver() = default;
    virtual int before(std::string_view act, const std::string &path) = 0;
};

/// How a staged file is to be: what it stands in for, or only a type where it is new.
struct StagedLike {
    unsigned mode = 0100644;   ///< type and permissions
    bool umaskDecides = false; ///< permissions are those of a new file
    const struct stat *old =
        nullptr; ///< owner, and with `oldFile` ACL and extended attributes, are taken over
    int oldFile = -1;
};

/// All paths are relative to the root and opened beneath it without following a link. Failures are system
/// errors that name the path.
class ApplyDisk {
public:
    ApplyDisk(const RootedFolder &root, ApplyObserver *observer) : m_root(root), m_observer(observer) {}

    const RootedFolder &root() const { return m_root; }

    /// Writes `bytes` to a new file, or makes a new link to them; gives its inode.
    Result<std::uint64_t> stage(const std::string &path, std::string_view bytes, const StagedLike &like);
    /// Of a regular file that was staged. After all were written: so the file system can join their commits.
    Status syncFile(const std::string &path);
    /// Trades the two names in one step; false where the file system cannot, and nothing was done.
    Result<bool> exchange(const std::string &first, const std::string &second);
    /// Fails with EEXIST where `to` exists.
    Status moveToFree(const std::string &from, const std::string &to);
    Status moveOver(const std::string &from, const std::string &to);
    /// A second name for the file; false where the file system has none.
    Result<bool> link(const std::string &from, const std::string &to);
    Status unlink(const std::string &path);
    Status makeFolder(const std::string &path);
    /// Only when empty; false when it is not. One that is gone already counts as removed.
    Result<bool> removeFolder(const std::string &path);
    Status syncFolder(const std::string &path);
    /// Files of the run folder and the lock folder, whole and synced.
    Status writeWhole(const std::filesystem::path &file, std::string_view bytes);
    Status removeWhole(const std::filesystem::path &file);

private:
    bool allowed(std::string_view act, const std::string &path);
    /// 0 or an errno.
    int renamed(std::string_view act, const std::string &from, const std::string &to, unsigned flags);

    const RootedFolder &m_root;
    ApplyObserver *m_observer;
};

} // namespace vouchsafe
