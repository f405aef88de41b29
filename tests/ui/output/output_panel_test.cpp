#include "ui/output/output_panel.h"

#include "core/verify/sentinels.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

Q_DECLARE_METATYPE(vouchsafe::OutputKey)

namespace {

/// Of one check in three executions: 32 passed, with tests of ours around them two more fail, and what a
/// person should see of that.
RunView provenView(RunLife life)
{
    RunView view;
    view.state.run = "20260711-100000-abcd";
    view.life = life;
    view.shown = 1;
    Verdict verdict;
    for (const char *run : {"original-tests", "plain", "repeat"}) {
        CheckRecord made;
        made.iteration = 1;
        made.run = run;
        made.command = "pytest -q";
        made.number = 1;
        made.duration = std::chrono::milliseconds(2300);
        CheckResult whole;
        whole.command = made.command;
        whole.number = 1;
        for (int i = 0; i < (made.run == "original-tests" ? 31 : 32); ++i)
            whole.tests.push_back({"test_a.py::test_" + std::to_string(i), TestStatus::Passed, {}, {}, {}});
        if (made.run == "repeat") {
            whole.sentinels = newSentinelNames();
            const std::string file = whole.sentinels.front() + ".py::";
            for (std::size_t i = 1; i < whole.sentinels.size(); ++i)
                whole.tests.push_back({file + whole.sentinels[i],
                                       i % 2 == 0 ? TestStatus::Failed : TestStatus::Passed,
                                       {},
                                       {},
                                       {}});
            made.exitCode = 1;
        }
        made.tests = static_cast<int>(whole.tests.size());
        verdict.runs.push_back({run, {whole}, false});
        view.state.checks.push_back(made);
    }
    Iteration iteration;
    iteration.number = 1;
    iteration.verdict = verdict;
    view.state.iterations = {iteration};
    return view;
}

CheckRecord record(int iteration, int number, int exitCode, int tests = 0, int failed = 0)
{
    CheckRecord made;
    made.iteration = iteration;
    made.run = iteration == 0 ? "baseline" : "plain";
    made.command = number == 1 ? "pytest -q" : "ruff check";
    made.number = number;
    made.exitCode = exitCode;
    made.duration = std::chrono::milliseconds(2300);
    made.tests = tests;
    made.failed = failed;
    return made;
}

RunView viewOf(RunLife life, const std::vector<CheckRecord> &checks, int shown = 0)
{
    RunView view;
    view.state.run = "20260711-100000-abcd";
    view.state.checks = checks;
    view.life = life;
    view.shown = shown;
    return view;
}

OutputPiece piece(OutputKey key, const std::string &bytes)
{
    return {key, bytes, 0, {}};
}

} // namespace

class OutputStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheEndOfEachWithinItsBound()
    {
        OutputStore store;
        const std::string megabyte(1'000'000, 'x');
        for (int i = 0; i < 30; ++i)
            store.take({{0, "baseline", 1}, megabyte + "\n", 0, {}});
        const StoredOutput *stored = store.find({0, "baseline", 1});
        QVERIFY(stored->bytes.size() <= OutputStore::mostOfOne);
        QVERIFY(stored->bytes.size() > OutputStore::mostOfOne / 2);
        QCOMPARE(stored->bytes.size() + stored->leftOut, std::size_t{30 * 1'000'001});
    }

    void keepsAllWithinABoundAndTheNewest()
    {
        OutputStore store;
        const std::string much(4'000'000, 'x');
        for (int i = 1; i <= 40; ++i)
            store.take({{i, "plain", 1}, much, 0, {}});
        std::size_t bytes = 0;
        for (const OutputKey &key : store.keys())
            bytes += store.find(key)->bytes.size();
        QVERIFY(bytes <= OutputStore::mostOfAll);
        QVERIFY(store.find({40, "plain", 1}) != nullptr);
        QVERIFY(store.find({1, "plain", 1}) == nullptr);
    }

    void anAskedLogReplacesWhatWasThere()
    {
        OutputStore store;
        QVERIFY(store.take({{0, "baseline", 1}, "a", 0, {}}) == OutputStore::Taken::Longer);
        store.ask({0, "baseline", 1});
        QVERIFY(store.take({{0, "baseline", 1}, "b", 7, "/log"}) == OutputStore::Taken::Another);
        QCOMPARE(store.find({0, "baseline", 1})->bytes, std::string("b"));
        QCOMPARE(store.find({0, "baseline", 1})->leftOut, std::uint64_t{7});
        QVERIFY(!store.asked());
    }

    void aLogThatNobodyWaitsForIsDropped()
    {
        OutputStore store;
        store.ask({1, "plain", 1});
        store.ask({1, "repeat", 1});
        QVERIFY(store.take({{1, "plain", 1}, "late", 0, "/log"}) == OutputStore::Taken::Dropped);
        QVERIFY(store.find({1, "plain", 1}) == nullptr);
        QVERIFY(store.asked() == (OutputKey{1, "repeat", 1}));
    }
};

class OutputPanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<OutputKey>(); }
    void init()
    {
        m_theme = std::make_unique<Theme>(ThemeChoice::Light);
        m_panel = std::make_unique<OutputPanel>(*m_theme);
        m_panel->resize(900, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_theme.reset();
    }

    void saysWhatToDoWhileThereIsNothing()
    {
        QVERIFY2(shows(QStringLiteral("Nothing has run yet")), "at the start");
        m_panel->render(viewOf(RunLife::Running, {}));
        QVERIFY2(shows(QStringLiteral("appears here as it comes")), "during a run");
        m_panel->render(viewOf(RunLife::Ended, {}));
        QVERIFY2(shows(QStringLiteral("No check was started")), "after a run without checks");
        QVERIFY(!chooser()->isVisible());
    }

    void followsTheNewestOutputOfALiveRun()
    {
        m_panel->render(viewOf(RunLife::Running, {}));
        m_panel->takeOutput({piece({0, "baseline", 1}, "base\n")});
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1, 41, 2)}));
        m_panel->takeOutput({piece({1, "plain", 1}, "first\n"), piece({1, "plain", 1}, "second\n")});
        QCOMPARE(text(), QStringLiteral("first\nsecond\n"));
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, "plain", 1}));
        QVERIFY2(chooser()->currentText().contains(QStringLiteral("Iteration 1, check 1: pytest -q")),
                 qPrintable(chooser()->currentText()));
        QVERIFY(shows(QStringLiteral("running")));
    }

    void staysWithWhatAPersonChose()
    {
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1)}));
        m_panel->takeOutput({piece({0, "baseline", 1}, "base\n"), piece({1, "plain", 1}, "first\n")});
        chooser()->setCurrentIndex(0);
        Q_EMIT chooser()->activated(0);
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->takeOutput({piece({1, "plain", 1}, "second\n")});
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1), record(1, 1, 0)}));
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->choose({1, "plain", 1});
        QCOMPARE(text(), QStringLiteral("first\nsecond\n"));
    }

    void asksForTheLogOfAFinishedRunOnce()
    {
        QSignalSpy asked(m_panel.get(), &OutputPanel::logAsked);
        const auto view = viewOf(RunLife::Ended, {record(0, 1, 1), record(1, 1, 0), record(1, 2, 1)}, 1);
        m_panel->render(view);
        m_panel->render(view);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked[0][0].value<OutputKey>() == (OutputKey{1, "plain", 2})); // the check that failed
        QVERIFY(shows(QStringLiteral("Reading the log")));
        m_panel->takeOutput({{{1, "plain", 2}, "end of it\n", 5'000'000, "/runs/x/output/1-2.log"}});
        QCOMPARE(text(), QStringLiteral("end of it\n"));
        QVERIFY(shows(QStringLiteral("/runs/x/output/1-2.log")));
        m_panel->render(view);
        QCOMPARE(asked.size(), 1);

        m_panel->choose({0, "baseline", 1});
        QCOMPARE(asked.size(), 2);
        m_panel->takeOutput({{{0, "baseline", 1}, "", 0, "/runs/x/output/0-1.log"}});
        QVERIFY(shows(QStringLiteral("printed nothing")));
    }

    void theFiguresAreThoseOfTheExecutionWhoseTextIsShown()
    {
        RunView live = provenView(RunLife::Running);
        live.state.checks.clear();
        m_panel->render(live);
        m_panel->takeOutput({piece({1, "original-tests", 1}, "31 passed\n")});
        m_panel->takeOutput({piece({1, "plain", 1}, "32 passed\n")});
        QCOMPARE(text(), QStringLiteral("32 passed\n"));
        m_panel->takeOutput({piece({1, "repeat", 1}, "FAILED test_payload_sorted.py\n2 failed\n")});
        QCOMPARE(text(), QStringLiteral("FAILED test_payload_sorted.py\n2 failed\n"));
        QVERIFY(chooser()->currentText().contains(QStringLiteral("check 1, repeated")));

        m_panel->render(provenView(RunLife::Ended));
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, "plain", 1}));
        QCOMPARE(text(), QStringLiteral("32 passed\n"));
        QVERIFY(shows(QStringLiteral("exit 0 in 2.3 s, 32 passed")));
        QCOMPARE(chooserLines(),
                 (QStringList{
                     QStringLiteral("✓ Iteration 1, check 1: pytest -q"),
                     QStringLiteral("✓ Iteration 1, check 1, with the tests as they were"),
                     QStringLiteral(
                         "✓ Iteration 1, check 1, repeated between tests of ours that must pass and fail"),
                 }));

        Q_EMIT chooser()->activated(1);
        QCOMPARE(text(), QStringLiteral("31 passed\n"));
        QVERIFY(shows(QStringLiteral("exit 0 in 2.3 s, 31 passed")));
        Q_EMIT chooser()->activated(2);
        QCOMPARE(text(), QStringLiteral("FAILED test_payload_sorted.py\n2 failed\n"));
        QVERIFY(shows(QStringLiteral("exit 1 in 2.3 s, 32 passed, tests of ours not counted")));
    }

    void choosesThePlainExecutionThoughAnotherFailed()
    {
        RunView view = viewOf(RunLife::Ended, {record(1, 1, 1), record(1, 1, 0), record(1, 2, 0)}, 1);
        view.state.checks[0].run = "original-tests";
        m_panel->render(view);
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, "plain", 2}));
        view.state.checks.resize(1);
        m_panel->clear();
        m_panel->render(view);
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, "original-tests", 1})); // there is no plain one
        m_panel->clear();
        view = viewOf(RunLife::Ended, {record(0, 1, 1), record(0, 1, 1)}, 1);
        view.state.checks[1].run = "baseline-again";
        m_panel->render(view);
        QVERIFY(*m_panel->shownKey() == (OutputKey{0, "baseline", 1})); // the patch came to no check
    }

    void aRunThatGoesOnShowsNothingOfItsFormerBaseline()
    {
        m_panel->render(viewOf(RunLife::Ended, {record(0, 1, 1)}));
        m_panel->takeOutput({{{0, "baseline", 1}, "former\n", 0, "/runs/x/output/0-1.log"}});
        QCOMPARE(text(), QStringLiteral("former\n"));
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1)}));
        m_panel->takeOutput({piece({0, "baseline", 1}, "new\n")});
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1)}));
        QCOMPARE(text(), QStringLiteral("new\n"));
        QVERIFY2(shows(QStringLiteral("running")), "and not how it ended the former time");
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1), record(0, 1, 0)}));
        QVERIFY(shows(QStringLiteral("exit 0 in 2.3 s")));
    }

    void asksAgainForALogThatDidNotComeWhenItIsChosenAgain()
    {
        QSignalSpy asked(m_panel.get(), &OutputPanel::logAsked);
        const auto view = viewOf(RunLife::Ended, {record(1, 1, 0), record(1, 2, 1)}, 1);
        m_panel->render(view);
        m_panel->choose({1, "plain", 1}); // before the other has come, which it never will
        m_panel->choose({1, "plain", 2});
        QCOMPARE(asked.size(), 3);
        m_panel->logFailed();
        QVERIFY(shows(QStringLiteral("could not be read")));
        m_panel->render(view);
        QVERIFY2(asked.size() == 3, "it does not ask by itself for what failed");
        Q_EMIT chooser()->activated(1);
        QCOMPARE(asked.size(), 4);
        QVERIFY(asked[3][0].value<OutputKey>() == (OutputKey{1, "plain", 2}));
        QVERIFY(shows(QStringLiteral("Reading the log")));
        m_panel->takeOutput({{{1, "plain", 2}, "here\n", 0, "/runs/x/output/1-2.log"}});
        QCOMPARE(text(), QStringLiteral("here\n"));
    }

    void asksForNothingWhileItIsHidden()
    {
        m_panel->hide();
        QSignalSpy asked(m_panel.get(), &OutputPanel::logAsked);
        m_panel->render(viewOf(RunLife::Ended, {record(0, 1, 0)}));
        QCOMPARE(asked.size(), 0);
        m_panel->show();
        QCOMPARE(asked.size(), 1);
    }

    void goesAlongWithTheIterationThatIsLookedAt()
    {
        const std::vector<CheckRecord> checks{record(0, 1, 1), record(1, 1, 1), record(2, 1, 0)};
        m_panel->render(viewOf(RunLife::Ended, checks, 2));
        QVERIFY(*m_panel->shownKey() == (OutputKey{2, "plain", 1}));
        m_panel->render(viewOf(RunLife::Ended, checks, 1));
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, "plain", 1}));
    }

    void saysHowACheckEnded()
    {
        m_panel->render(viewOf(RunLife::Ended, {record(1, 1, 1, 41, 2)}, 1));
        QVERIFY(shows(QStringLiteral("exit 1 in 2.3 s, 39 passed, 2 failed")));
        m_panel->clear();
        m_panel->render(viewOf(RunLife::Ended, {record(1, 2, 0)}, 1));
        QVERIFY(shows(QStringLiteral("exit 0 in 2.3 s")));
    }

    void showsNamesOfCommandsSafely()
    {
        CheckRecord check = record(0, 1, 0);
        check.command = "<b>x</b>\xe2\x80\xae\n";
        m_panel->render(viewOf(RunLife::Ended, {check}));
        QVERIFY(chooser()->currentText().contains(QStringLiteral("<b>x</b>⟨U+202E⟩␊")));
    }

    void forgetsEverythingWhenCleared()
    {
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1)}));
        m_panel->takeOutput({piece({0, "baseline", 1}, "base\n")});
        m_panel->clear();
        QVERIFY(!m_panel->shownKey());
        QCOMPARE(chooser()->count(), 0);
        QVERIFY(shows(QStringLiteral("Nothing has run yet")));
    }

private:
    QComboBox *chooser() const { return m_panel->findChild<QComboBox *>(); }
    QString text()
    {
        if (!QTest::qWaitFor([this] { return m_panel->outputView().isIdle(); }))
            return QStringLiteral("never idle");
        const auto *output = m_panel->findChild<OutputText *>();
        return output->isVisible() ? output->text() : QStringLiteral("not shown");
    }
    QStringList chooserLines() const
    {
        QStringList lines;
        for (int i = 0; i < chooser()->count(); ++i)
            lines << chooser()->itemText(i);
        return lines;
    }
    bool shows(const QString &words) const
    {
        for (const QLabel *label : m_panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(words) && label->textFormat() == Qt::PlainText)
                return true;
        return false;
    }

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<OutputPanel> m_panel;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    OutputStoreTest store;
    OutputPanelTest panel;
    return QTest::qExec(&store, argc, argv) + QTest::qExec(&panel, argc, argv);
}
#include "output_panel_test.moc"
