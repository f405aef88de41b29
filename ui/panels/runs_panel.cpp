#include "ui/panels/runs_panel.h"

#include "ui/panels/labels.h"
#include "ui/panels/row_view.h"
#include "ui/panels/runs_panel_delegate.h"

#include <QVBoxLayout>

namespace vouchsafe {

RunsPanel::RunsPanel(const Theme &theme, QWidget *parent) : QWidget(parent)
{
    auto *page = new QWidget(this);
    m_text = new QLineEdit(page);
    m_text->setPlaceholderText(tr("Filter runs"));
    m_text->setAccessibleName(tr("Filter runs by request or outcome"));
    m_text->setClearButtonEnabled(true);
    m_rows = new RowView(theme, tr("Runs of this repository"), page);
    m_filtered.setSourceModel(&m_model);
    m_filtered.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered.setFilterKeyColumn(-1);
    m_rows->setModel(&m_filtered);
    m_rows->setRootIsDecorated(false);
    m_rows->setItemDelegate(new RunsPanelDelegate(theme, m_rows));
    m_rows->setHeaderHidden(true);
    for (const RunsColumn told : {RunsColumn::Outcome, RunsColumn::When})
        m_rows->setColumnHidden(static_cast<int>(told), true);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->addWidget(m_text);
    pageLayout->addWidget(m_rows, 1);
    m_stack = new ContentStack(theme, page, this);
    setFocusProxy(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);

    m_minutes.setInterval(60 * 1000);
    connect(&m_minutes, &QTimer::timeout, this, &RunsPanel::write);
    connect(m_text, &QLineEdit::textChanged, &m_filtered, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_rows, &QAbstractItemView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT runChosen(RunsModel::runOf(index)); });
    write();
}

void RunsPanel::setRuns(const std::vector<RunSummary> &runs)
{
    m_runs = runs;
    write();
}

void RunsPanel::write()
{
    m_model.show(m_runs, QDateTime::currentDateTimeUtc());
    if (m_runs.empty())
        m_stack->showEmpty(tr("No run of this repository yet."));
    else
        m_stack->showContent();
    if (m_runs.empty() == m_minutes.isActive())
        m_runs.empty() ? m_minutes.stop() : m_minutes.start();
}

} // namespace vouchsafe
