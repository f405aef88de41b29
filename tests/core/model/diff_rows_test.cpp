#include "core/model/diff_rows.h"

#include <QTest>

using namespace vouchsafe;

namespace {

using Changes = std::vector<LineChange>;

/// `1=1 2~2 3- +3`: left line, kind, right line, from 1.
QString drawn(const DiffRows &rows)
{
    QStringList all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const DiffRow row = rows.row(i);
        QString text = row.left ? QString::number(*row.left + 1) : QString();
        text += QLatin1Char(row.kind == RowKind::Same      ? '='
                            : row.kind == RowKind::Changed ? '~'
                            : row.kind == RowKind::Added   ? '+'
                                                           : '-');
        text += row.right ? QString::number(*row.right + 1) : QString();
        all += text;
    }
    return all.join(QLatin1Char(' '));
}

} // namespace

Q_DECLARE_METATYPE(Changes)

class DiffRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alignsLines_data()
    {
        QTest::addColumn<int>("left");
        QTest::addColumn<int>("right");
        QTest::addColumn<Changes>("changes");
        QTest::addColumn<QString>("rows");
        QTest::addColumn<int>("steps");
        const auto row = [](const char *name, int left, int right, const Changes &changes, const char *rows,
                            int steps) {
            QTest::newRow(name) << left << right << changes << QString::fromLatin1(rows) << steps;
        };
        row("nothing at all", 0, 0, {}, "", 0);
        row("no change", 3, 3, {}, "1=1 2=2 3=3", 0);
        row("a new file", 0, 2, {{0, 0, 0, 2}}, "+1 +2", 1);
        row("a file that goes", 2, 0, {{0, 2, 0, 0}}, "1- 2-", 1);
        row("lines added at the top", 2, 3, {{0, 0, 0, 1}}, "+1 1=2 2=3", 1);
        row("lines removed at the top", 3, 2, {{0, 1, 0, 0}}, "1- 2=1 3=2", 1);
        row("lines added at the end", 1, 3, {{1, 0, 1, 2}}, "1=1 +2 +3", 1);
        row("changed with more on the right", 3, 4, {{1, 1, 1, 2}}, "1=1 2~2 +3 3=4", 1);
        row("changed with more on the left", 4, 3, {{1, 2, 1, 1}}, "1=1 2~2 3- 4=3", 1);
        row("two changes", 4, 4, {{0, 1, 0, 1}, {2, 0, 2, 1}, {3, 1, 4, 0}}, "1~1 2=2 +3 3=4 4-", 3);
        row("touching ones are one step", 4, 4, {{1, 0, 1, 1}, {1, 1, 2, 1}, {2, 1, 3, 0}},
            "1=1 +2 2~3 3- 4=4", 1);
    }
    void alignsLines()
    {
        QFETCH(int, left);
        QFETCH(int, right);
        QFETCH(Changes, changes);
        QFETCH(QString, rows);
        QFETCH(int, steps);
        const DiffRows made(static_cast<std::size_t>(left), static_cast<std::size_t>(right), changes);
        QCOMPARE(drawn(made), rows);
        QCOMPARE(made.changes().size(), static_cast<std::size_t>(steps));
        for (std::size_t i = 0; i < made.size(); ++i) {
            const DiffRow row = made.row(i);
            if (row.left)
                QCOMPARE(made.rowOfLeft(*row.left), i);
            if (row.right)
                QCOMPARE(made.rowOfRight(*row.right), i);
            QCOMPARE(made.changeAt(i).has_value(), row.kind != RowKind::Same);
        }
    }

    void stepsFromChangeToChange()
    {
        // 1=1 2~2 3~3 4=4 +5 5=6
        const DiffRows rows(5, 6, {{1, 2, 1, 2}, {4, 0, 4, 1}});
        QCOMPARE(rows.changeAfter(0), std::optional<std::size_t>(0));
        QCOMPARE(rows.changeAfter(1), std::optional<std::size_t>(1));
        QCOMPARE(rows.changeAfter(4), std::nullopt);
        QCOMPARE(rows.changeBefore(5), std::optional<std::size_t>(1));
        QCOMPARE(rows.changeBefore(4), std::optional<std::size_t>(0));
        QCOMPARE(rows.changeBefore(2), std::nullopt);
        QCOMPARE(rows.changeAt(2), std::optional<std::size_t>(0));
        QCOMPARE(rows.changeAt(3), std::nullopt);
        QVERIFY((rows.changes()[1] == RowChange{4, 1, {4, 0, 4, 1}}));
        QCOMPARE(rows.added(), std::size_t{3});
        QCOMPARE(rows.removed(), std::size_t{2});
    }

    void fillersStandWhereASideHasNoLines()
    {
        const DiffRows rows(4, 5, {{0, 0, 0, 2}, {3, 1, 5, 0}});
        QVERIFY((rows.leftFillers() == std::vector<RowFiller>{{0, 2}}));
        QVERIFY((rows.rightFillers() == std::vector<RowFiller>{{5, 1}}));
    }

    void theFirstRowsStandAlone()
    {
        const DiffRows rows(4, 6, {{1, 1, 1, 3}});
        QCOMPARE(drawn(rows.first(3)), QStringLiteral("1=1 2~2 +3"));
        QCOMPARE(drawn(rows.first(100)), drawn(rows));
        QCOMPARE(drawn(rows.first(0)), QString());
    }

    void unchangedLinesCostNothing()
    {
        const std::size_t lines = std::size_t{1} << 40;
        const DiffRows rows(lines, lines + 1, {{lines / 2, 0, lines / 2, 1}});
        QCOMPARE(rows.size(), lines + 1);
        QCOMPARE(rows.rowOfLeft(lines - 1), lines);
    }
};

QTEST_GUILESS_MAIN(DiffRowsTest)
#include "diff_rows_test.moc"
