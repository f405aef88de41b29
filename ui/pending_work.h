#pragma once
// What the window waits for, in its status bar.

#include "ui/run_view.h"

#include <QWidget>

#include <map>

class QLabel;
class QProgressBar;
class QTimer;

namespace vouchsafe {

/// Appears where the answer takes longer than a moment, so that quick acts do not flicker. GUI thread.
class PendingWork : public QWidget {
    Q_OBJECT
public:
    explicit PendingWork(QWidget *parent = nullptr);

    void begin(Act act, const QString &words);
    void end(Act act);

private:
    void settle();

    QLabel *m_words;
    QProgressBar *m_progress;
    QTimer *m_moment;
    std::map<Act, QString> m_pending;
};

} // namespace vouchsafe
