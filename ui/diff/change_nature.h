#pragma once
// What kind of change it is where a look does not tell.

#include <QString>

#include <string_view>
#include <vector>

namespace vouchsafe {

enum class ChangeNature {
    None,         ///< the bytes are the same
    FinalNewline, ///< of the last line alone
    LineEnds,     ///< LF or CR LF
    Whitespace,   ///< blanks, tabs, blank lines or ends of lines
    UnicodeForm,  ///< reads the same, its characters are composed otherwise
    Text,
};

/// Of lines with their line feeds that stand in for each other.
ChangeNature changeNature(const std::vector<std::string_view> &before, std::size_t beforeFirst,
                          std::size_t beforeCount, const std::vector<std::string_view> &after,
                          std::size_t afterFirst, std::size_t afterCount);
/// Of several together: the plainest that holds for all.
ChangeNature together(ChangeNature one, ChangeNature other);
/// One sentence; empty for None and Text.
QString inWords(ChangeNature nature);
QString shortName(ChangeNature nature); ///< `whitespace only`; likewise empty

} // namespace vouchsafe
