// Every language's definitions are found with the right names, kinds and ranges, whatever the file looks
// like.

#include "core/index/symbol_query.h"
#include "core/index/symbols.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>

using namespace vouchsafe;

namespace {

FileSymbols symbolsOf(const std::string &path, const std::string &source)
{
    return extractSymbols(path, languageOf(path, source).value(), source).value();
}

/// `function f 2-3` per symbol, `declaration` behind it where it is one.
std::vector<std::string> listed(const FileSymbols &file)
{
    std::vector<std::string> lines;
    for (const Symbol &symbol : file.symbols) {
        const std::string name = symbol.id.substr(symbol.path.size() + 2);
        lines.push_back(std::string(symbolKindName(symbol.kind)) + ' ' + name + ' ' +
                        std::to_string(symbol.start) + '-' + std::to_string(symbol.end) +
                        (symbol.declaration ? " declaration" : ""));
    }
    return lines;
}

std::string joined(const std::vector<std::string> &lines)
{
    std::string text;
    for (const std::string &line : lines)
        text += line + '\n';
    return text;
}

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

} // namespace

class SymbolsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compilesItsQueries_data();
    void compilesItsQueries();
    void refusesUnknownCaptures();
    void findsDefinitions_data();
    void findsDefinitions();
    void cutsRangesOnBytes();
    void keepsRangesWithDecorators();
    void marksAPartlyReadFile();
    void findsCallsInMacroArguments();
    void givesCallsTheirCallerAndQualifier();
    void listsImports_data();
    void listsImports();
    void writesSignatures_data();
    void writesSignatures();
    void survivesDeepFilesOnASmallStack_data();
    void survivesDeepFilesOnASmallStack();
    void quotesColonsInPaths();
};

void SymbolsTest::compilesItsQueries_data()
{
    QTest::addColumn<int>("language");
    for (const Language language : allLanguages())
        QTest::newRow(std::string(languageName(language)).c_str()) << static_cast<int>(language);
}

void SymbolsTest::compilesItsQueries()
{
    QFETCH(int, language);
    const auto query = symbolQuery(static_cast<Language>(language));
    QVERIFY2(query, query ? "" : query.error().what.c_str());
}

void SymbolsTest::refusesUnknownCaptures()
{
    QVERIFY(!captureMeaning("symbol.nothing"));
    QVERIFY(!captureMeaning("nosuch"));
    const auto method = captureMeaning("symbol.method.declaration");
    QVERIFY(method && method->kind == SymbolKind::Method && method->declaration);
}

