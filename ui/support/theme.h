#pragma once
// Colours of the window: dark and light, following the system unless a person chose.

#include "core/syntax/highlighter.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>

#include <array>

namespace vouchsafe {

enum class ThemeChoice { System, Light, Dark };

/// Every colour that is not the palette's own. Text on its paper has a contrast of at least 4.5:1, marks 3:1.
struct ThemeColours {
    bool dark = false;
    QColor paper;  ///< of editors and outputs
    QColor ink;    ///< of their text
    QColor dimmed; ///< secondary text, line numbers
    QColor margin; ///< paper of margins
    QColor rule;   ///< hairlines between parts
    QColor caretLine;
    QColor selection;
    QColor filler;    ///< rows that one side of a diff has not
    QColor added;     ///< paper of added lines
    QColor addedWord; ///< of the words that differ in them
    QColor removed;
    QColor removedWord;
    QColor good; ///< ink for passed
    QColor bad;  ///< ink for failed
    QColor warning;
    QColor accent;                          ///< what is current
    std::array<QColor, syntaxRoles> syntax; ///< by SyntaxRole
    std::array<QColor, 16> terminal;        ///< the sixteen colours of terminals, readable on `paper`
};

const ThemeColours &themeColours(bool dark);
QPalette themePalette(bool dark);
/// WCAG 2: 1 to 21.
double contrast(const QColor &one, const QColor &other);

/// Follows the desktop's preference through the settings portal where there is one, else the palette that the
/// program started with. GUI thread.
class Theme : public QObject {
    Q_OBJECT
public:
    explicit Theme(ThemeChoice choice = ThemeChoice::System, QObject *parent = nullptr);

    const ThemeColours &colours() const;
    ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice); ///< sets the application's style and palette
    QFont codeFont() const;          ///< the system's fixed font

Q_SIGNALS:
    void changed();

private:
    void settle();
    ThemeChoice m_choice;
    bool m_systemDark = false;
    bool m_dark = false;
};

} // namespace vouchsafe
