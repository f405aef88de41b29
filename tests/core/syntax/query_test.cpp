// Queries find what they describe, honour their conditions, and say what is wrong with their text.

#include "core/syntax/tree.h"

#include <QTest>

#include <string>
#include <vector>

using namespace vouchsafe;

namespace {

std::vector<std::string> captured(std::string_view query, const std::string &source)
{
    const Tree tree = Tree::parse(Language::Python, source).value();
    const Query compiled = Query::compile(Language::Python, query).value();
    std::vector<std::string> texts;
    compiled.run(tree.root(), tree.source(), [&](int pattern, const std::vector<Capture> &captures) {
        for (const Capture &capture : captures)
            texts.push_back(std::to_string(pattern) + ' ' + std::string(capture.name) + ' ' +
                            std::string(capture.node.text(tree.source())));
    });
    return texts;
}

} // namespace

class QueryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesPatternsAndCaptures();
    void honoursConditions_data();
    void honoursConditions();
    void comparesTwoCaptures();
    void numbersItsCaptures();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void endsOnDeepTrees();
};

void QueryTest::givesPatternsAndCaptures()
{
    const std::vector<std::string> wanted{"0 name f", "1 call g"};
    QCOMPARE(captured("(function_definition name: (identifier) @name)\n(call function: (identifier) @call)",
                      "def f(): g()\n"),
             wanted);
}

void QueryTest::honoursConditions_data()
{
    QTest::addColumn<QByteArray>("condition");
    QTest::addColumn<int>("count"); // of the names a, b1, b2
    QTest::newRow("eq") << QByteArray("(#eq? @n \"a\")") << 1;
    QTest::newRow("not-eq") << QByteArray("(#not-eq? @n \"a\")") << 2;
    QTest::newRow("match") << QByteArray("(#match? @n \"^b[0-9]$\")") << 2;
    QTest::newRow("not-match") << QByteArray("(#not-match? @n \"^b\")") << 1;
    QTest::newRow("any-of") << QByteArray("(#any-of? @n \"a\" \"b2\" \"c\")") << 2;
    QTest::newRow("not-any-of") << QByteArray("(#not-any-of? @n \"a\" \"b2\")") << 1;
    QTest::newRow("two conditions") << QByteArray("(#match? @n \"b\") (#not-eq? @n \"b1\")") << 1;
}

void QueryTest::honoursConditions()
{
    QFETCH(QByteArray, condition);
    QFETCH(int, count);
    const std::string query = "((identifier) @n " + condition.toStdString() + ")";
    QCOMPARE(static_cast<int>(captured(query, "a\nb1\nb2\n").size()), count);
}

void QueryTest::comparesTwoCaptures()
{
    const std::string query = "((assignment left: (identifier) @l right: (identifier) @r) (#eq? @l @r))";
    QCOMPARE(captured(query, "a = b\nc = c\n").size(), std::size_t{2});
}

void QueryTest::numbersItsCaptures()
{
    const Query query = Query::compile(Language::Python, "(call function: (_) @f arguments: (_) @a)").value();
    const std::vector<std::string_view> wanted{"f", "a"};
    QCOMPARE(query.captureNames(), wanted);
}

void QueryTest::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("unknown node") << QByteArray("(no_such_node) @x")
                                  << QByteArray("unknown node at byte 1: no_such");
    QTest::newRow("unknown field") << QByteArray("(call nofield: (_))")
                                   << QByteArray("unknown field at byte 6");
    QTest::newRow("open bracket") << QByteArray("(call") << QByteArray("syntax error");
    QTest::newRow("unknown condition") << QByteArray("((call) @c (#odd? @c \"x\"))") << QByteArray("#odd?");
    QTest::newRow("bad pattern") << QByteArray("((call) @c (#match? @c \"(\"))")
                                 << QByteArray("malformed pattern");
}

void QueryTest::saysWhatIsWrong()
{
    QFETCH(QByteArray, query);
    QFETCH(QByteArray, said);
    const auto compiled = Query::compile(Language::Python, query.toStdString());
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().code, ErrorCode::Internal);
    QVERIFY2(compiled.error().what.find(said.toStdString()) != std::string::npos,
             compiled.error().what.c_str());
}

void QueryTest::endsOnDeepTrees()
{
    std::string source = "x = ";
    source.append(3000, '[');
    source.append(3000, ']');
    QCOMPARE(captured("(list) @l", source + "\n").size(), std::size_t{3000});
}

QTEST_GUILESS_MAIN(QueryTest)
#include "query_test.moc"
