#include "ui/diff/diff_panel.h"

#include "core/base/text.h"
#include "core/patch/writer.h"
#include "tests/ui/diff/diff_support.h"
#include "ui/diff/diff_notices.h"
#include "ui/diff/diff_text_view.h"
#include "ui/diff/edit_banner.h"
#include "ui/diff/notice_strip.h"
#include "ui/diff/patch_files_list.h"
#include "ui/diff/patch_files_model.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

ReviewPatch samplePatch()
{
    ReviewPatch review;
    review.run = "20261130-100000-abcd";
    review.iteration = 1;
    FileChange calc = changedFile("a\nb\nc\nd\n", "A\nb\nc\nd\ne\n", "src/calc.py");
    calc.hunks = {{1, 1, 3, {"counts of the header were wrong"}}};
    FileChange test = changedFile("", "def test():\n    pass\n", "tests/test_<b>calc</b>\u202e.py");
    test.kind = ChangeKind::Create;
    FileChange mode = changedFile("x\n", "x\n", "run.sh");
    mode.modeAfter = 0100755;
    FileChange last = changedFile("old\n", "new\n", "z.txt");
    review.patch.files = {calc, test, mode, last};
    review.tests = {test.path};
    review.sensitive = {"run.sh: it starts the program"};
    review.stale = {"z.txt"};
    review.diff = canonicalDiff(review.patch);
    review.sha256 = "1";
    return review;
}

} // namespace

class DiffPanelTest : public QObject {
    Q_OBJECT

    Theme m_theme{ThemeChoice::Light};
    std::unique_ptr<DiffPanel> m_panel;

    QString cell(int row, PatchFilesModel::Column column)
    {
        auto *list = m_panel->findChild<PatchFilesList *>();
        return list->model()->index(row, column).data().toString();
    }
    QString noticeText()
    {
        QStringList all;
        for (const DiffNotice &notice : m_panel->findChild<NoticeStrip *>()->notices())
            all += notice.text;
        return all.join(QLatin1Char('\n'));
    }

private Q_SLOTS:
    void init()
    {
        m_panel = std::make_unique<DiffPanel>(m_theme);
        m_panel->resize(900, 500);
        m_panel->show();
    }

