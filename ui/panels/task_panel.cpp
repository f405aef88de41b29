#include "ui/panels/task_panel.h"

#include "ui/panels/labels.h"
#include "ui/panels/run_options.h"
#include "ui/support/icons.h"
#include "ui/support/safe_text.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t longestShown = 20'000; // bytes of a task that was read from a journal

int heightOf(const QPlainTextEdit &edit, int lines)
{
    const int margins = 2 * (edit.frameWidth() + static_cast<int>(edit.document()->documentMargin()));
    return edit.fontMetrics().lineSpacing() * lines + margins;
}

QString engineer(const Task &task)
{
    switch (task.engineer) {
    case EngineerKind::Builtin:
        return TaskPanel::tr("the built-in engineer");
    case EngineerKind::Model:
    case EngineerKind::Tools:
        return TaskPanel::tr("a model");
    case EngineerKind::Scripted:
        return TaskPanel::tr("recorded replies");
    case EngineerKind::Auto:
        break;
    }
    return TaskPanel::tr("chosen automatically");
}

QString settingsOf(const RunState &state)
{
    const Task &task = state.task;
    QStringList parts{
        TaskPanel::tr("Engineer: %1").arg(engineer(task)),
        TaskPanel::tr("at most %n attempt(s)", "", task.limits.attempts),
        TaskPanel::tr("%n second(s) for each check", "", static_cast<int>(task.limits.check.count()))};
    for (const std::string &check : task.checks)
        parts << TaskPanel::tr("check: %1").arg(safeLine(check, 120));
    return parts.join(TaskPanel::tr(" · ", "between two settings"));
}

} // namespace

TaskPanel::TaskPanel(const Theme &theme, QWidget *parent) : RunPanel(parent), m_theme(theme)
{
    m_writing = writingPart();
    m_reading = readingPart();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_writing);
    layout->addWidget(m_reading);
    m_reading->hide();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(tr("Task"));
    setWhyNotStart({});
}

QWidget *TaskPanel::writingPart()
{
    auto *part = new QWidget(this);
    auto *title = new QLabel(tr("What should be changed?"), part);
    m_request = new QPlainTextEdit(part);
    title->setBuddy(m_request);
    m_request->setAccessibleName(tr("Task"));
    m_request->setAccessibleDescription(
        tr("Describe the change in your own words. Control and Return start the run."));
    m_request->setPlaceholderText(
        tr("For example: the report counts a booking twice when it crosses midnight."));
    m_request->setTabChangesFocus(true);
    m_request->setFixedHeight(heightOf(*m_request, 4));
    m_request->installEventFilter(this);
    connect(m_request, &QPlainTextEdit::textChanged, this, &TaskPanel::taskChanged);

    m_run = new QPushButton(inkIcon("run"), tr("Run"), part);
    m_run->setAccessibleName(tr("Run the task"));
    connect(m_run, &QPushButton::clicked, this, [this] { place(Stride::ToTheEnd); });
    m_step = new QPushButton(inkIcon("step"), tr("Step"), part);
    m_step->setAccessibleName(tr("Run the task step by step"));
    connect(m_step, &QPushButton::clicked, this, [this] { place(Stride::NextPhase); });

    m_options = new RunOptions(part);
    m_options->hide();
    m_unfold = new QToolButton(part);
    m_unfold->setText(tr("Options"));
    m_unfold->setAccessibleName(tr("Options of the run"));
    m_unfold->setCheckable(true);
    m_unfold->setAutoRaise(true);
    m_unfold->setFocusPolicy(Qt::StrongFocus);
    m_unfold->setArrowType(Qt::RightArrow);
    m_unfold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_unfold, &QToolButton::toggled, this, [this](bool open) {
        m_options->setVisible(open);
        m_unfold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    });

    auto *grid = new QGridLayout(part);
    grid->setContentsMargins({});
    grid->setColumnStretch(0, 1);
    grid->addWidget(title, 0, 0);
    grid->addWidget(m_request, 1, 0, 2, 1);
    grid->addWidget(m_run, 1, 1, Qt::AlignTop);
    grid->addWidget(m_step, 2, 1, Qt::AlignTop);
    grid->addWidget(m_unfold, 3, 0, Qt::AlignLeft);
    grid->addWidget(m_options, 4, 0, 1, 2);
    grid->setRowStretch(2, 1);
    return part;
}

