#pragma once
// What every dock and tab of the window is.

#include "ui/run_view.h"

#include <QWidget>

namespace vouchsafe {

/// Renders a run and emits what a person asks for. It fetches nothing and knows no other panel. GUI thread.
class RunPanel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    virtual void render(const RunView &view) = 0;
};

} // namespace vouchsafe
