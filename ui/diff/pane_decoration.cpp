#include "ui/diff/pane_decoration.h"

#include "ui/diff/word_marks.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vouchsafe {
namespace {

using Sci = QsciScintillaBase;

constexpr std::size_t blockLines = 64;

const char *signOf(RowKind kind)
{
    switch (kind) {
    case RowKind::Same:
        return " ";
    case RowKind::Changed:
        return "~";
    case RowKind::Added:
        return "+";
    case RowKind::Removed:
        return "−";
    }
    return "";
}

std::size_t startOf(const QsciScintillaBase &pane, std::size_t line)
{
    return static_cast<std::size_t>(call(pane, Sci::SCI_POSITIONFROMLINE, line));
}

std::size_t lineCount(const QsciScintillaBase &pane)
{
    return static_cast<std::size_t>(call(pane, Sci::SCI_GETLINECOUNT));
}

} // namespace

void PaneDecoration::begin(std::shared_ptr<const ShownText> text, std::shared_ptr<const DiffRows> rows,
                           bool numbers)
{
    m_text = std::move(text);
    m_rows = std::move(rows);
    m_numbers = numbers;
    m_spans.clear();
    m_spansFit = false;
    forget();
}

void PaneDecoration::setRows(std::shared_ptr<const DiffRows> rows)
{
    m_rows = std::move(rows);
    m_text.reset(); // its cuts were of another text; a text with cuts is not edited
    call(m_pane, Sci::SCI_MARKERDELETEALL, MarkerChanged);
    call(m_pane, Sci::SCI_SETINDICATORCURRENT, IndicatorWord);
    call(m_pane, Sci::SCI_INDICATORCLEARRANGE, 0, call(m_pane, Sci::SCI_GETLENGTH));
    forget();
}

void PaneDecoration::setSpans(std::vector<SyntaxSpan> spans)
{
    m_spans = std::move(spans);
    m_spansFit = true;
    forget();
}

void PaneDecoration::forgetSpans()
{
    m_spansFit = false;
}

void PaneDecoration::forget()
{
    m_done.clear();
}

std::string_view PaneDecoration::documentLine(const QsciScintillaBase &pane, std::size_t line)
{
    if (line >= lineCount(pane))
        return {};
    const std::size_t start = startOf(pane, line);
    const auto length = static_cast<std::size_t>(call(pane, Sci::SCI_GETLINEENDPOSITION, line)) - start;
    const long text = call(pane, Sci::SCI_GETRANGEPOINTER, start, static_cast<long>(length));
    return {reinterpret_cast<const char *>(text), length};
}

void PaneDecoration::decorate(std::size_t first, std::size_t last, const QsciScintillaBase &other)
{
    if (!m_rows)
        return;
    const std::size_t lines = lineCount(m_pane);
    last = std::min(last, lines - 1);
    m_done.resize(std::max(m_done.size(), lines / blockLines + 1), false);
    for (std::size_t block = first / blockLines; block <= last / blockLines; ++block) {
        if (m_done[block])
            continue;
        m_done[block] = true;
        decorateBlock(std::max<std::size_t>(block * blockLines, 1), std::min((block + 1) * blockLines, lines),
                      other);
    }
}

void PaneDecoration::decorateBlock(std::size_t first, std::size_t last, const QsciScintillaBase &other)
{
    const bool base = m_side == PaneSide::Base;
    const std::size_t fileLines = base ? m_rows->leftLines() : m_rows->rightLines();
    for (std::size_t line = first; line < last; ++line) {
        if (line > fileLines) { // below a final line end there is no line
            callText(m_pane, Sci::SCI_MARGINSETTEXT, line, " ");
            call(m_pane, Sci::SCI_MARGINSETSTYLE, line, StyleNumber);
            continue;
        }
        const DiffRow row = m_rows->row(base ? m_rows->rowOfLeft(line - 1) : m_rows->rowOfRight(line - 1));
        setMargin(line, row.kind);
        if (row.kind == RowKind::Same)
            continue;
        call(m_pane, Sci::SCI_MARKERADD, line, MarkerChanged);
        if (row.kind == RowKind::Changed)
            markWords(line, row, other);
    }
    colour(first, last);
}

