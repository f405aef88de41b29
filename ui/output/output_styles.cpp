#include "ui/output/output_styles.h"

#include "ui/support/scintilla.h"

#include <QFontInfo>

#include <cmath>

namespace vouchsafe {
namespace {

constexpr double readable = 4.5; // WCAG 2.2, 1.4.3
constexpr int mostStyles = 256;

QColor mixed(const QColor &from, const QColor &to, double part)
{
    const auto mix = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

QColor chosen(std::uint32_t number, const QColor &plain, const ThemeColours &theme)
{
    if (number == TerminalPen::plain)
        return plain;
    return number < theme.terminal.size() ? theme.terminal.at(number)
                                          : QColor::fromRgb(paletteColour(number));
}

/// `ink`, or as little away from it towards black or white as makes it readable.
QColor readableOn(const QColor &paper, const QColor &ink)
{
    if (contrast(ink, paper) >= readable)
        return ink;
    const QColor goal = contrast(Qt::white, paper) > contrast(Qt::black, paper) ? Qt::white : Qt::black;
    for (double part = 0.1; part < 1; part += 0.1)
        if (const QColor nearer = mixed(ink, goal, part); contrast(nearer, paper) >= readable)
            return nearer;
    return goal;
}

} // namespace

PenColours penColours(const TerminalPen &pen, const ThemeColours &theme)
{
    QColor ink = chosen(pen.ink, theme.ink, theme);
    QColor paper = chosen(pen.paper, theme.paper, theme);
    if (pen.reverse != 0)
        std::swap(ink, paper);
    if (pen.dim != 0)
        ink = mixed(ink, paper, 0.35);
    return {readableOn(paper, ink), paper};
}

std::uint32_t OutputStyles::PenOrder::key(const TerminalPen &pen)
{
    return pen.ink | pen.paper << 9U | pen.bold << 18U | pen.dim << 19U | pen.italic << 20U |
           pen.underline << 21U | pen.reverse << 22U; // strike has no style
}

void OutputStyles::apply(const ThemeColours &colours, const QFont &font)
{
    m_colours = colours;
    const QByteArray family = font.family().toUtf8();
    const auto size = static_cast<long>(QFontInfo(font).pointSizeF() *
                                        static_cast<int>(QsciScintillaBase::SC_FONT_SIZE_MULTIPLIER));
    constexpr auto standard = static_cast<unsigned long>(QsciScintillaBase::STYLE_DEFAULT);
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETFONT, standard, family.constData());
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETSIZEFRACTIONAL, standard, size);
    define(QsciScintillaBase::STYLE_DEFAULT, {});
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLECLEARALL);
    for (const auto &[pen, style] : m_styles)
        define(style, pen);
}

char OutputStyles::styleOf(const TerminalPen &pen)
{
    if (pen == TerminalPen{})
        return 0;
    if (pen == m_last.first)
        return m_last.second;
    auto known = m_styles.find(pen);
    if (known == m_styles.end()) {
        if (m_next == QsciScintillaBase::STYLE_DEFAULT)
            m_next = QsciScintillaBase::STYLE_LASTPREDEFINED + 1;
        if (m_next >= mostStyles)
            return 0;
        known = m_styles.emplace(pen, m_next++).first;
        define(known->second, pen);
    }
    m_last = {pen, static_cast<char>(known->second)};
    return m_last.second;
}

void OutputStyles::define(int style, const TerminalPen &pen)
{
    const auto number = static_cast<unsigned long>(style);
    const PenColours colours = penColours(pen, m_colours);
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETFORE, number, colours.ink);
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETBACK, number, colours.paper);
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETBOLD, number, static_cast<long>(pen.bold));
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETITALIC, number, static_cast<long>(pen.italic));
    m_editor.SendScintilla(QsciScintillaBase::SCI_STYLESETUNDERLINE, number,
                           static_cast<long>(pen.underline));
}

} // namespace vouchsafe
