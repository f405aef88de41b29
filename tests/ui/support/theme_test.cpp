// Both themes can be read: every ink on every paper that it stands on.
#include "ui/support/theme.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

using namespace vouchsafe;

namespace {

constexpr double forText = 4.5;
constexpr double forMarks = 3;

struct Named {
    const char *name;
    QColor colour;
};

std::vector<Named> papers(const ThemeColours &colours)
{
    return {{"paper", colours.paper},
            {"caret line", colours.caretLine},
            {"selection", colours.selection},
            {"added", colours.added},
            {"added word", colours.addedWord},
            {"removed", colours.removed},
            {"removed word", colours.removedWord}};
}

QByteArray complaint(const char *ink, const char *paper, double ratio)
{
    return QByteArray(ink) + " on " + paper + " has " + QByteArray::number(ratio, 'f', 2) + ":1";
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void contrastIsThatOfTheGuidelines()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
        QVERIFY(std::abs(contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void codeCanBeReadOnEveryPaper_data() { bothThemes(); }
    void codeCanBeReadOnEveryPaper()
    {
        QFETCH(bool, dark);
        const ThemeColours &colours = themeColours(dark);
        for (const Named &paper : papers(colours)) {
            const double plain = contrast(colours.ink, paper.colour);
            QVERIFY2(plain >= forText, complaint("ink", paper.name, plain));
            for (std::size_t role = 0; role < colours.syntax.size(); ++role) {
                const double ratio = contrast(colours.syntax[role], paper.colour);
                const QByteArray name = "syntax " + QByteArray::number(static_cast<int>(role));
                QVERIFY2(ratio >= forText, complaint(name.constData(), paper.name, ratio));
            }
        }
    }

    void wordsOfTheWindowCanBeRead_data() { bothThemes(); }
    void wordsOfTheWindowCanBeRead()
    {
        QFETCH(bool, dark);
        const ThemeColours &colours = themeColours(dark);
        const QPalette palette = themePalette(dark);
        const Named inks[] = {{"dimmed", colours.dimmed},
                              {"good", colours.good},
                              {"bad", colours.bad},
                              {"warning", colours.warning},
                              {"accent", colours.accent}};
        const Named grounds[] = {{"paper", colours.paper},
                                 {"margin", colours.margin},
                                 {"removed", colours.removed},
                                 {"window", palette.color(QPalette::Window)},
                                 {"base", palette.color(QPalette::Base)},
                                 {"alternate base", palette.color(QPalette::AlternateBase)},
                                 {"tip", palette.color(QPalette::ToolTipBase)}};
        for (const Named &ink : inks)
            for (const Named &ground : grounds) {
                const double ratio = contrast(ink.colour, ground.colour);
                QVERIFY2(ratio >= forText, complaint(ink.name, ground.name, ratio));
            }
    }

    void terminalColoursCanBeRead_data() { bothThemes(); }
    void terminalColoursCanBeRead()
    {
        QFETCH(bool, dark);
        const ThemeColours &colours = themeColours(dark);
        for (const QColor &colour : colours.terminal)
            QVERIFY2(contrast(colour, colours.paper) >= forText, qPrintable(colour.name()));
    }

    void thePaletteCanBeRead_data() { bothThemes(); }
    void thePaletteCanBeRead()
    {
        QFETCH(bool, dark);
        const QPalette palette = themePalette(dark);
        using Pair = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
        for (const auto &[ink, ground] :
             {Pair(QPalette::WindowText, QPalette::Window), Pair(QPalette::Text, QPalette::Base),
              Pair(QPalette::Text, QPalette::AlternateBase), Pair(QPalette::ButtonText, QPalette::Button),
              Pair(QPalette::ToolTipText, QPalette::ToolTipBase),
              Pair(QPalette::HighlightedText, QPalette::Highlight),
              Pair(QPalette::PlaceholderText, QPalette::Base), Pair(QPalette::Link, QPalette::Base),
              Pair(QPalette::Link, QPalette::Window), Pair(QPalette::LinkVisited, QPalette::Base)}) {
            const double ratio = contrast(palette.color(ink), palette.color(ground));
            QVERIFY2(ratio >= forText,
                     qPrintable(QStringLiteral("%1 on %2: %3").arg(ink).arg(ground).arg(ratio)));
        }
        const double disabled = contrast(palette.color(QPalette::Disabled, QPalette::ButtonText),
                                         palette.color(QPalette::Disabled, QPalette::Window));
        QVERIFY(disabled >= forMarks);
        QVERIFY(disabled < contrast(palette.color(QPalette::ButtonText), palette.color(QPalette::Window)));
    }

    void aChoiceTakesEffectAndIsTold()
    {
        Theme theme(ThemeChoice::Light);
        QSignalSpy changes(&theme, &Theme::changed);
        QVERIFY(!theme.colours().dark);
        theme.choose(ThemeChoice::Dark);
        QVERIFY(theme.colours().dark);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), themePalette(true).color(QPalette::Window));
        theme.choose(ThemeChoice::Dark);
        QCOMPARE(changes.count(), 1);
        theme.choose(ThemeChoice::Light);
        QCOMPARE(changes.count(), 2);
    }

    void withoutAPortalThePaletteOfTheStartDecides()
    {
        QApplication::setPalette(themePalette(true));
        QVERIFY(Theme(ThemeChoice::System).colours().dark);
        QApplication::setPalette(themePalette(false));
        QVERIFY(!Theme(ThemeChoice::System).colours().dark);
    }

    void codeHasAFontOfOneWidth()
    {
        const QFontMetrics metrics(Theme(ThemeChoice::Light).codeFont());
        QCOMPARE(metrics.horizontalAdvance(QLatin1Char('i')), metrics.horizontalAdvance(QLatin1Char('m')));
    }

private:
    static void bothThemes()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
