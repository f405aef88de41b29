// The page of this machine: findings as they come, what lies on the disk, and the question before anything
// goes.
#include "ui/dialogs/clean_question.h"
#include "ui/dialogs/machine_dialog.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

namespace {

QPushButton *button(const QWidget &widget, const char *name)
{
    for (QPushButton *each : widget.findChildren<QPushButton *>())
        if (each->accessibleName() == QLatin1String(name))
            return each;
    return nullptr;
}

bool says(const QWidget &widget, const char *words)
{
    for (const QLabel *label : widget.findChildren<QLabel *>())
        if (label->isVisible() && label->text().contains(QString::fromUtf8(words)))
            return true;
    return false;
}

const std::vector<Holding> held = {{"base trees", "/cache/trees", 3U << 20, 2, true},
                                   {"docker containers", "unix:///run/docker.sock", 0, 4, true},
                                   {"runs", "/data/runs", 1U << 20, 7, false}};
const std::vector<Finding> some = {{"bubblewrap", Finding::State::Works, "a sandbox ran", ""}};
const std::vector<Finding> all = {
    {"bubblewrap", Finding::State::Works, "a sandbox ran", ""},
    {"docker", Finding::State::Missing, "the engine does not answer", "Start it: systemctl start docker."},
    {"docker runsc", Finding::State::Works, "gVisor", ""}};

} // namespace

class MachineDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void examinesWhenItIsFirstShown()
    {
        MachineDialog dialog(m_theme);
        QSignalSpy asked(&dialog, &MachineDialog::examineAsked);
        dialog.show();
        QCOMPARE(asked.count(), 1);
    }
    void showsEachPartAsItComes()
    {
        MachineDialog dialog(m_theme);
        dialog.show();
        dialog.setExamining();
        dialog.setFindingsSoFar(some);
        QVERIFY(says(dialog, "a sandbox ran"));
        QVERIFY2(dialog.findChild<QProgressBar *>()->isVisible(), "more is to come");
        QVERIFY(!button(dialog, "Examine this machine again")->isEnabled());
        dialog.setFindings(all);
        QVERIFY(says(dialog, "does not answer"));
        QVERIFY(says(dialog, "systemctl start docker"));
        QVERIFY(!dialog.findChild<QProgressBar *>()->isVisible());
        QVERIFY(button(dialog, "Examine this machine again")->isEnabled());
    }
    void saysWhatLiesOnTheDisk()
    {
        MachineDialog dialog(m_theme);
        dialog.show();
        QVERIFY(!button(dialog, "Clean what nobody uses")->isEnabled());
        dialog.setHoldings(held);
        QVERIFY(says(dialog, "/cache/trees"));
        QVERIFY(says(dialog, "2 · 3.0 MB"));
        QVERIFY(says(dialog, "4.0 MB in all"));
        QVERIFY(button(dialog, "Clean what nobody uses")->isEnabled());
    }
    void asksBeforeAnythingGoes()
    {
        MachineDialog dialog(m_theme);
        QSignalSpy asked(&dialog, &MachineDialog::cleanAsked);
        dialog.show();
        dialog.setHoldings(held);
        button(dialog, "Clean what nobody uses")->click();
        auto *question = dialog.findChild<CleanQuestion *>();
        QVERIFY(question != nullptr);
        QVERIFY(says(*question, "base trees, docker containers"));
        QVERIFY(says(*question, "What stays: runs"));
        QTest::keyClick(question, Qt::Key_Return); // the default keeps everything
        QTRY_VERIFY(dialog.findChild<CleanQuestion *>() == nullptr);
        QCOMPARE(asked.count(), 0);
        button(dialog, "Clean what nobody uses")->click();
        question = dialog.findChild<CleanQuestion *>();
        QTest::qWait(700); // the button is inert at first
        button(*question, "Remove what nobody uses")->click();
        QCOMPARE(asked.count(), 1);
        QVERIFY(!button(dialog, "Clean what nobody uses")->isEnabled());
        dialog.setCleaned(QStringLiteral("3 MB are free again."));
        QVERIFY(says(dialog, "free again"));
        dialog.setHoldings({});
        QVERIFY2(says(dialog, "free again"), "it stays to be read");
    }
    void canBeUsedAgainAfterCleaningFailed()
    {
        MachineDialog dialog(m_theme);
        dialog.show();
        dialog.setHoldings(held);
        dialog.setCleaningFailed();
        QVERIFY(button(dialog, "Clean what nobody uses")->isEnabled());
        QVERIFY(says(dialog, "/cache/trees"));
    }
    void everyButtonIsReachedByKeyAndHasAName()
    {
        MachineDialog dialog(m_theme);
        dialog.show();
        dialog.setFindings(all);
        dialog.setHoldings(held);
        for (const QPushButton *each : dialog.findChildren<QPushButton *>()) {
            QVERIFY2(each->focusPolicy() & Qt::TabFocus, qPrintable(each->text()));
            QVERIFY(!each->accessibleName().isEmpty() || !each->text().isEmpty());
        }
    }
    void looksFinishedInBothThemes()
    {
        const QByteArray folder = qgetenv("VOUCHSAFE_SHOTS");
        if (folder.isEmpty())
            QSKIP("VOUCHSAFE_SHOTS names no folder for pictures");
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_theme.choose(choice);
            MachineDialog dialog(m_theme);
            dialog.show();
            dialog.setFindings(all);
            dialog.setHoldings(held);
            QVERIFY(dialog.grab().save(
                QString::fromLocal8Bit(folder) +
                QStringLiteral("/machine-%1.png")
                    .arg(choice == ThemeChoice::Light ? QStringLiteral("light") : QStringLiteral("dark"))));
        }
    }

private:
    Theme m_theme;
};

QTEST_MAIN(MachineDialogTest)
#include "machine_dialog_test.moc"
