#pragma once
// Which repositories may propose checks, an image and ignore rules.

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace vouchsafe {

/// `trusted.json` in the config folder. Trust is bound to the bytes of `.vouchsafe.toml` that a person saw: a
/// pull that changes the file ends it.
class TrustedRepositories {
public:
    explicit TrustedRepositories(std::filesystem::path configFolder);

    /// Trusts the repository's settings as they are now. ErrorCode::PathMissing where it has none.
    Status trust(const std::filesystem::path &root) const;
    Status revoke(const std::filesystem::path &root) const;
    Result<bool> isTrusted(const std::filesystem::path &root) const;
    /// The same for bytes that were read already.
    Result<bool> isTrusted(const std::filesystem::path &root, std::string_view content) const;

private:
    struct Entry {
        std::string path;   ///< for people
        std::string sha256; ///< of the trusted content
    };
    Result<std::map<std::string, Entry>> load() const; ///< by sha256 of the root's canonical path
    Status save(const std::map<std::string, Entry> &entries) const;

    std::filesystem::path m_file;
};

} // namespace vouchsafe
