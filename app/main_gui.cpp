// The program `vouchsafe-gui`: the window, and what stands behind it.
#include "app/desktop/desktop.h"
#include "app/signals.h"
#include "core/base/dirs.h"
#include "core/base/files.h"
#include "core/base/text.h"
#include "ui/main_window.h"
#include "ui/run_controller.h"
#include "ui/support/theme.h"

#include <CLI/CLI.hpp>

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTimer>
#include <QTranslator>

#include <csignal>
#include <cstdlib>
#include <iostream>

namespace {

using namespace vouchsafe;

struct Options {
    std::string repository;
    std::string run;
    std::string taskFile;
    std::string dataFolder;
};

void addOptions(CLI::App &parser, Options &options)
{
    parser.set_version_flag("--version", "vouchsafe-gui " VOUCHSAFE_VERSION);
    parser.add_option("REPO", options.repository, "A folder of a git repository");
    parser.add_option("--run", options.run, "Show this run: its name or a unique beginning")
        ->type_name("RUN");
    parser.add_option("--task-file", options.taskFile, "Begin with the task in this file")->type_name("FILE");
    parser.add_option("--data-dir", options.dataFolder, "Keep runs below this folder")->type_name("DIR");
}

bool hasDisplay()
{
    const auto isSet = [](const char *name) {
        const char *value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

int report(const Error &error)
{
    std::cerr << fourLines(error);
    return errorEntry(error.code).exitStatus;
}

void installTranslations(QApplication &application)
{
    // English first: it holds the plural forms of what no other language translates.
    for (const QLocale &locale : {QLocale(QLocale::English), QLocale()}) {
        auto *texts = new QTranslator(&application);
        if (texts->load(locale, QStringLiteral("vouchsafe"), QStringLiteral("_"), QStringLiteral(":/i18n")))
            QApplication::installTranslator(texts);
    }
    auto *library = new QTranslator(&application);
    if (library->load(QLocale(), QStringLiteral("qtbase"), QStringLiteral("_"),
                      QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QApplication::installTranslator(library);
}

/// Once the repository that was asked for is open, or cannot be: opening it closes the run that is shown.
void openRunAfterwards(RunController &controller, const std::string &run)
{
    auto *once = new QObject(&controller);
    const auto open = [&controller, once, run] {
        QObject::disconnect(&controller, nullptr, once, nullptr);
        once->deleteLater();
        controller.openRun(run);
    };
    QObject::connect(&controller, &RunController::repositoryChanged, once, open);
    QObject::connect(&controller, &RunController::problem, once, [open](Act act) {
        if (act == Act::OpenRepository)
            open();
    });
}

/// What the command line asked to see first.
void openFirst(MainWindow &window, RunController &controller, const Options &options, const std::string &task)
{
    // A repository that is opened brings a suggestion of its own, so this one comes after it.
    if (!task.empty())
        QObject::connect(
            &controller, &RunController::repositoryChanged, &window,
            [&window, task] { window.suggestTask(task); },
            static_cast<Qt::ConnectionType>(Qt::SingleShotConnection));
    if (!options.run.empty() && options.repository.empty())
        controller.openRun(options.run);
    if (!options.run.empty() && !options.repository.empty())
        openRunAfterwards(controller, options.run);
    if (!options.repository.empty())
        controller.openRepository(std::filesystem::absolute(options.repository).string());
}

int run(QApplication &application, const Options &options, const std::string &task)
{
    const Directories directories = userDirectories();
    const std::filesystem::path data =
        options.dataFolder.empty() ? directories.data : std::filesystem::absolute(options.dataFolder);
    installTranslations(application);
    Theme theme;
    RunController controller;
    Desktop desktop(controller, data);
    MainWindow window(controller, theme, directories.state / "window.ini");
    const StopSignals signals([&window] { window.leave(); });
    window.show();
    QTimer::singleShot(0, &window, [&] { openFirst(window, controller, options, task); });
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a reader that goes away is no reason to break a run or an apply off
    CLI::App parser("The window of Vouchsafe: watch a run, review its patch, approve, edit or reject it.",
                    "vouchsafe-gui");
    Options options;
    addOptions(parser, options);
    try {
        parser.parse(argc, argv);
    } catch (const CLI::Success &asked) {
        return parser.exit(asked, std::cout, std::cerr); // --help, --version
    } catch (const CLI::ParseError &error) {
        return report({ErrorCode::Usage, "the command line could not be understood", error.what(),
                       "`vouchsafe-gui --help` lists the options."});
    }
    std::string task;
    if (!options.taskFile.empty()) {
        constexpr std::uint64_t largestTask = std::uint64_t{1} << 20;
        const Result<std::string> text = readFile(options.taskFile, largestTask);
        if (!text)
            return report(
                {ErrorCode::PathMissing, "the task's file cannot be read", text.error().context, {}});
        task = toUtf8Lossy(trimmed(*text));
    }
    if (!hasDisplay())
        return report({ErrorCode::NotAvailable, "there is no display for the window",
                       "neither DISPLAY nor WAYLAND_DISPLAY is set",
                       "Start it in a desktop session, or use the commands: `vouchsafe --help`."});
    QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("vouchsafe"));
    QApplication::setApplicationDisplayName(QStringLiteral("Vouchsafe"));
    QApplication::setApplicationVersion(QStringLiteral(VOUCHSAFE_VERSION));
    QGuiApplication::setDesktopFileName(MainWindow::desktopId());
    return run(application, options, task);
}
