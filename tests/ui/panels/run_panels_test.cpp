#include "tests/ui/models/cells.h"
#include "tests/ui/models/sample_run.h"
#include "tests/ui/support/crawl.h"
#include "ui/panels/context_panel.h"
#include "ui/panels/notices_panel.h"
#include "ui/panels/plan_panel.h"
#include "ui/panels/run_header.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/tests_panel.h"
#include "ui/panels/timeline_panel.h"
#include "ui/panels/verdict_bar.h"
#include "ui/support/theme.h"

#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTest>
#include <QTreeView>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

/// Every panel, to be rendered alike.
struct Panels {
    explicit Panels(const Theme &theme)
        : header(theme),
          verdict(theme),
          timeline(theme),
          context(theme),
          plan(theme),
          tests(theme),
          notices(theme)
    {
    }
    std::vector<RunPanel *> all()
    {
        return {&header, &verdict, &timeline, &context, &plan, &tests, &notices};
    }
    void render(const RunView &view)
    {
        for (RunPanel *panel : all())
            panel->render(view);
    }

    RunHeader header;
    VerdictBar verdict;
    TimelinePanel timeline;
    ContextPanel context;
    PlanPanel plan;
    TestsPanel tests;
    NoticesPanel notices;
};

RunView heldView()
{
    RunView view = sampleView(RunLife::Paused, 16);
    view.pause = PausePoint{Phase::Verify, ""};
    return view;
}

RunView editedView()
{
    RunView view = sampleView(RunLife::Ended);
    view.edited = true;
    return view;
}

QTreeView *listOf(const QWidget &panel)
{
    return panel.findChild<QTreeView *>();
}

bool showsContent(const QWidget &panel)
{
    return panel.findChild<QStackedWidget *>()->currentIndex() == 1;
}

QString textOf(const QWidget &panel)
{
    return readableTexts(&panel).join(QLatin1Char('\n'));
}

} // namespace

class RunPanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyStateIsRendered_data()
    {
        QTest::addColumn<RunView>("view");
        QTest::addColumn<bool>("filled");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("empty") << RunView() << false << QStringLiteral("No verdict");
        QTest::newRow("during a run")
            << sampleView(RunLife::Running, 18) << true << QStringLiteral("No verdict yet");
        QTest::newRow("held") << heldView() << true << QStringLiteral("No verdict yet");
        QTest::newRow("failed") << sampleView(RunLife::Running, 20) << true
                                << QStringLiteral("tests still fail");
        QTest::newRow("proven") << sampleView(RunLife::Ended) << true << QStringLiteral("passes all tests");
        QTest::newRow("regressed") << sampleView(RunLife::Ended, 18,
                                                 {VerdictReached{1, failingVerdict(Outcome::Regressed)}})
                                   << true << QStringLiteral("breaks tests that passed before");
        QTest::newRow("rejected") << sampleView(
                                         RunLife::Ended, 1000,
                                         {HumanActed{HumanActed::Act::RejectedPatch, "no", "bb", {}, {}}})
                                  << true << QStringLiteral("rejected: no");
        QTest::newRow("edited") << editedView() << true << QStringLiteral("not verified: edited");
        QTest::newRow("hostile") << hostileView() << true << QStringLiteral("passes all tests");
    }
    void everyStateIsRendered()
    {
        QFETCH(const RunView, view);
        QFETCH(const bool, filled);
        QFETCH(const QString, verdict);
        Panels panels(m_theme);
        panels.render(view);
        QVERIFY2(textOf(panels.verdict).contains(verdict), qPrintable(textOf(panels.verdict)));
        for (const QWidget *panel : std::initializer_list<const QWidget *>{
                 &panels.timeline, &panels.context, &panels.plan, &panels.tests, &panels.notices})
            QCOMPARE(showsContent(*panel), filled);
        panels.render({});
        QVERIFY(!showsContent(panels.timeline));
        QVERIFY(!showsContent(panels.tests));
    }

    void everyControlIsNamedAndNoLabelGuesses()
    {
        Panels panels(m_theme);
        panels.render(hostileView());
        RunsPanel runs(m_theme);
        std::vector<QWidget *> all{&runs};
        for (RunPanel *panel : panels.all())
            all.push_back(panel);
        for (const QWidget *panel : all) {
            QVERIFY2(unnamedControls(panel).isEmpty(),
                     qPrintable(unnamedControls(panel).join(QLatin1Char(' '))));
            QVERIFY2(guessingLabels(panel).isEmpty(),
                     qPrintable(guessingLabels(panel).join(QLatin1Char(' '))));
            QVERIFY(interpretedTips(panel).isEmpty());
            for (const QString &text : readableTexts(panel))
                QVERIFY2(!isDisguised(text), qPrintable(text));
        }
        QVERIFY(textOf(panels.plan).contains(QStringLiteral("<img src=http://x>")));
        QVERIFY(textOf(panels.verdict).contains(QStringLiteral("<img src=http://x>")));
        QVERIFY(!panels.plan.findChild<QTextEdit *>()->toHtml().contains(QStringLiteral("<img")));
    }

    // Positive control: the crawl sees what it looks for.
    void theCrawlFindsFaults()
    {
        QWidget window;
        auto *edit = new QLineEdit(&window);
        auto *label = new QLabel(&window);
        label->setToolTip(QStringLiteral("<img src=x>"));
        QCOMPARE(unnamedControls(&window).size(), 1);
        QCOMPARE(guessingLabels(&window).size(), 1);
        QCOMPARE(interpretedTips(&window).size(), 1);
        edit->setAccessibleName(QStringLiteral("Name"));
        QVERIFY(unnamedControls(&window).isEmpty());
    }

    void aChosenRowNamesItsIterationAndOutput()
    {
        TimelinePanel panel(m_theme);
        panel.render(sampleView(RunLife::Ended));
        QSignalSpy iterations(&panel, &TimelinePanel::iterationChosen);
        std::vector<OutputKey> outputs;
        connect(&panel, &TimelinePanel::outputChosen, this,
                [&outputs](const OutputKey &key) { outputs.push_back(key); });
        QTreeView *list = listOf(panel);
        const QAbstractItemModel &model = *list->model();
        const QModelIndex first = model.index(1, 0);
        list->setCurrentIndex(first);
        QCOMPARE(iterations.size(), 1);
        QCOMPARE(iterations[0][0].toInt(), 1);
        list->setCurrentIndex(model.index(0, 0, model.index(3, 0, first)));
        QCOMPARE(outputs, (std::vector<OutputKey>{{1, "plain", 1}}));
        list->setCurrentIndex(model.index(0, 0, model.index(0, 0)));
        QCOMPARE(outputs.back(), (OutputKey{0, "baseline", 1}));
        QCOMPARE(iterations.size(), 2); // the baseline is none
    }

    void renderingChoosesNothing()
    {
        TimelinePanel panel(m_theme);
        QSignalSpy iterations(&panel, &TimelinePanel::iterationChosen);
        for (std::size_t i = 0; i <= sampleRunBodies().size(); ++i)
            panel.render(sampleView(RunLife::Running, i));
        QCOMPARE(iterations.size(), 0);
        RunView other = sampleView(RunLife::Ended);
        other.shown = 1;
        panel.render(other);
        QCOMPARE(iterations.size(), 0);
        QCOMPARE(TimelineModel::placeOf(listOf(panel)->currentIndex()).iteration, 1);
    }

    void newRowsStandOpen()
    {
        TimelinePanel panel(m_theme);
        for (std::size_t i = 0; i <= sampleRunBodies().size(); ++i)
            panel.render(sampleView(RunLife::Running, i));
        const QAbstractItemModel &model = *listOf(panel)->model();
        QVERIFY(listOf(panel)->isExpanded(model.index(2, 0)));
        QVERIFY(listOf(panel)->isExpanded(model.index(1, 0, model.index(2, 0))));
    }

    void whatAPersonFoldedStaysFolded()
    {
        TimelinePanel panel(m_theme);
        panel.render(sampleView(RunLife::Running, 13));
        const QModelIndex first = listOf(panel)->model()->index(1, 0);
        listOf(panel)->collapse(first);
        panel.render(sampleView(RunLife::Running, 18));
        QCOMPARE(listOf(panel)->model()->rowCount(first), 4);
        QVERIFY(!listOf(panel)->isExpanded(first));
    }

    void panelsFollowTheTheme()
    {
        Theme theme(ThemeChoice::Light);
        Panels panels(theme);
        panels.render(sampleView(RunLife::Ended));
        const auto ink = [&panels] {
            return panels.verdict.findChildren<QLabel *>().first()->palette().color(QPalette::WindowText);
        };
        QCOMPARE(ink(), themeColours(false).good);
        theme.choose(ThemeChoice::Dark);
        QCOMPARE(ink(), themeColours(true).good);
        theme.choose(ThemeChoice::Light);
    }

    void theSelectedSliceIsPreviewed()
    {
        ContextPanel panel(m_theme);
        panel.render(sampleView(RunLife::Ended));
        const auto *code = panel.findChild<QPlainTextEdit *>();
        QVERIFY(code->toPlainText().contains(QStringLiteral("def average")));
        listOf(panel)->setCurrentIndex(listOf(panel)->model()->index(1, 0));
        QVERIFY(code->toPlainText().contains(QStringLiteral("def total")));
        panel.render(sampleView(RunLife::Ended));
        QVERIFY(code->toPlainText().contains(QStringLiteral("def total")));
    }

    void anEarlierPlanIsSaidToBeOne()
    {
        PlanPanel panel(m_theme);
        panel.render(sampleView(RunLife::Ended));
        QVERIFY(textOf(panel).contains(QStringLiteral("Iteration 2 follows the plan of iteration 1.")));
        QVERIFY(textOf(panel).contains(QStringLiteral("In the words of openai:gpt-5.")));
        RunView first = sampleView(RunLife::Ended);
        first.shown = 1;
        panel.render(first);
        QVERIFY(!textOf(panel).contains(QStringLiteral("follows the plan")));
        const QString plan = panel.findChild<QTextEdit *>()->toPlainText();
        QVERIFY(plan.contains(QStringLiteral("An empty list has the average 0.")));
        QVERIFY(plan.contains(QStringLiteral("90 %")));
    }

    void thePlanSaysWhoseItIs()
    {
        PlanPanel panel(m_theme);
        RunView view = sampleView(RunLife::Ended);
        view.state.iterations[0].plan->author = "builtin";
        panel.render(view);
        QVERIFY(textOf(panel).contains(QStringLiteral("In the words of the built-in engineer.")));
        view.state.iterations[0].plan->author = "person";
        panel.render(view);
        QVERIFY(textOf(panel).contains(QStringLiteral("In your own words.")));
        view.state.givenPatch = "diff";
        view.state.forkedFrom = "20261130-055911-aaaa";
        panel.render(view);
        QVERIFY(
            textOf(panel).contains(QStringLiteral("Your edit of run 20261130-055911-aaaa is judged here.")));
    }

    void theEndOfARunHasTheWholeLine()
    {
        TimelinePanel panel(m_theme);
        panel.render(sampleView(RunLife::Ended));
        const QTreeView *list = listOf(panel);
        QVERIFY(list->isFirstColumnSpanned(3, {}));
        QVERIFY(!list->isFirstColumnSpanned(2, {}));
    }

    void progressIsShownWithItsPhaseOnly()
    {
        RunHeader header(m_theme);
        const Noticed tried{Noticed::Level::Progress, "tried 20 candidates"};
        header.render(sampleView(RunLife::Running, 14, {tried}));
        QVERIFY(textOf(header).contains(QStringLiteral("tried 20 candidates")));
        header.render(sampleView(RunLife::Running, 14, {tried, PhaseFinished{1, Phase::Engineer, {}}}));
        QVERIFY(!textOf(header).contains(QStringLiteral("tried")));
        header.render(editedView());
        QVERIFY(textOf(header).contains(QStringLiteral("! Not verified")));
    }

    void aTestIsChosenAndFoundAgain()
    {
        TestsPanel panel(m_theme);
        panel.render(sampleView(RunLife::Running, 20));
        QTreeView *list = listOf(panel);
        std::string chosen;
        connect(&panel, &TestsPanel::testChosen, this, [&chosen](const std::string &id) { chosen = id; });
        list->setCurrentIndex(list->model()->index(0, 0));
        QVERIFY(
            panel.findChild<QPlainTextEdit *>()->toPlainText().contains(QStringLiteral("E  at test_a.py:4")));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen, std::string("test_a.py::test_broken"));
        auto *filter = panel.findChild<QLineEdit *>();
        filter->setText(QStringLiteral("nothing has this name"));
        QCOMPARE(list->model()->rowCount(), 0);
        QVERIFY(textOf(panel).contains(QStringLiteral("No test meets the filter.")));
        filter->clear();
        QCOMPARE(list->currentIndex().row(), 0);
        panel.render(sampleView(RunLife::Ended)); // the same test in the next verdict
        QVERIFY(list->currentIndex().isValid());
    }

    void aHundredThousandTestsAreRenderedInBoundedTime()
    {
        RunView view = sampleView(RunLife::Ended);
        std::vector<TestCase> &cases = view.state.iterations[1].verdict->runs[0].checks[0].tests;
        for (int i = 0; i < 100'000; ++i)
            cases.push_back({"suite/test_file.py::test_number_" + std::to_string(i), TestStatus::Passed,
                             std::chrono::milliseconds(1), "", "", 0});
        TestsPanel panel(m_theme);
        panel.resize(800, 400);
        panel.show();
        QElapsedTimer timer;
        timer.start();
        panel.render(view);
        QTRY_COMPARE(listOf(panel)->model()->rowCount(), 100'003);
        panel.grab();
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
        // An event that brings no test costs next to nothing.
        timer.restart();
        for (int i = 0; i < 100; ++i)
            panel.render(view);
        QVERIFY2(timer.elapsed() < 500, qPrintable(QString::number(timer.elapsed())));
    }

    void theLiveLineIsAnnouncedOncePerChange()
    {
        RunHeader header(m_theme);
        QSignalSpy announced(&header, &RunHeader::announced);
        const RunView running = sampleView(RunLife::Running, 27);
        header.render(running);
        QCOMPARE(announced.size(), 1);
        QCOMPARE(header.accessibleName(), QStringLiteral("Running: Verify, iteration 2"));
        QTest::qWait(1100); // a second goes by
        header.render(running);
        QCOMPARE(announced.size(), 1);
        QVERIFY(!header.findChild<QProgressBar *>()->isHidden());
        header.render(sampleView(RunLife::Ended));
        QCOMPARE(announced.size(), 2);
        QVERIFY(header.findChild<QProgressBar *>()->isHidden());
    }

    void warnedLooksOtherThanProven()
    {
        VerdictBar bar(m_theme);
        bar.resize(600, 120);
        bar.render(sampleView(RunLife::Ended));
        const QImage proven = bar.grab().toImage();
        RunView weak = sampleView(RunLife::Ended);
        weak.state.iterations[1].verdict->outcome = Outcome::PassingWeak;
        bar.render(weak);
        const QImage warned = bar.grab().toImage();
        // The edge alone differs in more than its colour: one is whole, the other striped.
        const auto colours = [](const QImage &image) {
            QSet<QRgb> seen;
            for (int y = 0; y < image.height() - 1; ++y)
                seen.insert(image.pixel(0, y));
            return seen.size();
        };
        QCOMPARE(colours(proven), 1);
        QCOMPARE(colours(warned), 2);
        QVERIFY(bar.accessibleDescription().contains(QStringLiteral("passes, with no evidence of effect")));
    }

    void aRunIsChosenByKeyAndFiltered()
    {
        RunsPanel panel(m_theme);
        QVERIFY(!showsContent(panel));
        RunSummary one;
        one.id = "1";
        one.request = "mend the parser";
        RunSummary two;
        two.id = "2";
        two.request = "average of nothing";
        panel.setRuns({one, two});
        QVERIFY(showsContent(panel));
        std::string chosen;
        connect(&panel, &RunsPanel::runChosen, this, [&chosen](const std::string &id) { chosen = id; });
        panel.findChild<QLineEdit *>()->setText(QStringLiteral("AVERAGE"));
        QTreeView *list = listOf(panel);
        QCOMPARE(list->model()->rowCount(), 1);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen, std::string("2"));
    }

    // In a dock 240 px wide the outcome has to be seen as well as the request.
    void aNarrowListShowsTheOutcome()
    {
        RunsPanel panel(m_theme);
        RunSummary run;
        run.id = "1";
        run.request = "mend the parser";
        run.startedAt = "2026-11-30T06:02:11.250Z";
        run.outcome = Outcome::Proven;
        panel.setRuns({run});
        panel.resize(240, 200);
        panel.show();
        QTreeView *list = listOf(panel);
        QVERIFY(list->columnWidth(0) <= list->viewport()->width());
        QCOMPARE(list->header()->hiddenSectionCount(), 2);
        const auto lowerLine = [&] {
            const QRect row = list->visualRect(list->model()->index(0, 0));
            return list->viewport()->grab(row.adjusted(0, row.height() / 2, 0, 0)).toImage();
        };
        const QImage proven = lowerLine();
        run.outcome = Outcome::StillFailing;
        panel.setRuns({run});
        QVERIFY(lowerLine() != proven);
    }

    void warningsAreCounted()
    {
        NoticesPanel panel(m_theme);
        QSignalSpy counted(&panel, &NoticesPanel::warningsChanged);
        panel.render(sampleView(RunLife::Ended));
        QCOMPARE(counted.size(), 1);
        QCOMPARE(counted[0][0].toInt(), 1);
    }

private:
    Theme m_theme{ThemeChoice::Light};
};

Q_DECLARE_METATYPE(vouchsafe::RunView)

QTEST_MAIN(RunPanelsTest)
#include "run_panels_test.moc"
