#pragma once
// As whom sandboxes run and where their caches are: the user, or for real root a dedicated unprivileged uid.

#include "core/base/dirs.h"
#include "core/base/result.h"

#include <filesystem>
#include <sys/types.h>

namespace vouchsafe {

/// bubblewrap that is started by root keeps root's power over /proc/sys and root's files, whatever uid it
/// shows inside; so real root never starts it as itself.
struct Identity {
    uid_t uid = 0;
    gid_t gid = 0;
    bool dropped = false; ///< started by root, runs as `uid`
    std::filesystem::path
        cache; ///< belongs to `uid`, mode 0700; the tree cache and all scratch live below it
};

/// An ordinary user: that user and `directories.cache`. Root: the user `vouchsafe` where there is one, else a
/// fixed uid that nobody has, with `/var/cache/vouchsafe/<uid>` whatever XDG_CACHE_HOME says.
/// ErrorCode::SandboxDenied where that cannot be had.
Result<Identity> sandboxIdentity(const Directories &directories);

/// While it lives, files are opened and made on this thread with the identity's rights and not with root's.
/// Does nothing for an ordinary user.
class AsIdentity {
public:
    explicit AsIdentity(const Identity &identity);
    ~AsIdentity();
    AsIdentity(const AsIdentity &) = delete;
    AsIdentity &operator=(const AsIdentity &) = delete;

private:
    bool m_dropped;
};

/// Gives a folder of ours and all that is in it to the identity, never through links. An overlay needs it: a
/// lower file of another owner fails with EOVERFLOW at the first write. Only for what is below
/// `identity.cache`; anything else is refused. Nothing to do for an ordinary user.
Status handOver(const std::filesystem::path &folder, const Identity &identity);

} // namespace vouchsafe
