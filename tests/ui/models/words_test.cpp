#include "ui/models/words.h"

#include "ui/models/check_figures.h"
#include "ui/models/figures.h"

#include <QLocale>
#include <QSet>
#include <QTest>

using namespace vouchsafe;
using std::chrono::milliseconds;

namespace {

template <typename Enum>
std::vector<Enum> upTo(Enum last)
{
    std::vector<Enum> values;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        values.push_back(static_cast<Enum>(i));
    return values;
}

template <typename Enum, typename Word>
bool allDistinct(Enum last, Word word)
{
    QSet<QString> seen;
    const auto values = upTo(last);
    for (const Enum value : values)
        if (const QString text = word(value); !text.isEmpty())
            seen.insert(text);
    return seen.size() == static_cast<qsizetype>(values.size());
}

} // namespace

class WordsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void everyValueHasWordsOfItsOwn()
    {
        QVERIFY(allDistinct(Phase::Route, phaseWord));
        QVERIFY(allDistinct(Outcome::Cancelled, outcomeWord));
        QVERIFY(allDistinct(TestStatus::ExpectedFailure, statusWord));
        QVERIFY(allDistinct(TestChange::Other, changeWord));
        QVERIFY(allDistinct(StopReason::Error, stopWord));
        QVERIFY(allDistinct(Route::Stop, routeWord));
        QVERIFY(allDistinct(HumanActed::Act::CancelAsked, actWord));
        QVERIFY(allDistinct(Ending::SetupFailed, [](Ending ending) { return endingWord(ending, 3); }));
    }

    void authorsAreNamedInWords()
    {
        QCOMPARE(authorWord("builtin"), QStringLiteral("the built-in engineer"));
        QCOMPARE(authorWord("builtin: flip comparison"),
                 QStringLiteral("the built-in engineer: flip comparison"));
        QCOMPARE(authorWord("person"), QStringLiteral("you"));
        QCOMPARE(authorWord("openai:gpt-5"), QStringLiteral("openai:gpt-5"));
    }

    void outcomesAreToldAsOnTheCommandLine()
    {
        for (const Outcome outcome : upTo(Outcome::Cancelled)) {
            const std::string_view shown = outcomeRule(outcome).shown;
            QCOMPARE(outcomeWord(outcome).toStdString(), std::string(shown));
        }
    }

    void provenAloneIsGood()
    {
        for (const Outcome outcome : upTo(Outcome::Cancelled))
            QCOMPARE(outcomeMark(outcome) == Mark::Good, outcome == Outcome::Proven);
    }

    void everyMarkHasAGlyph()
    {
        QSet<QString> glyphs;
        for (const Mark mark : {Mark::Good, Mark::Warned, Mark::Bad, Mark::Current, Mark::Held, Mark::Ended})
            glyphs.insert(markGlyph(mark));
        QCOMPARE(glyphs.size(), 6);
        QVERIFY(!glyphs.contains(QString()));
        QCOMPARE(marked(Mark::Bad, QStringLiteral("broke")), QStringLiteral("✗ broke"));
        QCOMPARE(marked(Mark::None, QStringLiteral("word")), QStringLiteral("word"));
    }

    void durationsAreReadable_data()
    {
        QTest::addColumn<int>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0 << QStringLiteral("0 ms");
        QTest::newRow("a moment") << 3 << QStringLiteral("3 ms");
        QTest::newRow("part of a second") << 400 << QStringLiteral("0.4 s");
        QTest::newRow("seconds") << 31'240 << QStringLiteral("31.2 s");
        QTest::newRow("not 60.0 s") << 59'960 << QStringLiteral("1 min 0 s");
        QTest::newRow("minutes") << 72'400 << QStringLiteral("1 min 12 s");
        QTest::newRow("one hour") << 3'600'000 << QStringLiteral("1 h");
        QTest::newRow("hours") << 7'500'000 << QStringLiteral("2 h 5 min");
        QTest::newRow("never negative") << -5 << QStringLiteral("0 ms");
    }
    void durationsAreReadable()
    {
        QFETCH(const int, ms);
        QFETCH(const QString, text);
        QCOMPARE(durationText(milliseconds(ms)), text);
    }

    void figuresFollowTheLocale()
    {
        QCOMPARE(countText(12'345), QStringLiteral("12,345"));
        QCOMPARE(moneyText(0.25), QStringLiteral("$0.25"));
        QCOMPARE(moneyText(0.0012), QStringLiteral("$0.0012"));
        QCOMPARE(fractionText(0.9), QStringLiteral("90 %"));
        QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
        QCOMPARE(countText(12'345), QStringLiteral("12.345"));
        QCOMPARE(durationText(milliseconds(400)), QStringLiteral("0,4 s"));
        initTestCase();
    }

    void tipsShowMarkupAsItIs()
    {
        const QString tip = plainTip(QStringLiteral("<img src=http://x> & <b>y</b>"));
        QVERIFY(!tip.contains(QLatin1String("<img")));
        QVERIFY(tip.contains(QLatin1String("&lt;img")));
        QVERIFY(plainTip({}).isEmpty());
    }

    void momentsAreReadFromTheJournalsForm()
    {
        const QDateTime moment = momentOf("2026-11-30T06:02:11.250Z");
        QVERIFY(moment.isValid());
        QCOMPARE(moment.toUTC().time(), QTime(6, 2, 11, 250));
        QVERIFY(!momentOf("yesterday").isValid());
        QCOMPARE(agoText(moment, moment.addSecs(30)), QStringLiteral("just now"));
        QCOMPARE(agoText(moment, moment.addSecs(300)), QStringLiteral("5 min ago"));
        QCOMPARE(agoText(moment, moment.addSecs(7200)), QStringLiteral("2 h ago"));
    }
};

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
