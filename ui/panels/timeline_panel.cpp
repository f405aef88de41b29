#include "ui/panels/timeline_panel.h"

#include "ui/panels/labels.h"
#include "ui/panels/row_view.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QVBoxLayout>

namespace vouchsafe {

TimelinePanel::TimelinePanel(const Theme &theme, QWidget *parent)
    : RunPanel(parent),
      m_rows(new RowView(theme, tr("Timeline"), this)),
      m_stack(new ContentStack(theme, m_rows, this))
{
    m_rows->setModel(&m_model);
    m_rows->header()->setStretchLastSection(false);
    m_rows->header()->setSectionResizeMode(static_cast<int>(TimelineColumn::Result), QHeaderView::Stretch);
    m_rows->setIndentation(fontMetrics().height());
    m_rows->setColumnSample(static_cast<int>(TimelineColumn::What), QStringLiteral("Baseline again___"));
    m_rows->header()->setSectionResizeMode(static_cast<int>(TimelineColumn::Time),
                                           QHeaderView::ResizeToContents);
    setFocusProxy(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);

    m_seconds.setInterval(1000);
    connect(&m_seconds, &QTimer::timeout, this, [this] { m_model.tick(QDateTime::currentDateTimeUtc()); });
    connect(&m_model, &QAbstractItemModel::rowsInserted, this, &TimelinePanel::arrangeNew);
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) { choose(index); });
    render({});
}

// Wide enough for the words of an outcome beside the phases.
QSize TimelinePanel::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 56, fontMetrics().height() * 20};
}

void TimelinePanel::render(const RunView &view)
{
    const QScopedValueRollback<bool> rendering(m_rendering, true);
    const QScrollBar *bar = m_rows->verticalScrollBar();
    const bool atEnd = bar->value() == bar->maximum();
    m_model.show(view, QDateTime::currentDateTimeUtc());
    if (m_model.rowCount() == 0) {
        m_stack->showEmpty(view.life == RunLife::None ? tr("No run is shown. Write a task and run it.")
                                                      : tr("The run is being prepared."));
    } else {
        m_stack->showContent();
    }
    selectShown(view.shown);
    if (atEnd && view.followsNewest && (view.isLive() || view.life == RunLife::Elsewhere))
        m_rows->scrollToBottom();
    if (m_model.countsUp() != m_seconds.isActive())
        m_model.countsUp() ? m_seconds.start() : m_seconds.stop();
}

// A selection is the person's own; it moves only where another iteration is shown than before.
void TimelinePanel::selectShown(int shown)
{
    const bool another = shown != m_shown;
    m_shown = shown;
    const QModelIndex current = m_rows->currentIndex();
    const QModelIndex row = m_model.ofIteration(shown);
    if (!another || !row.isValid() ||
        (current.isValid() && TimelineModel::placeOf(current).iteration == shown))
        return;
    m_rows->setCurrentIndex(row);
}

void TimelinePanel::choose(const QModelIndex &index)
{
    if (m_rendering || !index.isValid())
        return;
    const TimelinePlace place = TimelineModel::placeOf(index);
    if (place.iteration > 0)
        Q_EMIT iterationChosen(place.iteration);
    if (place.iteration >= 0 && place.check > 0)
        Q_EMIT outputChosen({place.iteration, place.run, place.check});
}

void TimelinePanel::arrangeNew(const QModelIndex &parent, int first, int last)
{
    if (first == 0) // what a person has folded since stays so
        m_rows->expand(parent);
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_model.index(row, 0, parent);
        if (TimelineModel::placeOf(index).whole)
            m_rows->setFirstColumnSpanned(row, parent, true);
        m_rows->expandRecursively(index);
    }
}

} // namespace vouchsafe
