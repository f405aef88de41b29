#include "core/repair/screen.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::repair;

namespace {

std::string spell(const std::string &source)
{
    return spelling(*Tree::parse(Language::Python, source));
}

Edit edit(const std::string &source, const std::string &from, const std::string &to)
{
    const std::size_t at = source.find(from);
    return {at, at + from.size(), to, Family::Compare, "edit", 1, false};
}

} // namespace

class ScreenTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsSpellingsFromPrograms_data();
    void tellsSpellingsFromPrograms();
    void refusesWhatDoesNotParse();
    void acceptsAnEditOfAFileThatParsedBadlyBefore();
    void refusesAnEditThatChangesOnlyTheSpelling();
    void keepsEveryOtherByte();
};

void ScreenTest::tellsSpellingsFromPrograms_data()
{
    QTest::addColumn<std::string>("one");
    QTest::addColumn<std::string>("other");
    QTest::addColumn<bool>("same");
    const auto row = [](const char *name, const std::string &one, const std::string &other, bool same) {
        QTest::newRow(name) << one << other << same;
    };
    row("blanks", "a+b\n", "a + b\n", true);
    row("comments", "a # x\n", "a\n", true);
    row("needless parentheses", "x = (a)\n", "x = a\n", true);
    row("needed parentheses", "x = (a + b) * c\n", "x = a + b * c\n", false);
    row("other operator", "a + b\n", "a - b\n", false);
    row("other text", "f('a')\n", "f('b')\n", false);
    row("blanks in a text", "f('a')\n", "f('a ')\n", false);
    row("indentation", "if a:\n    b\nc\n", "if a:\n    b\n    c\n", false);
    row("one argument or two", "f(a, b)\n", "f((a, b))\n", false);
}

void ScreenTest::tellsSpellingsFromPrograms()
{
    QFETCH(std::string, one);
    QFETCH(std::string, other);
    QFETCH(bool, same);
    QCOMPARE(spell(one) == spell(other), same);
}

void ScreenTest::refusesWhatDoesNotParse()
{
    const std::string source = "x = a < b\n";
    QVERIFY(!screened(source, {spell(source), 0}, edit(source, "<", "< <")));
}

void ScreenTest::acceptsAnEditOfAFileThatParsedBadlyBefore()
{
    const std::string source = "x = a < b\ndef (:\n";
    const auto tree = Tree::parse(Language::Python, source);
    QVERIFY(parseErrors(*tree) > 0);
    QVERIFY(screened(source, {spelling(*tree), parseErrors(*tree)}, edit(source, "<", ">")));
}

void ScreenTest::refusesAnEditThatChangesOnlyTheSpelling()
{
    const std::string source = "x = a < b\n";
    QVERIFY(!screened(source, {spell(source), 0}, edit(source, "a", "(a)")));
    QVERIFY(!screened(source, {spell(source), 0}, edit(source, "a", "a")));
}

void ScreenTest::keepsEveryOtherByte()
{
    const std::string source = "# \xff\xfe\r\nx\t=  a <b";
    const auto after = screened(source, {spell(source), 9}, edit(source, "<", ">="));
    QVERIFY(after);
    QCOMPARE(after->after, std::string("# \xff\xfe\r\nx\t=  a >=b"));
}

QTEST_GUILESS_MAIN(ScreenTest)
#include "screen_test.moc"
