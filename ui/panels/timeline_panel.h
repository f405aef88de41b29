#pragma once
// The run's iterations and phases, to look at any of them.

#include "ui/models/timeline.h"
#include "ui/panels/run_panel.h"

#include <QTimer>

namespace vouchsafe {

class ContentStack;
class RowView;
class Theme;

class TimelinePanel : public RunPanel {
    Q_OBJECT
public:
    explicit TimelinePanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;
    QSize sizeHint() const override;

Q_SIGNALS:
    void iterationChosen(int iteration);
    void outputChosen(const vouchsafe::OutputKey &key);

private:
    void choose(const QModelIndex &index);
    void arrangeNew(const QModelIndex &parent, int first, int last);
    void selectShown(int shown);

    TimelineModel m_model;
    RowView *m_rows;
    ContentStack *m_stack;
    QTimer m_seconds;
    int m_shown = 0;
    bool m_rendering = false;
};

} // namespace vouchsafe
