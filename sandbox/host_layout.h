#pragma once
// The facts of this machine that the sandbox's file system is built from.

#include <string>
#include <utility>
#include <vector>

namespace vouchsafe {

struct HostLayout {
    std::vector<std::pair<std::string, std::string>> links; ///< `usr/bin`, `/bin`: of a merged /usr
    std::vector<std::string> folders;                       ///< `/bin` … where they are real folders
    std::vector<std::string> etcFiles;                      ///< small files that are copied in
    std::vector<std::string> etcFolders;                    ///< shown read-only
    std::string localtime;                ///< target of /etc/localtime below /usr; may be empty
    std::vector<std::string> hiddenFiles; ///< of /proc that are there
    std::vector<std::string> hiddenFolders;

    bool operator==(const HostLayout &) const = default;
};

/// Looked up once per factory; reads names only.
HostLayout hostLayout();

} // namespace vouchsafe
