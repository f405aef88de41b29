#include "tests/ui/diff/diff_support.h"

#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

using Sci = QsciScintillaBase;

std::string numbered(int lines, const std::string &word = "line ")
{
    std::string text;
    for (int i = 0; i < lines; ++i)
        text += word + std::to_string(i) + "\n";
    return text;
}

/// Every row of the file has its lines at one height; checked for what is in the view.
void compareRowTops(const SideBySide &sides)
{
    const DiffRows &rows = sides.shown()->diff.rows;
    int compared = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const DiffRow row = rows.row(i);
        if (!row.left || !row.right)
            continue;
        QCOMPARE(topOf(sides.basePane(), *row.left), topOf(sides.proposedPane(), *row.right));
        ++compared;
    }
    QVERIFY(compared > 0);
    QCOMPARE(displayLines(sides.basePane()), displayLines(sides.proposedPane()));
}

} // namespace

class SideBySideTest : public QObject {
    Q_OBJECT

    Theme m_theme{ThemeChoice::Light};

    std::unique_ptr<SideBySide> make()
    {
        auto sides = std::make_unique<SideBySide>(m_theme);
        sides->resize(700, 300);
        sides->show();
        return sides;
    }

private Q_SLOTS:
    void init() { m_theme.choose(ThemeChoice::Light); }

    void goingToAChangeShowsItsFirstChangedWord_data()
    {
        QTest::addColumn<int>("blanks");
        QTest::addColumn<bool>("scrolls");
        QTest::newRow("at the beginning") << 2 << false;
        QTest::newRow("far to the right") << 300 << true;
    }
    void goingToAChangeShowsItsFirstChangedWord()
    {
        QFETCH(int, blanks);
        QFETCH(bool, scrolls);
        const auto sides = make();
        const std::string indent(static_cast<std::size_t>(blanks), ' ');
        const std::string body = numbered(50);
        QVERIFY(open(*sides,
                     changedFile(body + indent + "old end\n" + body, body + indent + "new end\n" + body)));
        QVERIFY(sides->nextChange());
        for (const DiffPane *pane : {&sides->basePane(), &sides->proposedPane()}) {
            const long start = pane->SendScintilla(Sci::SCI_POSITIONFROMLINE, 51UL);
            const long x = pane->SendScintilla(Sci::SCI_POINTXFROMPOSITION, 0UL, start + blanks);
            QVERIFY2(x > 0 && x < pane->viewport()->width(), qPrintable(QString::number(x)));
            QCOMPARE(pane->SendScintilla(Sci::SCI_GETXOFFSET) > 0, scrolls);
        }
    }

