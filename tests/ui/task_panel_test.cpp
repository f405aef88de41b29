// From what a person writes to the order of a run.
#include "ui/panels/task_panel.h"

#include "ui/support/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace vouchsafe;

namespace {

template <typename Widget>
Widget *named(const QWidget &parent, const char *name)
{
    for (Widget *each : parent.findChildren<Widget *>())
        if (each->accessibleName() == QLatin1String(name))
            return each;
    return nullptr;
}

QPlainTextEdit *request(const QWidget &panel)
{
    return named<QPlainTextEdit>(panel, "Task");
}

RunOrder onlyOrder(const QSignalSpy &orders)
{
    return orders.count() == 1 ? orders.front().front().value<RunOrder>() : RunOrder{};
}

OpenedRepository opened(const std::string &root, const std::string &suggestion = {})
{
    OpenedRepository repository;
    repository.root = root;
    repository.suggestedTask = suggestion;
    return repository;
}

RunView shownView(RunLife life)
{
    RunView view;
    view.life = life;
    view.state.task.request = "of the <b>run</b>";
    return view;
}

/// The box whose text begins like this.
QCheckBox *boxWith(const QWidget &panel, const char *beginning)
{
    for (QCheckBox *box : panel.findChildren<QCheckBox *>())
        if (box->text().startsWith(QLatin1String(beginning)))
            return box;
    qFatal("no such box: %s", beginning);
}

} // namespace

class TaskPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writingAndPressingRunIsEnough()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        QVERIFY(!panel.hasTask());
        request(panel)->setPlainText(QStringLiteral("  mend f \n"));
        QVERIFY(panel.hasTask());
        QTest::mouseClick(named<QPushButton>(panel, "Run the task"), Qt::LeftButton);
        RunOrder expected;
        expected.request = "mend f";
        QVERIFY(onlyOrder(orders) == expected);
    }

    void stepHoldsBeforeTheFirstPhase()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral("mend f"));
        QTest::mouseClick(named<QPushButton>(panel, "Run the task step by step"), Qt::LeftButton);
        QCOMPARE(onlyOrder(orders).stride, Stride::NextPhase);
    }

    void controlAndReturnStart()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        QTest::keyClicks(request(panel), QStringLiteral("mend f"));
        QTest::keyClick(request(panel), Qt::Key_Return);
        QCOMPARE(orders.count(), 0);
        QTest::keyClick(request(panel), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(orders.count(), 1);
        panel.setWhyNotStart(QStringLiteral("A run is under way."));
        QTest::keyClick(request(panel), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(orders.count(), 1);
    }

    void nothingStartsWithoutATask()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral(" \n\t"));
        panel.place(Stride::ToTheEnd);
        QCOMPARE(orders.count(), 0);
    }

    void optionsBecomeFlags()
    {
        const Theme theme;
        TaskPanel panel(theme);
        OpenedRepository repository;
        repository.models = {"openai:gpt-5", "ollama:qwen"};
        repository.checks = {"make test"};
        panel.setRepository(repository);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral("mend f"));
        named<QComboBox>(panel, "Engineer")->setCurrentIndex(2);
        auto *model = named<QComboBox>(panel, "Model");
        QCOMPARE(model->count(), 2);
        QCOMPARE(model->currentText(), QString());
        model->setCurrentIndex(1);
        named<QSpinBox>(panel, "Attempts at most")->setValue(5);
        named<QSpinBox>(panel, "Seconds for each check")->setValue(60);
        auto *checks = named<QPlainTextEdit>(panel, "Checks, one on a line");
        QCOMPARE(checks->placeholderText(), QStringLiteral("make test"));
        checks->setPlainText(QStringLiteral("make lint\n\n  make test  \n"));
        panel.place(Stride::ToTheEnd);
        const std::map<std::string, std::vector<std::string>> expected{{"engineer", {"model"}},
                                                                       {"model", {"ollama:qwen"}},
                                                                       {"attempts", {"5"}},
                                                                       {"timeout", {"60"}},
                                                                       {"check", {"make lint", "make test"}}};
        QVERIFY(onlyOrder(orders).flags == expected);
    }

    void theBuiltInEngineerTakesNoModel()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral("mend f"));
        named<QComboBox>(panel, "Model")->setEditText(QStringLiteral("openai:gpt-5"));
        named<QComboBox>(panel, "Engineer")->setCurrentIndex(1);
        QVERIFY(!named<QComboBox>(panel, "Model")->isEnabled());
        panel.place(Stride::ToTheEnd);
        const std::map<std::string, std::vector<std::string>> expected{{"engineer", {"builtin"}}};
        QVERIFY(onlyOrder(orders).flags == expected);
    }

    void theSandboxBecomesFlags()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral("mend f"));
        named<QComboBox>(panel, "Sandbox")->setCurrentIndex(4);
        named<QComboBox>(panel, "Runtime")->setEditText(QStringLiteral(" runsc "));
        named<QLineEdit>(panel, "Image")->setText(QStringLiteral("python:3.12"));
        boxWith(panel, "Fetch")->setChecked(true);
        boxWith(panel, "Install")->setChecked(true);
        panel.place(Stride::ToTheEnd);
        const std::map<std::string, std::vector<std::string>> expected{{"sandbox", {"docker"}},
                                                                       {"runtime", {"runsc"}},
                                                                       {"image", {"python:3.12"}},
                                                                       {"pull", {"yes"}},
                                                                       {"prepare", {"yes"}}};
        QVERIFY(onlyOrder(orders).flags == expected);
    }

    void bubblewrapHasNeitherRuntimeNorImage()
    {
        const Theme theme;
        TaskPanel panel(theme);
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        request(panel)->setPlainText(QStringLiteral("mend f"));
        named<QComboBox>(panel, "Runtime")->setEditText(QStringLiteral("runsc"));
        named<QComboBox>(panel, "Sandbox")->setCurrentIndex(2);
        QVERIFY(!named<QComboBox>(panel, "Runtime")->isEnabled());
        QVERIFY(!named<QLineEdit>(panel, "Image")->isEnabled());
        boxWith(panel, "Fetch")->setChecked(true);
        QVERIFY(!boxWith(panel, "Fetch")->isEnabled());
        panel.place(Stride::ToTheEnd);
        const std::map<std::string, std::vector<std::string>> expected{{"sandbox", {"bubblewrap"}}};
        QVERIFY(onlyOrder(orders).flags == expected);
    }

    void eachRepositoryHasItsOwnDraft()
    {
        const Theme theme;
        TaskPanel panel(theme);
        auto *checks = named<QPlainTextEdit>(panel, "Checks, one on a line");
        const OpenedRepository first = opened("/a");
        const OpenedRepository sample = opened("/sample", "of the sample");
        panel.setRepository(first);
        request(panel)->setPlainText(QStringLiteral("my own words"));
        checks->setPlainText(QStringLiteral("make a"));
        named<QSpinBox>(panel, "Attempts at most")->setValue(5);
        named<QComboBox>(panel, "Engineer")->setCurrentIndex(1);
        named<QComboBox>(panel, "Sandbox")->setCurrentIndex(2);
        named<QLineEdit>(panel, "Image")->setText(QStringLiteral("mine:1"));
        boxWith(panel, "Install")->setChecked(true);

        panel.setRepository(sample);
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of the sample"));
        QSignalSpy orders(&panel, &TaskPanel::orderPlaced);
        panel.place(Stride::ToTheEnd);
        QVERIFY(onlyOrder(orders).flags.empty());

        panel.setRepository(first);
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("my own words"));
        QCOMPARE(checks->toPlainText(), QStringLiteral("make a"));
        QCOMPARE(named<QSpinBox>(panel, "Attempts at most")->value(), 5);
        QCOMPARE(named<QComboBox>(panel, "Engineer")->currentIndex(), 1);
        QCOMPARE(named<QComboBox>(panel, "Sandbox")->currentIndex(), 2);
        QCOMPARE(named<QLineEdit>(panel, "Image")->text(), QStringLiteral("mine:1"));
        QVERIFY(boxWith(panel, "Install")->isChecked());

        OpenedRepository below = first;
        below.subfolder = "docs";
        panel.setRepository(below);
        QCOMPARE(request(panel)->toPlainText(), QString());
        QVERIFY(!panel.hasTask());
    }

    void theSampleWinsOverWhatWasWrittenForIt()
    {
        const Theme theme;
        TaskPanel panel(theme);
        const OpenedRepository sample = opened("/sample", "of the sample");
        panel.setRepository(sample);
        request(panel)->setPlainText(QStringLiteral("something else"));
        panel.setRepository(opened("/a"));
        QCOMPARE(request(panel)->toPlainText(), QString());
        panel.setRepository(sample);
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of the sample"));
    }

    void readingTheSameRepositoryAgainChangesNothing_data()
    {
        QTest::addColumn<bool>("before");
        QTest::newRow("suggested before it is opened") << true;
        QTest::newRow("suggested afterwards") << false;
    }
    void readingTheSameRepositoryAgainChangesNothing()
    {
        QFETCH(bool, before);
        const Theme theme;
        TaskPanel panel(theme);
        OpenedRepository repository = opened("/a");
        repository.models = {"openai:gpt-5"};
        if (before)
            panel.suggest("of a file");
        panel.setRepository(repository);
        if (!before)
            panel.suggest("of a file");
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of a file"));
        named<QComboBox>(panel, "Model")->setEditText(QStringLiteral("ollama:qw"));
        named<QComboBox>(panel, "Model")->lineEdit()->setCursorPosition(2);
        panel.setRepository(repository); // as after each run
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of a file"));
        QCOMPARE(named<QComboBox>(panel, "Model")->currentText(), QStringLiteral("ollama:qw"));
        QCOMPARE(named<QComboBox>(panel, "Model")->lineEdit()->cursorPosition(), 2);
    }

    void theFirstKeyAddsToASuggestion()
    {
        const Theme theme;
        TaskPanel panel(theme);
        panel.setRepository(opened("/sample", "mend f"));
        panel.write();
        QTest::keyClicks(request(panel), QStringLiteral("x"));
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("mend fx"));
    }

    void aClosedRunGivesItsTaskToItsOwnRepositoryAlone()
    {
        const Theme theme;
        TaskPanel panel(theme);
        panel.setRepository(opened("/a"));
        panel.render(shownView(RunLife::Ended));
        panel.setRepository(opened("/b"));
        panel.render({});
        QCOMPARE(request(panel)->toPlainText(), QString());
        panel.render(shownView(RunLife::Ended));
        panel.render({});
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of the <b>run</b>"));
    }

    void theTaskOfAShownRunIsReadOnly()
    {
        const Theme theme;
        TaskPanel panel(theme);
        panel.show();
        request(panel)->setPlainText(QStringLiteral("mend f"));
        QSignalSpy asked(&panel, &TaskPanel::newTaskAsked);
        panel.render(shownView(RunLife::Running));
        QVERIFY(!panel.hasTask());
        auto *told = named<QPlainTextEdit>(panel, "Task of the shown run");
        QVERIFY(!told->isVisible()); // its first line is enough until somebody asks
        named<QToolButton>(panel, "The whole task and its settings")->click();
        QVERIFY(told->isVisible());
        QVERIFY(told->isReadOnly());
        QCOMPARE(told->toPlainText(), QStringLiteral("of the <b>run</b>"));
        QVERIFY(!request(panel)->isVisible());
        auto *fresh = named<QPushButton>(panel, "New task");
        QVERIFY(!fresh->isEnabled());
        panel.render(shownView(RunLife::Ended));
        QVERIFY(fresh->isEnabled());
        QTest::mouseClick(fresh, Qt::LeftButton);
        QCOMPARE(asked.count(), 1);
        panel.render({});
        QVERIFY(request(panel)->isVisible());
        QVERIFY(panel.hasTask());
    }
};

QTEST_MAIN(TaskPanelTest)
#include "task_panel_test.moc"
