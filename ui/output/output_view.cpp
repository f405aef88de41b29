#include "ui/output/output_view.h"

#include "ui/support/safe_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QStyle>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

constexpr std::size_t mostWaiting = 12 * 1024 * 1024;
constexpr std::size_t keptWaiting = 4 * 1024 * 1024;
constexpr std::size_t pieceBytes = 16 * 1024;
constexpr int workMilliseconds = 6;   // of a frame of 16
constexpr int pauseMilliseconds = 10; // in which the window answers
constexpr int noticeMilliseconds = 250;
// Wrapping lays out each line, some 60 µs of it, so it waits until no more than this comes in this time.
constexpr std::size_t mostBytesToWrap = 64 * 1024;
constexpr int calmMilliseconds = 300;

} // namespace

OutputView::OutputView(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_notice(new QLabel(this)),
      m_text(new OutputText(theme, this)),
      m_search(new OutputSearch(*m_text, theme, this)),
      m_find(new FindBar(*m_search, theme, this)),
      m_button(new QPushButton(this)),
      m_terminal(std::make_unique<TerminalText>())
{
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_notice->setWordWrap(true);
    m_notice->setAccessibleName(tr("What was left out"));
    m_notice->setMargin(style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing));
    m_notice->hide();
    m_find->hide();
    m_button->setObjectName(QStringLiteral("output.follow"));
    m_button->hide();
    setFocusProxy(m_text);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_notice);
    column->addWidget(m_text, 1);
    column->addWidget(m_find);

    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &OutputView::work);
    m_calm.setSingleShot(true);
    m_calm.setInterval(calmMilliseconds);
    connect(&m_calm, &QTimer::timeout, this, &OutputView::calmDown);
    connect(m_text, &OutputText::findAsked, this, &OutputView::openFind);
    connect(m_text, &OutputText::followingChanged, this, [this] {
        m_linesSeen = m_terminal->lines();
        showButton();
    });
    connect(m_button, &QPushButton::clicked, this, [this] {
        follow();
        m_text->setFocus(Qt::OtherFocusReason);
    });
    connect(m_find, &FindBar::wasShut, this, [this] { m_text->setFocus(Qt::OtherFocusReason); });
    m_text->installEventFilter(this);
    for (QWidget *child : m_find->findChildren<QWidget *>())
        child->installEventFilter(this);
}

OutputView::~OutputView() = default;

void OutputView::append(std::string_view bytes)
{
    m_waiting += bytes;
    if (m_waiting.size() - m_read > mostWaiting)
        leaveOutMiddle();
    if (!m_timer.isActive() && !isIdle())
        m_timer.start(0);
}

/// Of what was not read yet the newest part stays, from the beginning of a line.
void OutputView::leaveOutMiddle()
{
    const std::size_t cut = m_waiting.size() - keptWaiting;
    const std::size_t lineFeed = m_waiting.find('\n', cut);
    const std::size_t start = lineFeed - cut < keptWaiting / 2 ? lineFeed + 1 : cut;
    const QString words = tr("… %1 of output came too fast to be shown and stand in the log alone …")
                              .arg(QLocale().formattedDataSize(static_cast<qint64>(start - m_read)));
    // Cancels a sequence that the cut left open; dim and slanted, then as it began.
    const std::string mark = "\x18\x1b[0;2;3m\n" + words.toStdString() + "\x1b[0m\n";
    m_waiting.replace(0, start, mark);
    m_read = 0;
}

void OutputView::work()
{
    QElapsedTimer clock;
    clock.start();
    while (!isIdle() && clock.elapsed() < workMilliseconds) {
        const std::string_view piece = std::string_view(m_waiting).substr(m_read, pieceBytes);
        m_terminal->write(piece);
        m_read += piece.size();
        hurry(piece.size());
        if (m_terminal->hasChange())
            m_text->change(m_terminal->take());
    }
    if (isIdle()) {
        m_waiting.clear();
        m_read = 0;
    } else {
        m_timer.start(pauseMilliseconds);
        if (m_read > keptWaiting) {
            m_waiting.erase(0, m_read);
            m_read = 0;
        }
    }
    if (isIdle() || !m_noticed.isValid() || m_noticed.elapsed() > noticeMilliseconds) {
        m_noticed.start();
        showNotice();
        showButton();
    }
}

