#pragma once
// Translates the indentation of a patch into that of the file, as far as matched lines show how.

#include <map>
#include <string>
#include <string_view>

namespace vouchsafe {

class IndentMap {
public:
    /// Learns from a matched pair of lines; false where it contradicts what was learned.
    bool learn(std::string_view patchIndent, std::string_view fileIndent);
    /// The indentation that an added line of the patch has in the file.
    std::string convert(std::string_view patchIndent) const;
    bool changesAnything() const;
    /// Takes over what another hunk showed, where nothing indented was matched here. False where this hunk's
    /// own lines say that indentation is as it should be.
    bool adopt(const IndentMap &other);

private:
    std::map<std::string, std::string, std::less<>> m_pairs;
};

} // namespace vouchsafe
