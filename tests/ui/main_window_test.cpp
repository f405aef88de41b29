// The window as a whole: its acts, its layout, how it closes, and that each control has a name.
#include "ui/main_window.h"

#include "tests/ui/models/sample_run.h"
#include "tests/ui/support/crawl.h"
#include "ui/dialogs/discard_question.h"
#include "ui/dialogs/late_button.h"
#include "ui/dialogs/reject_bar.h"
#include "ui/dialogs/shortcuts_dialog.h"
#include "ui/dialogs/stop_question.h"
#include "ui/diff/diff_panel.h"
#include "ui/diff/side_by_side.h"
#include "ui/panels/task_panel.h"
#include "ui/panels/welcome_page.h"
#include "ui/pending_work.h"
#include "ui/support/banner_stack.h"

#include <QDockWidget>
#include <QFile>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>

using namespace vouchsafe;

namespace {

const std::string runId = "20261130-060211-abcd";

OpenedRepository sampleRepository()
{
    OpenedRepository repository;
    repository.root = "/home/someone/ca[*]lc\x1b";
    repository.branch = "main";
    repository.checks = {"make test"};
    repository.runs = {
        {runId, "2026-11-30T06:02:11Z", repository.root, "mend", Outcome::Proven, false, false, {}}};
    return repository;
}

ReviewPatch sampleReview()
{
    ReviewPatch review;
    review.run = runId;
    review.iteration = 2;
    review.sha256 = "bb";
    review.patch.files = {{"a.py", "", ChangeKind::Modify, "one = 1\ntwo = 2\n", "one = 1\ntwo = 3\n"}};
    return review;
}

/// A window on a controller that nobody answers but the test.
struct Bench {
    QTemporaryDir folder;
    Theme theme{ThemeChoice::Light};
    RunController controller;
    std::unique_ptr<MainWindow> window;

    Bench() { open(); }
    std::filesystem::path file() const
    {
        return std::filesystem::path(QFile::encodeName(folder.path()).toStdString()) / "window.ini";
    }
    void open()
    {
        window.reset();
        window = std::make_unique<MainWindow>(controller, theme, file());
        window->show();
        QApplication::setActiveWindow(window.get());
    }
    QAction *act(const char *id) const { return window->actions().get(id); }
    QDockWidget *dock(const char *name) const
    {
        return window->findChild<QDockWidget *>(QLatin1String(name));
    }
    void openRepository() { controller.repositoryOpened(sampleRepository()); }
    void review()
    {
        controller.runOpened(test::sampleView(RunLife::Ended).state, RunLife::Ended, {});
        controller.reviewLoaded(sampleReview());
    }
    void runLive()
    {
        openRepository();
        controller.start({"mend f", {}, Stride::ToTheEnd});
        controller.runPrepared();
    }
    StopQuestion *question() const { return window->findChild<StopQuestion *>(); }
};

bool takesFocus(const QWidget *widget)
{
    return widget->isVisible() && !test::isInner(widget) && (widget->focusPolicy() & Qt::TabFocus) != 0;
}

int controlsThatShow(const QWidget &window)
{
    int count = 0;
    for (const QWidget *widget : window.findChildren<QWidget *>())
        count += takesFocus(widget) ? 1 : 0;
    return count;
}

QStringList unnamedThatShow(const QWidget &window)
{
    QStringList unnamed;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        const bool isButton = qobject_cast<const QAbstractButton *>(widget) != nullptr;
        const bool hasText = isButton && !widget->property("text").toString().isEmpty();
        if (takesFocus(widget) && widget->accessibleName().isEmpty() && !hasText)
            unnamed << test::described(widget);
    }
    return unnamed;
}

