#include "ui/output/output_panel.h"

#include "ui/models/figures.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedLayout>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace vouchsafe {
namespace {

QToolButton *textButton(const QString &text, const QString &tip, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    return button;
}

} // namespace

OutputPanel::OutputPanel(const Theme &theme, QWidget *parent)
    : RunPanel(parent),
      m_theme(theme),
      m_chooser(new QComboBox(this)),
      m_status(new QLabel(this)),
      m_wrap(textButton(tr("Wrap"), tr("Wrap long lines"), this)),
      m_find(textButton(tr("Find"), tr("Find in this output (Ctrl+F)"), this)),
      m_pages(new QStackedLayout),
      m_empty(new QLabel(this)),
      m_output(new OutputView(theme, this))
{
    m_chooser->setAccessibleName(tr("Which output"));
    m_chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_chooser->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_chooser->setMinimumContentsLength(16);
    m_status->setTextFormat(Qt::PlainText);
    m_status->setAccessibleName(tr("How this check ended"));
    m_wrap->setCheckable(true);
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);

    const int gap = style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(gap, gap / 2, gap, gap / 2);
    row->setSpacing(gap);
    row->addWidget(m_chooser);
    row->addWidget(m_status);
    row->addStretch(1);
    row->addWidget(m_wrap);
    row->addWidget(m_find);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addLayout(m_pages, 1);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_output);
    setFocusProxy(m_output);
    setTabOrder(m_chooser, m_wrap);
    setTabOrder(m_wrap, m_find);
    setTabOrder(m_find, m_output);

    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        if (index >= 0 && static_cast<std::size_t>(index) < m_entries.size())
            choose(m_entries[static_cast<std::size_t>(index)].key);
    });
    connect(m_wrap, &QToolButton::toggled, m_output, &OutputView::setWrapped);
    connect(m_find, &QToolButton::clicked, m_output, &OutputView::openFind);
    connect(&theme, &Theme::changed, this, &OutputPanel::showState);
    showState();
}

void OutputPanel::render(const RunView &view)
{
    const bool another = view.state.run != m_view.state.run;
    const bool elsewhere = view.shown != m_view.shown;
    if (!m_view.isLive() && view.isLive())
        beginAnew(view);
    m_view.life = view.life;
    m_view.shown = view.shown;
    m_view.state.run = view.state.run;
    if (another) {
        m_picked = false;
        m_former = 0;
    }
    m_entries = outputEntries(view, begun(), m_figures);
    m_view.state.checks = view.state.checks;
    fillChooser();
    // A look at another iteration is also a choice of its output.
    const bool mayMove = !view.isLive() && (elsewhere || another || !m_picked);
    if (!m_entries.empty() && (mayMove || !m_key || entryOf(*m_key) == nullptr))
        chooseFitting();
    showState();
    askForLog();
}

/// A run that goes on does its baseline again, and what it was in the middle of.
void OutputPanel::beginAnew(const RunView &view)
{
    m_store.clear();
    m_former = view.state.checks.size();
    m_picked = false;
    m_unread.reset();
    showStored();
}

BegunOutputs OutputPanel::begun() const
{
    return {m_store.live(), m_former};
}

void OutputPanel::chooseFitting()
{
    const auto &checks = m_view.state.checks;
    if (m_view.isLive() && !m_picked && !checks.empty()) {
        showKey({checks.back().iteration, checks.back().run, checks.back().number});
        return;
    }
    const OutputEntry *fitting = fittingOf(m_view.shown);
    showKey((fitting != nullptr ? fitting : fittingOf(m_entries.back().key.iteration))->key);
}

/// The first check that did not go well, else the last one; of the plain execution, while there is one. Null
/// where the iteration has no output.
const OutputEntry *OutputPanel::fittingOf(int iteration) const
{
    const auto isBad = [](const OutputEntry &entry) {
        return entry.mark == Mark::Bad || entry.mark == Mark::Warned;
    };
    const OutputEntry *fitting = nullptr;
    for (const OutputEntry &entry : m_entries) {
        if (entry.key.iteration != iteration)
            continue;
        const bool plainer = fitting != nullptr && isPlain(entry.key) && !isPlain(fitting->key);
        const bool lesser = fitting != nullptr && !isPlain(entry.key) && isPlain(fitting->key);
        if (fitting == nullptr || plainer || (!lesser && !isBad(*fitting)))
            fitting = &entry;
    }
    return fitting;
}

void OutputPanel::choose(const OutputKey &key)
{
    m_picked = true;
    m_unread.reset();
    showKey(key);
    showState();
    askForLog();
}

void OutputPanel::showKey(const OutputKey &key)
{
    if (m_key == key)
        return;
    m_key = key;
    m_unread.reset();
    showStored();
    showState();
}

void OutputPanel::showStored()
{
    m_output->clear();
    const StoredOutput *stored = m_key ? m_store.find(*m_key) : nullptr;
    if (stored == nullptr)
        return;
    m_output->setLeftOut(stored->leftOut, stored->file);
    m_output->append(stored->bytes);
}

