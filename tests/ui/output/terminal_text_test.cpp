#include "ui/output/terminal_text.h"

#include "ui/support/safe_text.h"

#include <QTest>

#include <array>
#include <random>

using namespace vouchsafe;

namespace {

using Texts = std::vector<std::string>;

/// What a reader who takes after every piece would see at the end.
class Follower {
public:
    void follow(TerminalText &text)
    {
        const TerminalChange change = text.take();
        QVERIFY(change.from <= m_lines.size());
        m_lines.resize(change.from);
        m_lines.insert(m_lines.end(), change.lines.begin(), change.lines.end());
    }
    const std::vector<TerminalLine> &lines() const { return m_lines; }

private:
    std::vector<TerminalLine> m_lines;
};

std::vector<TerminalLine> linesOf(std::string_view bytes)
{
    TerminalText text;
    text.write(bytes);
    text.finish();
    return text.take().lines;
}

Texts textsOf(std::string_view bytes)
{
    Texts texts;
    for (const TerminalLine &line : linesOf(bytes))
        texts.push_back(line.text);
    if (!texts.empty() && texts.back().empty())
        texts.pop_back();
    return texts;
}

TerminalPen pen(std::uint32_t ink, bool bold = false)
{
    TerminalPen pen;
    pen.ink = ink & 0x1ffU;
    pen.bold = bold ? 1 : 0;
    return pen;
}

const std::string corpus =
    "plain\r\n\x1b[1;32mok\x1b[0m \x1b[38;5;208morange\x1b[m\n 10%\r 50%\r100%\n"
    "\x1b]0;title\x07"
    "a\x1b]8;;http://x.test\x1b\\link\x1b]8;;\x1b\\b\n"
    "\x1bP1$r0m\x1b\\dcs \x1b_apc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\end\n"
    "é ß 漢字 🚀 \xe2\x80\xae\xff\xc3\n\xf0\x9f\x9a\x1b[31mred\x1b[39m\n"
    "one\ntwo\nthree\x1b[2A\x1b[2K\rTWO\x1b[2B\rX\n"
    "ab\b\bcd\tx\x01\x7f\x1b[38:2::10:200:30mrgb\x1b[48;2;1;2;3mpaper\x1b[m\n"
    "\x1b(0lqk\x1b)B\x1b[?1049h\x1b[?25l\x1b[6n\x1b[c\x1b[5;7Htail\xc2\x9b 31m\xe2\x82";

} // namespace

class TerminalTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsWhatATerminalWouldLeave_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<Texts>("texts");

        const auto row = [](const char *name, const std::string &bytes, const Texts &texts) {
            QTest::newRow(name) << bytes << texts;
        };
        row("progress bar", "10%\r50%\r100%\n\x1b[32mok \x1b[0m\n", {"100%", "ok "});
        row("progress bar of shrinking text", "downloading\r\x1b[Kok\n", {"ok"});
        row("carriage return before a line feed", "a\r\nb\r\n", {"a", "b"});
        row("lone line feed", "a\nb", {"a", "b"});
        row("carriage return at the end", "50%\r", {"50%"});
        row("bars that move up", "1\n2\n3\n\x1b[3A\x1b[2Kone\n\x1b[2Ktwo\n\x1b[2Kthree\n",
            {"one", "two", "three"});
        row("previous line", "a\nb\n\x1b[1FB\n", {"a", "B"});
        row("column", "abcdef\x1b[3GX", {"abXdef"});
        row("backspace", "ab\b\bcd", {"cd"});
        row("erased to its left", "abcdef\x1b[3D\x1b[1K", {"    ef"});
        row("deleted characters", "abcdef\r\x1b[2P", {"cdef"});
        row("tab", "a\tb", {"a       b"});
        row("erased below", "a\nb\nc\x1b[1A\r\x1b[J", {"a", ""});
        row("cleared screen keeps the log", "a\nb\n\x1b[2J\x1b[Hc\n", {"a", "b", "c"});
        row("cleared from the corner keeps the log", "a\nb\n\x1b[H\x1b[Jc\n", {"a", "b", "c"});
        row("saved cursor", "a\x1b[s\nb\x1b[uc", {"ac", "b"});
        row("wide characters", "漢字\r\x1b[2Cx", {"漢x "});
        row("half a wide character", "漢\rx", {"x "});
        row("not UTF-8", "a\xff\xc3(b\xe2\x82", {"a\ufffd\ufffd(b\ufffd"});
        row("overlong and surrogates", "\xc0\xaf\xed\xa0\x80", {"\ufffd\ufffd\ufffd\ufffd\ufffd"});
        row("nothing", "", {});
    }
    void showsWhatATerminalWouldLeave()
    {
        QFETCH(std::string, bytes);
        QFETCH(Texts, texts);
        QCOMPARE(textsOf(bytes), texts);
    }

    void nothingButColoursAndTheCursorActs_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("text");

        const auto row = [](const char *name, const std::string &bytes, const std::string &text) {
            QTest::newRow(name) << bytes << text;
        };
        row("title", "a\x1b]0;evil\x07z", "az");
        row("link", "a\x1b]8;;file:///etc/passwd\x1b\\name\x1b]8;;\x1b\\z", "anamez");
        row("clipboard", "a\x1b]52;c;ZXZpbA==\x07z", "az");
        row("device control string", "a\x1bP+q544e\x1b\\z", "az");
        row("other strings", "a\x1b_one\x1b\\\x1b^two\x1b\\\x1bXthree\x1b\\z", "az");
        row("string that a sequence ends", "a\x1b]0;t\x1b[31mz", "az");
        row("string that is cancelled", "a\x1b]0;t\x18z", "az");
        row("status query", "a\x1b[6n\x1b[c\x1b[>q\x1b[5nz", "az");
        row("alternate screen", "a\x1b[?1049hz", "az");
        row("mouse, paste and cursor modes", "a\x1b[?1000h\x1b[?2004h\x1b[?25l\x1b[?7lz", "az");
        row("character sets", "a\x1b(0\x0fqz", "a␏qz");
        row("bell", "a\az", "az");
        row("8-bit control as a byte",
            "a\x9b"
            "31mz",
            "a\ufffd"
            "31mz");
        row("8-bit control as a character",
            "a\xc2\x9b"
            "31mz",
            "a⟨U+009B⟩31mz");
        row("other control characters", "a\x01\x0e\x1fz", "a␁␎␟z");
        row("bidirectional override", "a\xe2\x80\xaez", "a⟨U+202E⟩z");
        row("zero width", "a\xe2\x80\x8bz", "a⟨U+200B⟩z");
        row("concealed", "a\x1b[8mz", "az");
        row("scroll region and insert mode", "a\x1b[1;2r\x1b[4hz", "az");
        row("resize", "a\x1b[8;10;10tz", "az");
        row("unknown", "a\x1b[1$y\x1b[<5u\x1b#8z", "az");
    }
    void nothingButColoursAndTheCursorActs()
    {
        QFETCH(std::string, bytes);
        QFETCH(std::string, text);
        QCOMPARE(textsOf(bytes), Texts{text});
    }

    void readsColours_data()
    {
        QTest::addColumn<std::string>("sequence");
        QTest::addColumn<TerminalPen>("expected");

        const auto row = [](const char *sequence, const TerminalPen &expected) {
            QTest::newRow(sequence) << std::string(sequence) << expected;
        };
        TerminalPen paper;
        paper.paper = 12;
        TerminalPen marks;
        marks.dim = marks.italic = marks.underline = marks.reverse = marks.strike = 1;
        TerminalPen underline;
        underline.underline = 1;
        row("31", pen(1));
        row("1;91", pen(9, true));
        row("104", paper);
        row("2;3;4;7;9", marks);
        row("2;3;4;7;9;22;23;24;27;29", {});
        row("38;5;208", pen(208));
        row("38:5:208", pen(208));
        row("38;2;255;0;0", pen(196));
        row("38:2::255:0:0", pen(196));
        row("38:2:255:0:0", pen(196));
        row("38;2;128;128;128", pen(244));
        row("38;2;255;0;0;1", pen(196, true));
        row("31;39", {});
        row("31;0", {});
        row("31;", {});
        row("4:3", underline);
        row("4:3;4:0", {});
        row("38", {});
        row("38;5", pen(0));
        row("38:5", {});
        row("38;7;1", pen(TerminalPen::plain, true));
        row("99999999999999999999;31", pen(1));
        row("?31", {});
    }
    void readsColours()
    {
        QFETCH(std::string, sequence);
        QFETCH(TerminalPen, expected);
        const auto lines = linesOf("\x1b[" + sequence + "mx");
        QCOMPARE(lines.size(), std::size_t{1});
        QCOMPARE(lines[0].text, std::string("x"));
        QVERIFY(lines[0].runs.front().pen == expected);
    }

    void runsCoverTheTextByBytes()
    {
        const auto lines = linesOf("a\x1b[31mé\x1b[1m漢\x1b[0m\xe2\x80\xae");
        QCOMPARE(lines[0].text, std::string("aé漢⟨U+202E⟩"));
        const std::vector<TerminalRun> runs{{1, {}}, {2, pen(1)}, {3, pen(1, true)}, {12, {}}};
        QVERIFY(lines[0].runs == runs);
    }

    void manyParametersAreNoHarm()
    {
        std::string sequence = "\x1b[";
        for (int i = 0; i < 5000; ++i)
            sequence += "1;";
        QVERIFY(textsOf(sequence + "m\nend").back() == "end");
    }

    void nothingHidesWhatComesBehind_data()
    {
        QTest::addColumn<std::string>("start");
        for (const char *start : {"\x1b]0;", "\x1bP", "\x1b[", "\x1b", "\x1b(", "\x1b[38;5;"})
            QTest::newRow(start + 1) << std::string(start);
    }
    void nothingHidesWhatComesBehind()
    {
        QFETCH(std::string, start);
        QCOMPARE(textsOf(start + "\nFAILED\n").back(), std::string("FAILED"));
        const std::string late = textsOf(start + std::string(10'000, '1') + "FAILED").back();
        QVERIFY(late.find("FAILED") != std::string::npos);
    }

    void cutsMakeNoDifference()
    {
        const auto whole = linesOf(corpus);
        QVERIFY(whole.size() > 8);
        for (std::size_t cut = 0; cut <= corpus.size(); ++cut) {
            TerminalText text;
            Follower follower;
            text.write(std::string_view(corpus).substr(0, cut));
            follower.follow(text);
            text.write(std::string_view(corpus).substr(cut));
            text.finish();
            follower.follow(text);
            QVERIFY2(follower.lines() == whole, qPrintable(QString::number(cut)));
        }
        TerminalText text;
        Follower follower;
        for (const char c : corpus) {
            text.write(std::string_view(&c, 1));
            follower.follow(text);
        }
        text.finish();
        follower.follow(text);
        QVERIFY(follower.lines() == whole);
    }

    void aLineOf100MegabytesWraps()
    {
        TerminalText text;
        const std::string piece(1 << 20, 'x');
        for (int i = 0; i < 100; ++i) {
            text.write(piece);
            text.take();
        }
        QCOMPARE(text.lines(), std::uint64_t{100 * (1 << 20) / TerminalScreen::columns});
        text.write("\nend");
        QCOMPARE(text.take().lines.back().text, std::string("end"));
    }

    void keepsTheNewestLinesAndCountsTheRest()
    {
        TerminalText text;
        for (int i = 0; i < 200'000; ++i)
            text.write(std::to_string(i) + "\n");
        QCOMPARE(text.lines(), std::uint64_t{200'000});
        const TerminalChange change = text.take();
        QCOMPARE(change.lines.size(), TerminalText::mostLines);
        QCOMPARE(change.from, std::uint64_t{200'001 - TerminalText::mostLines});
        QCOMPARE(change.lines[change.lines.size() - 2].text, std::string("199999"));
    }

    void keepsLongLinesWithinItsMemory()
    {
        TerminalText text;
        const std::string piece(1 << 20, 'x');
        for (int i = 0; i < 64; ++i)
            text.write(piece);
        const TerminalChange change = text.take();
        QVERIFY(change.lines.size() * TerminalScreen::columns <
                TerminalText::mostCells + (TerminalScreen::liveRows + 1) * TerminalScreen::columns);
    }

    void handsOutOnlyWhatChanged()
    {
        TerminalText text;
        text.write("a\nb\n");
        text.take();
        QVERIFY(!text.hasChange());
        text.write("c\n");
        QCOMPARE(text.take().from, std::uint64_t{2});
        text.write("\x1b[2A\rB");
        QCOMPARE(text.take().from, std::uint64_t{1});
        text.write("\x1b[31m");
        QVERIFY(!text.hasChange());
    }

    void randomBytesAreNoHarm()
    {
        std::mt19937 random(20'260'711); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same every time
        const std::array<std::string, 14> pieces{"\x1b[", "\x1b]", "\x1bP",   "\n",         "\r",
                                                 "\b",    "\t",    "\x1b[2J", "\x1b[1;99H", "漢",
                                                 ";",     ":",     "12",      "\x1b[A"};
        for (int round = 0; round < 150; ++round) {
            TerminalText text;
            Follower follower;
            std::string all;
            for (int i = 0; i < 300; ++i) {
                std::string piece;
                if (random() % 2 == 0)
                    piece = pieces[random() % pieces.size()];
                else
                    piece = static_cast<char>(random() % 256);
                all += piece;
                text.write(piece);
                if (random() % 8 == 0)
                    follower.follow(text);
            }
            text.finish();
            follower.follow(text);
            QVERIFY(follower.lines() == linesOf(all));
            for (const TerminalLine &line : follower.lines()) {
                std::size_t covered = 0;
                for (const TerminalRun &run : line.runs)
                    covered += run.length;
                QCOMPARE(covered, line.text.size());
                const QString shown = QString::fromUtf8(line.text.data(), qsizetype(line.text.size()));
                for (const char32_t c : shown.toUcs4())
                    QVERIFY(c >= 0x20 && (c < 0x7f || c >= 0xa0) && !isDeceptive(c));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TerminalTextTest)
#include "terminal_text_test.moc"
