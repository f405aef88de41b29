// Colours tell what a piece of code is, in every language, and stay within their limits on any input.

#include "core/syntax/highlighter.h"

#include "core/base/resources.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace vouchsafe;

namespace {

constexpr std::array<const char *, syntaxRoles> roleNames{
    "plain",    "keyword", "string",   "escape",    "number",   "constant",    "comment",
    "function", "type",    "property", "parameter", "operator", "preprocessor"};

std::vector<SyntaxSpan> spansOf(Language language, const std::string &source)
{
    return syntaxSpans(language, source, {}).value();
}

/// The role of all bytes [start, end); nothing where they differ.
std::optional<SyntaxRole> roleOf(const std::vector<SyntaxSpan> &spans, std::size_t start, std::size_t end)
{
    const auto after =
        std::upper_bound(spans.begin(), spans.end(), start,
                         [](std::size_t byte, const SyntaxSpan &span) { return byte < span.end; });
    if (after == spans.end() || after->start >= end)
        return SyntaxRole::Plain;
    if (after->start > start || after->end < end)
        return std::nullopt;
    return after->role;
}

/// What is wrong with the order of the spans; empty where nothing is.
std::string disorder(const std::vector<SyntaxSpan> &spans, std::size_t size)
{
    std::size_t at = 0;
    for (const SyntaxSpan &span : spans) {
        if (span.start < at || span.end <= span.start || span.end > size)
            return "[" + std::to_string(span.start) + ", " + std::to_string(span.end) + ") after " +
                   std::to_string(at);
        if (span.role == SyntaxRole::Plain)
            return "a plain span at " + std::to_string(span.start);
        at = span.end;
    }
    return {};
}

std::string repeated(std::string_view text, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// Marks each span of `source`: `[keyword def]`.
std::string marked(Language language, const std::string &source)
{
    std::string text;
    std::size_t at = 0;
    for (const SyntaxSpan &span : spansOf(language, source)) {
        text += source.substr(at, span.start - at) + '[' + roleNames[static_cast<std::size_t>(span.role)] +
                ' ' + source.substr(span.start, span.end - span.start) + ']';
        at = span.end;
    }
    return text + source.substr(at);
}

} // namespace

class HighlighterTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void coloursTokensByTheirRole_data();
    void coloursTokensByTheirRole();
    void letsInnerCapturesWinOverOuterOnes();
    void letsLaterPatternsWinOverEarlierOnes();
    void joinsTouchingSpansOfOneRole();
    void coloursWhatSyntaxErrorsLeave_data();
    void coloursWhatSyntaxErrorsLeave();
    void answersNothingForNoText();
    void survivesTextThatIsNotUtf8_data();
    void survivesTextThatIsNotUtf8();
    void refusesASourcePastTheSizeLimit();
    void refusesMoreNeighboursThanTheLibraryCounts();
    void stopsWhenCancelled();
    void colorsDeepAndBrokenInputInBoundedTime_data();
    void colorsDeepAndBrokenInputInBoundedTime();
    void coloursALargeFile();
    void coloursOnSeveralThreads();
};