QWidget *TaskPanel::readingPart()
{
    auto *part = new QWidget(this);
    m_tell = new QToolButton(part);
    m_tell->setText(tr("Task"));
    m_tell->setAccessibleName(tr("The whole task and its settings"));
    m_tell->setCheckable(true);
    m_tell->setAutoRaise(true);
    m_tell->setFocusPolicy(Qt::StrongFocus);
    m_tell->setArrowType(Qt::RightArrow);
    m_tell->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_line = new ElidedLabel(m_theme, part);
    m_told = new QPlainTextEdit(part);
    m_told->setReadOnly(true);
    m_told->setTabChangesFocus(true);
    m_told->setAccessibleName(tr("Task of the shown run"));
    m_settings = new QLabel(part);
    m_settings->setTextFormat(Qt::PlainText);
    m_settings->setWordWrap(true);
    m_settings->setAccessibleName(tr("Settings of the shown run"));
    m_new = new QPushButton(inkIcon("new"), tr("New Task"), part);
    m_new->setAccessibleName(tr("New task"));
    connect(m_new, &QPushButton::clicked, this, &TaskPanel::newTaskAsked);

    auto *grid = new QGridLayout(part);
    grid->setContentsMargins({});
    grid->setColumnStretch(1, 1);
    grid->addWidget(m_tell, 0, 0);
    grid->addWidget(m_line, 0, 1);
    grid->addWidget(m_new, 0, 2);
    grid->addWidget(m_told, 1, 0, 1, 3);
    grid->addWidget(m_settings, 2, 0, 1, 3);
    const auto unfold = [this](bool open) {
        m_told->setVisible(open);
        m_settings->setVisible(open);
        m_tell->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    };
    connect(m_tell, &QToolButton::toggled, this, unfold);
    unfold(false);
    return part;
}

void TaskPanel::render(const RunView &view)
{
    const bool shown = view.life != RunLife::None;
    if (shown) {
        tellTask(view.state);
        m_new->setEnabled(!view.isLive());
        m_new->setToolTip(view.isLive()
                              ? tr("The run is under way.")
                              : tr("Close this run, which stays in the list, and write another task."));
    }
    if (shown == m_shown)
        return;
    m_shown = shown;
    if (!shown && m_request->toPlainText().isEmpty())
        put(m_told->toPlainText());
    m_writing->setVisible(!shown);
    m_reading->setVisible(shown);
    Q_EMIT taskChanged();
}

void TaskPanel::tellTask(const RunState &state)
{
    const QString text = safeText(std::string_view(state.task.request).substr(0, longestShown));
    if (m_told->toPlainText() != text) {
        m_told->setPlainText(text);
        m_told->setFixedHeight(
            heightOf(*m_told, std::clamp(static_cast<int>(text.count(QLatin1Char('\n'))) + 1, 2, 8)));
        m_line->setWhole(text.section(QLatin1Char('\n'), 0, 0));
    }
    m_settings->setText(settingsOf(state));
}

void TaskPanel::setRepository(const OpenedRepository &repository)
{
    m_options->setRepository(repository);
    const std::string place = repository.root + '\0' + repository.subfolder;
    if (m_place == place)
        return; // read again, as after each run: what is written stays
    const bool waited = !m_place && request() == m_suggested; // for the first repository
    if (m_place)
        m_drafts[*m_place] = {m_request->toPlainText(), m_options->choice()};
    m_place = place;
    m_told->clear(); // or closing the run would make its task one of this repository
    const TaskDraft draft = m_drafts[place];
    m_options->choose(draft.options);
    if (!repository.suggestedTask.empty())
        putSuggestion(repository.suggestedTask);
    else if (!waited)
        put(draft.text);
    Q_EMIT taskChanged();
}

void TaskPanel::suggest(const std::string &task)
{
    if (request().empty() || request() == m_suggested)
        putSuggestion(task);
}

void TaskPanel::putSuggestion(const std::string &task)
{
    put(safeText(task));
    m_suggested = request();
}

void TaskPanel::put(const QString &text)
{
    m_request->setPlainText(text);
    m_request->moveCursor(QTextCursor::End);
}

void TaskPanel::setWhyNotStart(const QString &reason)
{
    m_run->setEnabled(reason.isEmpty());
    m_step->setEnabled(reason.isEmpty());
    m_run->setToolTip(reason.isEmpty() ? tr("Seek a patch and prove it (F5).") : reason);
    m_step->setToolTip(reason.isEmpty() ? tr("Start the run and hold it before its first phase (F10).")
                                        : reason);
}

bool TaskPanel::hasTask() const
{
    return !m_shown && !request().empty();
}

void TaskPanel::place(Stride stride)
{
    if (!hasTask())
        return;
    RunOrder order;
    order.request = request();
    order.flags = m_options->flags();
    order.stride = stride;
    Q_EMIT orderPlaced(order);
}

void TaskPanel::write()
{
    if (m_shown)
        return;
    m_request->setFocus(Qt::OtherFocusReason);
    m_request->moveCursor(QTextCursor::End);
}

std::string TaskPanel::request() const
{
    return m_request->toPlainText().trimmed().toStdString();
}

bool TaskPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_request && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool isReturn = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isReturn && key->modifiers().testFlag(Qt::ControlModifier)) {
            if (m_run->isEnabled() && !key->isAutoRepeat())
                place(Stride::ToTheEnd);
            return true;
        }
    }
    return RunPanel::eventFilter(watched, event);
}

} // namespace vouchsafe
