#include "ui/diff/pane_look.h"

#include "ui/support/safe_text.h"

#include <QFontMetrics>

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace vouchsafe {
namespace {

using Sci = QsciScintillaBase;

long colour(const QColor &c)
{
    return c.red() | (c.green() << 8) | (c.blue() << 16);
}

/// Those of the first plane, where all but tags and rare selectors are.
const std::vector<char32_t> &deceptivePoints()
{
    static const std::vector<char32_t> points = [] {
        std::vector<char32_t> found;
        for (char32_t c = 0x80; c < 0x10000; ++c)
            if (isDeceptive(c))
                found.push_back(c);
        return found;
    }();
    return points;
}

void setStyle(QsciScintillaBase &pane, int style, const QColor &ink, const QColor &paper)
{
    const auto number = static_cast<unsigned long>(style);
    call(pane, Sci::SCI_STYLESETFORE, number, colour(ink));
    call(pane, Sci::SCI_STYLESETBACK, number, colour(paper));
}

} // namespace

void preparePane(QsciScintillaBase &pane)
{
    call(pane, Sci::SCI_SETWRAPMODE, Sci::SC_WRAP_NONE);
    call(pane, Sci::SCI_SETBUFFEREDDRAW, 0);
    call(pane, Sci::SCI_ANNOTATIONSETVISIBLE, Sci::ANNOTATION_STANDARD);
    call(pane, Sci::SCI_SETSCROLLWIDTHTRACKING, 0);
    call(pane, Sci::SCI_SETENDATLASTLINE, 1);
    call(pane, Sci::SCI_SETMULTIPLESELECTION, 0);
    call(pane, Sci::SCI_SETPASTECONVERTENDINGS, 1);
    call(pane, Sci::SCI_SETMODEVENTMASK, 0);
    call(pane, Sci::SCI_SETMARGINTYPEN, MarginCurrent, Sci::SC_MARGIN_SYMBOL);
    call(pane, Sci::SCI_SETMARGINMASKN, MarginCurrent, 1L << MarkerCurrent);
    call(pane, Sci::SCI_SETMARGINTYPEN, MarginNumbers, Sci::SC_MARGIN_RTEXT);
    call(pane, Sci::SCI_SETMARGINMASKN, MarginNumbers, 0);
    call(pane, Sci::SCI_SETMARGINTYPEN, MarginGap, Sci::SC_MARGIN_COLOUR);
    call(pane, Sci::SCI_SETMARGINMASKN, MarginGap, 0);
    for (unsigned long margin = MarginGap + 1; margin < 5; ++margin)
        call(pane, Sci::SCI_SETMARGINWIDTHN, margin, 0);
    call(pane, Sci::SCI_MARKERDEFINE, MarkerChanged, Sci::SC_MARK_BACKGROUND);
    call(pane, Sci::SCI_MARKERDEFINE, MarkerCurrent, Sci::SC_MARK_SHORTARROW);
    call(pane, Sci::SCI_INDICSETSTYLE, IndicatorWord, Sci::INDIC_FULLBOX);
    call(pane, Sci::SCI_INDICSETUNDER, IndicatorWord, 1);
    call(pane, Sci::SCI_INDICSETALPHA, IndicatorWord, 255);
    call(pane, Sci::SCI_INDICSETOUTLINEALPHA, IndicatorWord, 255);
    call(pane, Sci::SCI_STYLESETCHANGEABLE, StyleHeader, 0);
    // Alt+arrows step from change to change; the keys of Scintilla for zooming would reach one pane alone.
    for (const int key : {int(Sci::SCK_ADD), int(Sci::SCK_SUBTRACT), int(Sci::SCK_DIVIDE)})
        call(pane, Sci::SCI_CLEARCMDKEY, static_cast<unsigned long>(key | (Sci::SCMOD_CTRL << 16)));
}

void prepareDocument(QsciScintillaBase &pane)
{
    call(pane, Sci::SCI_SETCODEPAGE, Sci::SC_CP_UTF8);
    call(pane, Sci::SCI_SETEOLMODE, Sci::SC_EOL_LF);
    call(pane, Sci::SCI_SETTABWIDTH, 4);
    call(pane, Sci::SCI_SETLEXER, Sci::SCLEX_CONTAINER);
    // Another document brings Scintilla's own names back.
    for (const char32_t point : deceptivePoints())
        showAsCodePoint(pane, point);
}

void colourPane(QsciScintillaBase &pane, PaneSide side, const ThemeColours &colours, const QFont &font)
{
    const QByteArray family = font.family().toUtf8();
    callText(pane, Sci::SCI_STYLESETFONT, Sci::STYLE_DEFAULT, family.constData());
    const double points = font.pointSizeF() > 0 ? font.pointSizeF() : 10.0;
    call(pane, Sci::SCI_STYLESETSIZEFRACTIONAL, Sci::STYLE_DEFAULT,
         static_cast<long>(points * int(Sci::SC_FONT_SIZE_MULTIPLIER)));
    const int leading = std::max(1, QFontMetrics(font).height() / 12);
    call(pane, Sci::SCI_SETEXTRAASCENT, static_cast<unsigned long>(leading));
    call(pane, Sci::SCI_SETEXTRADESCENT, static_cast<unsigned long>(leading));
    setStyle(pane, Sci::STYLE_DEFAULT, colours.ink, colours.paper);
    call(pane, Sci::SCI_STYLECLEARALL); // every style is as the default, then ours differ
    call(pane, Sci::SCI_STYLESETCHANGEABLE, StyleHeader, 0);
    for (int role = 0; role < syntaxRoles; ++role)
        setStyle(pane, role, colours.syntax[static_cast<std::size_t>(role)], colours.paper);

    const bool base = side == PaneSide::Base;
    const QColor changed = base ? colours.removed : colours.added;
    setStyle(pane, StyleHeader, colours.dimmed, colours.margin);
    call(pane, Sci::SCI_STYLESETBOLD, StyleHeader, 1);
    call(pane, Sci::SCI_STYLESETEOLFILLED, StyleHeader, 1);
    setStyle(pane, StyleCut, colours.warning, colours.paper);
    call(pane, Sci::SCI_STYLESETITALIC, StyleCut, 1);
    setStyle(pane, StyleFiller, colours.dimmed, colours.filler);
    setStyle(pane, StyleNumber, colours.dimmed, colours.margin);
    setStyle(pane, StyleNumberChanged, base ? colours.bad : colours.good, colours.margin);
    setStyle(pane, Sci::STYLE_LINENUMBER, colours.dimmed, colours.margin);
    setStyle(pane, Sci::STYLE_CONTROLCHAR, colours.warning, colours.paper);
    setStyle(pane, Sci::STYLE_INDENTGUIDE, colours.rule, colours.paper);

    const auto paper = [&pane](int marker, const QColor &ink, const QColor &back) {
        call(pane, Sci::SCI_MARKERSETFORE, static_cast<unsigned long>(marker), colour(ink));
        call(pane, Sci::SCI_MARKERSETBACK, static_cast<unsigned long>(marker), colour(back));
    };
    paper(MarkerChanged, changed, changed);
    paper(MarkerCurrent, colours.accent, colours.accent);
    call(pane, Sci::SCI_INDICSETFORE, IndicatorWord, colour(base ? colours.removedWord : colours.addedWord));
    call(pane, Sci::SCI_SETMARGINBACKN, MarginGap, colour(colours.paper));
    call(pane, Sci::SCI_SETMARGINBACKN, MarginCurrent, colour(colours.margin));
    call(pane, Sci::SCI_SETFOLDMARGINCOLOUR, 1, colour(colours.margin));
    call(pane, Sci::SCI_SETFOLDMARGINHICOLOUR, 1, colour(colours.margin));
    call(pane, Sci::SCI_SETCARETFORE, static_cast<unsigned long>(colour(colours.ink)));
    call(pane, Sci::SCI_SETCARETLINEVISIBLE, 1);
    // A frame, since a paper would cover that of changed lines.
    call(pane, Sci::SCI_SETCARETLINEFRAME, 1);
    call(pane, Sci::SCI_SETCARETLINEBACK, static_cast<unsigned long>(colour(colours.rule)));
    call(pane, Sci::SCI_SETSELFORE, 0, 0);
    call(pane, Sci::SCI_SETSELBACK, 1, colour(colours.selection));
    call(pane, Sci::SCI_SETWHITESPACEFORE, 1, colour(colours.dimmed));

    // The paper below and beside the text is the palette's.
    QPalette palette;
    palette.setColor(QPalette::Base, colours.paper);
    palette.setColor(QPalette::Text, colours.ink);
    pane.setPalette(palette);
}

void showAsName(QsciScintillaBase &pane, const std::string &utf8, const char *name)
{
    pane.SendScintilla(Sci::SCI_SETREPRESENTATION, utf8.c_str(), name);
}

void showAsCodePoint(QsciScintillaBase &pane, char32_t codePoint)
{
    const QByteArray name = QStringLiteral("U+%1")
                                .arg(static_cast<unsigned>(codePoint), 4, 16, QLatin1Char('0'))
                                .toUpper()
                                .toLatin1();
    // Not by fromUcs4 of QString, which takes U+FEFF for a mark of the byte order and drops it.
    showAsName(pane, QStringView(QChar::fromUcs4(codePoint)).toUtf8().toStdString(), name.constData());
}

} // namespace vouchsafe
