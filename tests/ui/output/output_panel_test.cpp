#include "ui/output/output_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

Q_DECLARE_METATYPE(vouchsafe::OutputKey)

namespace {

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
            store.take({{0, 1}, megabyte + "\n", 0, {}});
        const StoredOutput *stored = store.find({0, 1});
        QVERIFY(stored->bytes.size() <= OutputStore::mostOfOne);
        QVERIFY(stored->bytes.size() > OutputStore::mostOfOne / 2);
        QCOMPARE(stored->bytes.size() + stored->leftOut, std::size_t{30 * 1'000'001});
    }

    void keepsAllWithinABoundAndTheNewest()
    {
        OutputStore store;
        const std::string much(4'000'000, 'x');
        for (int i = 1; i <= 40; ++i)
            store.take({{i, 1}, much, 0, {}});
        std::size_t bytes = 0;
        for (const OutputKey &key : store.keys())
            bytes += store.find(key)->bytes.size();
        QVERIFY(bytes <= OutputStore::mostOfAll);
        QVERIFY(store.find({40, 1}) != nullptr);
        QVERIFY(store.find({1, 1}) == nullptr);
    }

    void anAskedLogReplacesWhatWasThere()
    {
        OutputStore store;
        QVERIFY(!store.take({{0, 1}, "a", 0, {}}));
        store.ask({0, 1});
        QVERIFY(store.take({{0, 1}, "b", 7, "/log"}));
        QCOMPARE(store.find({0, 1})->bytes, std::string("b"));
        QCOMPARE(store.find({0, 1})->leftOut, std::uint64_t{7});
        QVERIFY(!store.isAsked({0, 1}));
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
        m_panel->takeOutput({piece({0, 1}, "base\n")});
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1, 41, 2)}));
        m_panel->takeOutput({piece({1, 1}, "first\n"), piece({1, 1}, "second\n")});
        QCOMPARE(text(), QStringLiteral("first\nsecond\n"));
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, 1}));
        QVERIFY2(chooser()->currentText().contains(QStringLiteral("Iteration 1, check 1: pytest -q")),
                 qPrintable(chooser()->currentText()));
        QVERIFY(shows(QStringLiteral("running")));
    }

    void staysWithWhatAPersonChose()
    {
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1)}));
        m_panel->takeOutput({piece({0, 1}, "base\n"), piece({1, 1}, "first\n")});
        chooser()->setCurrentIndex(0);
        Q_EMIT chooser()->activated(0);
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->takeOutput({piece({1, 1}, "second\n")});
        m_panel->render(viewOf(RunLife::Running, {record(0, 1, 1), record(1, 1, 0)}));
        QCOMPARE(text(), QStringLiteral("base\n"));
        m_panel->choose({1, 1});
        QCOMPARE(text(), QStringLiteral("first\nsecond\n"));
    }

    void asksForTheLogOfAFinishedRunOnce()
    {
        QSignalSpy asked(m_panel.get(), &OutputPanel::logAsked);
        const auto view = viewOf(RunLife::Ended, {record(0, 1, 1), record(1, 1, 0), record(1, 2, 1)}, 1);
        m_panel->render(view);
        m_panel->render(view);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked[0][0].value<OutputKey>() == (OutputKey{1, 2})); // the check that failed
        QVERIFY(shows(QStringLiteral("Reading the log")));
        m_panel->takeOutput({{{1, 2}, "end of it\n", 5'000'000, "/runs/x/output/1-2.log"}});
        QCOMPARE(text(), QStringLiteral("end of it\n"));
        QVERIFY(shows(QStringLiteral("/runs/x/output/1-2.log")));
        m_panel->render(view);
        QCOMPARE(asked.size(), 1);

        m_panel->choose({0, 1});
        QCOMPARE(asked.size(), 2);
        m_panel->takeOutput({{{0, 1}, "", 0, "/runs/x/output/0-1.log"}});
        QVERIFY(shows(QStringLiteral("printed nothing")));
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
        QVERIFY(*m_panel->shownKey() == (OutputKey{2, 1}));
        m_panel->render(viewOf(RunLife::Ended, checks, 1));
        QVERIFY(*m_panel->shownKey() == (OutputKey{1, 1}));
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
        m_panel->takeOutput({piece({0, 1}, "base\n")});
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
