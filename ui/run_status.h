#pragma once
// One line that says where the run stands, announced whenever it says something else.

#include "ui/panels/run_panel.h"

class QLabel;

namespace vouchsafe {

class RunStatus : public RunPanel {
    Q_OBJECT
public:
    explicit RunStatus(QWidget *parent = nullptr);

    void render(const RunView &view) override;

private:
    QLabel *m_words;
};

/// `Paused before Verify.`; empty where no run is shown.
QString runStatusText(const RunView &view);

} // namespace vouchsafe
