// Parsing answers within its limits, and nodes tell their places in bytes and lines.

#include "core/syntax/tree.h"

#include <QTest>

#include <string>
#include <thread>
#include <vector>

using namespace vouchsafe;

namespace {

Tree parsed(Language language, std::string source, const ParseLimits &limits = {})
{
    return Tree::parse(language, std::move(source), limits).value();
}

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

class TreeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesInEveryLanguage_data();
    void parsesInEveryLanguage();
    void tellsPlacesInBytesAndLines();
    void findsFieldsAndNeighbours();
    void answersNothingForANullNode();
    void marksErrors();
    void refusesASourcePastTheSizeLimit();
    void stopsAtTheTimeLimitAndParsesTheNextOne();
    void stopsWhenCancelled();
    void survivesDeepNesting();
    void survivesMoreChildrenThanTheLibraryCounts_data();
    void survivesMoreChildrenThanTheLibraryCounts();
    void parsesManyValuesInARow();
    void parsesOnSeveralThreads();
};

void TreeTest::parsesInEveryLanguage_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("source");
    const auto row = [](Language language, const char *source) {
        QTest::newRow(std::string(languageName(language)).c_str())
            << static_cast<int>(language) << QByteArray(source);
    };
    row(Language::Python, "def f():\n    return f'{1}'\n");
    row(Language::JavaScript, "const f = () => `a${1}`;\n");
    row(Language::TypeScript, "const x = <string>y;\n");
    row(Language::Tsx, "export const B = <T,>(p: P<T>) => <div>{p.x}</div>;\n");
    row(Language::Go, "package p\nfunc f[T any](x T) T { return x }\n");
    row(Language::Rust, "fn f<'a>(x: &'a str) -> &'a str { r#\"q\"#; x }\n");
    row(Language::C, "int f(void) { return 1; }\n");
    row(Language::Cpp, "template <class T> T f(T x) { return R\"(a)\", x; }\n");
}

void TreeTest::parsesInEveryLanguage()
{
    QFETCH(int, language);
    QFETCH(QByteArray, source);
    const Tree tree = parsed(static_cast<Language>(language), source.toStdString());
    QVERIFY(!tree.root().isNull());
    QVERIFY(!tree.hasError());
    QCOMPARE(tree.source(), source.toStdString());
    QCOMPARE(tree.root().endByte(), tree.source().size());
}

void TreeTest::tellsPlacesInBytesAndLines()
{
    const Tree tree = parsed(Language::Python, "s = \"日本🚀\"; def_ = 1\ndef g(): pass\n");
    const Node second = tree.root().namedChild(1);
    QCOMPARE(second.startColumn(), 18); // 4 for `s = `, 12 for the string, 2 for `; `
    const Node function = tree.root().namedChild(2);
    QCOMPARE(function.text(tree.source()), std::string_view("def g(): pass"));
    QCOMPARE(function.startLine(), 2);
    QCOMPARE(function.endLine(), 2);
    QCOMPARE(tree.root().endLine(), 2); // its last byte is the line feed of line 2
    const std::size_t at = tree.source().find("pass");
    QCOMPARE(tree.root().smallestAt(at, at + 4).type(), std::string_view("pass_statement"));
}

void TreeTest::findsFieldsAndNeighbours()
{
    const Tree tree = parsed(Language::Python, "a = b + 1\nc = 2\n");
    const Node assignment = tree.root().namedChild(0).namedChild(0);
    const Node right = assignment.childByField("right");
    QCOMPARE(right.type(), std::string_view("binary_operator"));
    QCOMPARE(right.childByField("operator").text(tree.source()), std::string_view("+"));
    QVERIFY(!right.childByField("operator").isNamed());
    QCOMPARE(assignment.fieldOfChild(0), std::string_view("left"));
    QCOMPARE(assignment.fieldOfChild(1), std::string_view());
    QCOMPARE(assignment.fieldOfChild(9), std::string_view());
    QVERIFY(right.parent() == assignment);
    QVERIFY(right.previousNamedSibling() == assignment.childByField("left"));
    QVERIFY(right.previousSibling().nextSibling() == right);
    QVERIFY(tree.root().namedChild(0).nextNamedSibling() == tree.root().namedChild(1));
    QVERIFY(tree.root().parent().isNull());
}

