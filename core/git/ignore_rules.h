#pragma once
// gitignore(5): patterns of one file, and the chain of files that decides about a path.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Whether `text` is matched as git's wildmatch does with WM_PATHNAME: `*` and `?` stop at `/`, `**` between
/// slashes crosses folders. Time is bounded by the product of both lengths, whatever the pattern.
bool wildMatches(std::string_view pattern, std::string_view text);

/// The patterns of one file, and through `outer` those that count less: `.gitignore` of the folders above,
/// then info/exclude, then the user's excludes file. Immutable; safe from several threads.
class IgnoreRules {
public:
    /// `folder` is where the patterns are rooted, relative to the repository's root ("" for the root).
    IgnoreRules(std::string_view text, std::string folder, std::shared_ptr<const IgnoreRules> outer);

    /// Of this path alone: the caller knows whether a folder above is ignored. Last match of the nearest
    /// file.
    bool ignores(std::string_view path, bool isFolder) const;

private:
    struct Rule {
        std::string pattern;
        bool negated = false;
        bool folderOnly = false;
        bool anchored = false; ///< has a slash: against the whole path below the folder, not the name
        bool literal = false;  ///< no wildcard: compared as it is
    };
    std::optional<bool> decision(std::string_view path, bool isFolder) const;
    static std::optional<Rule> parsed(std::string_view line);

    std::string m_folder;
    std::vector<Rule> m_rules;
    std::shared_ptr<const IgnoreRules> m_outer;
};

} // namespace vouchsafe
