#pragma once
// The task: written for a new run, or read of the run that is shown.

#include "ui/panels/run_options.h"
#include "ui/panels/run_panel.h"

#include <map>
#include <optional>
#include <string>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace vouchsafe {

class ElidedLabel;
class Theme;

/// What was written for a repository and not run yet.
struct TaskDraft {
    QString text;
    OptionsChoice options;
};

/// Writing it and pressing Run is enough; options fold away. While a run is shown its task can only be read.
/// GUI thread.
class TaskPanel : public RunPanel {
    Q_OBJECT
public:
    explicit TaskPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;
    /// Another one takes its own draft, or the task that it suggests; the same one changes nothing written.
    void setRepository(const OpenedRepository &repository);
    /// Empty where a run can start; else why not, for the tips of the disabled buttons.
    void setWhyNotStart(const QString &reason);
    /// As written now; false while a run is shown or nothing but blanks is written.
    bool hasTask() const;
    /// As the text, where nothing is written but an earlier suggestion.
    void suggest(const std::string &task);
    void place(Stride stride); ///< emits orderPlaced where there is a task
    void write();              ///< the text takes the focus, the cursor at its end

Q_SIGNALS:
    void orderPlaced(const vouchsafe::RunOrder &order);
    void taskChanged();  ///< hasTask() may be another
    void newTaskAsked(); ///< the shown run is to be closed

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QWidget *writingPart();
    QWidget *readingPart();
    void tellTask(const RunState &state);
    std::string request() const;
    void put(const QString &text);
    void putSuggestion(const std::string &task);

    const Theme &m_theme;
    QPlainTextEdit *m_request;
    RunOptions *m_options;
    QToolButton *m_unfold;
    QPushButton *m_run;
    QPushButton *m_step;
    QToolButton *m_tell; ///< unfolds the whole task and the settings
    ElidedLabel *m_line; ///< the task's first line
    QPlainTextEdit *m_told;
    QLabel *m_settings;
    QPushButton *m_new;
    QWidget *m_writing;
    QWidget *m_reading;
    bool m_shown = false; ///< a run is
    std::string m_suggested;
    std::optional<std::string> m_place;        ///< repository and subfolder that the text is for
    std::map<std::string, TaskDraft> m_drafts; ///< of other places
};

} // namespace vouchsafe