void TreeTest::answersNothingForANullNode()
{
    const Node none;
    QVERIFY(none.isNull());
    QVERIFY(none.parent().isNull() && none.child(0).isNull() && none.childByField("name").isNull());
    QVERIFY(none.type().empty() && none.text("abc").empty());
    QCOMPARE(none.childCount(), 0);
    QCOMPARE(none.startLine(), 0);
    const Tree tree = parsed(Language::C, "int a;");
    QVERIFY(tree.root().child(-1).isNull() && tree.root().child(99).isNull());
    QVERIFY(!(tree.root() == none));
    QVERIFY(none == tree.root().childByField("nosuch"));
}

void TreeTest::marksErrors()
{
    const Tree tree = parsed(Language::Python, "def b(:\n    x =\n");
    QVERIFY(tree.hasError());
    const Tree missing = parsed(Language::C, "int f(void) { return 1 }");
    QVERIFY(missing.root().hasError());
}

void TreeTest::refusesASourcePastTheSizeLimit()
{
    const auto tree = Tree::parse(Language::C, "int a;", {.bytes = 3});
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, ErrorCode::Io);
}

void TreeTest::stopsAtTheTimeLimitAndParsesTheNextOne()
{
    const auto tree = Tree::parse(Language::C, "int a[] = {" + repeated("(1+2),", 150000) + "};",
                                  {.time = std::chrono::milliseconds(1)});
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, ErrorCode::Timeout);
    const Tree next = parsed(Language::C, "int b;");
    QVERIFY(!next.hasError());
    QCOMPARE(next.root().namedChildCount(), 1);
}

void TreeTest::stopsWhenCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const auto before = Tree::parse(Language::C, "int a;", {}, stop.get_token());
    QVERIFY(!before);
    QCOMPARE(before.error().code, ErrorCode::Cancelled);

    std::stop_source during;
    std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        during.request_stop();
    });
    const auto tree =
        Tree::parse(Language::C, "int a[] = {" + repeated("(1+2),", 1500000) + "};",
                    {.bytes = std::size_t{1} << 30, .time = std::chrono::minutes(1)}, during.get_token());
    QVERIFY(!tree);
    QCOMPARE(tree.error().code, ErrorCode::Cancelled);
}

void TreeTest::survivesDeepNesting()
{
    const Tree blocks = parsed(Language::C, "void f(void) " + repeated("{", 20000) + repeated("}", 20000));
    Node node = blocks.root();
    int depth = 0;
    for (; node.namedChildCount() > 0; ++depth)
        node = node.namedChild(node.namedChildCount() - 1);
    QVERIFY2(depth > 20000, std::to_string(depth).c_str());
    QVERIFY(!node.parent().isNull());
}

void TreeTest::survivesMoreChildrenThanTheLibraryCounts_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("count");
    const auto row = [](const char *name, Language language, const char *piece, int count) {
        QTest::newRow(name) << static_cast<int>(language) << QByteArray(piece) << count;
    };
    row("brackets", Language::Python, "(", 66000);
    row("one over 16 bits", Language::Python, "(", 65536);
    row("twice around", Language::C, "{", 140000);
    row("comments", Language::C, "/**/", 70000);
    row("lines of comments", Language::Go, "//\n", 70000);
}

void TreeTest::survivesMoreChildrenThanTheLibraryCounts()
{
    QFETCH(int, language);
    QFETCH(QByteArray, piece);
    QFETCH(int, count);
    for (int time = 0; time < 2; ++time) { // the second one meets what the first has left
        const auto tree = Tree::parse(static_cast<Language>(language), repeated(piece.toStdString(), count),
                                      {.time = std::chrono::seconds(20)});
        QVERIFY(!tree);
        QCOMPARE(tree.error().code, ErrorCode::Io);
    }
    const Tree after = parsed(static_cast<Language>(language), repeated(piece.toStdString(), 30000),
                              {.time = std::chrono::seconds(20)});
    QCOMPARE(after.root().endByte(), after.source().size());
}

void TreeTest::parsesManyValuesInARow()
{
    const Tree tree = parsed(Language::C, "int a[] = {" + repeated("1,", 100000) + "};\n",
                             {.time = std::chrono::seconds(20)});
    QVERIFY(!tree.hasError());
}

void TreeTest::parsesOnSeveralThreads()
{
    std::vector<std::jthread> threads;
    std::atomic<int> good = 0;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            const Language language = i % 2 == 0 ? Language::Python : Language::Go;
            const std::string source = i % 2 == 0 ? "def f(): pass\n" : "package p\nfunc f() {}\n";
            for (int round = 0; round < 50; ++round)
                good += parsed(language, source).hasError() ? 0 : 1;
        });
    }
    threads.clear();
    QCOMPARE(good.load(), 200);
}

QTEST_GUILESS_MAIN(TreeTest)
#include "tree_test.moc"
