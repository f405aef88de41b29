#pragma once
// Line numbers, signs, marks and colours of a pane, made where someone looks.

#include "core/model/diff_rows.h"
#include "core/syntax/highlighter.h"
#include "ui/diff/pane_look.h"
#include "ui/diff/shown_text.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Works in blocks of lines; each is decorated once until something of it changes. File lines count from 0,
/// the document has its header above them.
class PaneDecoration {
public:
    PaneDecoration(QsciScintillaBase &pane, PaneSide side) : m_pane(pane), m_side(side) {}

    void begin(std::shared_ptr<const ShownText> text, std::shared_ptr<const DiffRows> rows, bool numbers);
    /// After an edit: all marks go, colours stay where the text has them.
    void setRows(std::shared_ptr<const DiffRows> rows);
    void setSpans(std::vector<SyntaxSpan> spans);
    void forgetSpans(); ///< they are of an older text
    void forget();      ///< decorates anew what is looked at from now on
    /// Document lines [first, last]; `other` is the side that stands beside.
    void decorate(std::size_t first, std::size_t last, const QsciScintillaBase &other);

    /// Text of a line of the document without its line end; valid until the document changes.
    static std::string_view documentLine(const QsciScintillaBase &pane, std::size_t line);

private:
    void decorateBlock(std::size_t first, std::size_t last, const QsciScintillaBase &other);
    void setMargin(std::size_t documentLine, RowKind kind);
    void markWords(std::size_t documentLine, const DiffRow &row, const QsciScintillaBase &other);
    void colour(std::size_t first, std::size_t last);

    QsciScintillaBase &m_pane;
    PaneSide m_side;
    std::shared_ptr<const ShownText> m_text;
    std::shared_ptr<const DiffRows> m_rows;
    std::vector<SyntaxSpan> m_spans;
    bool m_spansFit = false;
    bool m_numbers = true;
    std::vector<bool> m_done; ///< by block
};

} // namespace vouchsafe
