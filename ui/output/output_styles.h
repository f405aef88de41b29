#pragma once
// The styles of an output's editor: one for each pen that its text needed, in the theme's colours.

#include "ui/output/terminal_pen.h"
#include "ui/support/theme.h"

#include <map>
#include <utility>

class QsciScintillaBase;

namespace vouchsafe {

struct PenColours {
    QColor ink;
    QColor paper;

    bool operator==(const PenColours &) const = default;
};
/// Of a pen on the theme's paper, moved apart until text can be read: at least 4.5:1.
PenColours penColours(const TerminalPen &pen, const ThemeColours &theme);

/// Scintilla knows 256 styles, of which some are its own. A pen that comes when all are taken gets that of
/// its nearest one of the sixteen colours, or the plain one.
class OutputStyles {
public:
    explicit OutputStyles(QsciScintillaBase &editor) : m_editor(editor) {}

    void apply(const ThemeColours &colours, const QFont &font); ///< to all styles, old and to come
    char styleOf(const TerminalPen &pen);

private:
    void define(int style, const TerminalPen &pen);

    struct PenOrder {
        bool operator()(const TerminalPen &a, const TerminalPen &b) const { return key(a) < key(b); }
        static std::uint32_t key(const TerminalPen &pen);
    };

    QsciScintillaBase &m_editor;
    ThemeColours m_colours;
    std::map<TerminalPen, int, PenOrder> m_styles;
    std::pair<TerminalPen, char> m_last{{}, 0}; ///< most runs repeat one
    int m_next = 1;                             ///< 0 is plain
};

} // namespace vouchsafe
