#pragma once
// From an import as written to the files of the tree that it means.

#include "core/index/symbols.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vouchsafe {

/// Knows the paths of one tree. Build systems and search paths are not read: a module means the files whose
/// path ends in its parts, the nearest to the importing file first.
class ImportResolver {
public:
    /// `paths` must outlive the resolver.
    explicit ImportResolver(const std::vector<std::string> &paths);

    /// Indices into the paths; empty for modules from outside. A Go package and a Python package give
    /// several.
    std::vector<std::uint32_t> resolve(const Import &import, std::string_view importer,
                                       Language language) const;

private:
    std::vector<std::uint32_t> endingIn(std::string_view suffix, std::string_view near) const;
    std::vector<std::uint32_t> first(const std::vector<std::string> &candidates, std::string_view near) const;
    std::vector<std::uint32_t> python(const Import &import, std::string_view importer) const;
    std::vector<std::uint32_t> script(std::string_view module, std::string_view importer) const;
    std::vector<std::uint32_t> goPackage(std::string_view module) const;
    std::vector<std::uint32_t> rust(std::string_view module, std::string_view importer) const;
    std::vector<std::uint32_t> exactly(const std::string &path) const;

    const std::vector<std::string> &m_paths;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_byName;   ///< by the last part
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_byFolder; ///< by the folder
};

} // namespace vouchsafe
