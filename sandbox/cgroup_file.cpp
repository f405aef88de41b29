#include "sandbox/cgroup_file.h"

#include "core/base/text.h"
#include "sandbox/descriptor.h"

#include <charconv>
#include <fcntl.h>
#include <unistd.h>

namespace vouchsafe {

std::string cgroupText(const std::filesystem::path &file)
{
    const Descriptor open(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    return open.valid() ? readAll(open.get(), std::size_t{1} << 20) : std::string();
}

bool writeCgroup(const std::filesystem::path &file, std::string_view text)
{
    const Descriptor open(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
    return open.valid() && ::write(open.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::uint64_t cgroupCount(const std::filesystem::path &file, std::string_view key)
{
    const std::string text = cgroupText(file);
    for (const std::string_view line : splitLines(text)) {
        if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ' ')
            continue;
        std::uint64_t value = 0;
        const std::string_view digits = line.substr(key.size() + 1);
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return value;
    }
    return 0;
}

} // namespace vouchsafe