void SymbolsTest::findsDefinitions_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("wanted");
    const auto row = [](const char *name, const char *path, const char *source, const char *wanted) {
        QTest::newRow(name) << QByteArray(path) << QByteArray(source) << QByteArray(wanted);
    };
    row("go receivers with type parameters", "bag.go",
        "package p\n\ntype Bag[T any] struct{}\nfunc (b *Bag[T]) Put(v T) {}\nfunc (Bag[T]) Size() int { "
        "return 0 "
        "}\nfunc (c *Car) Go() {}\n",
        "struct Bag 3-3\nmethod Bag.Put 4-4\nmethod Bag.Size 5-5\nmethod Car.Go 6-6\n");
    row("go groups and interfaces", "a.go",
        "package p\n\nconst (\n\tA = 1\n\tb = 2\n)\n\nvar x int\n\ntype I interface {\n\tM(n int) "
        "error\n}\n\nfunc "
        "f() {\n\tvar local int\n}\n",
        "constant A 4-4\nconstant b 5-5\nvariable x 8-8\ninterface I 10-12\nmethod I.M 11-11 "
        "declaration\nfunction "
        "f 14-16\n");
    row("go tests", "a_test.go",
        "package p\nfunc TestA(t *testing.T) {}\nfunc Testify() {}\nfunc TestMain(m *testing.M) {}\n",
        "test TestA 2-2\nfunction Testify 3-3\nfixture TestMain 4-4\n");
    row("functions bound to a const", "h.js",
        "export const useA =\n  () => 1;\nconst b =\n  function () {};\nexport const k =\n  async (x) => "
        "x;\n",
        "function useA 1-2\nfunction b 3-4\nfunction k 5-6\n");
    row("class fields and arrow methods", "w.js",
        "class W {\n  state = {};\n  #n = 0;\n  onClick = (e) => this.#n++;\n  static make() {}\n}\n",
        "class W 1-6\nfield W.state 2-2\nfield W.#n 3-3\nmethod W.onClick 4-4\nmethod W.make 5-5\n");
    row("members of object literals", "o.js",
        "const api = {\n  get: () => 1,\n  put() {},\n};\nexports.list = function () "
        "{};\nPoint.prototype.add = "
        "function () {};\nexport default () => 1;\nmodule.exports = { run() {} };\n",
        "variable api 1-4\nmethod api.get 2-2\nmethod api.put 3-3\nfunction list 5-5\nmethod Point.add "
        "6-6\nfunction "
        "default 7-7\nmethod run 8-8\n");
    row("tests in javascript", "a.test.js",
        "describe('sum', () => {\n  it('adds two', () => {\n    sum(1, 2);\n  });\n});\n",
        "test sum.adds two 2-4\n");
    row("tsx with a generic arrow and markup", "c.tsx",
        "export const B = <T,>(p: P<T>) => <div>{p.x}</div>;\nexport function C() { return <B/> }\n",
        "function B 1-1\nfunction C 2-2\n");
    row("ts keeps its own grammar", "c.ts",
        "export function f(x: unknown) { return <string>x; }\nexport function g() { return 1; }\n",
        "function f 1-1\nfunction g 2-2\n");
    row("ts types", "t.ts",
        "export abstract class A<T> extends B {\n  private y = 1;\n  z = () => 2;\n  @dec()\n  foo(): void "
        "{}\n  "
        "abstract q(): void;\n}\ninterface I { m(a: string): void }\nenum E { X }\ntype T = "
        "string;\nnamespace N { "
        "export function h() {} }\ndeclare function df(): void;\n",
        "class A 1-7\nfield A.y 2-2\nmethod A.z 3-3\nmethod A.foo 4-5\nmethod A.q 6-6 declaration\ninterface "
        "I "
        "8-8\nmethod I.m 8-8 declaration\nenum E 9-9\ntype T 10-10\nmodule N 11-11\nfunction N.h "
        "11-11\nfunction df "
        "12-12 declaration\n");
    row("old-style functions", "kr.c",
        "char *skip(t, n) char *t; int n; { return t + n; }\nint plain(q) int q; { return q; }\nstatic char "
        "*\ntwo(a,\n    b)\n    char *a;\n    struct x *b;\n{\n    return a;\n}\n",
        "function skip 1-1\nfunction plain 2-2\nfunction two 3-10\n");
    row("names below declarators", "names.c",
        "const char **names(void) { return 0; }\nint (*pick(int k))(int) { return 0; }\nint (*fp)(int);\n",
        "function names 1-1\nfunction pick 2-2\nvariable fp 3-3\n");
    row("c declarations", "d.c",
        "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define GUARD\nint proto(int);\nextern int shared;\nint "
        "table[2] "
        "= {1, 2};\ntypedef struct node { int x; } node;\ntypedef struct { int y; } anon;\nstruct open "
        "*next(void);\nint main(void) { int local; int inner(void); return 0; }\n",
        "macro MAX 1-1\nfunction proto 3-3 declaration\nvariable shared 4-4 declaration\nvariable table "
        "5-5\nstruct "
        "node 6-6\nstruct anon 7-7\nfunction next 8-8 declaration\nfunction main 9-9\n");
    row("c++ classes, namespaces and operators", "c.cpp",
        "namespace a {\ntemplate <class T>\nclass Foo : public Base {\npublic:\n    Foo(int x);\n    virtual "
        "void f() "
        "const = 0;\n    int g() { return 1; }\n    int m = 0;\n    Foo operator+(const Foo &o) const { "
        "return o; "
        "}\n};\n}\nconst char *const *Foo::names() const { return nullptr; }\nTEST_F(Suite, Name) { f(); }\n",
        "class a.Foo 2-10\nmethod a.Foo.Foo 5-5 declaration\nmethod a.Foo.f 6-6 declaration\nmethod a.Foo.g "
        "7-7\nmethod a.Foo.operator+ 9-9\nmethod Foo.names 12-12\ntest Suite.Name 13-13\n");
    row("same name twice", "twice.py",
        "if A:\n    def f(): return 1\nelse:\n    def f(): return 2\nclass X:\n    def f(self): pass\n",
        "function f 2-2\nfunction f#2 4-4\nclass X 5-6\nmethod X.f 6-6\n");
    row("wide characters before a function", "bytes.py", "s = \"日本🚀\"; def_ = 1\ndef g(): pass\n",
        "variable s 1-1\nvariable def_ 1-1\nfunction g 2-2\n");
    row("decorators", "deco.py",
        "@app.get(\"/\")\nasync def home(): ...\nclass T:\n    @property\n    def v(self): return 1\n",
        "function home 1-2\nclass T 3-5\nmethod T.v 4-5\n");
    row("python values, nesting and constants", "v.py",
        "LIMIT = 3\nclass A:\n    size: int = 1\n    def outer(self):\n        local = 1\n        def "
        "inner(): pass\n",
        "constant LIMIT 1-1\nclass A 2-6\nfield A.size 3-3\nmethod A.outer 4-6\nfunction A.outer.inner "
        "6-6\n");
    row("python tests and fixtures", "tests/test_a.py",
        "@pytest.fixture\ndef db(): pass\ndef test_a(db): pass\nclass TestB:\n    def test_c(self): pass\n",
        "fixture db 1-2\ntest test_a 3-3\nclass TestB 4-5\ntest TestB.test_c 5-5\n");
    row("one syntax error", "broken.py", "def a(): return 1\ndef b(:\n    x =\ndef c(): return 3\n",
        "function a 1-1\nfunction b 2-3\nfunction c 4-4\n");
    row("an unclosed bracket in go", "broken.go",
        "package p\n\nfunc a() {}\n\nfunc b( {\n\tx(\n}\n\nfunc c() int {\n\treturn 1\n}\n",
        "function a 3-3\nfunction c 9-11\n");
    row("an unclosed brace in javascript", "broken.js",
        "function a() {}\nfunction b() {\n  if (x) {\n}\nfunction c() { return 1; }\nexport class D { m() {} "
        "}\n",
        "function a 1-1\nfunction c 5-5\nclass D 6-6\nmethod D.m 6-6\n");
    row("calls in macro arguments define nothing", "mac.rs",
        "fn h(x:i32)->i32{x}\nfn m(){ let v = vec![h(1), h(2)]; assert_eq!(h(3), v[0]); }\n",
        "function h 1-1\nfunction m 2-2\n");
    row("impl blocks, traits and macros", "imp.rs",
        "struct A;\ntrait S { fn go(&self); }\nimpl S for A {\n    fn go(&self) { fn inner() {} inner() "
        "}\n}\nimpl A "
        "{\n    fn new() -> A { A }\n}\nmacro_rules! mk { () => {} }\n",
        "struct A 1-1\ntrait S 2-2\nmethod S.go 2-2 declaration\nmethod A.go 4-4\nfunction A.go.inner "
        "4-4\nmethod "
        "A.new 7-7\nmacro mk 9-9\n");
    row("rust modules, attributes and generics", "g.rs",
        "#[derive(Debug)]\npub struct B<T>(T);\nimpl<T> From<T> for crate::B<T> {\n    fn from(t: T) -> Self "
        "{ B(t) "
        "}\n}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn works() { let k: i32 = 1; }\n    "
        "#[cfg(test)]\n    fn "
        "helper() {}\n}\n",
        "struct B 1-2\nmethod B.from 4-4\nmodule tests 6-12\ntest tests.works 8-9\nfunction tests.helper "
        "10-11\n");
    row("an empty file", "empty.py", "", "");
    row("carriage returns", "crlf.py", "def f():\r\n    pass\r\n\r\ndef g(): pass\r\n",
        "function f 1-2\nfunction g 4-4\n");
}

