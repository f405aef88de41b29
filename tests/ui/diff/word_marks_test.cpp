#include "ui/diff/word_marks.h"

#include <QElapsedTimer>
#include <QTest>

#include <string>

using namespace vouchsafe;

namespace {

/// The line with its marked words in brackets.
QByteArray bracketed(const QByteArray &line, const std::vector<ByteRange> &ranges)
{
    QByteArray out = line;
    for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
        out.insert(static_cast<qsizetype>(range->end), ']');
        out.insert(static_cast<qsizetype>(range->start), '[');
    }
    return out;
}

} // namespace

class WordMarksTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksWhatDiffers_data()
    {
        QTest::addColumn<QByteArray>("left");
        QTest::addColumn<QByteArray>("right");
        QTest::addColumn<QByteArray>("markedLeft");
        QTest::addColumn<QByteArray>("markedRight");
        const auto row = [](const char *name, const char *left, const char *right, const char *markedLeft,
                            const char *markedRight) {
            QTest::newRow(name) << QByteArray(left) << QByteArray(right) << QByteArray(markedLeft)
                                << QByteArray(markedRight);
        };
        row("a word", "total = sum(values)", "total = fsum(values)", "total = [sum](values)",
            "total = [fsum](values)");
        row("a sign", "if a < b:", "if a <= b:", "if a < b:", "if a <[=] b:");
        row("neighbours are one", "x = old name", "x = new title", "x = [old name]", "x = [new title]");
        row("nothing", "same", "same", "same", "same");
        row("whole clusters, emoji", "ok 👍🏽 done", "ok 👎🏽 done", "ok [👍🏽] done",
            "ok [👎🏽] done");
        row("whole clusters, accents", "ok caf\u00e9 x", "ok cafe\u0301 x", "ok [caf\u00e9] x",
            "ok [cafe\u0301] x");
        row("blanks at the end", "b  ", "b", "b[  ]", "b");
        row("a tab for blanks", "\tc", "    c", "[\t]c", "[    ]c");
        row("other lines altogether", "  alpha beta gamma", "  one(two, three)", "  [alpha beta gamma]",
            "  [one(two, three)]");
        row("bytes that are not UTF-8", "a \xff b", "a \xfe b", "a [\xff] b", "a [\xfe] b");
        row("writing without spaces", "這是好的", "這是壞的", "這是[好]的", "這是[壞]的");
        row("one side is empty", "", "abc", "", "[abc]");
    }
    void marksWhatDiffers()
    {
        QFETCH(QByteArray, left);
        QFETCH(QByteArray, right);
        const WordMarks marks =
            wordMarks(std::string_view(left.constData(), static_cast<std::size_t>(left.size())),
                      std::string_view(right.constData(), static_cast<std::size_t>(right.size())));
        QTEST(bracketed(left, marks.left), "markedLeft");
        QTEST(bracketed(right, marks.right), "markedRight");
    }

    void aLongLineCostsLittle()
    {
        std::string left;
        std::string right;
        for (int i = 0; i < 5000; ++i) {
            left += "a" + std::to_string(i) + " ";
            right += "b" + std::to_string(i) + " ";
        }
        QElapsedTimer timer;
        timer.start();
        const WordMarks marks = wordMarks("head " + left, "head " + right);
        QVERIFY(timer.elapsed() < 500); // 10 ms where nothing else runs
        QCOMPARE(marks.left.size(), std::size_t{1});
        QCOMPARE(marks.left.front().start, std::size_t{5});
    }
};

QTEST_GUILESS_MAIN(WordMarksTest)
#include "word_marks_test.moc"