void PaneDecoration::setMargin(std::size_t documentLine, RowKind kind)
{
    std::string text = m_numbers ? " " + std::to_string(documentLine) + " " : " ";
    text += signOf(kind);
    callText(m_pane, Sci::SCI_MARGINSETTEXT, documentLine, text.c_str());
    call(m_pane, Sci::SCI_MARGINSETSTYLE, documentLine,
         kind == RowKind::Same ? StyleNumber : StyleNumberChanged);
}

void PaneDecoration::markWords(std::size_t documentLine, const DiffRow &row, const QsciScintillaBase &other)
{
    const bool base = m_side == PaneSide::Base;
    const std::size_t beside = (base ? *row.right : *row.left) + 1;
    if (beside >= lineCount(other))
        return;
    // The pointers stand in two documents, so reading one leaves the other's valid.
    const std::string_view mine = PaneDecoration::documentLine(m_pane, documentLine);
    const std::string_view theirs = PaneDecoration::documentLine(other, beside);
    const WordMarks marks = base ? wordMarks(mine, theirs) : wordMarks(theirs, mine);
    const std::size_t start = startOf(m_pane, documentLine);
    call(m_pane, Sci::SCI_SETINDICATORCURRENT, IndicatorWord);
    for (const ByteRange &range : base ? marks.left : marks.right)
        call(m_pane, Sci::SCI_INDICATORFILLRANGE, start + range.start,
             static_cast<long>(range.end - range.start));
}

void PaneDecoration::colour(std::size_t first, std::size_t last)
{
    const std::size_t header = startOf(m_pane, 1);
    const std::size_t from = startOf(m_pane, first);
    const auto length = static_cast<std::size_t>(call(m_pane, Sci::SCI_GETLENGTH));
    const std::size_t to = last < lineCount(m_pane) ? startOf(m_pane, last) : length;
    const bool cuts = m_text && !m_text->cuts.empty();
    if (m_spansFit || cuts) {
        std::string styles(to - from, '\0');
        const auto put = [&](std::size_t start, std::size_t end, int style) {
            const std::size_t begin = std::max(start + header, from);
            const std::size_t finish = std::min(end + header, to);
            if (begin < finish)
                std::fill(styles.begin() + static_cast<std::ptrdiff_t>(begin - from),
                          styles.begin() + static_cast<std::ptrdiff_t>(finish - from),
                          static_cast<char>(style));
        };
        auto span = std::upper_bound(m_spans.begin(), m_spans.end(), from - header,
                                     [](std::size_t at, const SyntaxSpan &each) { return at < each.end; });
        for (; m_spansFit && span != m_spans.end() && span->start + header < to; ++span)
            put(span->start, span->end, static_cast<int>(span->role));
        if (cuts)
            for (auto cut = std::lower_bound(
                     m_text->cuts.begin(), m_text->cuts.end(), first,
                     [](const CutLine &each, std::size_t line) { return each.line + 1 < line; });
                 cut != m_text->cuts.end() && cut->line + 1 < last; ++cut) {
                const std::size_t line = startOf(m_pane, cut->line + 1);
                const auto end =
                    static_cast<std::size_t>(call(m_pane, Sci::SCI_GETLINEENDPOSITION, cut->line + 1));
                put(line + cut->at - header, end - header, StyleCut);
            }
        call(m_pane, Sci::SCI_STARTSTYLING, from);
        callText(m_pane, Sci::SCI_SETSTYLINGEX, styles.size(), styles.data());
    }
    // All counts as styled, else Scintilla asks for the whole way from the last styled place to the view.
    call(m_pane, Sci::SCI_STARTSTYLING, length);
}

} // namespace vouchsafe
