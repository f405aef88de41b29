#include "ui/panels/run_header.h"

#include "ui/panels/labels.h"

#include <QAccessible>
#include <QHBoxLayout>

namespace vouchsafe {
namespace {

/// The few fields that the line reads; a whole run is too much to keep for it.
RunView excerpt(const RunView &view)
{
    RunView kept;
    kept.life = view.life;
    kept.pause = view.pause;
    kept.shown = view.shown;
    kept.edited = view.edited;
    RunState &state = kept.state;
    state.seq = view.state.seq;
    state.resumedSeq = view.state.resumedSeq;
    state.task.limits = view.state.task.limits;
    state.phase = view.state.phase;
    state.spent = view.state.spent;
    state.finished = view.state.finished;
    state.attemptsForgiven = view.state.attemptsForgiven;
    state.acts = view.state.acts;
    state.progress = view.state.progress;
    if (!view.state.phases.empty())
        state.phases = {view.state.phases.back()};
    if (!view.state.iterations.empty())
        state.iterations.emplace_back().number = view.state.iterations.back().number;
    return kept;
}

} // namespace

RunHeader::RunHeader(const Theme &theme, QWidget *parent) : RunPanel(parent), m_theme(theme)
{
    m_state = plainLabel(this);
    m_state->setWordWrap(false);
    QFont strong = font();
    strong.setBold(true);
    m_state->setFont(strong);
    m_notice = new ElidedLabel(theme, this);
    m_budget = new DimLabel(theme, this);
    m_budget->setWordWrap(false);
    m_busy = new QProgressBar(this);
    m_busy->setRange(0, 0);
    m_busy->setTextVisible(false);
    m_busy->setAccessibleName(tr("The run is under way"));
    m_busy->setFixedWidth(fontMetrics().averageCharWidth() * 16);
    m_busy->setMaximumHeight(fontMetrics().height() * 2 / 3);

    auto *layout = new QHBoxLayout(this);
    const int gap = fontMetrics().height() / 2;
    layout->setContentsMargins(gap, gap / 3, gap, gap / 3);
    layout->setSpacing(gap);
    layout->addWidget(m_state);
    layout->addWidget(m_busy);
    layout->addWidget(m_notice, 1);
    layout->addWidget(m_budget);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

    m_seconds.setInterval(1000);
    connect(&m_seconds, &QTimer::timeout, this, [this] { write(QDateTime::currentDateTimeUtc()); });
    connect(&theme, &Theme::changed, this, &RunHeader::settle);
    render({});
}

void RunHeader::render(const RunView &view)
{
    m_view = excerpt(view);
    const bool moving = view.life == RunLife::Preparing || view.life == RunLife::Running ||
                        view.life == RunLife::Stopping || view.life == RunLife::Elsewhere;
    m_busy->setVisible(moving);
    if (moving != m_seconds.isActive())
        moving ? m_seconds.start() : m_seconds.stop();
    write(QDateTime::currentDateTimeUtc());
}

void RunHeader::write(const QDateTime &now)
{
    const LiveText text = liveText(m_view, now);
    const bool another = text.steady != m_text.steady;
    if (text == m_text)
        return;
    m_text = text;
    m_state->setText(marked(text.mark, text.full));
    m_notice->setWhole(text.notice);
    m_budget->setText(text.budget);
    settle();
    if (another)
        announce();
}

void RunHeader::settle()
{
    const ThemeColours &colours = m_theme.colours();
    QPalette palette;
    if (m_text.mark == Mark::Good)
        palette.setColor(QPalette::WindowText, colours.good);
    else if (m_text.mark == Mark::Bad)
        palette.setColor(QPalette::WindowText, colours.bad);
    else if (m_text.mark == Mark::Warned)
        palette.setColor(QPalette::WindowText, colours.warning);
    m_state->setPalette(palette);
}

// Once a change of life or phase, not once a second.
void RunHeader::announce()
{
    m_state->setAccessibleName(m_text.steady);
    setAccessibleName(m_text.steady);
    for (const QAccessible::Event kind : {QAccessible::NameChanged, QAccessible::Alert}) {
        QAccessibleEvent event(m_state, kind);
        QAccessible::updateAccessibility(&event);
    }
    Q_EMIT announced(m_text.steady);
}

} // namespace vouchsafe
