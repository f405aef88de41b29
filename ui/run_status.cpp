#include "ui/run_status.h"

#include "ui/models/words.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>

namespace vouchsafe {
namespace {

QString held(const std::optional<PausePoint> &pause)
{
    if (pause && pause->before)
        return RunStatus::tr("Held before %1").arg(phaseWord(*pause->before));
    return RunStatus::tr("Held after an event");
}

QString running(const RunState &state)
{
    if (!state.phase)
        return RunStatus::tr("Running");
    if (state.iterations.empty())
        return RunStatus::tr("Running: %1").arg(phaseWord(*state.phase));
    return RunStatus::tr("Running: %1 of iteration %2")
        .arg(phaseWord(*state.phase))
        .arg(state.iterations.back().number);
}

QString ended(const RunState &state)
{
    if (!state.finished)
        return RunStatus::tr("Interrupted; it can be resumed");
    return RunStatus::tr("Ended: %1").arg(stopWord(state.finished->stop));
}

} // namespace

QString runStatusText(const RunView &view)
{
    switch (view.life) {
    case RunLife::None:
        break;
    case RunLife::Preparing:
        return RunStatus::tr("The repository is read and the run is prepared…");
    case RunLife::Running:
        return running(view.state);
    case RunLife::Paused:
        return held(view.pause);
    case RunLife::Stopping:
        return RunStatus::tr("Stopping…");
    case RunLife::Ended:
        return ended(view.state);
    case RunLife::Elsewhere:
        return RunStatus::tr("Under way in another program, followed here");
    }
    return {};
}

RunStatus::RunStatus(QWidget *parent) : RunPanel(parent), m_words(new QLabel(this))
{
    m_words->setTextFormat(Qt::PlainText);
    m_words->setAccessibleName(tr("State of the run"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->addWidget(m_words);
}

void RunStatus::render(const RunView &view)
{
    const QString words = runStatusText(view);
    if (words == m_words->text())
        return;
    m_words->setText(words);
    m_words->setAccessibleName(words.isEmpty() ? tr("State of the run") : words);
    // Qt 6.4 has no announcements; a change of name and an alert are what screen readers speak.
    QAccessibleEvent named(m_words, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&named);
    QAccessibleEvent alert(m_words, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace vouchsafe
