// The command line's JSON has the documented fields, whatever bytes are in it.

#include "core/index/symbol_json.h"

#include <QTest>

#include <string>

using namespace vouchsafe;

class SymbolJsonTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsASymbol();
    void printsContext();
    void replacesForeignBytes();
};

void SymbolJsonTest::printsASymbol()
{
    const Symbol symbol{"a.py::A.f", "f", SymbolKind::Method, "a.py", 12, 30, 0, 0, "def f(self):", true};
    QCOMPARE(symbolJson(symbol),
             std::string(R"json({"id":"a.py::A.f","kind":"method","path":"a.py","start":12,"end":30,)json"
                         R"json("signature":"def f(self):","declaration":true})json"));
}

void SymbolJsonTest::printsContext()
{
    ContextBundle bundle;
    bundle.slices.push_back(
        {"a.py::f", "a.py", 1, 2, "def f():\n    pass\n", .123456, "named in the task", 6});
    bundle.leftOut.push_back({"b.py::g", "budget (rank 3)"});
    bundle.tokens = 6;
    QCOMPARE(
        contextJson(bundle),
        std::string(R"json({"slices":[{"id":"a.py::f","path":"a.py","start":1,"end":2,"score":0.1235,)json"
                    R"json("reason":"named in the task","tokens":6}],)json"
                    R"json("left_out":[{"id":"b.py::g","reason":"budget (rank 3)"}],"tokens":6})json"));
}

void SymbolJsonTest::replacesForeignBytes()
{
    Symbol symbol;
    symbol.id = "a\xff.py::f";
    QVERIFY(symbolJson(symbol).find("a\xEF\xBF\xBD.py::f") != std::string::npos);
}

QTEST_GUILESS_MAIN(SymbolJsonTest)
#include "symbol_json_test.moc"
