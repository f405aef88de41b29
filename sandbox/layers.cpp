#include "sandbox/layers.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/descriptor.h"
#include "sandbox/scratch.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace vouchsafe {

Result<std::filesystem::path> keepLayer(const Identity &identity, const std::string &name,
                                        const std::function<Status(const std::filesystem::path &)> &fill)
{
    if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos)
        return fail(ErrorCode::Internal, "a layer cannot have this name", shown(name));
    const std::filesystem::path layers = identity.cache / "layers";
    const std::string made = "." + newNonce(8);
    if (Status filled = fill(layers / made); !filled)
        return Failure(filled.error());
    const AsIdentity rights(identity);
    const Descriptor folder(::open(layers.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A layer in use stays whole: the old one is moved away first, and running overlays keep what they
    // opened.
    const std::string old = "." + newNonce(8);
    if (::renameat(folder.get(), name.c_str(), folder.get(), old.c_str()) == 0) {
        if (Status removed = removeTree(folder.get(), old); !removed)
            return Failure(removed.error());
    }
    if (::renameat(folder.get(), made.c_str(), folder.get(), name.c_str()) != 0)
        return Failure(systemError(errno, "cannot keep what the baseline built", layers / name));
    return layers / name;
}

} // namespace vouchsafe
