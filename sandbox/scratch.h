#pragma once
// Private folders for one workspace each: made, locked while their owner lives, removed whole.

#include "core/base/result.h"
#include "sandbox/descriptor.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <string>

namespace vouchsafe {

/// `<cache>/scratch/<random>`, mode 0700, of the identity. Its file `owner` names the process (pid and start
/// time) and is locked as long as that lives, which also holds across pid namespaces.
class ScratchFolder {
public:
    static Result<ScratchFolder> make(const Identity &identity);
    ScratchFolder(ScratchFolder &&other) noexcept = default;
    ScratchFolder &operator=(ScratchFolder &&) = delete;
    ~ScratchFolder(); ///< removes everything

    const std::filesystem::path &path() const { return m_path; }
    int descriptor() const { return m_folder.get(); }

private:
    ScratchFolder(Identity identity, std::filesystem::path path)
        : m_identity(std::move(identity)), m_path(std::move(path))
    {
    }

    Identity m_identity;
    std::filesystem::path m_path;
    Descriptor m_folder;
    Descriptor m_lock;
};

/// Removes what dead processes left in `<cache>/scratch`. Returns how many folders went.
int reapScratch(const Identity &identity);

/// Removes `name` in the open folder whatever its depth and modes, never through links. Nothing may change it
/// meanwhile.
Status removeTree(int parent, const std::string &name);

} // namespace vouchsafe
