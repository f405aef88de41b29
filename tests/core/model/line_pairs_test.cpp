#include "core/model/line_pairs.h"

#include <QTest>

using namespace vouchsafe;

namespace {

using Lines = std::vector<std::string_view>;

std::vector<LineChange> paired(const Lines &before, const Lines &after)
{
    return pairedChanges(before, after, {{0, before.size(), 0, after.size()}});
}

} // namespace

class LinePairsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLineFindsTheOneItBecame()
    {
        const Lines before{"    total = sum(values)"};
        const Lines after{"    if not values:", "        return 0.0", "    total = math.fsum(values)"};
        QVERIFY((paired(before, after) == std::vector<LineChange>{{0, 0, 0, 2}, {0, 1, 2, 1}}));
    }

    void whatResemblesNothingStaysOneChange()
    {
        QVERIFY((paired({"alpha beta", "gamma"}, {"one(two)", "three", "four"}) ==
                 std::vector<LineChange>{{0, 2, 0, 3}}));
    }

    void pairsNeverCross()
    {
        const std::vector<LineChange> found =
            paired({"first = one + 1", "second = two + 2"}, {"second = two + 3", "first = one + 4"});
        std::size_t old = 0;
        std::size_t fresh = 0;
        for (const LineChange &change : found) {
            QCOMPARE(change.oldStart, old);
            QCOMPARE(change.newStart, fresh);
            old += change.oldCount;
            fresh += change.newCount;
        }
        QCOMPARE(old, std::size_t{2});
        QCOMPARE(fresh, std::size_t{2});
        QCOMPARE(found.size(), std::size_t{3});
    }

    void aBigChangeIsLeftAlone()
    {
        const Lines before(60, "x = 1");
        const Lines after(50, "x = 2");
        QVERIFY((paired(before, after) == std::vector<LineChange>{{0, 60, 0, 50}}));
    }
};

QTEST_GUILESS_MAIN(LinePairsTest)
#include "line_pairs_test.moc"
