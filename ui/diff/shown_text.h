#pragma once
// A file's bytes as a pane holds them, and back.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Scintilla ends a line at each CR, git at LF alone. So a pane never holds a CR: where every line of both
/// sides ends with CR LF it holds LF, else a character stands for CR that neither side has.
struct PaneCoding {
    bool crLf = false;
    std::string carriageReturn; ///< UTF-8 of that character

    bool operator==(const PaneCoding &) const = default;
};

/// Lines with their line feeds, by LF alone.
std::vector<std::string_view> wholeLines(std::string_view text);

PaneCoding paneCoding(std::string_view before, std::string_view after);

/// What a text holds that is not seen on its own.
struct HiddenText {
    std::map<char32_t, std::size_t> deceptive; ///< invisible or moving others about, by code point
    std::size_t controls = 0;                  ///< tabs and line ends are none
    std::size_t invalid = 0;                   ///< bytes that are not UTF-8
    std::size_t zeros = 0;                     ///< among the controls

    bool operator==(const HiddenText &) const = default;
};

HiddenText hiddenText(std::string_view text);

/// A line of which the pane holds the beginning alone: its mark begins at byte `at` of the line as shown.
struct CutLine {
    std::size_t line = 0;
    std::size_t at = 0;

    bool operator==(const CutLine &) const = default;
};

struct ShownText {
    std::string text;
    std::vector<CutLine> cuts;
    HiddenText hidden;
    std::size_t lines = 0;
    std::size_t columns = 0; ///< of the widest line, roughly

    bool operator==(const ShownText &) const = default;
};

/// The first `lines` of them, each cut behind `characters` at the border of a grapheme cluster.
ShownText shownText(const std::vector<std::string_view> &wholeLines, std::size_t lines,
                    const PaneCoding &coding, std::size_t characters);
/// The bytes of the file again; for texts without cuts.
std::string fileBytes(std::string_view shown, const PaneCoding &coding);

} // namespace vouchsafe
