#include "ui/diff/diff_pane.h"

#include <QApplication>
#include <QEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace vouchsafe {
namespace {

using Sci = QsciScintillaBase;

constexpr std::size_t pieceBytes = std::size_t{1} << 20;
constexpr std::size_t pieceFillers = 4000;
// QScintilla counts the characters before the caret at each update, for assistive technology; so far down in
// a big file a caret waits for the first key or for an edit.
constexpr long farCaret = 2L << 20;

} // namespace

DiffPane::DiffPane(PaneSide side, const Theme &theme, QWidget *parent)
    : QsciScintilla(parent), m_side(side), m_theme(theme), m_fillers(*this), m_decoration(*this, side)
{
    preparePane(*this);
    prepareDocument(*this);
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    recolour();
    connect(&theme, &Theme::changed, this, &DiffPane::recolour);
    connect(&m_feed, &QTimer::timeout, this, &DiffPane::feed);
    connect(this, &Sci::SCN_MODIFIED, this, [this](int position, int type) { onModified(position, type); });
    connect(this, &Sci::SCN_CHARADDED, this, &DiffPane::onCharacter);
    connect(this, &Sci::SCN_ZOOM, this, [this] {
        measure();
        Q_EMIT zoomed(static_cast<int>(call(*this, Sci::SCI_GETZOOM)));
    });
    connect(this, &Sci::SCN_UPDATEUI, this, [this](int updated) {
        if ((updated & (Sci::SC_UPDATE_SELECTION | Sci::SC_UPDATE_CONTENT)) != 0)
            Q_EMIT caretMoved();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &DiffPane::decorateView);
    setEditing(false);
}

void DiffPane::setContent(PaneContent content)
{
    m_listening = false;
    m_content = std::move(content);
    m_fed = 0;
    m_placed = 0;
    m_awaitedCaret.reset();
    m_arrow.reset();
    // A fresh document is quicker than clearing a big one.
    setDocument(QsciDocument());
    prepareDocument(*this);
    call(*this, Sci::SCI_SETREADONLY, 0);
    call(*this, Sci::SCI_SETUNDOCOLLECTION, 0);
    call(*this, Sci::SCI_SETXOFFSET, 0);
    // Its blanks are no whitespace to draw signs for.
    const QByteArray header =
        m_content.header.simplified().replace(QLatin1Char(' '), QChar::Nbsp).toUtf8() + '\n';
    m_headerBytes = static_cast<std::size_t>(header.size());
    callText(*this, Sci::SCI_APPENDTEXT, m_headerBytes, header.constData());
    call(*this, Sci::SCI_STARTSTYLING, 0);
    call(*this, Sci::SCI_SETSTYLING, m_headerBytes, StyleHeader);
    callText(*this, Sci::SCI_MARGINSETTEXT, 0, " ");
    call(*this, Sci::SCI_MARGINSETSTYLE, 0, StyleNumber);
    showAsName(*this, m_content.coding.carriageReturn, "CR");
    for (const auto &[point, count] : m_content.text->hidden.deceptive)
        showAsCodePoint(*this, point);
    call(
        *this, Sci::SCI_SETVIEWWS,
        static_cast<unsigned long>(m_content.showWhitespace ? Sci::SCWS_VISIBLEALWAYS : Sci::SCWS_INVISIBLE));
    call(*this, Sci::SCI_SETMODEVENTMASK, 0);
    setUpdatesEnabled(false);
    // The first row below a line makes Scintilla keep a height for every line. Measured with 500,000 lines:
    // 40 to 70 ms in one go when they stand there already, else a few milliseconds more for each piece of
    // text.
    if (!m_content.fillers.empty()) {
        callText(*this, Sci::SCI_ANNOTATIONSETTEXT, 0, " ");
        callText(*this, Sci::SCI_ANNOTATIONSETTEXT, 0, nullptr);
    }
    m_decoration.begin(m_content.text, m_content.rows, m_content.numbers);
    measure();
    m_feed.start(0);
    feed(); // most files are one piece
}

void DiffPane::feed()
{
    const std::string &text = m_content.text->text;
    const std::size_t piece = std::min(text.size() - m_fed, pieceBytes);
    callText(*this, Sci::SCI_APPENDTEXT, piece, text.data() + m_fed);
    m_fed += piece;
    if (m_fed < text.size())
        return;
    m_placed = m_fillers.place(m_content.fillers, m_placed, pieceFillers);
    if (m_placed < m_content.fillers.size())
        return;
    m_feed.stop();
    setUpdatesEnabled(true);
    call(*this, Sci::SCI_SETMODEVENTMASK, Sci::SC_MOD_INSERTTEXT | Sci::SC_MOD_DELETETEXT);
    call(*this, Sci::SCI_SETUNDOCOLLECTION, 1);
    call(*this, Sci::SCI_EMPTYUNDOBUFFER);
    call(*this, Sci::SCI_SETSAVEPOINT);
    call(*this, Sci::SCI_SETREADONLY, m_editing ? 0 : 1);
    m_listening = true;
    m_decoration.forget();
    placeCaret(0);
    decorateView();
    Q_EMIT loaded();
}

void DiffPane::realign(std::shared_ptr<const DiffRows> rows, const std::vector<PaneFiller> &fillers)
{
    const auto top = static_cast<unsigned long>(
        call(*this, Sci::SCI_DOCLINEFROMVISIBLE, static_cast<unsigned long>(topDisplayLine())));
    m_content.rows = std::move(rows);
    m_fillers.become(fillers);
    m_decoration.setRows(m_content.rows);
    if (static_cast<std::size_t>(call(*this, Sci::SCI_DOCLINEFROMVISIBLE, topDisplayLine())) != top)
        showDisplayLine(static_cast<std::size_t>(call(*this, Sci::SCI_VISIBLEFROMDOCLINE, top)));
    measure();
    decorateView();
}

void DiffPane::setSpans(std::vector<SyntaxSpan> spans)
{
    m_decoration.setSpans(std::move(spans));
    decorateView();
}

void DiffPane::setEditing(bool editing)
{
    m_editing = editing;
    setAcceptDrops(editing);
    viewport()->setAcceptDrops(editing);
    call(*this, Sci::SCI_SETREADONLY, editing || isLoading() ? 0 : 1);
    call(*this, Sci::SCI_SETCARETPERIOD,
         editing ? static_cast<unsigned long>(QApplication::cursorFlashTime() / 2) : 0);
    if (!editing)
        return;
    settleCaret();
    keepOutOfHeader();
}

void DiffPane::setZoom(int steps)
{
    if (call(*this, Sci::SCI_GETZOOM) == steps)
        return;
    call(*this, Sci::SCI_SETZOOM, static_cast<unsigned long>(static_cast<long>(steps)));
    measure();
    decorateView();
}

std::string DiffPane::text() const
{
    const auto length = static_cast<std::size_t>(call(*this, Sci::SCI_GETLENGTH));
    const auto start = static_cast<std::size_t>(call(*this, Sci::SCI_POSITIONFROMLINE, 1));
    const long bytes = call(*this, Sci::SCI_GETRANGEPOINTER, start, static_cast<long>(length - start));
    return {reinterpret_cast<const char *>(bytes), length - start};
}

std::size_t DiffPane::fileLines() const
{
    return static_cast<std::size_t>(call(*this, Sci::SCI_GETLINECOUNT)) - 1;
}

void DiffPane::decorateView()
{
    if (m_other == nullptr || !m_content.text)
        return;
    const std::size_t top = topDisplayLine();
    const auto height = static_cast<std::size_t>(call(*this, Sci::SCI_LINESONSCREEN));
    const auto line = [this](std::size_t display) {
        return static_cast<std::size_t>(call(*this, Sci::SCI_DOCLINEFROMVISIBLE, display));
    };
    m_decoration.decorate(line(top), line(top + height + 1), *m_other);
}

void DiffPane::placeCaret(std::size_t fileLine)
{
    const std::size_t line = std::min(fileLine, fileLines() - 1);
    const long at = call(*this, Sci::SCI_POSITIONFROMLINE, line + 1);
    m_awaitedCaret.reset();
    if (at > farCaret && !m_editing) {
        m_awaitedCaret = line;
        return;
    }
    call(*this, Sci::SCI_SETEMPTYSELECTION, static_cast<unsigned long>(at));
    call(*this, Sci::SCI_CHOOSECARETX);
}

void DiffPane::settleCaret()
{
    if (!m_awaitedCaret)
        return;
    const long at = call(*this, Sci::SCI_POSITIONFROMLINE, *m_awaitedCaret + 1);
    m_awaitedCaret.reset();
    call(*this, Sci::SCI_SETEMPTYSELECTION, static_cast<unsigned long>(at));
}

std::size_t DiffPane::caretLine() const
{
    if (m_awaitedCaret)
        return *m_awaitedCaret;
    const auto at = static_cast<unsigned long>(call(*this, Sci::SCI_GETCURRENTPOS));
    const auto line = static_cast<std::size_t>(call(*this, Sci::SCI_LINEFROMPOSITION, at));
    return line == 0 ? 0 : line - 1;
}

void DiffPane::markCurrent(std::optional<std::size_t> fileLine)
{
    // Deleting it everywhere walks all lines: measured, a tenth of a second where they are a million.
    if (m_arrow && (call(*this, Sci::SCI_MARKERGET, *m_arrow) & (1L << MarkerCurrent)) != 0)
        call(*this, Sci::SCI_MARKERDELETE, *m_arrow, MarkerCurrent);
    else if (m_arrow)
        call(*this, Sci::SCI_MARKERDELETEALL, MarkerCurrent); // an edit moved it
    m_arrow.reset();
    if (!fileLine)
        return;
    m_arrow = *fileLine + 1;
    call(*this, Sci::SCI_MARKERADD, *m_arrow, MarkerCurrent);
}

bool DiffPane::showFirstMark(std::size_t fileLine)
{
    if (fileLine >= fileLines())
        return false;
    const long start = call(*this, Sci::SCI_POSITIONFROMLINE, fileLine + 1);
    const long end = call(*this, Sci::SCI_GETLINEENDPOSITION, fileLine + 1);
    const bool atStart = call(*this, Sci::SCI_INDICATORVALUEAT, IndicatorWord, start) != 0;
    const long mark = atStart ? start : call(*this, Sci::SCI_INDICATOREND, IndicatorWord, start);
    if (mark < start || mark >= end)
        return false;
    const long offset = call(*this, Sci::SCI_GETXOFFSET);
    const long left = call(*this, Sci::SCI_POINTXFROMPOSITION, 0, start) + offset; // of column 0, unscrolled
    const long at = call(*this, Sci::SCI_POINTXFROMPOSITION, 0, mark) + offset - left;
    const long room = viewport()->width() - left;
    // As far to the left as it goes, so that most lines keep their beginnings in view.
    const long needed = std::max(at + room / 4 - room, 0L);
    horizontalScrollBar()->setValue(static_cast<int>(needed));
    return true;
}

void DiffPane::showDisplayLine(std::size_t line)
{
    call(*this, Sci::SCI_SETFIRSTVISIBLELINE, line);
}

std::size_t DiffPane::topDisplayLine() const
{
    return static_cast<std::size_t>(call(*this, Sci::SCI_GETFIRSTVISIBLELINE));
}

std::size_t DiffPane::rowsInView() const
{
    return static_cast<std::size_t>(call(*this, Sci::SCI_LINESONSCREEN));
}

bool DiffPane::isWiderThanView() const
{
    return call(*this, Sci::SCI_GETSCROLLWIDTH) > viewport()->width();
}

void DiffPane::recolour()
{
    colourPane(*this, m_side, m_theme.colours(), m_theme.codeFont());
    measure();
}

void DiffPane::measure()
{
    const auto width = [this](const std::string &text) {
        return callText(*this, Sci::SCI_TEXTWIDTH, StyleNumber, text.c_str());
    };
    const std::size_t lines = m_content.numbers && m_content.text
                                  ? std::max(m_content.rows->leftLines(), m_content.rows->rightLines())
                                  : 0;
    const std::string widest(std::max<std::size_t>(std::to_string(lines).size(), 3), '9');
    call(*this, Sci::SCI_SETMARGINWIDTHN, MarginNumbers, width(" " + widest + " + "));
    call(*this, Sci::SCI_SETMARGINWIDTHN, MarginCurrent, width("99") * 3 / 4);
    call(*this, Sci::SCI_SETMARGINWIDTHN, MarginGap, width("9") / 2);
    // The bar reaches as far as this less the whole view, margins included.
    long margins = 0;
    for (const int margin : {MarginNumbers, MarginCurrent, MarginGap})
        margins += call(*this, Sci::SCI_GETMARGINWIDTHN, static_cast<unsigned long>(margin));
    const long page = width("9") * static_cast<long>(m_content.columns + 2) + margins;
    call(*this, Sci::SCI_SETSCROLLWIDTH, static_cast<unsigned long>(page));
}

bool DiffPane::event(QEvent *event)
{
    // While nothing is edited, single letters are shortcuts and Escape is the window's.
    if (event->type() == QEvent::ShortcutOverride && !m_editing)
        return QAbstractScrollArea::event(
            event); // NOLINT(bugprone-parent-virtual-call): QScintilla takes keys
    return QsciScintilla::event(event);
}

void DiffPane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        event->ignore();
        return;
    }
    settleCaret();
    keepOutOfHeader();
    QsciScintilla::keyPressEvent(event);
    keepOutOfHeader();
}

