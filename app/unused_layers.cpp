#include "app/unused_layers.h"

#include "app/prepared_layers.h"
#include "core/git/store_lock.h"
#include "sandbox/descriptor.h"
#include "sandbox/scratch.h"

#include <chrono>
#include <fcntl.h>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace fs = std::filesystem;
namespace {

// An unfinished layer, or one whose owner cannot be told by a lock, may be somebody's until then.
constexpr std::chrono::minutes makingTime{10};

/// Targets of the links by which living workspaces name their lower folders.
std::set<fs::path> usedByWorkspaces(const fs::path &scratch)
{
    constexpr auto walking = fs::directory_options::skip_permission_denied;
    std::set<fs::path> used;
    std::error_code error;
    for (const auto &workspace : fs::directory_iterator(scratch, walking, error))
        for (const auto &entry : fs::directory_iterator(workspace.path(), walking, error))
            if (entry.is_symlink(error))
                used.insert(fs::read_symlink(entry.path(), error).lexically_normal());
    return used;
}

/// The tree that a layer was built on: a run names its layers `<tree>-<random>`.
std::string treeOf(const std::string &layer)
{
    const std::size_t dash = layer.find('-');
    const bool hexadecimal = layer.find_first_not_of("0123456789abcdef") == dash;
    return hexadecimal && (dash == 40 || dash == 64) ? layer.substr(0, dash) : std::string();
}

bool wasTouchedLately(int layers, const std::string &name)
{
    struct stat info {};
    if (::fstatat(layers, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
        return true; // gone, or not ours to judge
    // The change time: the folder is renamed into its place, whatever its contents' age.
    return std::chrono::system_clock::now() - std::chrono::system_clock::from_time_t(info.st_ctime) <
           makingTime;
}

} // namespace

int removeUnusedLayers(const Identity &identity)
{
    const fs::path folder = identity.cache / "layers";
    int gone = prunePrepared(identity, 0);
    const Descriptor layers(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!layers.valid())
        return gone;
    const fs::path locks = identity.cache / "locks";
    const std::set<fs::path> used = usedByWorkspaces(identity.cache / "scratch");
    for (const std::string &name : namesIn(layers.get())) {
        if (name.starts_with("prepared-") || used.contains((folder / name).lexically_normal()))
            continue;
        Descriptor lock;
        if (const std::string tree = treeOf(name); tree.empty()) {
            if (wasTouchedLately(layers.get(), name))
                continue;
        } else if (std::error_code error; fs::is_directory(locks, error)) {
            // Held by every run on that tree, also between two of its sandboxes.
            auto taken = lockStore(locks / tree, LockKind::Exclusive, LockWait::Never);
            if (!taken || !taken->valid())
                continue;
            lock = std::move(*taken);
            if (!fs::exists(identity.cache / "trees" / tree, error))
                ::unlink((locks / tree).c_str());
        }
        const AsIdentity rights(identity);
        if (removeTree(layers.get(), name))
            ++gone;
    }
    return gone;
}

} // namespace vouchsafe
