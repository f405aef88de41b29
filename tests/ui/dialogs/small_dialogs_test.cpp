// The bar of a rejection, the list of keys and the help.
#include "ui/dialogs/help_dialog.h"
#include "ui/dialogs/reject_bar.h"
#include "ui/dialogs/shortcuts_dialog.h"

#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextBrowser>
#include <QTreeWidget>

using namespace vouchsafe;

namespace {

QPushButton *button(const QWidget &parent, const char *name)
{
    for (QPushButton *each : parent.findChildren<QPushButton *>())
        if (each->accessibleName() == QLatin1String(name))
            return each;
    return nullptr;
}

int shownRows(const QTreeWidget &list)
{
    int rows = 0;
    for (int row = 0; row < list.topLevelItemCount(); ++row)
        rows += list.topLevelItem(row)->isHidden() ? 0 : 1;
    return rows;
}

} // namespace

class SmallDialogsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsRejectedWithoutAReason()
    {
        RejectBar bar;
        QSignalSpy rejected(&bar, &RejectBar::rejected);
        bar.ask();
        QVERIFY(!button(bar, "Reject without trying again")->isEnabled());
        QVERIFY(!button(bar, "Reject and try again")->isEnabled());
        bar.findChild<QPlainTextEdit *>()->setPlainText(QStringLiteral("  \n "));
        QVERIFY(!button(bar, "Reject without trying again")->isEnabled());
        QTest::mouseClick(button(bar, "Reject without trying again"), Qt::LeftButton);
        QCOMPARE(rejected.count(), 0);
    }

    void aReasonGoesWithTheRejection_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("tryAgain");
        QTest::newRow("for good") << QByteArray("Reject without trying again") << false;
        QTest::newRow("again") << QByteArray("Reject and try again") << true;
    }
    void aReasonGoesWithTheRejection()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, tryAgain);
        RejectBar bar;
        QSignalSpy rejected(&bar, &RejectBar::rejected);
        bar.ask();
        QTest::keyClicks(bar.findChild<QPlainTextEdit *>(), QStringLiteral("keep the name "));
        QTest::mouseClick(button(bar, name.constData()), Qt::LeftButton);
        QCOMPARE(rejected.count(), 1);
        QCOMPARE(rejected.front().at(0).value<std::string>(), std::string("keep the name"));
        QCOMPARE(rejected.front().at(1).toBool(), tryAgain);
        QVERIFY(bar.isHidden());
        bar.ask(); // it was not recorded
        QCOMPARE(bar.findChild<QPlainTextEdit *>()->toPlainText(), QStringLiteral("keep the name "));
        bar.clear();
        QVERIFY(bar.isHidden());
        QCOMPARE(bar.findChild<QPlainTextEdit *>()->toPlainText(), QString());
    }

    void anotherTryCanBeOutOfTheQuestion()
    {
        RejectBar bar;
        bar.ask();
        QTest::keyClicks(bar.findChild<QPlainTextEdit *>(), QStringLiteral("why"));
        QPushButton *again = button(bar, "Reject and try again");
        bar.setMayTryAgain(false, QStringLiteral("The patch was given."));
        QVERIFY(!again->isEnabled());
        QCOMPARE(again->toolTip(), QStringLiteral("The patch was given."));
        QVERIFY(button(bar, "Reject without trying again")->isEnabled());
        bar.setMayTryAgain(true, {});
        QVERIFY(again->isEnabled());
        QVERIFY(again->toolTip() != QStringLiteral("The patch was given."));
    }

    void escapeKeepsThePatchAndTheText()
    {
        RejectBar bar;
        QSignalSpy dismissed(&bar, &RejectBar::dismissed);
        QSignalSpy rejected(&bar, &RejectBar::rejected);
        bar.ask();
        auto *text = bar.findChild<QPlainTextEdit *>();
        QTest::keyClicks(text, QStringLiteral("why"));
        QTest::keyClick(text, Qt::Key_Escape);
        QCOMPARE(dismissed.count(), 1);
        QCOMPARE(rejected.count(), 0);
        QVERIFY(bar.isHidden());
        QCOMPARE(text->toPlainText(), QStringLiteral("why"));
    }

    void theListOfKeysIsThatOfTheRegistry()
    {
        QWidget window;
        Actions actions(&window);
        actions.add(
            {.id = "one", .text = QStringLiteral("&Open && Read"), .keys = {QKeySequence(Qt::Key_F5)}});
        actions.add({.id = "two", .text = QStringLiteral("Without Keys")});
        actions.add(
            {.id = "three", .text = QStringLiteral("Stop"), .keys = {QKeySequence(Qt::SHIFT | Qt::Key_F5)}});
        ShortcutsDialog dialog(actions);
        auto *list = dialog.findChild<QTreeWidget *>();
        QCOMPARE(list->topLevelItemCount(), 2);
        QCOMPARE(list->topLevelItem(0)->text(0), QStringLiteral("Open & Read"));
        auto *filter = dialog.findChild<QLineEdit *>();
        filter->setText(QStringLiteral("shift"));
        QCOMPARE(shownRows(*list), 1);
        filter->setText(QStringLiteral("f5 read"));
        QCOMPARE(shownRows(*list), 1);
        filter->setText(QStringLiteral("nothing like it"));
        QCOMPARE(shownRows(*list), 0);
        filter->clear();
        QCOMPARE(shownRows(*list), 2);
    }

    void theHelpShowsPagesAndLoadsNothing()
    {
        HelpDialog dialog;
        auto *pages = dialog.findChild<QListWidget *>();
        auto *text = dialog.findChild<QTextBrowser *>();
        QVERIFY(pages->count() > 10);
        const char *const first[] = {"window", "settings", "outcomes", "errors", "apply"};
        for (int row = 0; row < 5; ++row)
            QCOMPARE(pages->item(row)->data(Qt::UserRole).toString(), QLatin1String(first[row]));
        QVERIFY(text->toPlainText().startsWith(QLatin1String("The window")));
        dialog.showPage(QStringLiteral("outcomes"));
        QVERIFY(text->toPlainText().contains(QLatin1String("still-failing")));
        const QString before = text->toPlainText();
        for (const char *foreign : {"http://example.org/x", "file:///etc/passwd", "no-such-page"})
            Q_EMIT text->anchorClicked(QUrl(QLatin1String(foreign)));
        QCOMPARE(text->toPlainText(), before);
        QVERIFY(!text->loadResource(QTextDocument::ImageResource, QUrl(QStringLiteral("file:///etc/passwd")))
                     .isValid());
        Q_EMIT text->anchorClicked(QUrl(QStringLiteral("run.md")));
        QVERIFY(text->toPlainText() != before);
    }
};

QTEST_MAIN(SmallDialogsTest)
#include "small_dialogs_test.moc"