void SymbolsTest::findsDefinitions()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, wanted);
    const FileSymbols file = symbolsOf(path.toStdString(), source.toStdString());
    QCOMPARE(QString::fromStdString(joined(listed(file))), QString::fromUtf8(wanted));
    QCOMPARE(file.parents.size(), file.symbols.size());
    std::set<std::string> ids;
    for (const Symbol &symbol : file.symbols)
        QVERIFY2(ids.insert(symbol.id).second, symbol.id.c_str());
}

void SymbolsTest::cutsRangesOnBytes()
{
    const std::string source = "s = \"日本🚀\"; def_ = 1\ndef g(): pass\n";
    const FileSymbols file = symbolsOf("bytes.py", source);
    const Symbol &function = file.symbols.back();
    QCOMPARE(source.substr(function.startByte, function.endByte - function.startByte),
             std::string("def g(): pass"));
}

void SymbolsTest::keepsRangesWithDecorators()
{
    const std::string source = "@app.get(\"/\")\nasync def home(): ...\n";
    const FileSymbols file = symbolsOf("deco.py", source);
    QCOMPARE(file.symbols.front().startByte, std::size_t{0});
    QCOMPARE(file.symbols.front().signature, std::string("async def home():"));
}

void SymbolsTest::marksAPartlyReadFile()
{
    QVERIFY(symbolsOf("a.py", "def a(): return 1\ndef b(:\n    x =\n").partial);
    QVERIFY(!symbolsOf("a.py", "def a(): return 1\n").partial);
}

