#include "ui/output/output_text.h"

#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

namespace vouchsafe {
namespace {

// Dropping one line a time would move the whole text for each.
constexpr int dropAtOnce = 1000;

} // namespace

OutputText::OutputText(const Theme &theme, QWidget *parent)
    : QsciScintilla(parent), m_theme(theme), m_styles(*this)
{
    setAccessibleName(tr("Output"));
    setUtf8(true);
    setReadOnly(true);
    setFrameShape(QFrame::NoFrame);
    SendScintilla(SCI_SETUNDOCOLLECTION, 0L);
    // Each notice of a change counts all characters before it, for assistive technology: 20 ms at 20 MB.
    SendScintilla(SCI_SETMODEVENTMASK, 0L);
    SendScintilla(SCI_SETEOLMODE, static_cast<long>(SC_EOL_LF));
    SendScintilla(SCI_SETLAYOUTCACHE, static_cast<long>(SC_CACHE_PAGE));
    SendScintilla(SCI_SETSCROLLWIDTHTRACKING, 1L);
    SendScintilla(SCI_SETSCROLLWIDTH, 1L);
    for (int margin = 0; margin < 5; ++margin)
        setMarginWidth(margin, 0);
    setWrapped(false);
    wear();
    connect(&theme, &Theme::changed, this, &OutputText::wear);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_changing)
            setAtEnd(value >= verticalScrollBar()->maximum());
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (!m_changing && isFollowing())
            scrollToEnd(); // the widget became lower, or lines were wrapped
    });
    connect(this, &QsciScintilla::selectionChanged, this, &OutputText::announce);
}

void OutputText::wear()
{
    const ThemeColours &colours = m_theme.colours();
    m_styles.apply(colours, m_theme.codeFont());
    setCaretForegroundColor(colours.ink);
    setSelectionBackgroundColor(colours.selection);
    resetSelectionForegroundColor();
    SendScintilla(SCI_SETSELFORE, 0UL, 0L);
    const long margin = QFontMetrics(m_theme.codeFont()).averageCharWidth();
    SendScintilla(SCI_SETMARGINLEFT, 0UL, margin);
    SendScintilla(SCI_SETMARGINRIGHT, 0UL, margin);
}

void OutputText::change(const TerminalChange &change)
{
    if (change.lines.empty())
        return;
    {
        const QScopedValueRollback changing(m_changing, true);
        const bool following = isFollowing();
        SendScintilla(SCI_SETREADONLY, 0L);
        QByteArray text;
        const int start = startFor(change, text);
        QByteArray styles(text.size(), '\0');
        for (std::size_t i = 0; i < change.lines.size(); ++i) {
            const TerminalLine &line = change.lines[i];
            if (i > 0) {
                text += '\n';
                styles += '\0';
            }
            text.append(line.text.data(), static_cast<qsizetype>(line.text.size()));
            for (const TerminalRun &run : line.runs)
                styles.append(static_cast<qsizetype>(run.length), m_styles.styleOf(run.pen));
        }
        SendScintilla(SCI_APPENDTEXT, static_cast<unsigned long>(text.size()), text.constData());
        SendScintilla(SCI_STARTSTYLING, static_cast<unsigned long>(start), 0L);
        SendScintilla(SCI_SETSTYLINGEX, static_cast<unsigned long>(styles.size()), styles.constData());
        m_lines += static_cast<int>(change.lines.size());
        Q_EMIT wroteFrom(start);
        trim();
        SendScintilla(SCI_SETREADONLY, 1L);
        if (following)
            scrollToEnd();
    }
    announce();
}

