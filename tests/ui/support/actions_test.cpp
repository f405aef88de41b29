// The registry of acts: keys with the tip, reasons for what cannot be done, letters for the diff alone.
#include "ui/support/actions.h"
#include "ui/support/icons.h"

#include "core/base/resources.h"
#include "ui/support/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace vouchsafe;

namespace {

/// A window with a diff that has a text that is read and one that is edited in it, and a field beside it.
struct Bench {
    QWidget window;
    QWidget *diff = new QWidget(&window);
    QPlainTextEdit *reading = new QPlainTextEdit(diff);
    QPlainTextEdit *editing = new QPlainTextEdit(diff);
    QLineEdit *field = new QLineEdit(&window);
    Actions actions{&window};

    Bench()
    {
        auto *inner = new QVBoxLayout(diff);
        inner->addWidget(reading);
        inner->addWidget(editing);
        auto *outer = new QVBoxLayout(&window);
        outer->addWidget(diff);
        outer->addWidget(field);
        reading->setReadOnly(true);
        actions.add({.id = "diff.approve",
                     .text = QStringLiteral("&Approve"),
                     .keys = {QKeySequence(Qt::Key_A)},
                     .tip = QStringLiteral("Approve it"),
                     .scope = ActionScope::Diff});
        actions.add({.id = "run.start",
                     .text = QStringLiteral("&Run"),
                     .keys = {QKeySequence(Qt::Key_F5), QKeySequence(Qt::CTRL | Qt::Key_R)},
                     .tip = QStringLiteral("Run it")});
        actions.attachDiff(diff);
    }
    void show()
    {
        window.show();
        QApplication::setActiveWindow(&window);
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
};

} // namespace

class ActionsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTipNamesTheFirstKeys()
    {
        Bench bench;
        QCOMPARE(bench.actions.get("run.start")->toolTip(), QStringLiteral("Run it (F5)"));
    }

    void whatCannotBeDoneSaysWhy()
    {
        Bench bench;
        bench.actions.enable("run.start", false, QStringLiteral("Nothing is open."));
        QVERIFY(!bench.actions.get("run.start")->isEnabled());
        QVERIFY(bench.actions.get("run.start")->toolTip().contains(QLatin1String("Nothing is open.")));
        bench.actions.enable("run.start", true, QStringLiteral("unused"));
        QCOMPARE(bench.actions.get("run.start")->toolTip(), QStringLiteral("Run it (F5)"));
    }

    void lettersCountInTheDiffWhileItIsRead()
    {
        Bench bench;
        bench.show();
        QSignalSpy approved(bench.actions.get("diff.approve"), &QAction::triggered);
        bench.reading->setFocus();
        QTest::keyClick(bench.reading, Qt::Key_A);
        QCOMPARE(approved.count(), 1);
        bench.editing->setFocus();
        QTest::keyClick(bench.editing, Qt::Key_A);
        QCOMPARE(approved.count(), 1);
        QCOMPARE(bench.editing->toPlainText(), QStringLiteral("a"));
        bench.field->setFocus();
        QTest::keyClick(bench.field, Qt::Key_A);
        QCOMPARE(approved.count(), 1);
        QCOMPARE(bench.field->text(), QStringLiteral("a"));
    }

    void otherKeysCountEverywhere()
    {
        Bench bench;
        bench.show();
        QSignalSpy started(bench.actions.get("run.start"), &QAction::triggered);
        bench.field->setFocus();
        QTest::keyClick(bench.field, Qt::Key_F5);
        QCOMPARE(started.count(), 1);
    }

    void iconsAreDrawnInThePalettesInk()
    {
        const auto darkest = [] {
            const QImage image = inkIcon("run").pixmap(QSize(32, 32)).toImage();
            return image.pixelColor(14, 16);
        };
        Theme theme(ThemeChoice::Light);
        QCOMPARE(darkest(), themePalette(false).color(QPalette::ButtonText));
        theme.choose(ThemeChoice::Dark);
        QCOMPARE(darkest(), themePalette(true).color(QPalette::ButtonText));
        QVERIFY(inkIcon("no such icon").isNull());
    }

    void everyIconShowsSomething()
    {
        const std::vector<std::string> names = resourceNames("icons");
        QVERIFY(names.size() > 10);
        for (const std::string &name : names) {
            const QImage image =
                inkIcon(name.substr(0, name.rfind('.')).c_str()).pixmap(QSize(32, 32)).toImage();
            int drawn = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    drawn += image.pixelColor(x, y).alpha() > 128 ? 1 : 0;
            QVERIFY2(drawn > 30, name.c_str());
        }
    }
};

QTEST_MAIN(ActionsTest)
#include "actions_test.moc"
