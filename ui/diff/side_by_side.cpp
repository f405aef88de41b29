#include "ui/diff/side_by_side.h"

#include "core/syntax/highlighter.h"
#include "core/syntax/languages.h"
#include "ui/diff/diff_pane.h"

#include <QHBoxLayout>
#include <QScrollBar>
#include <QSplitter>
#include <QThreadPool>

#include <algorithm>
#include <utility>

namespace vouchsafe {
namespace {

constexpr std::size_t mostBytesToColour = std::size_t{4} << 20;
constexpr int editPause = 150; // ms
constexpr unsigned symbolicLink = 0120000;
constexpr std::size_t headForLanguage = 4096;
// Each key makes QScintilla count all characters before the caret: 6 ms a megabyte.
constexpr std::size_t mostBytesToEdit = std::size_t{8} << 20;

bool endsOpen(const std::string &text)
{
    return !text.empty() && text.back() != '\n';
}

std::vector<PaneFiller> fillersOf(const DiffRows &rows, PaneSide side, const std::string &mine,
                                  const std::string &other)
{
    const bool note = endsOpen(mine) && !endsOpen(other);
    return side == PaneSide::Base ? paneFillers(rows.leftFillers(), rows.leftLines(), note)
                                  : paneFillers(rows.rightFillers(), rows.rightLines(), note);
}

bool showsWhitespace(const PreparedRows &diff)
{
    return std::any_of(diff.natures.begin(), diff.natures.end(), [](ChangeNature nature) {
        return nature == ChangeNature::Whitespace || nature == ChangeNature::LineEnds;
    });
}

} // namespace

SideBySide::SideBySide(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_left(new DiffPane(PaneSide::Base, theme)),
      m_right(new DiffPane(PaneSide::Proposed, theme))
{
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(m_left);
    splitter->addWidget(m_right);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(1);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(splitter);
    setFocusProxy(m_right);

    m_left->standBeside(*m_right);
    m_right->standBeside(*m_left);
    pairBars();
    setPaneNames(tr("Base"), tr("Proposed"));
    connect(splitter, &QSplitter::splitterMoved, this, &SideBySide::fitBars);
    for (DiffPane *pane : {m_left, m_right}) {
        connect(pane, &DiffPane::loaded, this, &SideBySide::finishLoading);
        connect(pane, &DiffPane::zoomed, this, &SideBySide::setZoom);
        connect(pane, &DiffPane::caretMoved, this, [this, pane] { followCaret(*pane); });
    }
    m_pause.setSingleShot(true);
    m_pause.setInterval(editPause);
    connect(&m_pause, &QTimer::timeout, this, &SideBySide::compareAgain);
    connect(m_right, &DiffPane::contentEdited, this, [this] {
        m_pause.start();
        if (!std::exchange(m_wasEdited, true))
            Q_EMIT editedChanged();
    });
}

SideBySide::~SideBySide() = default;

void SideBySide::clear()
{
    m_comparing.cancel();
    m_colouringLeft.cancel();
    m_colouringRight.cancel();
    m_pause.stop();
    setEditing(false);
    // Measured with 50,000 changes: giving the memory back takes a third of a second.
    QThreadPool::globalInstance()->start(
        [subject = std::exchange(m_subject, {}), compared = std::exchange(m_compared, nullptr),
         shown = std::make_shared<std::optional<PreparedDiff>>(std::exchange(m_shown, std::nullopt))] {});
    m_row = 0;
    m_fresh = true;
    m_goal = Goal::None;
    m_placed = {};
    m_wasEdited = false;
    PaneContent nothing;
    nothing.text = std::make_shared<const ShownText>();
    nothing.rows = std::make_shared<const DiffRows>();
    nothing.coding = paneCoding({}, {});
    m_left->setContent(nothing);
    m_right->setContent(nothing);
    Q_EMIT shownChanged();
}

void SideBySide::setSubject(DiffSubject subject)
{
    clear();
    m_subject = std::move(subject);
    m_wasEdited = m_subject.edited && *m_subject.edited != m_subject.file->after;
    m_comparing.start(
        [subject = m_subject, bounds = m_bounds](const std::stop_token &stop) {
            std::shared_ptr<const FileChange> file = subject.file;
            if (subject.edited) {
                auto edited = std::make_shared<FileChange>(*file);
                edited->after = *subject.edited;
                file = edited;
            }
            return std::pair(file, preparedDiff(*file, bounds, stop));
        },
        [this](std::pair<std::shared_ptr<const FileChange>, PreparedDiff> found) {
            m_compared = std::move(found.first);
            present(std::move(found.second));
        });
}

void SideBySide::present(PreparedDiff prepared)
{
    m_shown = std::move(prepared);
    PaneContent left;
    left.header = m_names[0];
    left.text = m_shown->left;
    left.rows = std::make_shared<const DiffRows>(m_shown->diff.rows);
    left.fillers = fillersOf(*left.rows, PaneSide::Base, m_shown->left->text, m_shown->right->text);
    left.coding = m_shown->coding;
    left.columns = std::max(m_shown->left->columns, m_shown->right->columns);
    left.numbers = m_subject.whole;
    left.showWhitespace = showsWhitespace(m_shown->diff);
    PaneContent right = left;
    right.header = m_names[1];
    right.text = m_shown->right;
    right.fillers = fillersOf(*left.rows, PaneSide::Proposed, m_shown->right->text, m_shown->left->text);
    m_filling = true;
    m_left->setContent(std::move(left));
    m_right->setContent(std::move(right));
    m_filling = false;
    fitBars();
    Q_EMIT shownChanged();
    if (isReady())
        finishLoading();
}

void SideBySide::colour(Background &background, DiffPane &pane, const std::string &path,
                        std::shared_ptr<const ShownText> shown)
{
    if (shown->text.size() > mostBytesToColour)
        return; // a tree takes some twenty times the text
    const std::optional<Language> language =
        languageOf(path, std::string_view(shown->text).substr(0, headForLanguage));
    if (!language)
        return;
    background.start([language = *language, shown = std::move(shown)](
                         const std::stop_token &stop) { return syntaxSpans(language, shown->text, stop); },
                     [&pane](Result<std::vector<SyntaxSpan>> spans) {
                         if (spans)
                             pane.setSpans(std::move(*spans)); // without them the text is plain
                     });
}

bool SideBySide::isReady() const
{
    return m_shown && !m_filling && !m_left->isLoading() && !m_right->isLoading();
}

void SideBySide::finishLoading()
{
    if (!isReady())
        return;
    m_left->verticalScrollBar()->setValue(m_right->verticalScrollBar()->value());
    m_left->decorateView();
    m_right->decorateView();
    m_placed = {m_left->caretLine(), m_right->caretLine()};
    const Goal goal = std::exchange(m_goal, Goal::None);
    if (goal == Goal::First)
        firstChange();
    else if (goal == Goal::Last)
        lastChange();
    else if (goal == Goal::Line)
        goToLine(m_goalLine);
    fitBars();
    // Behind the text: two parses would take both cores from what a person waits for.
    const FileChange &file = *m_compared;
    colour(m_colouringLeft, *m_left, file.from.empty() ? file.path : file.from, m_shown->left);
    colour(m_colouringRight, *m_right, file.path, m_shown->right);
    Q_EMIT ready();
    // A page that is shown for it just now has its width a moment later.
    QTimer::singleShot(0, this, &SideBySide::showCurrentMark);
}

QString SideBySide::whyNotEditable() const
{
    if (!m_subject.file || !isReady())
        return tr("The file is not there yet.");
    if (!m_subject.whole)
        return tr("The base of this patch is gone, so only its changed lines are known.");
    if (m_subject.file->kind == ChangeKind::Delete)
        return tr("The file is deleted by this patch.");
    if (m_subject.file->modeAfter == symbolicLink)
        return tr("The file is a symbolic link.");
    if (!m_shown->whole() || m_shown->right->text.size() > mostBytesToEdit)
        return tr("The file is too big to be edited here.");
    if (m_shown->left->hidden.zeros + m_shown->right->hidden.zeros > 0)
        return tr("The file holds bytes that are not text.");
    return {};
}

void SideBySide::setEditing(bool editing)
{
    m_editing = editing && whyNotEditable().isEmpty();
    m_right->setEditing(m_editing);
}

bool SideBySide::isEdited() const
{
    return m_subject.file && m_wasEdited && rightText() != m_subject.file->after;
}

std::string SideBySide::rightText() const
{
    if (!m_compared)
        return m_subject.edited ? *m_subject.edited : m_subject.file ? m_subject.file->after : std::string();
    // What nobody touched are the bytes themselves, shown in full or not.
    return m_right->isModified() ? fileBytes(m_right->text(), m_shown->coding) : m_compared->after;
}

void SideBySide::resetToProposal()
{
    if (!m_subject.file)
        return;
    const bool editing = m_editing;
    const bool edited = m_wasEdited;
    DiffSubject subject = m_subject;
    subject.edited.reset();
    setSubject(std::move(subject));
    if (editing)
        connect(
            this, &SideBySide::ready, this, [this] { setEditing(true); }, Qt::SingleShotConnection);
    if (edited)
        Q_EMIT editedChanged();
}

void SideBySide::compareAgain()
{
    struct Compared {
        PreparedRows diff;
        std::shared_ptr<const ShownText> right;
    };
    m_comparing.start(
        [left = m_shown->left, text = m_right->text()](const std::stop_token &) {
            const std::vector<std::string_view> after = wholeLines(text);
            Compared compared;
            compared.diff = preparedRows(wholeLines(left->text), after);
            // Nothing is cut here: a text with lines beyond the bounds is not edited.
            compared.right = std::make_shared<const ShownText>(
                shownText(after, after.size(), PaneCoding{false, "\r"}, text.size() + 1));
            return compared;
        },
        [this](Compared compared) {
            m_shown->right = std::move(compared.right);
            m_shown->diff = std::move(compared.diff);
            m_shown->nature = m_shown->diff.nature;
            m_shown->added = m_shown->diff.rows.added();
            m_shown->removed = m_shown->diff.rows.removed();
            const auto rows = std::make_shared<const DiffRows>(m_shown->diff.rows);
            m_placed = {};
            m_left->realign(rows,
                            fillersOf(*rows, PaneSide::Base, m_shown->left->text, m_shown->right->text));
            m_right->realign(rows,
                             fillersOf(*rows, PaneSide::Proposed, m_shown->right->text, m_shown->left->text));
            m_left->verticalScrollBar()->setValue(m_right->verticalScrollBar()->value());
            colour(m_colouringRight, *m_right, m_subject.file->path, m_shown->right);
            followCaret(*m_right);
            m_wasEdited = m_right->isModified() || m_subject.edited;
            Q_EMIT shownChanged();
            Q_EMIT editedChanged();
        });
}

void SideBySide::setPaneNames(const QString &base, const QString &proposed)
{
    m_names = {base, proposed};
    m_left->setAccessibleName(base);
    m_right->setAccessibleName(proposed);
}

void SideBySide::setZoom(int steps)
{
    m_zoom = std::clamp(steps, -8, 30);
    m_left->setZoom(m_zoom);
    m_right->setZoom(m_zoom);
    fitBars();
}

void SideBySide::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitBars();
}

void SideBySide::pairBars()
{
    // One bar for both at the right; a value that the other side cannot take yet must not come back.
    m_left->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const auto follow = [this](QScrollBar *leader, QScrollBar *follower) {
        connect(leader, &QScrollBar::valueChanged, this, [this, follower](int value) {
            if (std::exchange(m_pairing, true))
                return;
            follower->setValue(value);
            m_pairing = false;
        });
    };
    follow(m_left->verticalScrollBar(), m_right->verticalScrollBar());
    follow(m_right->verticalScrollBar(), m_left->verticalScrollBar());
    follow(m_left->horizontalScrollBar(), m_right->horizontalScrollBar());
    follow(m_right->horizontalScrollBar(), m_left->horizontalScrollBar());
}

void SideBySide::fitBars()
{
    // Panes of unequal height would not scroll to the same end: both have a bar below, or none has.
    const bool needed = m_left->isWiderThanView() || m_right->isWiderThanView();
    for (DiffPane *pane : {m_left, m_right})
        pane->setHorizontalScrollBarPolicy(needed ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
}

} // namespace vouchsafe