/// Removes what the change replaces and says from which byte on the new text stands, which `text` begins.
int OutputText::startFor(const TerminalChange &change, QByteArray &text)
{
    const std::uint64_t end = m_first + static_cast<std::uint64_t>(m_lines);
    if (change.from < m_first || change.from > end || m_lines == 0) {
        SendScintilla(SCI_CLEARALL);
        m_first = change.from;
        m_lines = 0;
        return 0;
    }
    const int length = static_cast<int>(SendScintilla(SCI_GETLENGTH));
    if (change.from == end) {
        text += '\n';
        return length;
    }
    m_lines = static_cast<int>(change.from - m_first);
    const int start =
        static_cast<int>(SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(m_lines)));
    SendScintilla(SCI_DELETERANGE, static_cast<unsigned long>(start), static_cast<long>(length - start));
    return start;
}

void OutputText::trim()
{
    int excess = m_lines > mostLines ? m_lines - mostLines + dropAtOnce : 0;
    const long length = SendScintilla(SCI_GETLENGTH);
    if (length > mostBytes) // a quarter of the text
        excess = std::max(excess, static_cast<int>(SendScintilla(SCI_LINEFROMPOSITION,
                                                                 static_cast<unsigned long>(length / 4))));
    if (excess == 0)
        return;
    const int bytes =
        static_cast<int>(SendScintilla(SCI_POSITIONFROMLINE, static_cast<unsigned long>(excess)));
    SendScintilla(SCI_DELETERANGE, 0UL, static_cast<long>(bytes));
    m_first += static_cast<std::uint64_t>(excess);
    m_lines -= excess;
    Q_EMIT droppedOldest(bytes);
}

void OutputText::clearAll()
{
    {
        const QScopedValueRollback changing(m_changing, true);
        SendScintilla(SCI_SETREADONLY, 0L);
        SendScintilla(SCI_CLEARALL);
        SendScintilla(SCI_SETREADONLY, 1L);
        SendScintilla(SCI_SETSCROLLWIDTH, 1L);
        m_first = 0;
        m_lines = 0;
        Q_EMIT wroteFrom(0);
        m_atEnd = true;
    }
    announce();
}

bool OutputText::isFollowing() const
{
    return m_atEnd && !hasSelectedText();
}

void OutputText::follow()
{
    m_atEnd = true;
    scrollToEnd();
    announce();
}

/// The cursor goes along, so that keys start from the end too; it also ends a selection.
void OutputText::scrollToEnd()
{
    const QScopedValueRollback changing(m_changing, true);
    const auto last = static_cast<unsigned long>(SendScintilla(SCI_GETLINECOUNT) - 1);
    SendScintilla(SCI_SETEMPTYSELECTION,
                  static_cast<unsigned long>(SendScintilla(SCI_POSITIONFROMLINE, last)));
    SendScintilla(SCI_SETFIRSTVISIBLELINE, static_cast<unsigned long>(verticalScrollBar()->maximum()));
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

void OutputText::setWrapped(bool wrapped)
{
    const WrapMode mode = wrapped ? WrapWord : WrapNone;
    if (wrapMode() != mode)
        setWrapMode(mode);
}

void OutputText::setAtEnd(bool atEnd)
{
    m_atEnd = atEnd;
    announce();
}

void OutputText::announce()
{
    const bool following = isFollowing();
    if (following == m_announced || m_changing)
        return;
    m_announced = following;
    Q_EMIT followingChanged(following);
}

void OutputText::keyPressEvent(QKeyEvent *event)
{
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::ControlModifier ||
                       event->modifiers() == Qt::KeypadModifier;
    if (plain && event->key() == Qt::Key_End) {
        follow();
        return;
    }
    QsciScintilla::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_PageUp:
    case Qt::Key_Home:
    case Qt::Key_Left:
        setAtEnd(false);
        break;
    default:
        break;
    }
}

void OutputText::contextMenuEvent(QContextMenuEvent *event)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("&Copy"), this, &QsciScintilla::copy)->setEnabled(hasSelectedText());
    menu->addAction(tr("Select &all"), this, [this] { selectAll(true); })->setEnabled(m_lines > 0);
    menu->addSeparator();
    menu->addAction(tr("&Find…"), this, &OutputText::findAsked);
    menu->popup(event->globalPos());
}

} // namespace vouchsafe
