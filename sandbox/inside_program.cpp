#include "sandbox/inside_program.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/ids.h"
#include "sandbox/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// Of inside_program.s, which the build makes around the executable.
extern "C" const char vouchsafe_inside_begin[];
extern "C" const char vouchsafe_inside_end[];

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

constexpr mode_t readAndRun = 0555;

bool holdsProgram(int folder, const std::string &name)
{
    const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat info {};
    return file.valid() && ::fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode) &&
           (info.st_mode & 07777) == readAndRun &&
           static_cast<std::uint64_t>(info.st_size) == insideProgram().size() &&
           readAll(file.get(), insideProgram().size() + 1) == insideProgram();
}

Status writeProgram(int folder, const std::string &name)
{
    // Under a name of its own first: two programs may make it at once, and one may be looking.
    const std::string made = "." + newNonce(8);
    {
        const Descriptor file(
            ::openat(folder, made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file.valid() || !writeAll(file.get(), insideProgram()) || ::fchmod(file.get(), readAndRun) != 0)
            return Failure(systemError(errno, "cannot store the sandbox's helper", name));
    }
    if (::renameat(folder, made.c_str(), folder, name.c_str()) != 0)
        return Failure(systemError(errno, "cannot store the sandbox's helper", name));
    return {};
}

} // namespace

std::string_view insideProgram()
{
    return {vouchsafe_inside_begin, static_cast<std::size_t>(vouchsafe_inside_end - vouchsafe_inside_begin)};
}

Result<fs::path> storedInsideProgram(const Identity &identity)
{
    static const std::string name = sha256(insideProgram());
    const AsIdentity rights(identity);
    const fs::path place = identity.cache / "inside";
    if (Status made = makePrivateFolder(place); !made)
        return Failure(made.error());
    const Descriptor folder(::open(place.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder.valid())
        return Failure(systemError(errno, "cannot open the folder of the sandbox's helper", place));
    if (holdsProgram(folder.get(), name))
        return place / name;
    if (Status written = writeProgram(folder.get(), name); !written)
        return Failure(written.error());
    // Those of other versions of this program; what shows them has links of its own.
    for (const std::string &other : namesIn(folder.get()))
        if (other != name && !other.starts_with('.'))
            ::unlinkat(folder.get(), other.c_str(), 0);
    return place / name;
}

} // namespace vouchsafe
