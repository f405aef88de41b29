#include "ui/main_window.h"

#include "ui/dialogs/about_dialog.h"
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/machine_dialog.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/diff/diff_panel.h"
#include "ui/panels/notices_panel.h"
#include "ui/panels/run_header.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/welcome_page.h"
#include "ui/pending_work.h"
#include "ui/support/app_id.h"
#include "ui/support/icons.h"
#include "ui/support/safe_text.h"
#include "ui/window_actions.h"
#include "ui/window_menus.h"
#include "ui/window_wiring.h"

#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTimer>
#include <QToolBar>

namespace vouchsafe {
namespace {

constexpr int layoutVersion = 1; // another one where docks are added or renamed

// The first local folder that is dropped; empty: none is.
std::string droppedFolder(const QMimeData *data)
{
    for (const QUrl &url : data->urls())
        if (url.isLocalFile() && QFileInfo(url.toLocalFile()).isDir())
            return QFile::encodeName(url.toLocalFile()).toStdString();
    return {};
}

// A title takes `[*]` for the place of its mark of changes.
QString forTitle(const std::string &bytes)
{
    return safeLine(bytes, 80).replace(QStringLiteral("[*]"), QStringLiteral("[*][*]"));
}

std::string lastPart(const std::string &path)
{
    return std::filesystem::path(path).filename().string();
}

void showOwnDialog(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

} // namespace

MainWindow::MainWindow(RunController &controller, Theme &theme, const std::filesystem::path &stateFile,
                       QWidget *parent)
    : QMainWindow(parent),
      m_controller(controller),
      m_theme(theme),
      m_store(stateFile),
      m_recent(m_store),
      m_actions(this),
      m_parts(makeParts(theme, this)),
      m_docks(*this, m_parts)
{
    theme.choose(m_store.theme());
    setWindowIcon(applicationIcon());
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    addWindowActions(m_actions);
    setCentralWidget(m_parts.centre);
    m_docks.add();
    m_recentMenu = addWindowMenus(*this, m_actions, m_docks.all()).recent;
    m_actions.attachDiff(m_parts.diff);
    statusBar()->addWidget(m_parts.status, 1);
    statusBar()->addPermanentWidget(m_parts.pending);

    wirePanels(m_parts, controller);
    wireReview(m_parts, controller);
    wireProblems(m_parts, controller);
    wireStartPage(m_parts, controller, m_recent);
    wireActs(m_actions, m_parts, controller, theme);
    connectFile();
    connectView();
    connectHelp();
    follow();

    if (m_store.zoom() != 0)
        zoom(m_store.zoom());
    m_docks.arrange();
    restore();
    showStartPage(true);
    fillRecentMenu();
    m_recent.look();
    settle();
}

MainWindow::~MainWindow()
{
    m_controller.disconnect(this);
}

QString MainWindow::desktopId()
{
    return QLatin1String(applicationId);
}

void MainWindow::suggestTask(const std::string &task)
{
    m_parts.task->suggest(task);
}

void MainWindow::restore()
{
    const WindowLayout layout = m_store.layout();
    if (layout.geometry.isEmpty() || !restoreGeometry(layout.geometry)) {
        const QSize room = screen()->availableSize();
        const QSize wanted(fontMetrics().averageCharWidth() * 220, fontMetrics().height() * 60);
        resize(wanted.boundedTo(room));
        if (wanted.width() > room.width() || wanted.height() > room.height())
            setWindowState(windowState() | Qt::WindowMaximized);
    }
    m_fresh = layout.state.isEmpty() || !restoreState(layout.state, layoutVersion);
    if (m_fresh)
        m_docks.arrange();
}

void MainWindow::keepLayout()
{
    m_store.keepLayout(
        {saveGeometry(), m_workspaceState.isEmpty() ? saveState(layoutVersion) : m_workspaceState});
}

void MainWindow::on(const char *id, std::function<void()> act)
{
    connect(m_actions.get(id), &QAction::triggered, this, std::move(act));
}

void MainWindow::connectFile()
{
    on("file.open", [this] { chooseFolder(); });
    on("file.quit", [this] { close(); });
    connect(m_parts.welcome, &WelcomePage::openAsked, this, &MainWindow::chooseFolder);
    connect(&m_recent, &RecentRepositories::changed, this, &MainWindow::fillRecentMenu);
}

void MainWindow::connectView()
{
    wirePanes(m_actions, m_parts);
    connect(m_actions.get("view.start"), &QAction::triggered, this, [this](bool checked) {
        showStartPage(checked);
        settle();
    });
    on("view.zoom-in", [this] { zoom(m_store.zoom() + 1); });
    on("view.zoom-out", [this] { zoom(m_store.zoom() - 1); });
    on("view.zoom-reset", [this] { zoom(0); });
    on("view.full-screen", [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
    on("view.reset-layout", [this] { m_docks.arrange(); });
    on("theme.system", [this] { chooseTheme(ThemeChoice::System); });
    on("theme.light", [this] { chooseTheme(ThemeChoice::Light); });
    on("theme.dark", [this] { chooseTheme(ThemeChoice::Dark); });
    m_actions
        .get(m_theme.choice() == ThemeChoice::Light  ? "theme.light"
             : m_theme.choice() == ThemeChoice::Dark ? "theme.dark"
                                                     : "theme.system")
        ->setChecked(true);
}

void MainWindow::connectHelp()
{
    on("help.pages", [this] {
        if (m_help == nullptr)
            m_help = new HelpDialog(this);
        showOwnDialog(m_help);
    });
    on("help.shortcuts", [this] { showOwnDialog(new ShortcutsDialog(m_actions, this)); });
    on("help.machine", [this] {
        if (m_machine == nullptr) {
            m_machine = new MachineDialog(m_theme, this);
            wireMachine(*m_machine, m_controller);
        }
        showOwnDialog(m_machine);
    });
    on("help.about", [this] { showOwnDialog(new AboutDialog(this)); });
}

void MainWindow::follow()
{
    m_live = m_controller.view().isLive();
    connect(&m_controller, &RunController::changed, this, [this](const RunView &view) {
        // Another run comes to the front; a person may go back to the start page while it goes on.
        const std::string shown = view.life == RunLife::None ? std::string() : "run " + view.state.run;
        if (shown != m_run && !shown.empty())
            showStartPage(false);
        m_run = shown;
        settle();
        if (m_live && !view.isLive())
            runEnded();
        m_live = view.isLive();
    });
    connect(&m_controller, &RunController::repositoryChanged, this, [this](const OpenedRepository &opened) {
        const std::string place = opened.root + '/' + opened.subfolder;
        if (place != m_repository)
            showStartPage(false);
        m_repository = place;
        settle();
    });
    connect(&m_controller, &RunController::reviewChanged, this, &MainWindow::settle);
    connect(&m_controller, &RunController::reported, this, [this](const AppliedReport &report) {
        const int count = static_cast<int>(report.files.size());
        statusBar()->showMessage(report.undone
                                     ? tr("%n file(s) are as they were before.", "", count)
                                     : tr("%n file(s) were written. This can be undone.", "", count),
                                 10'000);
    });
    connect(m_parts.task, &TaskPanel::taskChanged, this, &MainWindow::settle);
    connect(m_parts.diff, &DiffPanel::editingChanged, this, &MainWindow::settle);
    connect(m_parts.notices, &NoticesPanel::warningsChanged, this, [this](int count) {
        m_docks.notices().setWindowTitle(count == 0 ? tr("Notices") : tr("Notices (%1)").arg(count));
    });
}

// Empty docks around the start page would say nothing; where they stood is kept meanwhile.
void MainWindow::showStartPage(bool start)
{
    const bool shown = m_parts.pages->currentWidget() == m_parts.welcome && !m_workspaceState.isEmpty();
    if (start == shown)
        return;
    if (start) {
        m_workspaceState = saveState(layoutVersion);
        for (QDockWidget *dock : m_docks.all())
            dock->hide();
    } else {
        // The first sizes of docks can be given to a window that is shown, no earlier.
        if (m_fresh || !restoreState(m_workspaceState, layoutVersion))
            m_docks.arrange();
        m_fresh = false;
        m_workspaceState.clear();
    }
    for (QDockWidget *dock : m_docks.all())
        dock->toggleViewAction()->setEnabled(!start);
    m_parts.pages->setCurrentWidget(start ? static_cast<QWidget *>(m_parts.welcome) : m_parts.workspace);
    if (!start)
        m_parts.task->write();
}

void MainWindow::chooseFolder()
{
    if (m_controller.view().isLive())
        return;
    auto *dialog = new QFileDialog(this, tr("Open a repository"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_controller.openRepository(QFile::encodeName(folder).toStdString());
    });
    dialog->open();
}

void MainWindow::fillRecentMenu()
{
    m_recentMenu->clear();
    for (const RecentRepository &recent : m_recent.all()) {
        QString text = safeLine(recent.path, 100);
        QAction *action = m_recentMenu->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setEnabled(recent.present);
        connect(action, &QAction::triggered, this, [this, path = recent.path] {
            if (!m_controller.view().isLive())
                m_controller.openRepository(path);
        });
    }
    m_recentMenu->setEnabled(!m_recentMenu->isEmpty());
}

void MainWindow::chooseTheme(ThemeChoice choice)
{
    m_theme.choose(choice);
    m_store.keepTheme(choice);
}

void MainWindow::zoom(int steps)
{
    m_parts.diff->resetZoom();
    for (int i = 0; i < std::abs(steps); ++i)
        steps > 0 ? m_parts.diff->zoomIn() : m_parts.diff->zoomOut();
    m_store.keepZoom(steps);
}

void MainWindow::settle()
{
    const bool atStart = m_parts.pages->currentWidget() == m_parts.welcome;
    settleActions(
        m_actions, m_controller,
        {.hasTask = m_parts.task->hasTask(), .atStart = atStart, .editing = m_parts.diff->isEditing()});
    m_parts.task->setWhyNotStart(whyNotStart(m_controller, m_parts.task->hasTask()));
    settleTitle();
}

void MainWindow::settleTitle()
{
    const auto &repository = m_controller.repository();
    setWindowModified(m_controller.view().edited);
    if (!repository) {
        setWindowTitle(tr("Vouchsafe[*]"));
        return;
    }
    const QString name = forTitle(lastPart(repository->root));
    setWindowTitle(
        repository->branch.empty()
            ? tr("%1[*] – Vouchsafe", "repository").arg(name)
            : tr("%1 (%2)[*] – Vouchsafe", "repository, branch").arg(name, forTitle(repository->branch)));
}

// Tabs of docks are made by Qt whenever docks meet, and have no name.
// Qt makes the tabs of docks when it lays them out, and hands old ones to new places.
bool MainWindow::event(QEvent *event)
{
    const bool handled = QMainWindow::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        for (QTabBar *tabs : findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
            tabs->setAccessibleName(tr("Panes"));
    return handled;
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!m_controller.view().isLive() && !droppedFolder(event->mimeData()).empty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const std::string folder = droppedFolder(event->mimeData());
    if (folder.empty() || m_controller.view().isLive())
        return;
    event->acceptProposedAction();
    m_controller.openRepository(folder);
}

} // namespace vouchsafe