void DiffPane::inputMethodEvent(QInputMethodEvent *event)
{
    keepOutOfHeader();
    QsciScintilla::inputMethodEvent(event);
}

void DiffPane::resizeEvent(QResizeEvent *event)
{
    QsciScintilla::resizeEvent(event);
    decorateView();
}

void DiffPane::mousePressEvent(QMouseEvent *event)
{
    m_awaitedCaret.reset();
    QsciScintilla::mousePressEvent(event);
}

QMimeData *DiffPane::toMimeData(const QByteArray &text, bool rectangular) const
{
    const std::string bytes =
        fileBytes({text.constData(), static_cast<std::size_t>(text.size())}, m_content.coding);
    return QsciScintilla::toMimeData(QByteArray::fromStdString(bytes), rectangular);
}

void DiffPane::keepOutOfHeader()
{
    if (!m_editing)
        return;
    const auto header = static_cast<long>(m_headerBytes);
    const long anchor = call(*this, Sci::SCI_GETANCHOR);
    const long caret = call(*this, Sci::SCI_GETCURRENTPOS);
    if (anchor < header || caret < header)
        call(*this, Sci::SCI_SETSEL, static_cast<unsigned long>(std::max(anchor, header)),
             std::max(caret, header));
}

void DiffPane::onModified(int position, int type)
{
    if (!m_listening || (type & (Sci::SC_MOD_INSERTTEXT | Sci::SC_MOD_DELETETEXT)) == 0)
        return;
    m_decoration.forgetSpans();
    // Keys cannot get there; a drop or a paste by the mouse above the first character can.
    if (static_cast<std::size_t>(position) < m_headerBytes && (type & Sci::SC_PERFORMED_USER) != 0)
        QTimer::singleShot(0, this, [this] { call(*this, Sci::SCI_UNDO); });
    Q_EMIT contentEdited();
}

void DiffPane::onCharacter(int character)
{
    if (character != '\n' || m_content.coding.crLf || !m_editing)
        return;
    // Where lines end with CR LF but not all of them, a new line ends as the one that it was made from.
    const std::string &mark = m_content.coding.carriageReturn;
    const auto at = static_cast<unsigned long>(call(*this, Sci::SCI_GETCURRENTPOS));
    const auto line = static_cast<std::size_t>(call(*this, Sci::SCI_LINEFROMPOSITION, at));
    const bool above = PaneDecoration::documentLine(*this, line - 1).ends_with(mark);
    const bool here = PaneDecoration::documentLine(*this, line).ends_with(mark);
    if (above == here || line < 2)
        return;
    const std::size_t bare = here ? line - 1 : line;
    callText(*this, Sci::SCI_INSERTTEXT,
             static_cast<unsigned long>(call(*this, Sci::SCI_GETLINEENDPOSITION, bare)), mark.c_str());
}

} // namespace vouchsafe