void HighlighterTest::coloursTokensByTheirRole_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QByteArray>("tokens"); ///< in the order of the source, each followed by its role
    const auto row = [](Language language, const char *source, const char *tokens) {
        QTest::newRow(std::string(languageName(language)).c_str())
            << static_cast<int>(language) << QByteArray(source) << QByteArray(tokens);
    };
    row(Language::Python,
        "@app.route('/x')\n"
        "async def load(self, a: int = 3, *rest, b: list[str] | None = None) -> Base:\n"
        "    \"\"\"Says.\"\"\"\n"
        "    text = f\"x{self.name}\\n\" + str(True)  # note\n"
        "    return Thing(size=0x10).go.run() is not None\n"
        "class A(Base, m.Other): pass\n"
        "z = lambda q: q ** 2.5\n",
        "@ preprocessor app preprocessor route preprocessor ( plain '/x' string async keyword def keyword "
        "load function "
        "self parameter a parameter int type = operator 3 number * operator rest parameter b parameter list "
        "type "
        "str type | operator None constant -> operator Base type \"\"\"Says.\"\"\" string text plain f\"x "
        "string "
        "self plain name property \\n escape str function True constant #_note comment return keyword Thing "
        "type "
        "size parameter 0x10 number go property run function is_not keyword None constant class keyword A "
        "type "
        "Base type Other type pass keyword z plain lambda keyword q parameter ** operator 2.5 number");
    row(Language::JavaScript,
        "import d, {x as y} from \"m\";\n"
        "class A extends B { #p = 1; get v() { return this.#p ?? null; } async m(a, b = 2, {c}, ...d) { } }\n"
        "const go = async (z) => z?.foo(/a+/g, {k: 1, fn: () => undefined});\n"
        "function f(u) { return new Foo(u) && typeof `t${u}\\n`; } // end\n"
        "const e = <div className=\"w\">text &amp; {f(1)}</div>;\n",
        "import keyword d plain x plain as keyword from keyword \"m\" string class keyword A type extends "
        "keyword "
        "B type #p property 1 number get keyword v function return keyword this keyword #p property ?? "
        "operator "
        "null constant async keyword m function a parameter b parameter 2 number c parameter ... operator "
        "d parameter const keyword go function async keyword z parameter => operator ?. operator foo "
        "function "
        "/a+/g string k property fn function undefined constant function keyword f function u parameter new "
        "keyword "
        "Foo type && operator typeof keyword `t string u plain \\n escape //_end comment div type "
        "className property \"w\" string text plain &amp; escape f function 1 number div type");
    row(Language::TypeScript,
        "enum E { A, B = 2 }\n"
        "abstract class C<T extends object> extends D implements I {\n"
        "  private readonly x?: string = \"a\"; constructor(public y: number) { super(); } abstract g(): "
        "void; }\n"
        "interface I { p: keyof T; m(a: string, b?: boolean): void; }\n"
        "@Comp({n: 1}) class Q { h = (e: Event) => e as unknown; }\n",
        "enum keyword E type A constant B constant 2 number abstract keyword class keyword C type T type "
        "extends keyword object type extends keyword D type implements keyword I type private keyword "
        "readonly keyword x property string type \"a\" string constructor function public keyword y "
        "parameter "
        "number type super keyword abstract keyword g function void type interface keyword I type p property "
        "keyof keyword T type m function a parameter string type b parameter boolean type void type @ "
        "preprocessor "
        "Comp preprocessor n property 1 number Q type h function e parameter Event type as keyword unknown "
        "type");
    row(Language::Tsx, "export const B = <T,>({a}: P<T>) => <Foo.Bar x={a.b}><b>t</b></Foo.Bar>;\n",
        "export keyword B function T type a parameter P type Foo plain Bar type x property b property b type "
        "t plain "
        "b type Bar type");
    row(Language::Go,
        "package p\n"
        "const Pi = 3.14\n"
        "type S[T any] struct { F int `json:\"f\"` }\n"
        "type I interface { Do(x int) error }\n"
        "func (s *S[T]) Go(a, b int, c ...string) (err error) {\n"
        "\tx := S[int]{F: 1}; defer fmt.Println(\"a\\n\", 'c', nil, true); r = make(chan<- int) // c\n}\n",
        "package keyword const keyword Pi constant = operator 3.14 number type keyword S type any type "
        "struct keyword "
        "F property int type `json:\"f\"` string I type interface keyword Do function x parameter error type "
        "func keyword s parameter * operator S type Go function a parameter b parameter int type c parameter "
        "... operator string type err parameter := operator F property 1 number defer keyword fmt plain "
        "Println function \"a string \\n escape 'c' string nil constant true constant make function chan "
        "keyword "
        "<- operator //_c comment");
    row(Language::Rust,
        "/// doc\n"
        "#[derive(Debug)]\n"
        "pub struct P<'a, T: Clone> { x: &'a str, y: T }\n"
        "const MAX: usize = 1_000;\n"
        "enum E { A(i32), B }\n"
        "impl P { fn new(mut a: u32) -> Self { let v = Vec::new(); println!(\"{}\\n\", a); v.iter().map(|q| "
        "!q); "
        "self.x?; loop { f(true, 'c') } } } // e\n",
        "///_doc comment #[derive(Debug)] preprocessor pub keyword struct keyword P type 'a type T type "
        "Clone type "
        "x property & operator 'a type str type const keyword MAX constant usize type 1_000 number enum "
        "keyword "
        "E type A constant i32 type B constant impl keyword fn keyword new function mut keyword a parameter "
        "u32 type -> operator Self type let keyword v plain Vec type new function println! preprocessor \"{} "
        "string "
        "\\n escape iter function map function q parameter ! operator self keyword x property ? operator "
        "loop keyword f function true constant 'c' string //_e comment");
    row(Language::C,
        "#include <stdio.h>\n"
        "#define SQ(x) ((x) * (x))\n"
        "#if defined(A) && !B\n"
        "#pragma once\n"
        "#endif\n"
        "typedef struct p { unsigned long n; struct p *next; } P;\n"
        "enum e { ONE, TWO = 2 };\n"
        "static const char *f(int a, const char *b, char **c) { printf(\"%d\\n\", a->x); return b ? NULL : "
        "g('c'); }\n"
        "/* end */\n",
        "#include preprocessor <stdio.h> string #define preprocessor SQ function x parameter #if "
        "preprocessor "
        "defined preprocessor && operator #pragma preprocessor #endif preprocessor typedef keyword struct "
        "keyword "
        "p type unsigned_long type n property struct keyword * operator next property P type enum keyword e "
        "type "
        "ONE constant TWO constant 2 number static keyword const keyword char type f function int type a "
        "parameter "
        "b parameter ** operator c parameter printf function \"%d string \\n escape -> operator x property "
        "return keyword ? operator NULL constant g function 'c' string /*_end_*/ comment");
    row(Language::Cpp,
        "namespace n { template <typename T> class A : public B { explicit A(int x = 1, const T &y) : m_x(x) "
        "{}\n"
        "  ~A(); virtual bool ok() const override = default; auto g() -> int; int m_x; }; }\n"
        "[[nodiscard]] void n::A::h(std::string &&s) { this->g(); std::make_unique<Foo>(R\"(x)\");\n"
        "  auto l = [&](int q) { co_return q <=> 1; }; f<int>(nullptr, true); throw std::logic_error(\"a\"); "
        "}\n",
        "namespace keyword n type template keyword typename keyword T type class keyword A type public "
        "keyword B type "
        "explicit keyword A function int type x parameter 1 number const keyword T type & operator y "
        "parameter "
        "m_x property A function virtual keyword bool type ok function override keyword default keyword auto "
        "keyword "
        "g function m_x property [[nodiscard]] preprocessor void type n type A type h function std type "
        "string type "
        "s parameter this keyword g function std type make_unique function Foo type R\"(x)\" string l plain "
        "q parameter co_return keyword <=> operator f function int type nullptr constant true constant throw "
        "keyword "
        "logic_error function \"a\" string");
}

