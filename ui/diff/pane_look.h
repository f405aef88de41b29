#pragma once
// How a pane of the diff looks: its styles, markers and indicators, and their colours from the theme.

#include "ui/support/scintilla.h"
#include "ui/support/theme.h"

#include <string>

namespace vouchsafe {

enum class PaneSide { Base, Proposed };

/// Styles of the text: those of SyntaxRole by their number, then ours.
enum PaneStyle : int {
    StyleHeader = 20, ///< the line above the file, which cannot be changed
    StyleCut,         ///< says how much of a line is not shown
    StyleFiller,
    StyleNumber, ///< of the margin
    StyleNumberChanged,
};
enum PaneMarker : int { MarkerChanged, MarkerCurrent };
enum PaneIndicator : int { IndicatorWord = 8 };
enum PaneMargin : int { MarginCurrent, MarginNumbers, MarginGap };

/// Short for SendScintilla without its overloads.
inline long call(const QsciScintillaBase &pane, unsigned message, unsigned long first = 0, long second = 0)
{
    return pane.SendScintilla(message, first, second);
}
inline long callText(const QsciScintillaBase &pane, unsigned message, unsigned long first, const char *text)
{
    return pane.SendScintilla(message, static_cast<uintptr_t>(first), text);
}

/// All that belongs to the view and stays when the document is another one.
void preparePane(QsciScintillaBase &pane);
/// All that belongs to the document.
void prepareDocument(QsciScintillaBase &pane);
void colourPane(QsciScintillaBase &pane, PaneSide side, const ThemeColours &colours, const QFont &font);
/// Draws this character as its code point.
void showAsCodePoint(QsciScintillaBase &pane, char32_t codePoint);
void showAsName(QsciScintillaBase &pane, const std::string &utf8, const char *name);

} // namespace vouchsafe