    void sayWhatIsThereBeforeAPatchIs()
    {
        const auto labels = m_panel->findChildren<QLabel *>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
            return label->isVisible() && label->text().startsWith(QStringLiteral("There is no patch yet"));
        }));
        QVERIFY(m_panel->edits().empty());
        m_panel->nextChange();
        m_panel->startEditing();
        QVERIFY(!m_panel->isEditing());
    }

    void listsFilesWithWhatIsToBeKnown()
    {
        auto *list = m_panel->findChild<PatchFilesList *>();
        const QAbstractItemModelTester tester(list->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_panel->setPatch(samplePatch());
        QTRY_COMPARE(cell(3, PatchFilesModel::Added), QStringLiteral("+1"));
        QCOMPARE(cell(0, PatchFilesModel::Added), QStringLiteral("+2"));
        QCOMPARE(cell(0, PatchFilesModel::Removed), QStringLiteral("−1"));
        QVERIFY(cell(0, PatchFilesModel::Marks).contains(QStringLiteral("repaired")));
        QCOMPARE(cell(1, PatchFilesModel::Path), QStringLiteral("tests/test_<b>calc</b>⟨U+202E⟩.py"));
        QCOMPARE(cell(1, PatchFilesModel::Kind), QStringLiteral("new file"));
        QCOMPARE(cell(1, PatchFilesModel::Marks), QStringLiteral("test file"));
        QCOMPARE(cell(2, PatchFilesModel::Kind),
                 QStringLiteral("mode 100755, was 100644, content unchanged"));
        QCOMPARE(cell(2, PatchFilesModel::Marks), QStringLiteral("sensitive"));
        QCOMPARE(cell(3, PatchFilesModel::Marks), QStringLiteral("changed in the working tree"));
        m_panel->setPatch(std::nullopt);
        QCOMPARE(list->model()->rowCount(), 0);
    }

    void oddNamesKeepTheirWarnings()
    {
        const std::string odd = "caf\xe9\x01.py";
        ReviewPatch review = samplePatch();
        review.patch.files = {changedFile("x\n", "y\n", odd)};
        review.tests = {shown(odd)};
        review.sensitive = {shown(odd) + ": it starts the program"};
        review.stale = {shown(odd)};
        review.diff = canonicalDiff(review.patch);
        m_panel->setPatch(review);
        const QString marks = cell(0, PatchFilesModel::Marks);
        for (const char *mark : {"test file", "sensitive", "changed in the working tree"})
            QVERIFY2(marks.contains(QLatin1String(mark)), mark);
        QVERIFY(waitUntilReady(m_panel->sides()));
        for (const char *words : {"has changed this file since", "Look closely: it starts the program.",
                                  "decides what the tests say"})
            QVERIFY2(noticeText().contains(QLatin1String(words)), words);
        review.stale.clear();
        m_panel->setPatch(review);
        QVERIFY(!cell(0, PatchFilesModel::Marks).contains(QLatin1String("working tree")));
        review.stale = {shown(odd)};
        m_panel->setPatch(review); // the same patch, looked at again
        QVERIFY(cell(0, PatchFilesModel::Marks).contains(QLatin1String("working tree")));
    }

    void noticesNameWhatALookDoesNotTell()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(noticeText().contains(QStringLiteral("counts of the header were wrong")));
        m_panel->selectFile(2);
        QVERIFY(noticeText().contains(QStringLiteral("it starts the program")));
        QVERIFY(noticeText().contains(QStringLiteral("Only the mode changes")));
        m_panel->selectFile(3);
        QVERIFY(noticeText().contains(QStringLiteral("cannot be applied")));
        for (QLabel *label : m_panel->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    void aStepCrossesFiles()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QCOMPARE(m_panel->position(),
                 QStringLiteral("File src/calc.py, 3 line(s) changed, 2 added, 1 removed, change 1 of 2"));
        m_panel->nextChange();
        QVERIFY(m_panel->position().endsWith(QStringLiteral("change 2 of 2")));
        m_panel->nextChange();
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->position().contains(QStringLiteral("test_<b>calc</b>⟨U+202E⟩.py, 2 line(s)")));
        m_panel->nextChange();
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->position().startsWith(QStringLiteral("File run.sh, no line changed, mode")));
        m_panel->nextChange();
        m_panel->nextChange(); // asked before the file is there
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->position().startsWith(QStringLiteral("File z.txt")));
        m_panel->previousChange();
        m_panel->previousChange();
        QVERIFY(waitUntilReady(m_panel->sides()));
        m_panel->previousChange();
        QVERIFY(waitUntilReady(m_panel->sides()));
        m_panel->previousChange();
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->position().endsWith(QStringLiteral("change 2 of 2")));
        QCOMPARE(m_panel->accessibleDescription(), m_panel->position());
    }

    void editsOfSeveralFilesAreKept()
    {
        QSignalSpy told(m_panel.get(), &DiffPanel::edited);
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        auto *banner = m_panel->findChild<EditBanner *>();
        QVERIFY(!banner->isVisible());
        m_panel->startEditing();
        QVERIFY(banner->isVisible());
        m_panel->sides().proposedPane().placeCaret(0);
        QTest::keyClicks(&m_panel->sides().proposedPane(), QStringLiteral("x"));
        QCOMPARE(told.size(), 1);
        m_panel->selectFile(3);
        QVERIFY(waitUntilReady(m_panel->sides()));
        QTest::keyClicks(&m_panel->sides().proposedPane(), QStringLiteral("y"));
        QVERIFY((m_panel->edits() ==
                 std::vector<EditedFile>{{"src/calc.py", "xA\nb\nc\nd\ne\n"}, {"z.txt", "ynew\n"}}));
        m_panel->selectFile(0);
        QVERIFY(waitUntilReady(m_panel->sides()));
        QCOMPARE(m_panel->sides().rightText(), std::string("xA\nb\nc\nd\ne\n"));
        QCOMPARE(m_panel->edits().size(), std::size_t{2});
        QVERIFY(cell(0, PatchFilesModel::Marks).startsWith(QStringLiteral("edited, not verified")));

        ReviewPatch again = samplePatch();
        again.stale = {"src/calc.py"};
        m_panel->setPatch(again); // the same one: edits stay
        QCOMPARE(m_panel->edits().size(), std::size_t{2});
        QVERIFY(cell(0, PatchFilesModel::Marks).contains(QStringLiteral("changed in the working tree")));

        QSignalSpy verify(m_panel.get(), &DiffPanel::verifyAsked);
        QTest::mouseClick(banner->findChild<QPushButton *>(), Qt::LeftButton);
        QCOMPARE(verify.size(), 1);
        QCOMPARE(told.last().first().value<std::vector<EditedFile>>().size(), std::size_t{2});

        m_panel->dropEdits();
        QVERIFY(m_panel->edits().empty());
        QVERIFY(told.last().first().value<std::vector<EditedFile>>().empty());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QCOMPARE(m_panel->sides().rightText(), std::string("A\nb\nc\nd\ne\n"));
    }

    void escapeLeavesEditing()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QSignalSpy changed(m_panel.get(), &DiffPanel::editingChanged);
        m_panel->startEditing();
        QTest::keyClick(&m_panel->sides().proposedPane(), Qt::Key_Escape);
        QVERIFY(!m_panel->isEditing());
        QCOMPARE(changed.size(), 2);
        QTest::keyClicks(&m_panel->sides().proposedPane(), QStringLiteral("x"));
        QVERIFY(m_panel->edits().empty());
    }

    void anotherPatchDropsEdits()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        m_panel->startEditing();
        QTest::keyClicks(&m_panel->sides().proposedPane(), QStringLiteral("x"));
        QCOMPARE(m_panel->edits().size(), std::size_t{1});
        ReviewPatch other = samplePatch();
        other.sha256 = "2";
        m_panel->setPatch(other);
        QVERIFY(m_panel->edits().empty());
        QVERIFY(!m_panel->isEditing());
        QVERIFY(!m_panel->findChild<EditBanner *>()->isVisible());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->edits().empty());
    }

    void aRefusalIsShownAsItIs()
    {
        m_panel->setRejected({"ERR_PATCH_CONTEXT",
                              "Hunk <b>2</b> fits nowhere.",
                              {{"a\u202e.py", 3, "x = 1"}},
                              "--- a\n\x1b[2Jraw\n"});
        const auto edits = m_panel->findChildren<QPlainTextEdit *>();
        const QString text = edits.first()->toPlainText();
        QVERIFY(edits.first()->isVisible());
        QVERIFY(text.contains(QStringLiteral("a⟨U+202E⟩.py:3")));
        QVERIFY(text.contains(QStringLiteral("␛[2Jraw")));
    }

    void theTextViewJumpsToItsLine()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        m_panel->showAsText();
        auto *text = m_panel->findChild<DiffTextView *>();
        QVERIFY(text->isVisible());
        QTRY_VERIFY(text->text().contains(QStringLiteral("+e    line 5")));
        int line = 0;
        while (!text->text(line).startsWith(QStringLiteral("+new")))
            ++line;
        text->setCursorPosition(line, 0);
        QTest::keyClick(text, Qt::Key_Return);
        QVERIFY(!text->isVisible());
        QVERIFY(waitUntilReady(m_panel->sides()));
        QVERIFY(m_panel->position().startsWith(QStringLiteral("File z.txt")));
        m_panel->showAsText();
        QTest::keyClick(text, Qt::Key_Escape);
        QVERIFY(!text->isVisible());
    }

    void everyControlHasAName()
    {
        m_panel->setPatch(samplePatch());
        QVERIFY(waitUntilReady(m_panel->sides()));
        int controls = 0;
        for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
                continue;
            const auto *button = qobject_cast<const QAbstractButton *>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     widget->metaObject()->className());
            ++controls;
        }
        QVERIFY(controls >= 4);
    }
};

QTEST_MAIN(DiffPanelTest)
#include "diff_panel_test.moc"