void HighlighterTest::coloursTokensByTheirRole()
{
    QFETCH(int, language);
    QFETCH(QByteArray, source);
    QFETCH(QByteArray, tokens);
    const std::string text = source.toStdString();
    const std::vector<SyntaxSpan> spans = spansOf(static_cast<Language>(language), text);
    QCOMPARE(disorder(spans, text.size()), std::string());
    const QList<QByteArray> words = tokens.split(' ');
    QVERIFY(words.size() % 2 == 0);
    std::size_t at = 0;
    for (qsizetype word = 0; word < words.size(); word += 2) {
        // The next place where the token stands alone; blanks inside of it are written as underscores.
        std::string token = words[word].toStdString();
        if (token.find('_') != std::string::npos && text.find(token) == std::string::npos)
            std::replace(token.begin(), token.end(), '_', ' ');
        const auto inWord = [&](std::size_t byte) {
            return byte < text.size() &&
                   (std::isalnum(static_cast<unsigned char>(text[byte])) != 0 || text[byte] == '_');
        };
        std::size_t found = text.find(token, at);
        while (
            found != std::string::npos && inWord(found) &&
            ((found > 0 && inWord(found - 1) && text[found - 1] != '\\') || inWord(found + token.size())) &&
            inWord(found + token.size() - 1))
            found = text.find(token, found + 1);
        QVERIFY2(found != std::string::npos, token.c_str());
        const std::optional<SyntaxRole> role = roleOf(spans, found, found + token.size());
        const std::string is = role ? roleNames[static_cast<std::size_t>(*role)] : "of several roles";
        if (is != words[word + 1].toStdString())
            QFAIL((token + " at " + std::to_string(found) + " is " + is + ", not " +
                   words[word + 1].toStdString() + " in " + marked(static_cast<Language>(language), text))
                      .c_str());
        at = found + token.size();
    }
}

void HighlighterTest::letsInnerCapturesWinOverOuterOnes()
{
    QCOMPARE(marked(Language::Python, "f'a{b.c}\\td{\"e\"}'"),
             std::string("[string f'a]{b.[property c]}[escape \\t][string d]{[string \"e\"]}[string ']"));
}