void SymbolsTest::findsCallsInMacroArguments()
{
    const FileSymbols file = symbolsOf(
        "mac.rs", "fn h(x:i32)->i32{x}\nfn m(){ let v = vec![h(1), h(2)]; assert_eq!(h(3), v[0]); }\n");
    const auto named = [&](std::string_view name) {
        return std::count_if(file.references.begin(), file.references.end(),
                             [&](const Reference &reference) { return reference.name == name; });
    };
    QCOMPARE(named("h"), 3);
    QCOMPARE(named("v"), 0);
    QCOMPARE(named("vec"), 1);
    for (const Reference &reference : file.references)
        QCOMPARE(file.symbols.at(static_cast<std::size_t>(reference.symbol)).name, std::string("m"));
}

void SymbolsTest::givesCallsTheirCallerAndQualifier()
{
    const FileSymbols file = symbolsOf(
        "a.py", "def f():\n    os.path.join(a)\n    self.g()\n    h(x)[0].k()\nclass C(Base): pass\nrun()\n");
    std::vector<std::string> found;
    for (const Reference &reference : file.references)
        found.push_back(reference.qualifier + ' ' + reference.name + ' ' + std::to_string(reference.line) +
                        ' ' + std::to_string(reference.symbol) +
                        (reference.kind == ReferenceKind::Inherits ? " inherits" : ""));
    const std::vector<std::string> wanted{"os.path join 2 0", "self g 3 0",         " h 4 0",
                                          "? k 4 0",          " Base 5 1 inherits", " run 6 -1"};
    QCOMPARE(joined(found), joined(wanted));
}

void SymbolsTest::listsImports_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("wanted"); // module|name|alias
    const auto row = [](const char *path, const char *source, const char *wanted) {
        QTest::newRow(path) << QByteArray(path) << QByteArray(source) << QByteArray(wanted);
    };
    row("a.py", "import a.b, c as d\nfrom .m import (x as y, z)\nfrom q import *\n",
        "a.b||\nc||d\n.m|x|y\n.m|z|\nq||\n");
    row("a.js", "import d, { n as m, k } from './x';\nconst { r } = require('y');\nexport * from 'z';\n",
        "./x||\n./x|d|\n./x|k|\n./x|n|m\ny|r|\nz||\n");
    row("a.ts", "import * as ns from './x';\n", "./x||\n./x||ns\n");
    row("a.go", "package p\nimport (\n\t\"a/b\"\n\tc \"d/e\"\n)\n", "a/b||\nd/e||c\n");
    row("a.rs", "use std::fmt;\nmod other;\n", "std::fmt||\nother||\n");
    row("a.c", "#include \"x/y.h\"\n#include <stdio.h>\n", "x/y.h||\nstdio.h||\n");
}

