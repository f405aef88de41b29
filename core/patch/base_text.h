#pragma once
// The lines of a file of the tree, and a way to find a line in it by content.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace vouchsafe {

inline constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

/// How alike two lines are; the smaller the better.
enum class Likeness { Equal, TrailingBlanks, Indentation, InnerBlanks, None };

Likeness likeness(std::string_view a, std::string_view b);
std::string_view withoutTrailingBlanks(std::string_view line);
std::string_view indentOf(std::string_view line);
bool isBlank(std::string_view line);
/// Has a letter, digit or byte beyond ASCII: more than braces and blanks.
bool isTelling(std::string_view line);

/// Views into bytes that must outlive it. Lines are numbered from 0. The index is made at the first search:
/// one hash per line over all but its blanks, chained in a table, so that a search costs as much as the
/// rarest line of a hunk has twins.
class BaseText {
public:
    explicit BaseText(std::string_view bytes);

    std::string_view bytes() const { return m_bytes; }
    std::size_t size() const { return m_starts.size() - 1; }
    /// Without CR and LF; of the first line also without a byte-order mark when `hideMark` was called.
    std::string_view line(std::size_t at) const;
    bool hasCr(std::size_t at) const;
    bool hasLineFeed(std::size_t at) const;
    std::size_t offset(std::size_t at) const { return m_starts[at]; } ///< of the line's first byte
    std::string_view lineEnd(std::size_t at) const;                   ///< "", "\n" or "\r\n"
    /// The line end that most lines have; "\n" for an empty file.
    std::string_view commonLineEnd() const;

    bool hasMark() const { return m_bytes.starts_with(byteOrderMark); }
    void hideMark() { m_markHidden = hasMark(); }
    bool markHidden() const { return m_markHidden; }

    /// Lines whose text is that of `line` but for blanks, ascending, at most `limit` of them.
    std::vector<std::size_t> find(std::string_view line, std::size_t limit) const;
    std::size_t count(std::string_view line, std::size_t limit) const;

private:
    void makeIndex() const;
    std::size_t bucket(std::string_view line) const;

    std::string_view m_bytes;
    std::vector<std::size_t> m_starts; ///< one more than there are lines
    bool m_markHidden = false;
    mutable std::vector<std::uint32_t> m_heads; ///< line + 1, 0 for none
    mutable std::vector<std::uint32_t> m_next;
};

} // namespace vouchsafe
