// From what a person writes to the order of a run.
#include "ui/panels/task_panel.h"

#include "ui/support/theme.h"

#include <QComboBox>
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

RunView shownView(RunLife life)
{
    RunView view;
    view.life = life;
    view.state.task.request = "of the <b>run</b>";
    return view;
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

    void aSuggestionGivesWayButWhatWasWrittenDoesNot()
    {
        const Theme theme;
        TaskPanel panel(theme);
        OpenedRepository sample;
        sample.suggestedTask = "of the sample";
        panel.setRepository(sample);
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("of the sample"));
        panel.setRepository({});
        QCOMPARE(request(panel)->toPlainText(), QString());
        request(panel)->setPlainText(QStringLiteral("my own words"));
        panel.setRepository(sample);
        QCOMPARE(request(panel)->toPlainText(), QStringLiteral("my own words"));
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
