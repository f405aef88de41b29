#include "sandbox/inside/files.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace vouchsafe::inside {

bool readFile(const char *path, Bytes &into)
{
    constexpr std::size_t most = std::size_t{1} << 20;
    constexpr std::size_t oneRead = 16384;
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t count = 1;
    while (into.size() < most && count != 0) {
        count = ::read(file, into.room(oneRead), oneRead);
        if (count < 0 && errno != EINTR)
            break;
        if (count > 0)
            into.grew(static_cast<std::size_t>(count));
    }
    const int number = errno;
    ::close(file);
    errno = number;
    return count >= 0;
}

std::string_view takeLine(std::string_view &text)
{
    return takeUntil(text, '\n');
}

std::string_view takeWord(std::string_view &line, char apart)
{
    while (!line.empty() && line.front() == apart)
        line.remove_prefix(1);
    return takeUntil(line, apart);
}

std::string_view takeUntil(std::string_view &text, char at)
{
    const std::size_t end = text.find(at);
    const std::size_t length = end == std::string_view::npos ? text.size() : end;
    const std::string_view found(text.data(), length);
    text.remove_prefix(end == std::string_view::npos ? length : length + 1);
    return found;
}

} // namespace vouchsafe::inside
