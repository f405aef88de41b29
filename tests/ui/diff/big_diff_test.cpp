#include "tests/ui/diff/diff_support.h"
#include "ui/diff/diff_panel.h"

#include <QScrollBar>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

// 100 ms of work in one go are the aim of a release build.
constexpr qint64 bound = 250;

std::string lines(int count, int changedEvery, const char *changed)
{
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += i % changedEvery == 7 ? std::string("    value = ") + changed
                                      : std::string("    same = compute(x, y)");
        text += " # " + std::to_string(i) + "\n";
        if (i % changedEvery == 7 && i % 3 == 0 && *changed == 'n')
            text += "    inserted\n";
    }
    return text;
}

} // namespace

class BigDiffTest : public QObject {
    Q_OBJECT

    Theme m_theme{ThemeChoice::Light};

    /// Opens it, goes to both ends, and tells the longest time without an event handled.
    qint64 gapWhileOpening(const FileChange &file, SideBySide &sides)
    {
        sides.resize(1000, 600);
        sides.show();
        QTest::qWait(50);
        DiffSubject subject{std::make_shared<const FileChange>(file), std::nullopt, true};
        const GapMeter meter;
        sides.setSubject(std::move(subject));
        if (!waitUntilReady(sides, 120000))
            return -1;
        QTest::qWait(100);
        sides.lastChange();
        QTest::qWait(50);
        sides.proposedPane().verticalScrollBar()->setValue(
            sides.proposedPane().verticalScrollBar()->maximum());
        QTest::qWait(100);
        qInfo("longest gap %lld ms", static_cast<long long>(meter.longest()));
        return meter.longest();
    }

private Q_SLOTS:
    void fiftyThousandHunks()
    {
        SideBySide sides(m_theme);
        const FileChange file = changedFile(lines(500000, 10, "old"), lines(500000, 10, "new"), "big.py");
        const qint64 gap = gapWhileOpening(file, sides);
        QVERIFY(gap >= 0 && gap < bound);
        QCOMPARE(sides.changes(), std::size_t{50000});
        QCOMPARE(sides.currentChange(), std::optional<std::size_t>(49999));
        QCOMPARE(displayLines(sides.basePane()), displayLines(sides.proposedPane()));
        const DiffRows &rows = sides.shown()->diff.rows;
        const DiffRow last = rows.row(rows.size() - 1);
        QCOMPARE(topOf(sides.basePane(), *last.left), topOf(sides.proposedPane(), *last.right));
        const GapMeter closing;
        sides.clear();
        QVERIFY(closing.longest() < bound);
    }

    void oneLineOfAHundredMegabytes()
    {
        SideBySide sides(m_theme);
        const FileChange file = changedFile("short\n", std::string(std::size_t{100} << 20, 'x'), "map.js");
        const qint64 gap = gapWhileOpening(file, sides);
        QVERIFY(gap >= 0 && gap < bound);
        QVERIFY(sides.proposedPane().text().size() < 30000);
        QCOMPARE(sides.rightText().size(), file.after.size());
        QVERIFY(!sides.whyNotEditable().isEmpty());
    }

    void aNewFileOfThirtyMegabytes()
    {
        SideBySide sides(m_theme);
        FileChange file = changedFile("", lines(900000, 9, "n"), "data.json");
        file.kind = ChangeKind::Create;
        const qint64 gap = gapWhileOpening(file, sides);
        QVERIFY(gap >= 0 && gap < bound);
        const GapMeter closing;
        sides.clear();
        QVERIFY(closing.longest() < 2 * bound); // Scintilla gives a document back in one go
    }

    void manyWideLines()
    {
        std::string text;
        for (int i = 0; i < 400; ++i)
            text += std::string(20000, 'y') + std::to_string(i) + "\n";
        SideBySide sides(m_theme);
        const qint64 gap = gapWhileOpening(changedFile(text, text + "end\n", "wide.txt"), sides);
        QVERIFY(gap >= 0 && gap < bound);
    }

    void aPatchOfThousandsOfFiles()
    {
        ReviewPatch review;
        review.sha256 = "1";
        for (int i = 0; i < 5000; ++i)
            review.patch.files.push_back(
                changedFile("a\n", "b\n", "folder/file" + std::to_string(i) + ".txt"));
        DiffPanel panel(m_theme);
        panel.resize(1000, 600);
        panel.show();
        QTest::qWait(50);
        const GapMeter meter;
        panel.setPatch(review);
        QVERIFY(waitUntilReady(panel.sides()));
        QTest::qWait(300);
        qInfo("longest gap %lld ms", static_cast<long long>(meter.longest()));
        QVERIFY(meter.longest() < bound);
    }
};

QTEST_MAIN(BigDiffTest)
#include "big_diff_test.moc"
