#pragma once
// The runs of the opened repository, to open one of them.

#include "ui/models/runs_model.h"

#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTimer>
#include <QWidget>

namespace vouchsafe {

class ContentStack;
class RowView;
class Theme;

class RunsPanel : public QWidget {
    Q_OBJECT
public:
    explicit RunsPanel(const Theme &theme, QWidget *parent = nullptr);

    void setRuns(const std::vector<RunSummary> &runs);

Q_SIGNALS:
    void runChosen(const std::string &id);

private:
    void write();

    std::vector<RunSummary> m_runs;
    RunsModel m_model;
    QSortFilterProxyModel m_filtered;
    QLineEdit *m_text;
    RowView *m_rows;
    ContentStack *m_stack;
    QTimer m_minutes; ///< for how long ago they were
};

} // namespace vouchsafe
