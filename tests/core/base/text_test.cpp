#include "core/base/text.h"

#include <QTest>

using namespace vouchsafe;
using Words = std::vector<std::string>;

class TextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsUtf8FromOtherBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("valid");
        QTest::newRow("empty") << QByteArray() << true;
        QTest::newRow("ascii") << QByteArray("plain") << true;
        QTest::newRow("two, three and four bytes")
            << QByteArray("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80") << true;
        QTest::newRow("highest code point") << QByteArray("\xf4\x8f\xbf\xbf") << true;
        QTest::newRow("past the highest") << QByteArray("\xf4\x90\x80\x80") << false;
        QTest::newRow("overlong slash") << QByteArray("\xc0\xaf") << false;
        QTest::newRow("overlong three bytes") << QByteArray("\xe0\x80\xaf") << false;
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << false;
        QTest::newRow("lone continuation") << QByteArray("\x80") << false;
        QTest::newRow("cut off") << QByteArray("a\xe2\x82") << false;
        QTest::newRow("latin-1") << QByteArray("caf\xe9") << false;
    }
    void tellsUtf8FromOtherBytes()
    {
        QFETCH(QByteArray, bytes);
        QTEST(isUtf8(bytes.toStdString()), "valid");
    }

    void showsOddBytesAndControlCharactersEscaped()
    {
        QCOMPARE(shown("caf\xc3\xa9"), std::string("caf\xc3\xa9"));
        QCOMPARE(shown("caf\xe9"), std::string("caf\\xe9"));
        QCOMPARE(shown("a\nb\x1b[2J\x7f"), std::string("a\\x0ab\\x1b[2J\\x7f"));
        QCOMPARE(shown(std::string_view("\0", 1)), std::string("\\x00"));
    }

    void showsNoControlCharacterOfTheSecondRangeEither()
    {
        // U+009B opens an escape sequence on terminals that read UTF-8; U+00A0 is a blank.
        QCOMPARE(shown("\xc2\x9b"
                       "2J"),
                 std::string("\\xc2\\x9b"
                             "2J"));
        QCOMPARE(shown("\xc2\xa0"), std::string("\xc2\xa0"));
    }

    void makesEveryTextFitForJson()
    {
        const std::string lossy = toUtf8Lossy("a\xff\xe2\x82"
                                              "b");
        QVERIFY(isUtf8(lossy));
        QCOMPARE(lossy, std::string("a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
                                    "b"));
        QCOMPARE(toUtf8Lossy("\xe2\x82\xac"), std::string("\xe2\x82\xac"));
    }

    void aFinalLineFeedOpensNoFurtherLine()
    {
        using Lines = std::vector<std::string_view>;
        QCOMPARE(splitLines(""), Lines{});
        QCOMPARE(splitLines("\n"), Lines{""});
        QCOMPARE(splitLines("a\nb\n"), (Lines{"a", "b"}));
        QCOMPARE(splitLines("a\r\n\nb"), (Lines{"a\r", "", "b"}));
    }

    void splitAndJoinAreInverse()
    {
        for (const std::string text : {"", "a", "a/b", "/a//b/"})
            QCOMPARE(join(split(text, '/'), "/"), text);
        QCOMPARE(split("a//b", '/'), (Words{"a", "", "b"}));
    }

    void trimsBlanksOfBothEnds()
    {
        QCOMPARE(std::string(trimmed(" \t a b\r\n")), std::string("a b"));
        QCOMPARE(std::string(trimmed(" \n ")), std::string());
    }

    void replacesEveryPlaceOnce()
    {
        QCOMPARE(replaceAll("aaa", "a", "aa"), std::string("aaaaaa"));
        QCOMPARE(replaceAll("abc", "", "x"), std::string("abc"));
        QCOMPARE(lowerAscii("ABC \xc3\x89"), std::string("abc \xc3\x89"));
    }

    void splitsWordsAsAShellDoes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char *name, const char *command, const QStringList &words) {
            QTest::newRow(name) << QString::fromUtf8(command) << words;
        };
        const auto s = [](const char *text) { return QString::fromUtf8(text); };
        row("blanks", "  python3  -m\tpytest \n", {s("python3"), s("-m"), s("pytest")});
        row("nothing", "   ", {});
        row("single quotes", "a 'b  c' d", {s("a"), s("b  c"), s("d")});
        row("an empty word", "a '' \"\"", {s("a"), s(""), s("")});
        row("quotes inside a word", "--name='a b'c", {s("--name=a bc")});
        row("double quotes keep other backslashes", "\"a\\\"b\\n\\\\\"", {s("a\"b\\n\\")});
        row("backslash", "a\\ b \\'c", {s("a b"), s("'c")});
        row("no escape in single quotes", "'a\\'", {s("a\\")});
        row("joined lines", "make \\\ncheck \"a\\\nb\"", {s("make"), s("check"), s("ab")});
        row("a backslash at the end", "a\\", {s("a\\")});
    }
    void splitsWordsAsAShellDoes()
    {
        QFETCH(QString, command);
        QFETCH(QStringList, words);
        const auto result = shellWords(command.toStdString());
        QVERIFY(result.has_value());
        QStringList got;
        for (const std::string &word : *result)
            got << QString::fromStdString(word);
        QCOMPARE(got, words);
    }

    void refusesAnOpenQuote()
    {
        for (const char *command : {"echo 'a", "echo \"a", "a\"b'c"}) {
            const auto result = shellWords(command);
            QVERIFY(!result.has_value());
            QCOMPARE(result.error().code, ErrorCode::CheckInvalid);
        }
    }

    void tellsWhatNeedsAShell_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("shell");
        for (const char *text : {"a | b", "a && b", "a; b", "a > f", "(a)", "echo $HOME", "echo \"$HOME\"",
                                 "echo `a`", "ls *.py", "ls a?", "ls [ab]", "echo {a,b}", "A=1 make",
                                 "~/bin/test", "! false", "a\nb", "# nothing"})
            QTest::newRow(text) << QString::fromUtf8(text) << true;
        for (const char *text : {"python3 -m pytest -q", "make CFLAGS=-O2 check", "echo 'a | b; $c'",
                                 "echo \"a;b\"", "echo a\\;b", "pytest --k=a", "echo a#b", "echo a~"})
            QTest::newRow(text) << QString::fromUtf8(text) << false;
    }
    void tellsWhatNeedsAShell()
    {
        QFETCH(QString, command);
        QTEST(hasShellSyntax(command.toStdString()), "shell");
    }

    void quotedWordsAreReadBackUnchanged()
    {
        const Words words{"plain", "", "a b", "it's", "$HOME", "a\\b", "\"", "new\nline", "caf\xc3\xa9"};
        QCOMPARE(shellWords(shellQuoted(words)).value_or(Words{}), words);
        QCOMPARE(shellQuoted({"python3", "-m", "pytest"}), std::string("python3 -m pytest"));
    }

    void countsTokensUpwards()
    {
        QCOMPARE(estimatedTokens(""), std::size_t{0});
        QCOMPARE(estimatedTokens("a"), std::size_t{1});
        QCOMPARE(estimatedTokens(std::string(32, 'a')), std::size_t{10});
        QCOMPARE(estimatedTokens(std::string(33, 'a')), std::size_t{11});
    }

    void leavesShortTextsWhole()
    {
        QCOMPARE(elided("abcdef", 3, 3), std::string("abcdef"));
        QCOMPARE(elided("", 0, 0), std::string());
    }

    void elidesWholeLines()
    {
        std::string text;
        for (int i = 0; i < 100; ++i)
            text += "line " + std::to_string(i) + "\n";
        const std::string shortened = elided(text, 20, 20);
        QVERIFY(shortened.starts_with("line 0\nline 1\n[… "));
        QVERIFY(shortened.ends_with(" bytes left out …]\nline 98\nline 99\n"));
    }

    void saysHowMuchIsLeftOut()
    {
        const std::string text(1000, 'x');
        const std::string shortened = elided(text, 100, 50);
        QCOMPARE(shortened, std::string(100, 'x') + "\n[… 850 bytes left out …]\n" + std::string(50, 'x'));
    }

    void elidingNeverCutsACharacter()
    {
        std::string text;
        for (int i = 0; i < 50; ++i)
            text += "\xf0\x9f\x98\x80";
        for (std::size_t head = 0; head < 9; ++head)
            for (std::size_t tail = 0; tail < 9; ++tail)
                QVERIFY(isUtf8(elided(text, head, tail)));
    }

    void elidingKeepsBinaryHeadsAndTails()
    {
        const std::string shortened = elided(std::string(1000, '\x80'), 100, 100);
        QVERIFY(shortened.size() > 190);
    }
};

QTEST_GUILESS_MAIN(TextTest)
#include "text_test.moc"
