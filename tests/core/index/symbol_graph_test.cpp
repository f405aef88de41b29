// Calls, imports and inheritance lead to the definitions that they mean.

#include "core/index/symbol_index.h"
#include "tests/support/fake_tree.h"

#include <QTest>

#include <algorithm>
#include <numeric>
#include <string>

using namespace vouchsafe;

namespace {

std::shared_ptr<const SymbolIndex> indexed(const std::map<std::string, std::string> &files)
{
    const test::FakeTree tree(files);
    return SymbolIndex::build(tree, {}).value();
}

/// Ids of what the symbol calls, sorted and joined.
std::string calledBy(const SymbolIndex &index, const std::string &id)
{
    const Symbol *symbol = index.symbol(id);
    if (symbol == nullptr)
        return "no such symbol";
    std::string found;
    for (const std::uint32_t node : index.graph().called(index.numberOf(*symbol)))
        found += index.symbols().at(node).id + ' ';
    return found;
}

} // namespace

class SymbolGraphTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resolvesCalls_data();
    void resolvesCalls();
    void dropsCallsThatMayMeanAnything();
    void marksCallsFromTests();
    void linksImportingFiles();
    void walksAsAProbability();
};

void SymbolGraphTest::resolvesCalls_data()
{
    QTest::addColumn<QByteArray>("caller");
    QTest::addColumn<QByteArray>("called");
    QTest::newRow("a method of the same class")
        << QByteArray("app/a.py::A.run") << QByteArray("app/a.py::A.step ");
    QTest::newRow("a function of the same file")
        << QByteArray("app/a.py::local") << QByteArray("app/a.py::helper ");
    QTest::newRow("an imported function under another name")
        << QByteArray("app/b.py::renamed") << QByteArray("app/util.py::parse ");
    QTest::newRow("a function through its module")
        << QByteArray("app/b.py::by_module") << QByteArray("app/util.py::parse ");
    QTest::newRow("a class") << QByteArray("app/b.py::make") << QByteArray("app/a.py::A ");
    QTest::newRow("a static method through its class")
        << QByteArray("app/b.py::by_class") << QByteArray("app/a.py::A.step ");
    QTest::newRow("nothing of ours") << QByteArray("app/b.py::outside") << QByteArray("");
}

void SymbolGraphTest::resolvesCalls()
{
    QFETCH(QByteArray, caller);
    QFETCH(QByteArray, called);
    const auto index =
        indexed({{"app/__init__.py", "X = 1\n"},
                 {"app/a.py", "class A:\n    def run(self): self.step()\n    def step(self): pass\ndef "
                              "helper(): pass\ndef local(): helper()\n"},
                 {"app/c.py", "def parse(): pass\ndef helper(): pass\nclass C:\n    def step(self): pass\n"},
                 {"app/util.py", "def parse(): pass\n"},
                 {"app/b.py", "from .util import parse as p\nfrom . import util\nfrom .a import A\ndef "
                              "renamed(): p()\ndef by_module(): util.parse()\ndef make(): A()\ndef "
                              "by_class(): A.step(1)\ndef outside(): os.path.join()\n"}});
    QCOMPARE(QString::fromStdString(calledBy(*index, caller.toStdString())), QString::fromUtf8(called));
}

void SymbolGraphTest::dropsCallsThatMayMeanAnything()
{
    std::map<std::string, std::string> files{{"caller.py", "def f(x): x.close()\n"}};
    for (int i = 0; i < 30; ++i)
        files["pkg" + std::to_string(i) + "/m.py"] = "class C:\n    def close(self): pass\n";
    QCOMPARE(calledBy(*indexed(files), "caller.py::f"), std::string());
}

void SymbolGraphTest::marksCallsFromTests()
{
    const auto index =
        indexed({{"a.py", "def f(): pass\n"}, {"tests/test_a.py", "from a import f\ndef test_f(): f()\n"}});
    const auto edges = index->graph().edges(index->numberOf(*index->symbol("tests/test_a.py::test_f")));
    const auto tests = std::count_if(edges.begin(), edges.end(), [](const GraphEdge &edge) {
        return edge.kind == EdgeKind::Tests && edge.forward;
    });
    QCOMPARE(tests, 1);
}

void SymbolGraphTest::linksImportingFiles()
{
    const auto index = indexed(
        {{"src/a.ts", "import { f } from './lib/b.js';\nexport function g() { f(); }\n"},
         {"src/lib/b.ts", "export function f() {}\n"},
         {"go/cmd/main.go", "package main\nimport \"example.com/x/go/pkg\"\nfunc main() { pkg.Run() }\n"},
         {"go/pkg/run.go", "package pkg\nfunc Run() {}\n"},
         {"c/main.c", "#include \"inc/u.h\"\nint main(void) { return u(); }\n"},
         {"c/inc/u.h", "int u(void);\n"},
         {"rs/main.rs", "mod util;\nuse crate::util::go;\nfn main() { go(); }\n"},
         {"rs/util.rs", "pub fn go() {}\n"}});
    const auto importsOf = [&](std::string_view path) {
        std::string found;
        const IndexedFile *file = index->file(path);
        const auto node = static_cast<std::uint32_t>(index->symbols().size() +
                                                     static_cast<std::size_t>(file - index->files().data()));
        for (const GraphEdge &edge : index->graph().edges(node))
            if (edge.kind == EdgeKind::Imports && edge.forward)
                found += index->files().at(edge.to - index->symbols().size()).path + ' ';
        return found;
    };
    QCOMPARE(importsOf("src/a.ts"), std::string("src/lib/b.ts "));
    QCOMPARE(importsOf("go/cmd/main.go"), std::string("go/pkg/run.go "));
    QCOMPARE(importsOf("c/main.c"), std::string("c/inc/u.h "));
    QCOMPARE(importsOf("rs/main.rs"), std::string("rs/util.rs "));
    QCOMPARE(calledBy(*index, "src/a.ts::g"), std::string("src/lib/b.ts::f "));
    QCOMPARE(calledBy(*index, "go/cmd/main.go::main"), std::string("go/pkg/run.go::Run "));
    QCOMPARE(calledBy(*index, "rs/main.rs::main"), std::string("rs/util.rs::go "));
}

void SymbolGraphTest::walksAsAProbability()
{
    SymbolGraph::Builder builder;
    builder.add(0, 1, EdgeKind::Calls, 1, .5);
    builder.add(1, 2, EdgeKind::Calls, 1, .5);
    builder.add(3, 2, EdgeKind::Calls, 1, .5);
    const SymbolGraph graph = std::move(builder).frozen(5);
    const std::vector<std::pair<std::uint32_t, double>> start{{0, 2.0}};
    const std::vector<double> rank = pageRank(graph, start, .6, 1e-9);
    const double sum = std::accumulate(rank.begin(), rank.end(), 0.0);
    QVERIFY(sum > .999 && sum <= 1 + 1e-9);
    QVERIFY(rank[0] > rank[1] && rank[1] > rank[2] && rank[2] > rank[3]);
    QCOMPARE(rank[4], 0.0);
    QCOMPARE(pageRank(graph, start, .6, 1e-9), rank);
}

QTEST_GUILESS_MAIN(SymbolGraphTest)
#include "symbol_graph_test.moc"
