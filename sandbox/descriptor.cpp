#include "sandbox/descriptor.h"

#include "core/base/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

namespace vouchsafe {

Result<Pipe> makePipe()
{
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return Failure(systemError(errno, "cannot make a pipe", {}));
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

Result<Descriptor> memoryFile(std::string_view name, std::string_view bytes)
{
    Descriptor file(::memfd_create(std::string(name).c_str(), MFD_CLOEXEC));
    if (!file.valid())
        return Failure(systemError(errno, "cannot make a file in memory", name));
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return Failure(systemError(errno, "cannot write a file in memory", name));
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::lseek(file.get(), 0, SEEK_SET) != 0)
        return Failure(systemError(errno, "cannot rewind a file in memory", name));
    return file;
}

WakeUp::WakeUp() : m_event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

void WakeUp::wake() const
{
    const std::uint64_t one = 1;
    // A full counter is awake already, so the answer does not matter.
    [[maybe_unused]] const ssize_t written = ::write(m_event.get(), &one, sizeof one);
}

void setNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

std::string readAll(int fd, std::size_t limit)
{
    std::string bytes;
    std::array<char, 4096> chunk;
    while (bytes.size() < limit) {
        const ssize_t count = ::read(fd, chunk.data(), std::min(chunk.size(), limit - bytes.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        bytes.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return bytes;
}

std::vector<std::string> namesIn(int folder)
{
    std::vector<std::string> names;
    const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (copy < 0)
        return names;
    const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(copy), &::closedir);
    if (!stream)
        return names;
    while (const dirent *entry = ::readdir(stream.get())) {
        const std::string name = entry->d_name;
        if (name != "." && name != "..")
            names.push_back(name);
    }
    return names;
}

} // namespace vouchsafe
