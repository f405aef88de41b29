#include "core/base/text.h"

#include <QElapsedTimer>
#include <QTest>

#include <clocale>

using namespace vouchsafe;

class GlobTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void matches_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char *pattern, const char *path, bool matches) {
            QTest::newRow(qPrintable(
                QStringLiteral("%1 on %2").arg(QString::fromUtf8(pattern), QString::fromUtf8(path))))
                << QByteArray(pattern) << QByteArray(path) << matches;
        };
        row("*.py", "a.py", true);
        row("*.py", "src/deep/a.py", true);
        row("*.py", "a.pyc", false);
        row("src/*.py", "src/a.py", true);
        row("src/*.py", "src/deep/a.py", false);
        row("src/*.py", "other/src/a.py", false);
        row("/a.py", "a.py", true);
        row("/a.py", "src/a.py", false);
        row("tests/**", "tests/a/b.py", true);
        row("tests/**", "src/tests/b.py", false);
        row("**/tests/**", "src/tests/b.py", true);
        row("**/tests/**", "tests/b.py", true);
        row("a/**/b", "a/b", true);
        row("a/**/b", "a/x/y/b", true);
        row("a/**/b", "a/x/y/c", false);
        row("a/**/b/**/c", "a/b/x/b/c", true);
        row("**", "any/thing", true);
        row("a?c", "abc", true);
        row("a?c", "a/c", false);
        row("a?c",
            "a\xc3\xa9"
            "c",
            true);
        row("a?c",
            "a\xff"
            "c",
            true);
        row("a*", ".hidden/a", true);
        row("*", ".hidden", true);
        row("*", "caf\xe9.py", true);
        row("*.py", "caf\xe9.py", true);
        row("test_[a-c].py", "test_b.py", true);
        row("test_[a-c].py", "test_d.py", false);
        row("test_[!a-c].py", "test_d.py", true);
        row("test_[!a-c].py", "test_a.py", false);
        row("[]]", "]", true);
        row("[a-]", "-", true);
        row("[a", "[a", true);
        row("[\xc3\xa0-\xc3\xaf]", "\xc3\xa9", true);
        row("conftest.py", "tests/conftest.py", true);
        row("conftest.py", "tests/conftest.py/x", false);
        row("a**b", "axxb", true);
        row("", "a", false);
        row("*a*b*c", "xxaxxbxxc", true);
        row("*a*b*c", "xxaxxcxxb", false);
    }
    void matches()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, path);
        QTEST(globMatches(pattern.toStdString(), path.toStdString()), "matches");
    }

    void theLocaleHasNoSay()
    {
        for (const char *locale : {"C", "C.UTF-8"}) {
            std::setlocale(LC_ALL, locale);
            QVERIFY(globMatches("caf?.py", "caf\xc3\xa9.py"));
            QVERIFY(globMatches("caf?.py", "caf\xe9.py"));
        }
    }

    void manyStarsEndInTime()
    {
        std::string pattern;
        std::string deep;
        for (int i = 0; i < 40; ++i) {
            pattern += "**/a*a*a*a*a*a*b/";
            deep += std::string(100, 'a') + "/";
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(!globMatches(pattern + "x", deep + "y"));
        QVERIFY2(timer.elapsed() < 5000, "the time grows faster than the product of the lengths");
    }
};

QTEST_GUILESS_MAIN(GlobTest)
#include "glob_test.moc"
