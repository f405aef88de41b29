// Before a tree is written: nothing but a late, deliberate press writes; what is risky says so.
#include "ui/dialogs/apply_dialog.h"

#include "core/base/text.h"
#include "ui/dialogs/diff_counts.h"
#include "ui/dialogs/discard_question.h"
#include "ui/dialogs/late_button.h"
#include "ui/dialogs/stop_question.h"
#include "ui/models/words.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTreeWidget>

using namespace vouchsafe;

namespace {

ReviewPatch samplePatch()
{
    ReviewPatch review;
    review.run = "run-1";
    review.iteration = 1;
    review.sha256 = std::string(64, 'a');
    review.diff =
        "diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,3 @@\n one\n--- two\n+two\n+three\n"
        "diff --git a/Makefile b/Makefile\n--- a/Makefile\n+++ b/Makefile\n@@ -4 +4 @@\n-x\n+y\n";
    review.patch.files = {{"a.py", "", ChangeKind::Modify, "one\n-- two\n", "one\ntwo\nthree\n"},
                          {"Makefile", "", ChangeKind::Modify, "x\n", "y\n"}};
    review.tests = {"a.py"};
    review.sensitive = {"Makefile: it runs outside of the sandbox later"};
    return review;
}

Iteration judged(Outcome outcome)
{
    Iteration iteration;
    iteration.number = 1;
    iteration.verdict = Verdict{};
    iteration.verdict->outcome = outcome;
    iteration.verdict->reason = "as <i>judged</i>";
    return iteration;
}

QString allText(const QDialog &dialog)
{
    QString text;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        text += label->text() + QLatin1Char('\n');
    const auto *files = dialog.findChild<QTreeWidget *>();
    for (int row = 0; files != nullptr && row < files->topLevelItemCount(); ++row)
        for (int column = 0; column < files->columnCount(); ++column)
            text += files->topLevelItem(row)->text(column) + QLatin1Char('\n');
    return text;
}

LateButton *lateButton(const QDialog &dialog)
{
    return dialog.findChild<LateButton *>();
}

} // namespace

class ApplyDialogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theButtonIsInertForHalfASecond()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        QSignalSpy approved(&dialog, &ApplyDialog::approved);
        dialog.open();
        LateButton *apply = lateButton(dialog);
        QVERIFY(!apply->isEnabled());
        QTest::mouseDClick(apply, Qt::LeftButton);
        QTest::keyClick(apply, Qt::Key_Space);
        QCOMPARE(approved.count(), 0);
        QTest::qWait(350);
        QVERIFY(!apply->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), 1000);
        QTest::mouseClick(apply, Qt::LeftButton);
        QCOMPARE(approved.count(), 1);
        QCOMPARE(approved.front().front().value<std::string>(), samplePatch().sha256);
        QVERIFY(!dialog.isVisible());
    }

    void aFloodOfEnterDoesNothing()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        QSignalSpy approved(&dialog, &ApplyDialog::approved);
        dialog.open();
        LateButton *apply = lateButton(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(apply->isEnabled(), 1000);
        QVERIFY(!apply->isDefault());
        QVERIFY(!apply->autoDefault());
        apply->setFocus();
        for (int i = 0; i < 20; ++i) {
            QTest::keyClick(&dialog, Qt::Key_Return);
            QTest::keyClick(apply, Qt::Key_Return);
            QTest::keyClick(apply, Qt::Key_Enter);
        }
        QCOMPARE(approved.count(), 0);
        QVERIFY(dialog.isVisible());
        QTest::keyClick(apply, Qt::Key_Space); // the deliberate press is by Space or its letter
        QCOMPARE(approved.count(), 1);
    }

    void isInertAgainWhenItIsShownAgain()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        dialog.open();
        QTRY_VERIFY_WITH_TIMEOUT(lateButton(dialog)->isEnabled(), 1000);
        dialog.hide();
        dialog.open();
        QVERIFY(!lateButton(dialog)->isEnabled());
    }

    void escapeLeavesTheTreeAlone()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        QSignalSpy approved(&dialog, &ApplyDialog::approved);
        dialog.open();
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(!dialog.isVisible());
        QCOMPARE(approved.count(), 0);
    }

    void namesFilesCountsAndWhatIsRisky()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        const QString text = allText(dialog);
        for (const char *part :
             {"a.py", "Makefile", "+2 −1", "+1 −1", "decides what the tests say",
              "it runs outside of the sandbox later", "aaaaaaaaaaaaaaaa…", "as <i>judged</i>"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
        QVERIFY(!text.contains(QString(17, QLatin1Char('a'))));
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void aPatchThatIsNotProvenCarriesAWarning()
    {
        const QString warning = QStringLiteral("do not vouch");
        QVERIFY(!allText(ApplyDialog(samplePatch(), judged(Outcome::Proven), m_theme)).contains(warning));
        QVERIFY(
            allText(ApplyDialog(samplePatch(), judged(Outcome::StillFailing), m_theme)).contains(warning));
    }

    void warnsAsTheBarDoes_data()
    {
        QTest::addColumn<bool>("ambiguous");
        QTest::addColumn<int>("alternatives");
        QTest::addColumn<QString>("says");
        QTest::newRow("alternatives") << false << 2 << QStringLiteral("were not chosen: 2.");
        QTest::newRow("ambiguous") << true << 0 << QStringLiteral("choose yourself");
        QTest::newRow("neither") << false << 0 << QString();
    }
    void warnsAsTheBarDoes()
    {
        QFETCH(bool, ambiguous);
        QFETCH(int, alternatives);
        QFETCH(QString, says);
        Iteration iteration = judged(Outcome::Proven);
        iteration.verdict->ambiguous = ambiguous;
        iteration.patch = ProposedPatch{};
        iteration.patch->alternatives = alternatives;
        const ApplyDialog dialog(samplePatch(), iteration, m_theme);
        QVERIFY(allText(dialog).contains(says));
        const QLabel *verdict = nullptr;
        for (const QLabel *label : dialog.findChildren<QLabel *>())
            if (label->text().contains(QLatin1String("Verdict of attempt 1")))
                verdict = label;
        QVERIFY(verdict != nullptr);
        const QColor ink = verdict->palette().color(QPalette::WindowText);
        QCOMPARE(ink, says.isEmpty() ? m_theme.colours().good : m_theme.colours().warning);
        QVERIFY(verdict->text().startsWith(markGlyph(says.isEmpty() ? Mark::Good : Mark::Warned)));
    }

    void namesTheTreeThatIsWritten()
    {
        ApplyDialog dialog(samplePatch(), judged(Outcome::Proven), m_theme);
        QVERIFY(!allText(dialog).contains(QLatin1String("branch")));
        dialog.setTree("/home/someone/ca\x1blc", "main");
        QVERIFY(allText(dialog).contains(QString::fromUtf8("Written in /home/someone/ca␛lc, branch main.")));
        dialog.setTree("/home/someone/calc", "");
        QVERIFY(allText(dialog).contains(QLatin1String("Written in /home/someone/calc, on no branch.")));
    }

    void oddNamesKeepTheirRemarks()
    {
        ReviewPatch review = samplePatch();
        const std::string odd = "caf\xe9\x01.py";
        review.patch.files[0].path = odd;
        review.tests = {shown(odd)};
        review.sensitive = {shown(odd) + ": it runs outside of the sandbox later"};
        review.stale = {shown(odd)};
        const ApplyDialog dialog(review, judged(Outcome::Proven), m_theme);
        const QString remarks = dialog.findChild<QTreeWidget *>()->topLevelItem(0)->text(3);
        for (const char *part : {"decides what the tests say", "it runs outside of the sandbox later",
                                 "changed in the working tree since"})
            QVERIFY2(remarks.contains(QLatin1String(part)), part);
    }

    void aStalePatchCannotBeApplied()
    {
        ReviewPatch review = samplePatch();
        review.stale = {"a.py"};
        ApplyDialog dialog(review, judged(Outcome::Proven), m_theme);
        dialog.open();
        QTest::qWait(700);
        QVERIFY(!lateButton(dialog)->isEnabled());
        QVERIFY(allText(dialog).contains(QLatin1String("changed in the working tree since")));
    }

    void stoppingARunIsNoDefaultEither()
    {
        StopQuestion question;
        QSignalSpy accepted(&question, &QDialog::accepted);
        question.open();
        QVERIFY(!lateButton(question)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(lateButton(question)->isEnabled(), 1000);
        QTest::keyClick(&question, Qt::Key_Return);
        QCOMPARE(accepted.count(), 0);
        QVERIFY(!question.isVisible()); // Return keeps the run
    }

    void editsAreKeptByReturn()
    {
        DiscardQuestion question;
        QSignalSpy accepted(&question, &QDialog::accepted);
        question.open();
        QVERIFY(!lateButton(question)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(lateButton(question)->isEnabled(), 1000);
        QTest::keyClick(&question, Qt::Key_Return);
        QCOMPARE(accepted.count(), 0);
        QVERIFY(!question.isVisible());
    }

    void countsLinesByTheHeadersOfHunks()
    {
        const std::vector<LineCounts> expected{{2, 1}, {1, 1}};
        QVERIFY(lineCounts(samplePatch().diff) == expected);
        QVERIFY(lineCounts("").empty());
        QVERIFY(lineCounts("@@ -1 +1 @@\n-x\n+y\n").empty());
        // A removed line that looks like the header of a file belongs to its hunk.
        QCOMPARE(
            lineCounts("diff --git a/a b/a\n@@ -1,2 +0,0 @@\n-diff --git a/x b/x\n-@@ -1 +1 @@\n").size(),
            1U);
    }

private:
    Theme m_theme{ThemeChoice::Light};
};

QTEST_MAIN(ApplyDialogTest)
#include "apply_dialog_test.moc"