void HighlighterTest::letsLaterPatternsWinOverEarlierOnes()
{
    // A property, and then a function; a function, and then a type by its name.
    QCOMPARE(marked(Language::Python, "a.b()\nC()"), std::string("a.[function b]()\n[type C]()"));
    // The shared patterns of C come before those of C++.
    QCOMPARE(marked(Language::Cpp, "a::b();"), std::string("[type a]::[function b]();"));
}

void HighlighterTest::joinsTouchingSpansOfOneRole()
{
    const std::vector<SyntaxSpan> wanted{{1, 3, SyntaxRole::Operator}};
    QCOMPARE(spansOf(Language::C, "a<-b"), (std::vector<SyntaxSpan>{{1, 3, SyntaxRole::Operator}}));
    QCOMPARE(spansOf(Language::Go, "a<-b").size(), wanted.size());
}

void HighlighterTest::coloursWhatSyntaxErrorsLeave_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("source");
    const auto row = [](Language language, const char *source) {
        QTest::newRow(std::string(languageName(language)).c_str())
            << static_cast<int>(language) << QByteArray(source);
    };
    row(Language::Python, "x = [1, (2\nclass A(:\n    def g(self):\n        return 'ok'\n");
    row(Language::JavaScript, "let = = 3 {\nfunction g() { return 'ok'; }\n");
    row(Language::TypeScript, "type = <;\nfunction g(): void { return 'ok'; }\n");
    row(Language::Tsx, "const a = <b;\nfunction g(): void { return 'ok'; }\n");
    row(Language::Go, "func ( {\nfunc g() string { return \"ok\" }\n");
    row(Language::Rust, "struct { fn\nfn g() -> &str { return \"ok\"; }\n");
    row(Language::C, "int = ; {{\nchar *g(void) { return \"ok\"; }\n");
    row(Language::Cpp, "class : {\nstd::string g() { return \"ok\"; }\n");
}

void HighlighterTest::coloursWhatSyntaxErrorsLeave()
{
    QFETCH(int, language);
    QFETCH(QByteArray, source);
    const std::string text = source.toStdString();
    const std::vector<SyntaxSpan> spans = spansOf(static_cast<Language>(language), text);
    QCOMPARE(disorder(spans, text.size()), std::string());
    const std::size_t keyword = text.find("return");
    const std::size_t string = text.find("ok") - 1;
    const std::string all = marked(static_cast<Language>(language), text);
    QVERIFY2(roleOf(spans, keyword, keyword + 6) == SyntaxRole::Keyword, all.c_str());
    QVERIFY2(roleOf(spans, string, string + 4) == SyntaxRole::String, all.c_str());
}

void HighlighterTest::answersNothingForNoText()
{
    for (const Language language : allLanguages()) {
        QVERIFY(spansOf(language, "").empty());
        QVERIFY(spansOf(language, "\n \n").empty());
    }
}

void HighlighterTest::survivesTextThatIsNotUtf8_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("a lone continuation") << QByteArray("\x80");
    QTest::newRow("a cut sequence") << QByteArray("\xe6\x97");
    QTest::newRow("an overlong form") << QByteArray("\xc0\xaf");
    QTest::newRow("a surrogate") << QByteArray("\xed\xa0\x80");
    QTest::newRow("bytes that never occur") << QByteArray("\xff\xfe");
    QTest::newRow("zeros") << QByteArray(2, '\0');
    QTest::newRow("latin 1") << QByteArray("caf\xe9");
}

void HighlighterTest::survivesTextThatIsNotUtf8()
{
    QFETCH(QByteArray, bytes);
    for (const Language language : allLanguages()) {
        const std::string text = "\"" + bytes.toStdString() + "\" 1 " + bytes.toStdString() + "\n2 \"ok\"\n";
        QCOMPARE(disorder(spansOf(language, text), text.size()), std::string());
    }
    const std::string text = "a = '" + bytes.toStdString() + "'\nreturn 12\n";
    const std::vector<SyntaxSpan> spans = spansOf(Language::Python, text);
    const std::size_t at = text.find("12");
    QCOMPARE(roleOf(spans, at, at + 2), SyntaxRole::Number);
}