void SymbolsTest::listsImports()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, wanted);
    std::vector<std::string> found;
    for (const Import &import : symbolsOf(path.toStdString(), source.toStdString()).imports)
        found.push_back(import.module + '|' + import.name + '|' + import.alias);
    QCOMPARE(QString::fromStdString(joined(found)), QString::fromUtf8(wanted));
}

void SymbolsTest::writesSignatures_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("wanted");
    const auto row = [](const char *path, const char *source, const char *wanted) {
        QTest::newRow(source) << QByteArray(path) << QByteArray(source) << QByteArray(wanted);
    };
    row("a.py", "def f(a,\n      b):\n    pass\n", "def f(a, b):");
    row("a.go", "package p\nfunc (b *Bag) Put(v int) error {\n\treturn nil\n}\n",
        "func (b *Bag) Put(v int) error");
    row("a.js", "export const k =\n  async (x) => x;\n", "const k = async (x) =>");
    row("a.c", "int proto(int);\n", "int proto(int);");
    row("a.rs", "impl A {\n    pub fn new() -> A {\n        A\n    }\n}\n", "pub fn new() -> A");
    row("a.py", "NAMES = [\n    1,\n]\n", "NAMES = [");
}

void SymbolsTest::writesSignatures()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, wanted);
    QCOMPARE(symbolsOf(path.toStdString(), source.toStdString()).symbols.front().signature,
             wanted.toStdString());
}

void SymbolsTest::survivesDeepFilesOnASmallStack_data()
{
    QTest::addColumn<QByteArray>("middle");
    std::string numbers = "1";
    for (int i = 2; i <= 20000; ++i)
        numbers += ',' + std::to_string(i);
    QTest::newRow("flat initialiser") << QByteArray::fromStdString("int a[] = {" + numbers + "};");
    QTest::newRow("comma chain") << QByteArray::fromStdString("int chain(void) { return (" + numbers +
                                                              "); }");
    QTest::newRow("nested blocks") << QByteArray::fromStdString("void deep(void) " + repeated("{", 20000) +
                                                                repeated("}", 20000));
}

void SymbolsTest::survivesDeepFilesOnASmallStack()
{
    QFETCH(QByteArray, middle);
    const std::string source =
        "int before(void) { return 1; }\n" + middle.toStdString() + "\nint after(void) { return 2; }\n";
    struct Work {
        std::string source;
        std::string first;
        std::string last;
        int lastLine = 0;
    } work{source, {}, {}, 0};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    QCOMPARE(pthread_attr_setstacksize(&attributes, std::size_t{512} * 1024), 0);
    pthread_t thread{};
    const auto run = [](void *data) -> void * {
        auto &own = *static_cast<Work *>(data);
        const FileSymbols file = extractSymbols("deep.c", Language::C, own.source).value();
        own.first = file.symbols.front().name;
        own.last = file.symbols.back().name;
        own.lastLine = file.symbols.back().start;
        return nullptr;
    };
    QCOMPARE(pthread_create(&thread, &attributes, run, &work), 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    QCOMPARE(work.first, std::string("before"));
    QCOMPARE(work.last, std::string("after"));
    QCOMPARE(work.lastLine, 3);
}

void SymbolsTest::quotesColonsInPaths()
{
    const FileSymbols file = symbolsOf("a::b.py", "def f(): pass\n");
    QCOMPARE(file.symbols.front().id, std::string("a%3A%3Ab.py::f"));
    QCOMPARE(file.symbols.front().path, std::string("a::b.py"));
}

QTEST_GUILESS_MAIN(SymbolsTest)
#include "symbols_test.moc"
