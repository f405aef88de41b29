#include "ui/diff/change_nature.h"
#include "ui/diff/diff_text.h"
#include "ui/diff/file_facts.h"
#include "ui/diff/prepared_diff.h"
#include "ui/diff/shown_text.h"

#include <QTest>

using namespace vouchsafe;

namespace {

FileChange change(std::string before, std::string after)
{
    FileChange file;
    file.path = "a.txt";
    file.before = std::move(before);
    file.after = std::move(after);
    return file;
}

PreparedDiff prepared(std::string before, std::string after, const PaneBounds &bounds = {})
{
    return preparedDiff(change(std::move(before), std::move(after)), bounds, {});
}

} // namespace

class ShownTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesComeBackAsTheyWere_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after) {
            QTest::newRow(name) << before << after;
        };
        row("LF", "a\nb\n", "a\nc\n");
        row("CR LF on both sides", "a\r\nb\r\n", "a\r\nc\r\n");
        row("CR LF in a new file", "", "a\r\nb");
        row("CR LF against LF", "a\r\nb\r\n", "a\nb\n");
        row("mixed", "a\r\nb\n", "a\r\nb\nc\rd\r\r\n");
        row("no line end at the end", "a\nb", "a\nb\nc");
        row("not UTF-8", "a\xff\n", "\xc3\n\xed\xa0\x80\xf5z");
        row("a byte order mark",
            "\xef\xbb\xbf"
            "a\n",
            "\xef\xbb\xbf"
            "b\n");
        row("the character that stands for CR", "\U0010f80d\r", "x\r\U0010f80d\U0010f80e\r\n");
        row("empty", "a\n", "");
    }
    void bytesComeBackAsTheyWere()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const PreparedDiff diff = prepared(before.toStdString(), after.toStdString());
        QCOMPARE(fileBytes(diff.left->text, diff.coding), before.toStdString());
        QCOMPARE(fileBytes(diff.right->text, diff.coding), after.toStdString());
        QVERIFY(diff.right->text.find('\r') == std::string::npos);
        QVERIFY(diff.whole());
    }

    void linesAreByLineFeedAlone() // G03
    {
        const std::string odd = "a\nb\u2029c\nd\re\n";
        const PreparedDiff diff = prepared("a\n", odd);
        QCOMPARE(diff.diff.rows.rightLines(), std::size_t{3});
        QCOMPARE(diff.right->lines, std::size_t{3});
        QCOMPARE(std::count(diff.right->text.begin(), diff.right->text.end(), '\n'), std::ptrdiff_t{3});
        QCOMPARE(diff.right->hidden.deceptive.at(0x2029), std::size_t{1});
    }

    void aWideLineIsCutBetweenClusters() // G01
    {
        PaneBounds bounds;
        bounds.characters = 10;
        const std::string flag = "🇩🇪"; // two characters, one cluster
        const PreparedDiff diff = prepared("", "123456789" + flag + "the rest\nshort\n", bounds);
        QCOMPARE(diff.right->cuts.size(), std::size_t{1});
        QVERIFY(diff.right->text.starts_with("123456789 ⟨"));
        QVERIFY(diff.right->text.ends_with("\nshort\n"));
        QCOMPARE(diff.right->cuts.front().at, std::size_t{9});
        QVERIFY(!diff.whole());
    }

    void manyWideLinesAreCutEarlier()
    {
        std::string text;
        for (int i = 0; i < 8; ++i)
            text += std::string(5000, 'x') + "\n";
        QCOMPARE(prepared("", text).right->cuts.size(), std::size_t{8});
        QCOMPARE(prepared("", std::string(5000, 'x') + "\n").right->cuts.size(), std::size_t{0});
    }

    void whatPassesTheBoundsIsCounted()
    {
        std::string before;
        for (int i = 0; i < 100; ++i)
            before += "line " + std::to_string(i) + "\n";
        std::string after = before;
        after.replace(after.find("line 90\n"), 8, "line ninety\n");
        PaneBounds bounds;
        bounds.lines = 50;
        const PreparedDiff diff = prepared(before, after, bounds);
        QCOMPARE(diff.left->lines, std::size_t{50});
        QCOMPARE(diff.hiddenRows, std::size_t{50});
        QCOMPARE(diff.hiddenChanges, std::size_t{1});
        QCOMPARE(diff.added, std::size_t{1});
        QVERIFY(!diff.whole());
    }

    void namesWhatKindOfChangeItIs_data() // G08, G6
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<int>("nature");
        const auto row = [](const char *name, const char *before, const char *after, ChangeNature nature) {
            QTest::newRow(name) << QByteArray(before) << QByteArray(after) << static_cast<int>(nature);
        };
        row("line ends", "a\r\nb\r\n", "a\nb\n", ChangeNature::LineEnds);
        row("blanks at an end", "b  \n", "b\n", ChangeNature::Whitespace);
        row("a tab", "\tc\n", "    c\n", ChangeNature::Whitespace);
        row("a blank line", "a\nb\n", "a\n\nb\n", ChangeNature::Whitespace);
        row("line ends and blanks", "a\r\nx\nb  \n", "a\nx\nb\n", ChangeNature::Whitespace);
        row("the last line end", "a\nb", "a\nb\n", ChangeNature::FinalNewline);
        row("composed otherwise", "caf\u00e9\n", "cafe\u0301\n", ChangeNature::UnicodeForm);
        row("text", "a\n", "b\n", ChangeNature::Text);
        row("text and blanks", "a\nx\nb  \n", "c\nx\nb\n", ChangeNature::Text);
        row("nothing", "a\n", "a\n", ChangeNature::None);
    }
    void namesWhatKindOfChangeItIs()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(int, nature);
        const PreparedDiff diff = prepared(before.toStdString(), after.toStdString());
        QCOMPARE(static_cast<int>(diff.nature), nature);
        const bool said = !inWords(diff.nature).isEmpty();
        QCOMPARE(said, diff.nature != ChangeNature::Text && diff.nature != ChangeNature::None);
    }

    void saysWhatTheProposalHides()
    {
        const FileFacts facts =
            fileFacts(change("old \u200b\n", "old \u200b\nevil\u202e \x1b[31m \xff\n"), {});
        QCOMPARE(facts.hidden.deceptive.size(), std::size_t{1}); // the old one is not the proposal's doing
        const QString words = hiddenInWords(facts.hidden);
        QVERIFY(words.contains(QStringLiteral("U+202E")));
        QVERIFY(words.contains(QStringLiteral("1 control character")));
        QVERIFY(words.contains(QStringLiteral("1 byte")));
    }

    void saysWhatHappensToTheFile()
    {
        FileChange mode = change("x", "x");
        mode.modeAfter = 0100755;
        QCOMPARE(kindInWords(mode), QStringLiteral("mode 100755, was 100644, content unchanged"));
        FileChange renamed = change("x", "x");
        renamed.kind = ChangeKind::Rename;
        renamed.from = "old\u202e.txt";
        QCOMPARE(kindInWords(renamed), QStringLiteral("renamed from old⟨U+202E⟩.txt"));
    }

    void thePatchReadsAsTextWithNumbersLast()
    {
        const std::string diff =
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -4,2 +4,2 @@\n same\n-old\n+--- new\n"
            "diff --git a/y b/y\nnew file mode 100644\n";
        const DiffText text = diffText(diff, 1 << 20, {});
        QVERIFY(text.text.find("\n same    line 4\n-old    old line 5\n+--- new    line 5\n") !=
                std::string::npos);
        QVERIFY((text.lines.at(6) == DiffTextLine{0, 5}));
        QVERIFY((text.lines.at(7) == DiffTextLine{1, 0}));
        QVERIFY(diffText(diff, 10, {}).cut);
    }
};

QTEST_GUILESS_MAIN(ShownTextTest)
#include "shown_text_test.moc"