void OutputView::hurry(std::size_t bytes)
{
    m_recent += bytes;
    if (!m_calm.isActive())
        m_calm.start();
    if (m_wrapped && m_recent > mostBytesToWrap)
        m_text->setWrapped(false);
}

void OutputView::calmDown()
{
    if (m_recent > mostBytesToWrap || !isIdle())
        m_calm.start();
    else
        m_text->setWrapped(m_wrapped);
    m_recent = 0;
}

void OutputView::setLeftOut(std::uint64_t bytes, const std::string &file)
{
    m_leftOut = bytes;
    m_file = file;
    showNotice();
}

void OutputView::clear()
{
    m_timer.stop();
    m_waiting.clear();
    m_waiting.shrink_to_fit();
    m_read = 0;
    m_terminal = std::make_unique<TerminalText>();
    m_text->clearAll();
    m_linesSeen = 0;
    setLeftOut(0, {});
    showButton();
}

void OutputView::follow()
{
    m_text->follow();
}

void OutputView::setWrapped(bool wrapped)
{
    m_wrapped = wrapped;
    m_text->setWrapped(wrapped && m_recent <= mostBytesToWrap);
}

void OutputView::openFind()
{
    const QString selected = m_text->selectedText();
    m_find->open(selected.contains(QLatin1Char('\n')) ? QString() : selected);
}

void OutputView::showNotice()
{
    const QLocale locale;
    const auto count = [&](std::uint64_t number) { return locale.toString(static_cast<qulonglong>(number)); };
    const QString file = safeLine(m_file);
    QString text;
    if (m_leftOut > 0) {
        const QString size = locale.formattedDataSize(static_cast<qint64>(m_leftOut));
        text = m_file.empty()
                   ? tr("Showing the end of the output; %1 before it are left out.").arg(size)
                   : tr("Showing the end of the output; %1 before it are left out. The whole output "
                        "is in %2.")
                         .arg(size, file);
    } else if (m_text->firstNumber() > 0) {
        const std::uint64_t lines = m_terminal->lines();
        const QString shown = count(lines - m_text->firstNumber());
        text = m_file.empty() ? tr("Showing the last %1 of %2 lines.").arg(shown, count(lines))
                              : tr("Showing the last %1 of %2 lines. The whole output is in %3.")
                                    .arg(shown, count(lines), file);
    }
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

void OutputView::showButton()
{
    const std::uint64_t lines = m_terminal->lines();
    const bool shown = !isFollowing() && lines > m_linesSeen;
    if (shown) {
        m_button->setText(tr("%n new line(s) ↓", "", static_cast<int>(lines - m_linesSeen)));
        m_button->setToolTip(tr("Follow the newest lines (End)"));
        placeButton();
    }
    m_button->setVisible(shown);
}

void OutputView::placeButton()
{
    m_button->adjustSize();
    const QRect area(m_text->viewport()->mapTo(this, QPoint()), m_text->viewport()->size());
    const int gap = fontMetrics().height() / 2;
    m_button->move(area.center().x() - m_button->width() / 2, area.bottom() - m_button->height() - gap);
    m_button->raise();
}

void OutputView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    placeButton();
}

/// These keys belong to the view while it has the focus, whatever they mean elsewhere in the window.
bool OutputView::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
        if (actOnKey(*static_cast<QKeyEvent *>(event), event->type() == QEvent::KeyPress)) {
            event->accept();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

bool OutputView::actOnKey(const QKeyEvent &event, bool act)
{
    if (event.matches(QKeySequence::Find)) {
        if (act)
            openFind();
    } else if (event.key() == Qt::Key_F3) {
        if (act && m_find->isHidden())
            openFind();
        else if (act && event.modifiers().testFlag(Qt::ShiftModifier))
            m_search->previous();
        else if (act)
            m_search->next();
    } else if (event.key() == Qt::Key_Escape && !m_find->isHidden()) {
        if (act)
            m_find->shut();
    } else {
        return false;
    }
    return true;
}

} // namespace vouchsafe