// What Alt and a letter reach: menus of the bar, and what stands in the window now.
QStringList doubleMnemonics(const MainWindow &window)
{
    QMap<QString, QStringList> found;
    const auto add = [&](const QString &text) {
        if (const QKeySequence keys = QKeySequence::mnemonic(text); !keys.isEmpty())
            found[keys.toString()] << text;
    };
    for (const QAction *action : window.menuBar()->actions())
        add(action->text());
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        const auto *label = qobject_cast<const QLabel *>(widget);
        if (qobject_cast<const QAbstractButton *>(widget) != nullptr ||
            qobject_cast<const QGroupBox *>(widget) != nullptr)
            add(widget->property("text").toString() + widget->property("title").toString());
        else if (label != nullptr && label->buddy() != nullptr)
            add(label->text());
        else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                add(tabs->tabText(i));
    }
    QStringList doubles;
    for (const QStringList &texts : found)
        if (texts.size() > 1)
            doubles << texts.join(QLatin1String(" = "));
    return doubles;
}

void collect(const QMenu *menu, QSet<const QAction *> &found)
{
    for (const QAction *action : menu->actions()) {
        found.insert(action);
        if (action->menu() != nullptr)
            collect(action->menu(), found);
    }
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noKeyStandsForTwoActs()
    {
        const Bench bench;
        QSet<QString> ids;
        QSet<QString> windowKeys;
        for (const QAction *action : bench.window->actions().all()) {
            QVERIFY2(!ids.contains(action->objectName()), qPrintable(action->objectName()));
            ids.insert(action->objectName());
            for (const QKeySequence &keys : action->shortcuts()) {
                QVERIFY2(!keys.isEmpty(), qPrintable(action->objectName()));
                QVERIFY2(!windowKeys.contains(keys.toString()), qPrintable(keys.toString()));
                windowKeys.insert(keys.toString());
            }
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->objectName()));
        }
    }

    void everyActIsInAMenu()
    {
        const Bench bench;
        QSet<const QAction *> found;
        for (const QAction *action : bench.window->menuBar()->actions())
            collect(action->menu(), found);
        for (const QAction *action : bench.window->actions().all())
            QVERIFY2(found.contains(action), qPrintable(action->objectName()));
    }

    void startsOnTheStartPageWithoutDocks()
    {
        const Bench bench;
        QVERIFY(bench.window->parts().welcome->isVisible());
        for (const QDockWidget *dock : bench.window->findChildren<QDockWidget *>())
            QVERIFY2(!dock->isVisible(), qPrintable(dock->objectName()));
        QVERIFY(!bench.act("run.start")->isEnabled());
        QVERIFY(bench.act("run.start")->toolTip().contains(QLatin1String("Open a repository first.")));
    }

    void aRepositoryBringsTheWorkspace()
    {
        Bench bench;
        bench.openRepository();
        QVERIFY(bench.window->parts().task->isVisible());
        QVERIFY(bench.dock("timeline")->isVisible());
        QCOMPARE(bench.window->windowTitle(), QString::fromUtf8("ca[*][*]lc␛ (main)[*] – Vouchsafe"));
        bench.act("view.start")->trigger();
        QVERIFY(bench.window->parts().welcome->isVisible());
        bench.act("view.start")->trigger();
        QVERIFY(bench.dock("timeline")->isVisible());
    }

    void theLayoutOutlivesTheWindow()
    {
        Bench bench;
        bench.openRepository();
        bench.dock("plan")->hide();
        bench.window->removeDockWidget(bench.dock("runs"));
        bench.window->addDockWidget(Qt::RightDockWidgetArea, bench.dock("runs"));
        bench.dock("runs")->show();
        bench.window->close();
        bench.open();
        bench.controller.repositoryOpened(sampleRepository());
        QVERIFY(!bench.dock("plan")->isVisible());
        QVERIFY(bench.dock("timeline")->isVisible());
        QCOMPARE(bench.window->dockWidgetArea(bench.dock("runs")), Qt::RightDockWidgetArea);
        bench.act("view.reset-layout")->trigger();
        QVERIFY(bench.dock("plan")->isVisible());
        QCOMPARE(bench.window->dockWidgetArea(bench.dock("runs")), Qt::LeftDockWidgetArea);
    }

    void aBrokenLayoutStartsClean_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("no file of settings") << QByteArray("\x00\xff\xfe]]] no [settings\n=", 22);
        QTest::newRow("no layout") << QByteArray(
            "[window]\ngeometry=junk\nstate=@ByteArray(\\0\\0\\0\\xff junk)\n");
        QTest::newRow("half a layout")
            << QByteArray("[window]\nstate=@ByteArray(\\0\\0\\0\\xff\\0\\0\\0\\x1\\xfd)\n");
    }
    void aBrokenLayoutStartsClean()
    {
        QFETCH(QByteArray, content);
        Bench bench;
        bench.window.reset();
        QFile file(QFile::decodeName(bench.file().c_str()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        bench.open();
        bench.openRepository();
        for (const char *name : {"timeline", "runs", "plan", "context", "tests"})
            QVERIFY2(bench.dock(name)->isVisible(), name);
    }

    void aRecentRepositoryIsRememberedByTheNextWindow()
    {
        Bench bench;
        bench.openRepository();
        bench.open();
        QVERIFY(QFile::exists(QFile::decodeName(bench.file().c_str())));
        const std::vector<RecentRepository> recent = WindowStore(bench.file()).recent();
        QCOMPARE(recent.size(), 1U);
        QCOMPARE(recent.front().path, sampleRepository().root);
    }

    void theThemeIsRemembered()
    {
        Bench bench;
        bench.act("theme.dark")->trigger();
        QVERIFY(bench.theme.colours().dark);
        Theme another(ThemeChoice::Light);
        const MainWindow next(bench.controller, another, bench.file());
        QVERIFY(another.colours().dark);
        QVERIFY(next.actions().get("theme.dark")->isChecked());
    }

    void closingDuringARunAsksOnce()
    {
        Bench bench;
        bench.runLive();
        QSignalSpy stopped(&bench.controller, &RunController::stopAsked);
        bench.window->close();
        bench.window->close();
        QVERIFY(bench.window->isVisible());
        QCOMPARE(bench.window->findChildren<StopQuestion *>().size(), 1);
        auto *stop = bench.question()->findChild<LateButton *>();
        QTRY_VERIFY_WITH_TIMEOUT(stop->isEnabled(), 1500);
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        QVERIFY(bench.window->isVisible()); // until the run has ended
        bench.window->close();
        QCOMPARE(stopped.count(), 1);
        bench.controller.runEnded();
        QTRY_VERIFY(!bench.window->isVisible());
    }

    void theRunMayBeKept()
    {
        Bench bench;
        bench.runLive();
        QSignalSpy stopped(&bench.controller, &RunController::stopAsked);
        bench.window->close();
        QTest::keyClick(bench.question(), Qt::Key_Escape);
        QVERIFY(bench.window->isVisible());
        QCOMPARE(stopped.count(), 0);
        bench.controller.runEnded();
        QVERIFY(bench.window->isVisible());
        bench.window->close();
        QVERIFY(!bench.window->isVisible());
    }

    void theStopQuestionGoesWithTheRun()
    {
        Bench bench;
        bench.runLive();
        bench.window->close();
        QVERIFY(bench.question()->isVisible());
        bench.controller.runEnded();
        QTRY_VERIFY(bench.question() == nullptr);
        QVERIFY(bench.window->isVisible());
    }

    void closingWithEditsAsksFirst()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        const auto question = [&] { return bench.window->findChild<DiscardQuestion *>(); };
        QTRY_VERIFY(bench.act("review.edit")->isEnabled());
        bench.act("review.edit")->trigger();
        QTRY_VERIFY(bench.window->parts().diff->isEditing());
        QTRY_VERIFY(bench.window->parts().diff->isAncestorOf(QApplication::focusWidget()));
        QTRY_VERIFY(bench.window->parts().diff->findChild<SideBySide *>()->isReady());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("zero = 0"));
        QVERIFY(!bench.window->parts().diff->edits().empty());
        bench.window->close(); // at once: before the diff tells what was typed
        QVERIFY(bench.window->isVisible());
        QVERIFY(question() != nullptr);
        bench.window->close();
        QCOMPARE(bench.window->findChildren<DiscardQuestion *>().size(), 1);
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(question() == nullptr);
        QVERIFY(bench.window->isVisible());
        QVERIFY(bench.controller.view().edited);
        bench.window->close();
        auto *discard = question()->findChild<LateButton *>();
        QTRY_VERIFY_WITH_TIMEOUT(discard->isEnabled(), 1500);
        QTest::mouseClick(discard, Qt::LeftButton);
        QVERIFY(!bench.window->isVisible());
    }

    void leavingAsksNothing()
    {
        Bench bench;
        bench.runLive();
        bench.window->close();
        QSignalSpy stopped(&bench.controller, &RunController::stopAsked);
        bench.window->leave();
        bench.window->leave();
        QCOMPARE(stopped.count(), 1);
        QTRY_VERIFY(bench.question() == nullptr);
        QVERIFY(bench.window->isVisible()); // until the run has ended
        bench.controller.runEnded();
        QTRY_VERIFY(!bench.window->isVisible());
    }

    void leavingGivesUpEdits()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        bench.controller.edit({{"a.py", "one = 0\n"}});
        QVERIFY(bench.controller.view().edited);
        bench.window->leave();
        QVERIFY(!bench.window->isVisible());
    }

    void nothingIsDecidedBehindTheStartPage()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        QTRY_VERIFY(bench.act("review.reject")->isEnabled());
        bench.act("view.start")->trigger();
        for (const QAction *action : bench.window->actions().all()) {
            const QString id = action->objectName();
            if (!id.startsWith(QLatin1String("review.")) && !id.startsWith(QLatin1String("diff.")))
                continue;
            QVERIFY2(!action->isEnabled(), qPrintable(id));
        }
        QVERIFY(bench.act("review.reject")->toolTip().contains(QLatin1String("The start page is shown.")));
        bench.act("view.start")->trigger();
        QVERIFY(bench.act("review.reject")->isEnabled());
    }

    void aHeldRunIsStoppedButNotSteppedBehindTheStartPage()
    {
        Bench bench;
        bench.runLive();
        bench.controller.held({Phase::Verify, {}});
        bench.act("view.start")->trigger();
        for (const char *id : {"run.start", "run.step", "run.event", "run.iteration"})
            QVERIFY2(!bench.act(id)->isEnabled(), id);
        QVERIFY(bench.act("run.stop")->isEnabled());
    }

    void noLetterWithAltStandsForTwoControls()
    {
        Bench bench;
        const auto doubles = [&] { return doubleMnemonics(*bench.window).join(QLatin1String(", ")); };
        QCOMPARE(doubles(), QString());
        bench.openRepository();
        for (auto *unfold : bench.window->parts().task->findChildren<QToolButton *>())
            unfold->setChecked(true);
        QCOMPARE(doubles(), QString());
        bench.runLive();
        QCOMPARE(doubles(), QString());
        bench.controller.held({Phase::Verify, {}});
        bench.controller.failed(Act::OpenRepository, {ErrorCode::NotARepository, "no repository", "x", {}});
        QCOMPARE(doubles(), QString());
        bench.controller.runEnded();
        bench.review();
        bench.window->parts().reject->ask();
        for (QDockWidget *dock : bench.window->findChildren<QDockWidget *>()) {
            dock->raise();
            QCOMPARE(doubles(), QString());
        }
        auto *second = new QPushButton(QStringLiteral("&Run"), bench.window->parts().workspace);
        second->show();
        QVERIFY(!doubles().isEmpty()); // else the search finds nothing at all
    }

    void aStoppedRunLeadsToResume()
    {
        Bench bench;
        auto *tools = bench.window->findChild<QToolBar *>(QStringLiteral("tools"));
        QVERIFY(tools->widgetForAction(bench.act("run.resume")) != nullptr);
        bench.runLive();
        RunState state = test::sampleView(RunLife::Ended).state;
        state.finished.reset(); // interrupted
        bench.controller.runEnded();
        bench.controller.runOpened(state, RunLife::Running, {});
        QVERIFY(bench.window->statusBar()->currentMessage().isEmpty());
        bench.controller.stop();
        bench.controller.runEnded();
        QVERIFY(bench.act("run.resume")->isEnabled());
        QVERIFY(bench.window->statusBar()->currentMessage().contains(
            bench.act("run.resume")->shortcut().toString(QKeySequence::NativeText)));
    }

    void tabsOfPanesHaveAName()
    {
        Bench bench;
        const auto unnamed = [&] {
            int count = 0;
            for (const QTabBar *tabs :
                 bench.window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly))
                count += tabs->accessibleName().isEmpty() ? 1 : 0;
            return count;
        };
        bench.openRepository();
        QCoreApplication::processEvents();
        QVERIFY(!bench.window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly).isEmpty());
        QCOMPARE(unnamed(), 0);
        bench.act("view.start")->trigger();
        bench.act("view.start")->trigger();
        bench.window->splitDockWidget(bench.dock("timeline"), bench.dock("runs"), Qt::Vertical);
        bench.window->tabifyDockWidget(bench.dock("timeline"), bench.dock("context"));
        bench.window->tabifyDockWidget(bench.dock("runs"), bench.dock("notices"));
        QTRY_COMPARE(unnamed(), 0);
    }

    void problemsStandAtTheTopUntilTheyAreSolved()
    {
        Bench bench;
        bench.controller.failed(Act::OpenRepository, {ErrorCode::NotARepository, "no repository", "x", {}});
        QVERIFY(bench.window->parts().banners->isVisible());
        bench.openRepository();
        QVERIFY(!bench.window->parts().banners->isVisible());
    }

    void aRunThatIsOpenedMeanwhileEndsTheWaitForTheRepository()
    {
        Bench bench;
        const QWidget *pending = bench.window->parts().pending;
        bench.controller.openRepository("/somewhere");
        QTRY_VERIFY(pending->isVisible());
        bench.controller.openRun("x");
        QVERIFY(pending->isVisible());
        bench.controller.failed(Act::OpenRun, {ErrorCode::Journal, "the journal is broken", "x", {}});
        QVERIFY(!pending->isVisible());
    }

    void keysStartAndStepARun()
    {
        Bench bench;
        bench.openRepository();
        QSignalSpy orders(&bench.controller, &RunController::orderPlaced);
        auto *text = bench.window->parts().task->findChild<QPlainTextEdit *>();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        text->setFocus();
        QTest::keyClicks(text, QStringLiteral("are ease"));
        QCOMPARE(text->toPlainText(), QStringLiteral("are ease"));
        QTest::keyClick(text, Qt::Key_F10);
        QCOMPARE(orders.count(), 1);
        QCOMPARE(orders.front().at(1).value<RunOrder>().stride, Stride::NextPhase);
        bench.controller.runPrepared();
        bench.controller.held({Phase::Retrieve, {}});
        QSignalSpy goneOn(&bench.controller, &RunController::goOnAsked);
        for (const Qt::Key key : {Qt::Key_F10, Qt::Key_F11, Qt::Key_F5})
            QTest::keyClick(bench.window.get(), key);
        QCOMPARE(goneOn.count(), 3);
        QCOMPARE(goneOn.at(1).front().value<Stride>(), Stride::NextEvent);
        QCOMPARE(goneOn.at(2).front().value<Stride>(), Stride::ToTheEnd);
        QSignalSpy stopped(&bench.controller, &RunController::stopAsked);
        QTest::keyClick(bench.window.get(), Qt::Key_F5, Qt::ShiftModifier);
        QCOMPARE(stopped.count(), 1);
    }

    void lettersDecideInTheDiffAlone()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        RejectBar *bar = bench.window->parts().reject;
        bench.act("view.timeline")->trigger();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_R);
        QVERIFY(!bar->isVisible());
        bench.act("view.diff")->trigger();
        QVERIFY(bench.window->parts().diff->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_R);
        QVERIFY(bar->isVisible());
        auto *reason = bar->findChild<QPlainTextEdit *>();
        QTRY_VERIFY(reason->hasFocus());
        QTest::keyClicks(reason, QStringLiteral("area"));
        QCOMPARE(reason->toPlainText(), QStringLiteral("area"));
        QVERIFY(bench.window->findChild<QDialog *>() == nullptr);
    }

    void whileTheDiffIsEditedLettersAreText()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        QTRY_VERIFY(bench.act("diff.edit")->isEnabled());
        bench.act("review.edit")->trigger();
        QTRY_VERIFY(bench.window->parts().diff->isEditing());
        for (const char *id : {"diff.approve", "diff.reject", "diff.edit"})
            QVERIFY2(!bench.act(id)->isEnabled(), id);
        bench.act("review.edit")->trigger();
        QVERIFY(!bench.window->parts().diff->isEditing());
        QVERIFY(bench.act("diff.reject")->isEnabled());
    }

    void everyControlHasANameInEveryState()
    {
        Bench bench;
        const auto unnamed = [&] { return unnamedThatShow(*bench.window).join(QLatin1String(", ")); };
        QVERIFY(controlsThatShow(*bench.window) > 8); // a crawl over nothing would find nothing
        QCOMPARE(unnamed(), QString());
        bench.controller.machineExamined({{"node", Finding::State::Missing, "x", "y"}});
        bench.controller.failed(Act::Examine, {ErrorCode::Io, "x", "y", {}});
        QCOMPARE(unnamed(), QString());
        bench.runLive();
        QCOMPARE(unnamed(), QString());
        bench.controller.held({Phase::Verify, {}});
        QCOMPARE(unnamed(), QString());
        bench.controller.runEnded();
        bench.review();
        bench.window->parts().reject->ask();
        QCOMPARE(unnamed(), QString());
        bench.act("review.apply")->trigger();
        bench.act("help.shortcuts")->trigger();
        bench.act("help.pages")->trigger();
        bench.act("help.about")->trigger();
        QVERIFY(bench.window->findChild<ShortcutsDialog *>() != nullptr);
        QCOMPARE(unnamed(), QString());
    }

    void everyPaneInFrontIsReachedByF6AndTheOthersByTheirKeys()
    {
        Bench bench;
        bench.openRepository();
        bench.review();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        const WindowParts &parts = bench.window->parts();
        const auto holdsFocus = [](const QWidget *pane) {
            return pane->isAncestorOf(QApplication::focusWidget());
        };
        const QList<QWidget *> front{parts.task, parts.diff, bench.dock("timeline"), bench.dock("plan"),
                                     bench.dock("tests")};
        QSet<const QWidget *> reached;
        for (int i = 0; i < 20; ++i) {
            bench.act("view.next-pane")->trigger();
            for (const QWidget *pane : front)
                if (holdsFocus(pane))
                    reached.insert(pane);
        }
        for (const QWidget *pane : front)
            QVERIFY2(reached.contains(pane), qPrintable(pane->accessibleName()));
        for (const char *name : {"runs", "context", "output", "notices", "timeline", "plan", "tests"}) {
            bench.act((std::string("view.") + name).c_str())->trigger();
            QVERIFY2(holdsFocus(bench.dock(name)), name);
        }
    }

    void aDroppedFolderIsOpened()
    {
        Bench bench;
        QSignalSpy asked(&bench.controller, &RunController::repositoryAsked);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(bench.folder.path())});
        QDragEnterEvent enter({}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(bench.window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(bench.window.get(), &drop);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.front().front().value<std::string>(), bench.folder.path().toStdString());
    }
};

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
