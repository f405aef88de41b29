#pragma once
// One line about what goes on right now; the text that is announced when it changes.

#include "ui/models/live_text.h"
#include "ui/panels/run_panel.h"

#include <QLabel>
#include <QProgressBar>
#include <QTimer>

namespace vouchsafe {

class DimLabel;
class ElidedLabel;
class Theme;

class RunHeader : public RunPanel {
    Q_OBJECT
public:
    explicit RunHeader(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

Q_SIGNALS:
    /// What assistive technology was told, for a status bar or a notification.
    void announced(const QString &text);

private:
    void write(const QDateTime &now);
    void settle();
    void announce();

    const Theme &m_theme;
    RunView m_view; ///< as far as the line needs it
    LiveText m_text;
    QLabel *m_state;
    ElidedLabel *m_notice;
    DimLabel *m_budget;
    QProgressBar *m_busy;
    QTimer m_seconds;
};

} // namespace vouchsafe
