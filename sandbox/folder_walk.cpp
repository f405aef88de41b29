#include "sandbox/folder_walk.h"

#include "sandbox/descriptor.h"

#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <vector>

namespace vouchsafe {
namespace {

/// A folder on the way down.
struct Level {
    std::size_t length = 0; ///< of its path
    ino_t inode = 0;
    dev_t device = 0;
    std::vector<std::string> waiting; ///< folders in it that were not entered yet
};

Descriptor openFolder(int parent, const char *name)
{
    return Descriptor(::openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

bool isAt(int folder, const Level &level)
{
    struct stat info {};
    return ::fstat(folder, &info) == 0 && info.st_ino == level.inode && info.st_dev == level.device;
}

class Walker {
public:
    explicit Walker(const FolderWalk &walk) : m_walk(walk) {}

    bool run(int folder, const std::string &path)
    {
        m_here = openFolder(folder, ".");
        if (!m_here.valid())
            return true;
        m_path = path;
        bool going = enter();
        while (going && !m_levels.empty()) {
            if (!m_levels.back().waiting.empty())
                going = down();
            else if (!up())
                break;
        }
        return going;
    }

private:
    /// False where nothing is left, or the folder above cannot be reached any more.
    bool up()
    {
        m_levels.pop_back();
        if (m_levels.empty())
            return false;
        m_path.resize(m_levels.back().length);
        m_here = openFolder(m_here.get(), "..");
        if (m_here.valid() && isAt(m_here.get(), m_levels.back()))
            return true;
        m_walk.leftOut(m_path, "moved while it was read");
        return false;
    }

    bool down()
    {
        const std::string name = std::move(m_levels.back().waiting.back());
        m_levels.back().waiting.pop_back();
        const std::string path = at(name);
        if (m_walk.named && m_levels.size() > FolderWalk::deepest) {
            m_walk.leftOut(path, "more than " + std::to_string(FolderWalk::deepest) +
                                     " folders deep, left out with all that is in it");
            return true;
        }
        if (path.size() > FolderWalk::longestPath) {
            m_walk.leftOut(path, "its path is longer than " + std::to_string(FolderWalk::longestPath) +
                                     " bytes, left out with all that is in it");
            return true;
        }
        Descriptor inner = openFolder(m_here.get(), name.c_str());
        // Without the right to search it there is no way back, and nothing in it can be told or read.
        if (!inner.valid() || ::faccessat(inner.get(), "..", F_OK, AT_EACCESS) != 0) {
            m_walk.leftOut(path, "cannot be read");
            return true;
        }
        m_here = std::move(inner);
        m_path = path;
        return enter();
    }

    bool enter()
    {
        struct stat own {};
        ::fstat(m_here.get(), &own);
        m_levels.push_back({m_path.size(), own.st_ino, own.st_dev, {}});
        const int folder = m_here.get();
        const int copy = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (copy < 0)
            return true;
        const std::unique_ptr<DIR, int (*)(DIR *)> stream(::fdopendir(copy), &::closedir);
        while (const dirent *entry = stream ? ::readdir(stream.get()) : nullptr) {
            const std::string name = entry->d_name;
            struct stat info {};
            if (name == "." || name == ".." ||
                ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
                continue;
            if (!m_walk.visit({folder, name.c_str(), at(name), info}))
                return false;
            if (S_ISDIR(info.st_mode))
                m_levels.back().waiting.push_back(name);
        }
        return true;
    }

    /// The path of a name in the folder that is open.
    std::string at(const std::string &name) const
    {
        if (!m_walk.named || m_path.empty())
            return m_walk.named ? name : std::string();
        return m_path + "/" + name;
    }

    const FolderWalk &m_walk;
    Descriptor m_here;  ///< the last of the levels
    std::string m_path; ///< its path
    std::vector<Level> m_levels;
};

} // namespace

bool FolderWalk::below(int folder, const std::string &path) const
{
    return Walker(*this).run(folder, path);
}

} // namespace vouchsafe
