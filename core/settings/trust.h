#pragma once
// Which repositories may propose checks, an image and ignore rules.

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace vouchsafe {

/// `trusted.json` in the config folder. Trust is bound to the bytes of `.vouchsafe.toml` and of the
/// development container's file that a person saw: a pull that changes one ends the trust in it.
class TrustedRepositories {
public:
    explicit TrustedRepositories(std::filesystem::path configFolder);

    /// What was trusted: the bytes that were read, for a person to see.
    struct Trusted {
        std::string settings;         ///< of `.vouchsafe.toml`; empty: there is none
        std::string devContainer;     ///< empty: there is none
        std::string devContainerPath; ///< relative to the root
    };
    /// Trusts both files as they are now, each read once. ErrorCode::PathMissing where there is neither.
    Result<Trusted> trust(const std::filesystem::path &root) const;
    Status revoke(const std::filesystem::path &root) const;
    Result<bool> isTrusted(const std::filesystem::path &root) const;
    /// The same for bytes that were read already.
    Result<bool> isTrusted(const std::filesystem::path &root, std::string_view content) const;
    Result<bool> isDevContainerTrusted(const std::filesystem::path &root, std::string_view content) const;

private:
    struct Entry {
        std::string path;   ///< for people
        std::string sha256; ///< of the trusted content; empty: there was no such file
        std::string devContainer = {};
    };
    Result<std::map<std::string, Entry>> load() const; ///< by sha256 of the root's canonical path
    Status save(const std::map<std::string, Entry> &entries) const;

    std::filesystem::path m_file;
};

} // namespace vouchsafe
