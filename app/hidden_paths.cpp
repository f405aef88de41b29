#include "app/hidden_paths.h"

#include "core/base/text.h"
#include "core/git/secret_files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

/// Reading the head of every file of a large folder takes minutes, so names choose whose head is read.
bool mayHoldKey(std::string_view name)
{
    constexpr std::array<std::string_view, 6> endings{".pem", ".key",   ".crt",
                                                      ".asc", ".npmrc", ".yarnrc.yml"};
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return name.ends_with(ending); });
}

std::string secretInside(const RootedFolder &root, const std::string &path)
{
    if (!mayHoldKey(lowerAscii(nameOf(path))))
        return {};
    const Descriptor file = root.openBelow(path, O_RDONLY);
    if (!file.valid())
        return {};
    std::string head(secretHeadBytes, '\0');
    const ssize_t size = ::pread(file.get(), head.data(), head.size(), 0);
    head.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return secretByContent(path, head);
}

/// The kind of an entry as in `st_mode`; 0 where it is gone again.
unsigned kindOf(int folder, const dirent &entry)
{
    if (entry.d_type != DT_UNKNOWN)
        return DTTOIF(entry.d_type);
    struct stat info {};
    return ::fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) == 0 ? info.st_mode & S_IFMT : 0;
}

class Search {
public:
    Search(const RootedFolder &root, const std::string &top, std::size_t limit)
        : m_root(root), m_top(top), m_limit(limit)
    {
    }

    HiddenPaths run()
    {
        m_waiting.push_back(m_top);
        while (!m_waiting.empty() && m_found.complete) {
            const std::string folder = std::move(m_waiting.back());
            m_waiting.pop_back();
            look(folder);
        }
        for (auto *list : {&m_found.files, &m_found.folders, &m_found.reasons, &m_found.closed})
            std::sort(list->begin(), list->end());
        return std::move(m_found);
    }

private:
    void look(const std::string &folder);
    void judge(const std::string &path, unsigned kind);
    void hide(std::vector<std::string> &list, const std::string &path, const std::string &why)
    {
        list.push_back(path.substr(m_top.size() + 1));
        m_found.reasons.push_back(shown(path) + ": " + why);
    }

    const RootedFolder &m_root;
    std::string m_top;
    std::size_t m_limit;
    std::size_t m_seen = 0;
    std::vector<std::string> m_waiting;
    HiddenPaths m_found;
};

void Search::look(const std::string &folder)
{
    Descriptor opened = m_root.openBelow(folder, O_RDONLY | O_DIRECTORY);
    // Without the right to enter it, not even the kinds of what it holds could be told.
    if (!opened.valid() || ::faccessat(opened.get(), ".", X_OK, AT_EACCESS) != 0) {
        if (errno != ENOENT)
            m_found.closed.push_back(folder);
        return;
    }
    const int descriptor = opened.get();
    const std::unique_ptr<DIR, int (*)(DIR *)> list(::fdopendir(descriptor), ::closedir);
    if (!list) {
        m_found.closed.push_back(folder);
        return;
    }
    static_cast<void>(opened.release()); // closedir closes it
    while (const dirent *entry = ::readdir(list.get())) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..")
            continue;
        if (++m_seen > m_limit) {
            m_found.complete = false;
            return;
        }
        judge(folder + "/" + name, kindOf(descriptor, *entry));
    }
}

void Search::judge(const std::string &path, unsigned kind)
{
    if (S_ISLNK(kind) || kind == 0)
        return; // leads to a place inside of the sandbox
    if (S_ISDIR(kind)) {
        if (const std::string why = hiddenFolder(path); !why.empty())
            hide(m_found.folders, path, why);
        else
            m_waiting.push_back(path);
        return;
    }
    std::string why;
    if (!S_ISREG(kind))
        why = "a socket, FIFO or device";
    else if (lowerAscii(nameOf(path)) == ".git")
        why = "git's own data";
    else if (why = secretByName(path); why.empty())
        why = secretInside(m_root, path);
    if (!why.empty())
        hide(m_found.files, path, why);
}

} // namespace

std::string hiddenFolder(const std::string &path)
{
    for (const std::string &part : split(lowerAscii(path), '/'))
        if (part == ".git")
            return "git's own data";
    // Asked for a file in it that has no telling name of its own.
    return secretByName(path + "/x");
}

HiddenPaths hiddenPaths(const RootedFolder &root, const std::string &path, std::size_t limit)
{
    return Search(root, path, limit).run();
}

} // namespace vouchsafe
