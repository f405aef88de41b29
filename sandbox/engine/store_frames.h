#pragma once
// What fills a volume: trees of this machine as frames, read as they are sent; and how its changes come back.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/engine/merged_tree.h"
#include "sandbox/identity.h"

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace vouchsafe {

struct StoredFile {
    std::string path;
    std::string bytes;
};

/// A tar archive (POSIX ustar) of folders and then executable files, all of one user. Names of at most 100
/// bytes.
std::string tarOf(const std::vector<std::string> &folders, const std::vector<StoredFile> &files, unsigned id);

/// Files are read one after the other with the identity's rights, never the whole tree at once.
class StoreFrames {
public:
    explicit StoreFrames(Identity identity) : m_identity(std::move(identity)) {}
    /// A tree below the inside folder `root`; hidden files and folders are empty there.
    void tree(const std::string &root, const std::map<std::string, MergedEntry> &entries,
              const std::vector<std::string> &hiddenFiles, const std::vector<std::string> &hiddenFolders);
    void add(std::string frames);
    /// Appends the next ones; false: there are none.
    bool next(std::string &to);
    /// What could not be read.
    const Status &status() const { return m_status; }

private:
    struct Step {
        std::string frames; ///< as they are, or
        std::string inside; ///< a file or link to be read
        MergedEntry entry;
    };
    std::string content(const Step &step);

    Identity m_identity;
    std::vector<Step> m_steps;
    std::size_t m_next = 0;
    Status m_status;
};

/// Writes changes into a folder as a layer: the files, and whiteouts for what is gone of the tree.
Status storeLayer(const std::filesystem::path &folder, const std::map<std::string, MergedEntry> &tree,
                  const std::vector<CollectedFile> &files, const std::set<std::string> &present);

} // namespace vouchsafe
