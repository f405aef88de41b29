#pragma once
// One side of a diff: a file below a header line that is no part of it.

#include "ui/diff/pane_decoration.h"
#include "ui/diff/pane_fillers.h"
#include "ui/support/scintilla.h"

#include <QTimer>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct PaneContent {
    QString header; ///< safe text
    std::shared_ptr<const ShownText> text;
    std::shared_ptr<const DiffRows> rows;
    std::vector<PaneFiller> fillers;
    PaneCoding coding;
    std::size_t columns = 0;     ///< of the widest line of both sides
    bool numbers = true;         ///< the lines are those of the file
    bool showWhitespace = false; ///< blanks and tabs have signs
};

/// Takes its text in pieces between events, so that no size freezes the window. GUI thread.
class DiffPane : public QsciScintilla {
    Q_OBJECT
public:
    DiffPane(PaneSide side, const Theme &theme, QWidget *parent = nullptr);

    /// What stands beside; must outlive this pane's use.
    void standBeside(const DiffPane &other) { m_other = &other; }
    void setContent(PaneContent content);
    bool isLoading() const { return m_feed.isActive(); }
    /// After an edit: the rows of the text as it is now.
    void realign(std::shared_ptr<const DiffRows> rows, const std::vector<PaneFiller> &fillers);
    void setSpans(std::vector<SyntaxSpan> spans);
    void setEditing(bool editing);
    void setZoom(int steps);

    std::string text() const; ///< below the header, as shown
    std::size_t fileLines() const;
    void decorateView();

    /// File lines from 0; `current` has the arrow.
    void placeCaret(std::size_t fileLine);
    std::size_t caretLine() const;
    void markCurrent(std::optional<std::size_t> fileLine);
    /// Scrolls sideways to the first marked word of the line; false where it has none.
    bool showFirstMark(std::size_t fileLine);
    void showDisplayLine(std::size_t line);
    std::size_t topDisplayLine() const;
    std::size_t rowsInView() const;
    bool isWiderThanView() const; ///< the widest line of both sides

Q_SIGNALS:
    void loaded();
    void contentEdited();
    void caretMoved();
    void zoomed(int steps);

protected:
    bool event(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void inputMethodEvent(QInputMethodEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    QMimeData *toMimeData(const QByteArray &text, bool rectangular) const override;

private:
    void feed();
    void recolour();
    void measure();
    void keepOutOfHeader();
    void settleCaret();
    void onModified(int position, int type);
    void onCharacter(int character);

    PaneSide m_side;
    const Theme &m_theme;
    const DiffPane *m_other = nullptr;
    PaneContent m_content;
    PaneFillers m_fillers;
    PaneDecoration m_decoration;
    QTimer m_feed;
    std::size_t m_fed = 0;    ///< bytes of the text
    std::size_t m_placed = 0; ///< fillers
    std::size_t m_headerBytes = 0;
    std::optional<std::size_t> m_awaitedCaret; ///< file line
    std::optional<std::size_t> m_arrow;        ///< document line, as long as nothing above it changes
    bool m_editing = false;
    bool m_listening = false; ///< to edits
};

} // namespace vouchsafe
