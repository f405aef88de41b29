// gitignore patterns must decide as git does: every row is also asked of `git check-ignore`.

#include "core/git/ignore_rules.h"

#include "tests/support/temp_repo.h"

#include <QtTest>

#include <chrono>
#include <fstream>

using namespace vouchsafe;
using test::TempRepo;

class IgnoreRulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decidesAsGitDoes_data()
    {
        QTest::addColumn<QByteArray>("patterns");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("ignored");
        const auto row = [](const char *patterns, const char *path, bool ignored) {
            QTest::newRow(qPrintable(
                QString::fromUtf8(QByteArray(patterns)).replace(QLatin1Char('\n'), QLatin1Char('|')) +
                QStringLiteral(" ? ") + QString::fromUtf8(path)))
                << QByteArray(patterns) << QByteArray(path) << ignored;
        };
        row("*.o\n", "a.o", true);
        row("*.o\n", "x/y/a.o", true);
        row("*.o\n", "a.oo", false);
        row("/a.o\n", "a.o", true);
        row("/a.o\n", "x/a.o", false);
        row("x/a.o\n", "x/a.o", true);
        row("x/a.o\n", "y/x/a.o", false);
        row("**/x/a.o\n", "y/x/a.o", true);
        row("**/x/a.o\n", "x/a.o", true);
        row("a/**/b\n", "a/b", true);
        row("a/**/b\n", "a/x/b", true);
        row("a/**/b\n", "a/x/y/b", true);
        row("a/**/b\n", "ab", false);
        row("a/**\n", "a/x/y", true);
        row("a/**\n", "b/x", false);
        row("a**b\n", "axxb", true);
        row("a/*\n", "a/x", true);
        row("a/*/c\n", "a/x/y/c", false);
        row("*.log\n!keep.log\n", "keep.log", false);
        row("!keep.log\n*.log\n", "keep.log", true);
        row("\\!bang\n", "!bang", true);
        row("\\#hash\n", "#hash", true);
        row("# comment\n", "# comment", false);
        row("trail   \n", "trail", true);
        row("esc\\ \n", "esc ", true);
        row("f?o\n", "foo", true);
        row("f?o\n", "f/o", false);
        row("[a-c]x\n", "bx", true);
        row("[!a-c]x\n", "bx", false);
        row("[!a-c]x\n", "dx", true);
        row("[^a-c]x\n", "dx", true);
        row("[]]x\n", "]x", true);
        row("[[:digit:]]x\n", "7x", true);
        row("[[:digit:]]x\n", "ax", false);
        row("[a\n", "[a", false);
        row("\\[a\n", "[a", true);
        row("a\\*b\n", "a*b", true);
        row("a\\*b\n", "axb", false);
        row("cr\r\n", "cr", true);
        row("\xef\xbb\xbf"
            "bom\n",
            "bom", true);
        row("**\n", "a/b", true);
        row("**/\n", "top", false);
        row("*\n!*.c\n", "a.c", false);
        row("/*\n!/a.c\n", "a.c", false);
        row("a.c/\n", "a.c", false);
        row("*/x\n", "a/x", true);
        row("*/x\n", "a/b/x", false);
        row("no-end", "no-end", true);
    }

    void decidesAsGitDoes()
    {
        QFETCH(QByteArray, patterns);
        QFETCH(QByteArray, path);
        QFETCH(bool, ignored);
        const auto rules = std::make_shared<IgnoreRules>(patterns.toStdString(), "", nullptr);
        QCOMPARE(rules->ignores(path.toStdString(), false), ignored);

        const TempRepo repo;
        repo.write(".gitignore", patterns.toStdString());
        repo.write(path.toStdString(), "x");
        // The rows that hide a whole folder above are matched on the path itself by both.
        const std::string listed =
            repo.git({"ls-files", "-z", "--others", "--exclude-standard", "--", path.toStdString()});
        QCOMPARE(listed.empty(), ignored);
    }

    void theNearestFileDecides()
    {
        const auto user = std::make_shared<IgnoreRules>("*.tmp\n", "", nullptr);
        const auto top = std::make_shared<IgnoreRules>("*.log\n!x.tmp\n/only\n", "", user);
        const auto below = std::make_shared<IgnoreRules>("!a.log\n/here\n", "sub/deep", top);
        QVERIFY(below->ignores("sub/deep/b.log", false));
        QVERIFY(!below->ignores("sub/deep/a.log", false));
        QVERIFY(below->ignores("sub/deep/y.tmp", false));
        QVERIFY(!below->ignores("sub/deep/x.tmp", false));
        QVERIFY(below->ignores("sub/deep/here", true));
        QVERIFY(!below->ignores("sub/deep/x/here", true));
        QVERIFY(!below->ignores("sub/deep/only", false));
    }

    void aHostilePatternTakesNoTime()
    {
        std::string pattern;
        for (int at = 0; at < 40; ++at)
            pattern += "*a**/";
        const std::string text(4000, 'a');
        const auto began = std::chrono::steady_clock::now();
        QVERIFY(!wildMatches(pattern + "b", text));
        QVERIFY(std::chrono::steady_clock::now() - began < std::chrono::seconds(2));
    }
};

QTEST_GUILESS_MAIN(IgnoreRulesTest)
#include "ignore_rules_test.moc"
