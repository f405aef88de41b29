#include "ui/diff/diff_text_view.h"

#include "core/patch/writer.h"
#include "ui/diff/pane_look.h"

#include <QKeyEvent>

#include <utility>

namespace vouchsafe {
namespace {

using Sci = QsciScintillaBase;

constexpr std::size_t mostBytes = std::size_t{8} << 20;

} // namespace

DiffTextView::DiffTextView(const Theme &theme, QWidget *parent) : QsciScintilla(parent)
{
    preparePane(*this);
    prepareDocument(*this);
    setReadOnly(true);
    setAcceptDrops(false);
    viewport()->setAcceptDrops(false);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("The patch as text"));
    const auto recolour = [this, &theme] {
        colourPane(*this, PaneSide::Base, theme.colours(), theme.codeFont());
        for (unsigned long margin = 0; margin <= MarginGap; ++margin)
            call(*this, Sci::SCI_SETMARGINWIDTHN, margin,
                 margin == MarginGap ? fontMetrics().height() / 2 : 0);
        call(*this, Sci::SCI_SETSCROLLWIDTHTRACKING, 1);
    };
    connect(&theme, &Theme::changed, this, recolour);
    recolour();
}

void DiffTextView::setDiff(std::string canonical)
{
    m_writing.start([canonical = std::move(canonical)](
                        const std::stop_token &stop) { return diffText(canonical, mostBytes, stop); },
                    [this](DiffText made) { present(std::move(made)); });
}

void DiffTextView::setPatch(Patch patch)
{
    m_writing.start(
        [patch = std::move(patch)](const std::stop_token &stop) {
            return diffText(canonicalDiff(patch), mostBytes, stop);
        },
        [this](DiffText made) { present(std::move(made)); });
}

void DiffTextView::present(DiffText made)
{
    setDocument(QsciDocument());
    prepareDocument(*this);
    if (made.cut)
        made.text += tr("The patch goes on; its rest is not shown here.").toStdString() + '\n';
    call(*this, Sci::SCI_SETREADONLY, 0);
    call(*this, Sci::SCI_SETUNDOCOLLECTION, 0);
    callText(*this, Sci::SCI_APPENDTEXT, made.text.size(), made.text.data());
    call(*this, Sci::SCI_STARTSTYLING, made.text.size());
    call(*this, Sci::SCI_SETREADONLY, 1);
    m_lines = std::move(made.lines);
}

bool DiffTextView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride)
        return QAbstractScrollArea::event(
            event); // NOLINT(bugprone-parent-virtual-call): QScintilla takes keys
    return QsciScintilla::event(event);
}

void DiffTextView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT left();
        return;
    }
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QsciScintilla::keyPressEvent(event);
        return;
    }
    const auto at = static_cast<unsigned long>(call(*this, Sci::SCI_GETCURRENTPOS));
    const auto line = static_cast<std::size_t>(call(*this, Sci::SCI_LINEFROMPOSITION, at));
    if (line < m_lines.size())
        Q_EMIT lineChosen(m_lines[line]);
}

} // namespace vouchsafe
