#pragma once
// The window: places docks, pages, tool bar and menus, and remembers where they were.

#include "ui/recent_repositories.h"
#include "ui/run_controller.h"
#include "ui/support/actions.h"
#include "ui/support/theme.h"
#include "ui/support/window_store.h"
#include "ui/window_docks.h"
#include "ui/window_parts.h"

#include <QMainWindow>
#include <QPointer>

#include <filesystem>
#include <string>

class QMenu;

namespace vouchsafe {

class DiscardQuestion;
class HelpDialog;
class MachineDialog;
class StopQuestion;

/// Knows no file but `stateFile`, an INI file that it writes. GUI thread.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(RunController &controller, Theme &theme, const std::filesystem::path &stateFile,
               QWidget *parent = nullptr);
    ~MainWindow() override;

    static QString desktopId(); ///< by which the desktop knows the application
    const Actions &actions() const { return m_actions; }
    const WindowParts &parts() const { return m_parts; }
    /// As the text of a new task, where nothing is written yet.
    void suggestTask(const std::string &task);
    /// Closes without a question: a live run is stopped first, and edits are lost.
    void leave();

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool event(QEvent *event) override;

private:
    void restore();
    void keepLayout();

    void connectFile();
    void connectView();
    void connectHelp();
    void on(const char *id, std::function<void()> act);
    void follow();

    void showStartPage(bool start);
    void chooseFolder();
    void fillRecentMenu();
    void chooseTheme(ThemeChoice choice);
    void zoom(int steps);
    void settle(); ///< acts, buttons and title, after any change
    void settleTitle();

    void runEnded();
    void askToStop();
    void askToDiscard();

    RunController &m_controller;
    Theme &m_theme;
    WindowStore m_store;
    RecentRepositories m_recent;
    Actions m_actions;
    WindowParts m_parts;
    WindowDocks m_docks;
    QMenu *m_recentMenu = nullptr;
    QPointer<HelpDialog> m_help;
    QPointer<MachineDialog> m_machine;
    QPointer<StopQuestion> m_question;
    QPointer<DiscardQuestion> m_discardQuestion;
    QByteArray m_workspaceState; ///< of the docks, while the start page hides them
    std::string m_repository;    ///< that the window showed last
    std::string m_run;           ///< the same of runs; empty: none is shown
    bool m_fresh = true;         ///< no layout is known but the first one
    bool m_live = false;         ///< the run was, when it was looked at last
    bool m_closing = false;      ///< as soon as the run has ended
    bool m_leaving = false;      ///< without a question
};

} // namespace vouchsafe
