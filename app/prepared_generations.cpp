#include "app/prepared_generations.h"

#include "core/base/ids.h"
#include "sandbox/descriptor.h"
#include "sandbox/scratch.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

Descriptor openRecord(int layers, const std::string &name)
{
    return Descriptor(
        ::openat(layers, (name + "/" + preparedRecord).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
}

/// A lock counts only while the file that it was taken on still stands there.
bool isStill(int layers, const std::string &name, int held)
{
    struct stat here {};
    struct stat mine {};
    return ::fstatat(layers, (name + "/" + preparedRecord).c_str(), &here, AT_SYMLINK_NOFOLLOW) == 0 &&
           ::fstat(held, &mine) == 0 && here.st_ino == mine.st_ino && here.st_dev == mine.st_dev;
}

} // namespace

Descriptor openLayers(const Identity &identity)
{
    return Descriptor(
        ::open((identity.cache / "layers").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
}

std::string latestGeneration(int layers, const std::string &stem)
{
    std::string found;
    for (const std::string &name : namesIn(layers))
        if (name.starts_with(stem) && name > found)
            found = name;
    return found;
}

std::string nextGeneration(int layers, const std::string &stem)
{
    std::uint64_t generation =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                       std::chrono::system_clock::now().time_since_epoch())
                                       .count());
    std::uint64_t before = 0;
    if (const std::string last = latestGeneration(layers, stem); !last.empty())
        std::from_chars(last.data() + stem.size(), last.data() + last.size(), before, 16);
    generation = std::max(generation, before + 1);
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(generation));
    return stem + digits.data();
}

bool removeUnusedGeneration(int layers, const std::string &name)
{
    const Descriptor lock = openRecord(layers, name);
    if (!lock.valid() || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0 || !isStill(layers, name, lock.get()))
        return false;
    const std::string away = "." + newNonce(8); // nobody finds it half gone
    return ::renameat(layers, name.c_str(), layers, away.c_str()) == 0 &&
           removeTree(layers, away).has_value();
}

std::optional<TakenGeneration> takeGeneration(int layers, const std::string &stem)
{
    for (int attempt = 0; attempt < 3; ++attempt) { // one that is replaced meanwhile is looked for again
        const std::string name = latestGeneration(layers, stem);
        if (name.empty())
            return std::nullopt;
        auto lock = std::make_shared<Descriptor>(openRecord(layers, name));
        if (lock->valid() && ::flock(lock->get(), LOCK_SH | LOCK_NB) == 0 &&
            isStill(layers, name, lock->get()))
            return TakenGeneration{name, std::move(lock)};
    }
    return std::nullopt;
}

} // namespace vouchsafe