void OutputPanel::askForLog()
{
    if (!m_key || !isVisible() || m_store.find(*m_key) != nullptr || m_store.asked() == m_key ||
        m_unread == m_key)
        return;
    const OutputEntry *entry = entryOf(*m_key);
    if (entry == nullptr || !entry->ended)
        return;
    m_store.ask(*m_key);
    showState();
    Q_EMIT logAsked(*m_key);
}

void OutputPanel::showEvent(QShowEvent *event)
{
    RunPanel::showEvent(event);
    askForLog();
}

void OutputPanel::takeOutput(const std::vector<OutputPiece> &pieces)
{
    bool fresh = false;
    for (const OutputPiece &piece : pieces) {
        fresh = fresh || m_store.find(piece.key) == nullptr;
        const OutputStore::Taken taken = m_store.take(piece);
        if (m_key != piece.key)
            continue;
        if (taken == OutputStore::Taken::Another)
            showStored();
        else if (taken == OutputStore::Taken::Longer)
            m_output->append(piece.bytes);
    }
    if (pieces.empty())
        return;
    if (fresh)
        listEntries();
    if ((m_view.isLive() && !m_picked) || !m_key)
        showKey(pieces.back().key);
    showState();
}

void OutputPanel::logFailed()
{
    m_unread = m_store.asked();
    m_store.giveUp();
    showState();
}

/// The outputs that have begun since the last change of the run.
void OutputPanel::listEntries()
{
    for (const OutputEntry &entry : outputEntries(m_view, begun(), m_figures)) {
        const auto place = std::lower_bound(
            m_entries.begin(), m_entries.end(), entry.key,
            [](const OutputEntry &known, const OutputKey &key) { return comesBefore(known.key, key); });
        if (place == m_entries.end() || place->key != entry.key)
            m_entries.insert(place, entry);
    }
    fillChooser();
}

void OutputPanel::fillChooser()
{
    const QSignalBlocker quiet(m_chooser);
    const auto textOf = [](const OutputEntry &entry) { return marked(entry.mark, entry.name); };
    for (int i = 0; i < static_cast<int>(m_entries.size()); ++i) {
        const QString text = textOf(m_entries[static_cast<std::size_t>(i)]);
        if (i >= m_chooser->count())
            m_chooser->addItem(text);
        else if (m_chooser->itemText(i) != text)
            m_chooser->setItemText(i, text);
    }
    while (m_chooser->count() > static_cast<int>(m_entries.size()))
        m_chooser->removeItem(m_chooser->count() - 1);
}

void OutputPanel::clear()
{
    m_store.clear();
    m_figures = {};
    m_entries.clear();
    m_view = {};
    m_key.reset();
    m_unread.reset();
    m_picked = false;
    m_former = 0;
    m_output->clear();
    fillChooser();
    showState();
}

const OutputEntry *OutputPanel::entryOf(const OutputKey &key) const
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const OutputEntry &entry) { return entry.key == key; });
    return found == m_entries.end() ? nullptr : &*found;
}

void OutputPanel::showState()
{
    const OutputEntry *entry = m_key ? entryOf(*m_key) : nullptr;
    const StoredOutput *stored = m_key ? m_store.find(*m_key) : nullptr;
    const bool hasText = stored != nullptr && (!stored->bytes.empty() || stored->leftOut > 0);
    if (entry != nullptr)
        m_chooser->setCurrentIndex(static_cast<int>(entry - m_entries.data()));
    m_chooser->setVisible(!m_entries.empty());
    m_status->setText(entry != nullptr ? entry->status : QString());
    QPalette palette = this->palette();
    if (entry != nullptr && entry->mark == Mark::Bad)
        palette.setColor(QPalette::WindowText, m_theme.colours().bad);
    if (entry != nullptr && entry->mark == Mark::Good)
        palette.setColor(QPalette::WindowText, m_theme.colours().good);
    m_status->setPalette(palette);
    m_wrap->setEnabled(hasText);
    m_find->setEnabled(hasText);

    QString words;
    if (m_key && m_store.asked() == m_key)
        words = tr("Reading the log…");
    else if (m_key && m_unread == m_key)
        words = tr("The log of this check could not be read. Choose it above to try once more.");
    else if (entry != nullptr && entry->ended)
        words = tr("This check printed nothing.");
    else if (m_view.life == RunLife::None)
        words = tr("Nothing has run yet. Write a task and press Run: what the checks print appears here.");
    else if (m_view.isLive())
        words = tr("No check has printed anything yet. Its output appears here as it comes.");
    else
        words = tr("No check was started in this run. Its timeline says how far it came.");
    m_empty->setText(words);
    m_pages->setCurrentWidget(hasText ? static_cast<QWidget *>(m_output) : m_empty);
}

} // namespace vouchsafe