    void rowsStayLevelFromTopToBottom_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        const QByteArray body = QByteArray::fromStdString(numbered(80));
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after) {
            QTest::newRow(name) << before << after;
        };
        row("added at the top", body, "new 1\nnew 2\n" + body);
        row("removed at the top", "old\n" + body, body);
        row("added at the end", body, body + "more\nand more\n");
        row("removed at the end without a line end", body + "tail", body);
        row("no line end on one side", body + "x", body + "x\n");
        row("in the middle", body + "one\n" + body, body + "two\nthree\nfour\n" + body);
        row("odd line ends", "a\nb\u2029c\nd\re\n" + body, "a\nb\u2029c\nd\re\nf\n" + body); // G03
        row("CR LF against LF", "a\r\n" + body, "a\n" + body);
        row("one wide line", "a\nb\n" + QByteArray(40, 'x') + "\n" + body,
            "a\nb\n" + QByteArray(400, 'x') + "\n" + body); // G05
    }
    void rowsStayLevelFromTopToBottom()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const auto sides = make();
        QVERIFY(open(*sides, changedFile(before.toStdString(), after.toStdString())));
        QScrollBar *bar = sides->proposedPane().verticalScrollBar();
        QVERIFY(bar->maximum() > 0);
        QCOMPARE(sides->basePane().verticalScrollBar()->maximum(), bar->maximum());
        for (const int at : {0, bar->maximum(), bar->maximum() / 2}) {
            bar->setValue(at);
            QCOMPARE(sides->basePane().verticalScrollBar()->value(), at);
            compareRowTops(*sides);
        }
        sides->basePane().verticalScrollBar()->setValue(3);
        QCOMPARE(bar->value(), 3);
    }

    void bothSidesScrollSideways()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("short\n", std::string(400, 'x') + "\n")));
        sides->proposedPane().horizontalScrollBar()->setValue(100);
        QCOMPARE(sides->basePane().horizontalScrollBar()->value(), 100);
        QCOMPARE(sides->basePane().viewport()->height(), sides->proposedPane().viewport()->height());
    }

    void anEmptySideStandsBesideFillers()
    {
        const auto sides = make();
        FileChange file = changedFile("", "one\ntwo\n");
        file.kind = ChangeKind::Create;
        QVERIFY(open(*sides, file));
        QCOMPARE(displayLines(sides->basePane()), displayLines(sides->proposedPane()));
        QCOMPARE(call(sides->basePane(), Sci::SCI_ANNOTATIONGETLINES, 0), 2L);
        QCOMPARE(call(sides->basePane(), Sci::SCI_ANNOTATIONGETSTYLE, 0), long(StyleFiller));
        QCOMPARE(sides->basePane().text(), std::string());
    }

    void marginsNumberLinesAndSignChanges()
    {
        const auto sides = make();
        QVERIFY(
            open(*sides, changedFile("same\nvalue = 1\ngone for good\n", "fresh (new)\nsame\nvalue = 2\n")));
        const DiffPane &left = sides->basePane();
        const DiffPane &right = sides->proposedPane();
        QCOMPARE(marginText(left, 0), std::string(" 1  "));
        QCOMPARE(marginText(left, 1), std::string(" 2 ~"));
        QCOMPARE(marginText(left, 2), std::string(" 3 −"));
        QCOMPARE(marginText(right, 0), std::string(" 1 +"));
        QCOMPARE(marginText(right, 1), std::string(" 2  "));
        QCOMPARE(call(right, Sci::SCI_MARKERGET, 1) & (1 << MarkerChanged), 1L << MarkerChanged);
        QCOMPARE(call(right, Sci::SCI_MARKERGET, 2) & (1 << MarkerChanged), 0L);
        QCOMPARE(call(right, Sci::SCI_MARGINGETSTYLE, 1), long(StyleNumberChanged));
    }

    void changedWordsAreMarked() // G04
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("ok 👍🏽 x\n", "ok 👎🏽 x\n")));
        const DiffPane &right = sides->proposedPane();
        const auto start = static_cast<std::size_t>(call(right, Sci::SCI_POSITIONFROMLINE, 1));
        QVERIFY(!isMarked(right, start + 1));
        for (std::size_t i = 3; i < 11; ++i)
            QVERIFY(isMarked(right, start + i));
        QVERIFY(!isMarked(right, start + 12));
    }

    void codeHasSyntaxColours()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("def f():\n    return 1\n", "def f():\n    return 2\n")));
        DiffPane &right = sides->proposedPane();
        const auto at = static_cast<unsigned long>(call(right, Sci::SCI_POSITIONFROMLINE, 1));
        QTRY_COMPARE(call(right, Sci::SCI_GETSTYLEAT, at), long(SyntaxRole::Keyword));
    }

    void deceptiveCharactersHaveTheirNames()
    {
        const auto sides = make();
        const std::string text = "a\u202eb\u200bc\u2028d\U000e0041\u00a0e\n";
        QVERIFY(open(*sides, changedFile("a\n", text)));
        for (const DiffPane *pane : {&sides->basePane(), &sides->proposedPane()})
            for (const char *point : {"\u202e", "\u2066", "\u200b", "\u2028", "\u2029", "\ufeff", "\u00ad"}) {
                char name[64] = {};
                pane->SendScintilla(Sci::SCI_GETREPRESENTATION, point, name);
                QVERIFY2(QByteArray(name).startsWith("U+"), point);
            }
        char name[64] = {};
        sides->proposedPane().SendScintilla(Sci::SCI_GETREPRESENTATION, "\U000e0041", name);
        QCOMPARE(QByteArray(name), QByteArray("U+E0041"));
        QCOMPARE(sides->proposedPane().text(), text);
    }

    void aCarriageReturnIsSeenWhereItMatters()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\r\n", "a\n")));
        char name[64] = {};
        sides->basePane().SendScintilla(Sci::SCI_GETREPRESENTATION,
                                        sides->shown()->coding.carriageReturn.c_str(), name);
        QCOMPARE(QByteArray(name), QByteArray("CR"));
        QVERIFY(sides->basePane().text().find(sides->shown()->coding.carriageReturn) != std::string::npos);
        QVERIFY(call(sides->basePane(), Sci::SCI_GETVIEWWS) != Sci::SCWS_INVISIBLE);
    }

    void stepsFromChangeToChange()
    {
        const auto sides = make();
        std::string after = numbered(300);
        after.replace(after.find("line 100\n"), 9, "one\n");
        after.replace(after.find("line 200\n"), 9, "");
        QVERIFY(open(*sides, changedFile(numbered(300), "top\n" + after)));
        QCOMPARE(sides->changes(), std::size_t{3});
        QSignalSpy moved(sides.get(), &SideBySide::moved);
        for (std::size_t i = 0; i < 3; ++i) {
            QVERIFY(sides->nextChange());
            QCOMPARE(sides->currentChange(), std::optional(i));
            QTest::qWait(20);
            QCOMPARE(sides->currentChange(), std::optional(i)); // what is drawn since does not change it
        }
        QVERIFY(!sides->nextChange());
        QVERIFY(sides->previousChange());
        QCOMPARE(sides->currentChange(), std::optional<std::size_t>(1));
        QCOMPARE(sides->proposedPane().caretLine(), std::size_t{101});
        QVERIFY(topOf(sides->proposedPane(), 101) > 0);
        QVERIFY(topOf(sides->proposedPane(), 101) < sides->proposedPane().height());
        QVERIFY(moved.size() >= 4);
    }

    void aFileThatBeginsWithAChangeIsSteppedIntoAtItsTop()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\nb\n", "top\na\nb\n")));
        QTest::qWait(50); // the panes draw and tell of their carets
        QCOMPARE(sides->currentRow(), std::size_t{0});
        QVERIFY(sides->nextChange());
        QCOMPARE(sides->currentChange(), std::optional<std::size_t>(0));
        QVERIFY(!sides->nextChange());
    }

    void theCaretTellsWhereItIs()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\nb\nc\n", "a\nB\nc\n")));
        sides->proposedPane().setFocus();
        QVERIFY(!sides->currentChange());
        QTest::keyClick(&sides->proposedPane(), Qt::Key_Down);
        QTRY_COMPARE(sides->currentChange(), std::optional<std::size_t>(0));
        QTest::keyClick(&sides->proposedPane(), Qt::Key_Down);
        QTRY_VERIFY(!sides->currentChange());
    }

    void editedBytesAreExact_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("edited");
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                            const QByteArray &edited) { QTest::newRow(name) << before << after << edited; };
        row("LF", "a\nb\n", "a\nc\n", "xy\na\nc\n");
        row("CR LF", "a\r\nb\r\n", "a\r\nc\r\n", "xy\r\na\r\nc\r\n");
        row("CR LF against LF", "a\nb\n", "a\r\nc\r\n", "xy\r\na\r\nc\r\n");
        row("no line end at the end", "a\n", "a", "xy\na");
        row("not UTF-8", "a\n", "\xff\xc3\n\x80", "xy\n\xff\xc3\n\x80");
        row("a byte order mark",
            "\xef\xbb\xbf"
            "a\n",
            "\xef\xbb\xbf"
            "b\n",
            "xy\n\xef\xbb\xbf"
            "b\n");
        row("lone CR", "a\n", "b\rc\n", "xy\nb\rc\n");
        row("an empty file", "a\n", "", "xy\n");
        row("tabs stay", "a\n", "\tb\n", "xy\n\tb\n");
    }
    void editedBytesAreExact()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, edited);
        const auto sides = make();
        QVERIFY(open(*sides, changedFile(before.toStdString(), after.toStdString(), "notes.txt")));
        QCOMPARE(sides->rightText(), after.toStdString());
        sides->setEditing(true);
        QVERIFY(sides->isEditing());
        DiffPane &pane = sides->proposedPane();
        pane.setFocus();
        QTest::keyClick(&pane, Qt::Key_Home, Qt::ControlModifier);
        QSignalSpy told(sides.get(), &SideBySide::editedChanged);
        QTest::keyClicks(&pane, QStringLiteral("xy"));
        QCOMPARE(told.size(), 1); // at once
        QTest::keyClick(&pane, Qt::Key_Return);
        QCOMPARE(sides->rightText(), edited.toStdString());
        QVERIFY(sides->isEdited());
        QTRY_VERIFY(told.size() > 1);
        QCOMPARE(displayLines(sides->basePane()), displayLines(pane));
        while (pane.isUndoAvailable())
            QTest::keyClick(&pane, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(sides->rightText(), after.toStdString());
        QVERIFY(!sides->isEdited());
    }

    void anEditIsAlignedAnew()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile(numbered(60), numbered(60))));
        QCOMPARE(sides->changes(), std::size_t{0});
        sides->setEditing(true);
        DiffPane &pane = sides->proposedPane();
        pane.placeCaret(30);
        QTest::keyClicks(&pane, QStringLiteral("new"));
        QTest::keyClick(&pane, Qt::Key_Return);
        QTRY_COMPARE(sides->changes(), std::size_t{1});
        QCOMPARE(sides->shown()->diff.rows.rightLines(), std::size_t{61});
        QCOMPARE(call(sides->basePane(), Sci::SCI_ANNOTATIONGETLINES, 30), 1L);
        compareRowTops(*sides);
        QTest::keyClick(&pane, Qt::Key_Z, Qt::ControlModifier);
        while (pane.isUndoAvailable())
            QTest::keyClick(&pane, Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(sides->changes(), std::size_t{0});
        QCOMPARE(call(sides->basePane(), Sci::SCI_ANNOTATIONGETLINES, 30), 0L);
        compareRowTops(*sides);
    }

    void theHeaderIsNoPartOfTheFile()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\n", "b\nc\n")));
        sides->setEditing(true);
        DiffPane &pane = sides->proposedPane();
        const QString header = pane.QsciScintilla::text(0);
        QTest::keyClick(&pane, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&pane, Qt::Key_Backspace);
        QTest::keyClick(&pane, Qt::Key_Up);
        QTest::keyClicks(&pane, QStringLiteral("x"));
        QCOMPARE(pane.QsciScintilla::text(0), header);
        QCOMPARE(sides->rightText(), std::string("xb\nc\n"));
        QTest::keyClick(&pane, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(&pane, QStringLiteral("z"));
        QCOMPARE(pane.QsciScintilla::text(0), header);
        QCOMPARE(sides->rightText(), std::string("z"));
        // Even what reaches the document by another way is taken back.
        call(pane, Sci::SCI_SETEMPTYSELECTION, 0);
        callText(pane, Sci::SCI_INSERTTEXT, 0, "sneaked in");
        QTRY_COMPARE(pane.QsciScintilla::text(0), header);
        QCOMPARE(sides->rightText(), std::string("z"));
    }

    void whatIsPastedEndsItsLinesAsTheFileDoes()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\r\n", "b\r\n")));
        sides->setEditing(true);
        QGuiApplication::clipboard()->setText(QStringLiteral("one\r\ntwo\n"));
        QTest::keyClick(&sides->proposedPane(), Qt::Key_Home, Qt::ControlModifier);
        sides->proposedPane().paste();
        QCOMPARE(sides->rightText(), std::string("one\r\ntwo\r\nb\r\n"));
    }

    void theProposalCanBeHadBack()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\n", "b\n")));
        sides->setEditing(true);
        QTest::keyClicks(&sides->proposedPane(), QStringLiteral("x"));
        QVERIFY(sides->isEdited());
        sides->resetToProposal();
        QVERIFY(waitUntilReady(*sides));
        QVERIFY(!sides->isEdited());
        QCOMPARE(sides->rightText(), std::string("b\n"));
    }

    void someFilesAreForLookingOnly_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("deleted") << 0;
        QTest::newRow("a link") << 1;
        QTest::newRow("a line too long") << 2;
        QTest::newRow("zero bytes") << 3;
        QTest::newRow("hunks alone") << 4;
    }
    void someFilesAreForLookingOnly()
    {
        QFETCH(int, what);
        FileChange file = changedFile("a\n", "b\n");
        if (what == 0)
            file.kind = ChangeKind::Delete;
        if (what == 1)
            file.modeAfter = 0120000;
        if (what == 2)
            file.after = std::string(30000, 'x');
        if (what == 3)
            file.after = std::string("a\0b\n", 4);
        const auto sides = make();
        sides->setSubject({std::make_shared<const FileChange>(file), std::nullopt, what != 4});
        QVERIFY(waitUntilReady(*sides));
        QVERIFY(!sides->whyNotEditable().isEmpty());
        sides->setEditing(true);
        QVERIFY(!sides->isEditing());
        QTest::keyClicks(&sides->proposedPane(), QStringLiteral("x"));
        QCOMPARE(sides->rightText(), file.after);
    }

    void aReadOnlyPaneLetsLettersAndTabsGo()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\n", "b\n")));
        QKeyEvent letter(QEvent::ShortcutOverride, Qt::Key_A, Qt::NoModifier, QStringLiteral("a"));
        letter.ignore();
        QCoreApplication::sendEvent(&sides->proposedPane(), &letter);
        QVERIFY(!letter.isAccepted());
        sides->setEditing(true);
        QCoreApplication::sendEvent(&sides->proposedPane(), &letter);
        QVERIFY(letter.isAccepted()); // the positive control
    }

    void theThemeReachesEveryStyle()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\n", "b\n")));
        const auto rgb = [](const QColor &c) { return long(c.red() | (c.green() << 8) | (c.blue() << 16)); };
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            m_theme.choose(choice);
            const ThemeColours &colours = m_theme.colours();
            for (const DiffPane *pane : {&sides->basePane(), &sides->proposedPane()}) {
                for (int style = 0; style < syntaxRoles; ++style) {
                    QCOMPARE(call(*pane, Sci::SCI_STYLEGETBACK, static_cast<unsigned long>(style)),
                             rgb(colours.paper));
                    QCOMPARE(call(*pane, Sci::SCI_STYLEGETFORE, static_cast<unsigned long>(style)),
                             rgb(colours.syntax[static_cast<std::size_t>(style)]));
                }
                QCOMPARE(call(*pane, Sci::SCI_STYLEGETBACK, Sci::STYLE_DEFAULT), rgb(colours.paper));
                QCOMPARE(call(*pane, Sci::SCI_STYLEGETBACK, Sci::STYLE_LINENUMBER), rgb(colours.margin));
                QCOMPARE(call(*pane, Sci::SCI_STYLEGETBACK, StyleFiller), rgb(colours.filler));
                QCOMPARE(call(*pane, Sci::SCI_GETCARETFORE), rgb(colours.ink));
                QCOMPARE(call(*pane, Sci::SCI_STYLEGETCHANGEABLE, StyleHeader), 0L);
            }
        }
    }

    void bothPanesZoomTogether()
    {
        const auto sides = make();
        QVERIFY(open(*sides, changedFile("a\n", "b\n")));
        const long before = call(sides->basePane(), Sci::SCI_TEXTHEIGHT, 1);
        sides->setZoom(6);
        QVERIFY(call(sides->basePane(), Sci::SCI_TEXTHEIGHT, 1) > before);
        QCOMPARE(call(sides->basePane(), Sci::SCI_TEXTHEIGHT, 1),
                 call(sides->proposedPane(), Sci::SCI_TEXTHEIGHT, 1));
        call(sides->basePane(), Sci::SCI_ZOOMIN); // as the wheel does
        QCOMPARE(sides->zoom(), 7);
        QCOMPARE(call(sides->proposedPane(), Sci::SCI_GETZOOM), 7L);
    }
};

QTEST_MAIN(SideBySideTest)
#include "side_by_side_test.moc"