void HighlighterTest::refusesASourcePastTheSizeLimit()
{
    const auto spans = syntaxSpans(Language::C, std::string((std::size_t{32} << 20) + 1, ' '), {});
    QVERIFY(!spans);
    QCOMPARE(spans.error().code, ErrorCode::Io);
}

void HighlighterTest::refusesMoreNeighboursThanTheLibraryCounts()
{
    const auto spans = syntaxSpans(Language::C, repeated("/**/", 70000) + "int a;", {});
    QVERIFY(!spans);
    QCOMPARE(spans.error().code, ErrorCode::Io);
}

void HighlighterTest::stopsWhenCancelled()
{
    std::stop_source stop;
    stop.request_stop();
    const auto before = syntaxSpans(Language::Python, "a = 1\n", stop.get_token());
    QVERIFY(!before);
    QCOMPARE(before.error().code, ErrorCode::Cancelled);

    // Two million numbers take seconds to parse and as many to match; several waits meet several phases.
    const std::string large = "a = [" + repeated("1, ", 300000) + "]\n";
    for (const int wait : {20, 200, 500}) {
        std::stop_source later;
        QElapsedTimer sinceStop;
        std::thread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(wait));
            sinceStop.start();
            later.request_stop();
        });
        const auto cut = syntaxSpans(Language::Python, large, later.get_token());
        stopper.join();
        QVERIFY2(!cut, std::to_string(wait).c_str());
        QCOMPARE(cut.error().code, ErrorCode::Cancelled);
        QVERIFY2(sinceStop.elapsed() < 2000, std::to_string(sinceStop.elapsed()).c_str());
    }
}

void HighlighterTest::colorsDeepAndBrokenInputInBoundedTime_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QByteArray>("source");
    const auto row = [](const char *name, Language language, const std::string &source) {
        QTest::newRow(name) << static_cast<int>(language) << QByteArray::fromStdString(source);
    };
    // At once, and not in pieces, these take 2 to 5 s.
    row("open round brackets", Language::Python, repeated("(", 32000));
    row("open braces", Language::Python, repeated("{", 32000));
    row("open classes", Language::JavaScript, repeated("class A{", 7500));
    row("signs", Language::Python, repeated("-", 32000));
    row("nested lists", Language::Python, repeated("[", 20000) + repeated("]", 20000));
    row("nested calls", Language::JavaScript, repeated("f(", 10000) + repeated(")", 10000));
    row("nested templates", Language::TypeScript, repeated("`${", 5000) + repeated("}`", 5000));
    row("nested blocks", Language::C, "void f(void) " + repeated("{", 20000) + repeated("}", 20000));
    row("nested tokens", Language::Rust, "m!(" + repeated("a(", 20000) + repeated(")", 20000) + ");");
    row("nested elements", Language::Tsx, repeated("<a>", 3000));
    row("open strings", Language::Go, repeated("\"", 30001));
}

void HighlighterTest::colorsDeepAndBrokenInputInBoundedTime()
{
    QFETCH(int, language);
    QFETCH(QByteArray, source);
    QElapsedTimer timer;
    timer.start();
    const auto spans = syntaxSpans(static_cast<Language>(language), source.toStdString(), {});
    const qint64 took = timer.elapsed();
    if (spans)
        QCOMPARE(disorder(*spans, static_cast<std::size_t>(source.size())), std::string());
    else // on a slow machine
        QCOMPARE(spans.error().code, ErrorCode::Timeout);
    QVERIFY2(took < 15000, std::to_string(took).c_str());
}

void HighlighterTest::coloursALargeFile()
{
    const std::string line = "def f(a): return a + 1  # note\n";
    const int lines = 20000;
    const std::string text = repeated(line, lines);
    const std::vector<SyntaxSpan> spans = spansOf(Language::Python, text);
    QCOMPARE(disorder(spans, text.size()), std::string());
    QCOMPARE(spans.size(), spansOf(Language::Python, line).size() * lines);
}

void HighlighterTest::coloursOnSeveralThreads()
{
    std::vector<std::vector<SyntaxSpan>> results(8);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < results.size(); ++i)
        threads.emplace_back([&, i] { results[i] = spansOf(allLanguages()[i % 2], "x = f(1); // \"a\"\n"); });
    for (std::thread &thread : threads)
        thread.join();
    for (std::size_t i = 0; i < results.size(); ++i)
        QVERIFY(!results[i].empty() && results[i] == results[i % 2]);
}

QTEST_GUILESS_MAIN(HighlighterTest)
#include "highlighter_test.moc"
