// Each family as a table: a statement and exactly the texts that its edits make of it.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"
#include "core/repair/screen.h"
#include "core/repair/surroundings.h"
#include "core/repair/walk.h"

#include <QTest>

#include <set>

using namespace vouchsafe;
using namespace vouchsafe::repair;

namespace {

const std::map<std::string, Operator> families{
    {"compare", compareEdits}, {"negate", negateEdits},     {"connective", connectiveEdits},
    {"one", offByOneEdits},    {"constant", constantEdits}, {"arithmetic", arithmeticEdits},
    {"swap", swapEdits},       {"guard", guardEdits},
};

std::vector<Edit> editsOf(const Tree &tree, Operator make)
{
    std::vector<Edit> edits;
    walk(tree.root(), [&](const Node &node) {
        if (!node.isNamed())
            return true;
        const Surroundings around = surroundingsOf(tree, enclosingFunction(node), {});
        make(Site{tree, node, around}, edits);
        return true;
    });
    return edits;
}

std::set<std::string> results(const std::string &source, Operator make)
{
    const auto tree = Tree::parse(Language::Python, source);
    std::set<std::string> texts;
    for (const Edit &edit : editsOf(*tree, make))
        texts.insert(spliced(source, edit));
    return texts;
}

QString lines(const std::set<std::string> &texts)
{
    std::string all;
    for (const std::string &text : texts)
        all += text + "\n----\n";
    return QString::fromStdString(all);
}

} // namespace

class OperatorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesExactlyTheseEdits_data();
    void makesExactlyTheseEdits();
    void putsTheGuardFirstThatTheFileUsesElsewhere();
    void guardsAfterTheDocstringWithTheFilesOwnIndent_data();
    void guardsAfterTheDocstringWithTheFilesOwnIndent();
    void guardsALoopWithContinue();
    void leavesOneLineFunctionsUnguarded();
    void changesNothingOutsideTheEditedBytes_data();
    void changesNothingOutsideTheEditedBytes();
    void everyEditOfARealShapeParses();
};

void OperatorsTest::makesExactlyTheseEdits_data()
{
    using Set = std::set<std::string>;
    QTest::addColumn<std::string>("family");
    QTest::addColumn<std::string>("before");
    QTest::addColumn<Set>("after");
    const auto row = [](const char *name, const std::string &family, const std::string &before,
                        const Set &after) { QTest::newRow(name) << family << before << after; };
    row("less than", "compare", "x = a < b\n", {"x = a <= b\n", "x = a >= b\n", "x = a > b\n"});
    row("equal", "compare", "a == b\n", {"a != b\n", "a is b\n", "a <= b\n", "a >= b\n"});
    row("identity", "compare", "a is not b\n", {"a is b\n"});
    row("membership", "compare", "a not in b\n", {"a in b\n", "b not in a\n"});
    row("chain", "compare", "0 < a <= 9\n",
        {"0 <= a <= 9\n", "0 >= a <= 9\n", "0 > a <= 9\n", "0 < a < 9\n", "0 < a > 9\n", "0 < a >= 9\n"});
    row("no comparison", "compare", "a + b\n", {});

    row("if", "negate", "if a:\n    b()\n", {"if not a:\n    b()\n"});
    row("drops not", "negate", "if not a:\n    b()\n", {"if a:\n    b()\n"});
    row("single comparison is left to C1", "negate", "if a < b:\n    c()\n", {});
    row("whole and parts", "negate", "while a or f(b):\n    c()\n",
        {"while not (a or f(b)):\n    c()\n", "while not a or f(b):\n    c()\n",
         "while a or not f(b):\n    c()\n"});
    row("filter", "negate", "[a for a in b if p(a)]\n", {"[a for a in b if not p(a)]\n"});
    row("conditional expression", "negate", "a if b else c\n", {"a if not b else c\n"});
    row("result", "negate", "def f():\n    return g()\n", {"def f():\n    return not g()\n"});
    row("constant test", "negate", "while True:\n    pass\n", {});

    row("and", "connective", "a and b\n", {"a or b\n", "a\n", "b\n"});
    row("grouping", "connective", "a and b and c\n",
        {"a and b or c\n", "a or b and c\n", "(a or b) and c\n", "a and b\n", "c\n", "a and c\n",
         "b and c\n"});
    row("or below or", "connective", "a or b or c\n",
        {"a or b and c\n", "(a or b) and c\n", "a and b or c\n", "a or b\n", "c\n", "a or c\n", "b or c\n"});

    row("index", "one", "a[i]\n", {"a[i + 1]\n", "a[i - 1]\n"});
    row("literal index", "one", "a[0]\n", {"a[1]\n", "a[-1]\n"});
    row("slice", "one", "a[i:]\n", {"a[i + 1:]\n", "a[i - 1:]\n"});
    row("range", "one", "range(n)\n", {"range(n + 1)\n", "range(n - 1)\n"});
    row("drops the step", "one", "x = n - 1\n", {"x = n\n", "x = n + 1\n"});
    row("text is no number", "one", "f('a')\n", {});
    row("looser operator in parentheses", "one", "f(a | b)\n", {"f((a | b) + 1)\n", "f((a | b) - 1)\n"});

    row("integer", "constant", "f(3)\n",
        {"f(4)\n", "f(2)\n", "f(0)\n", "f(1)\n", "f(-1)\n", "f(6)\n", "f(-3)\n"});
    row("sign belongs to it", "constant", "f(-1)\n", {"f(0)\n", "f(-2)\n", "f(1)\n"});
    row("step", "constant", "n - 1\n", {"n - 2\n"});
    row("truth", "constant", "f(x=True)\n", {"f(x=False)\n"});
    row("constant condition", "constant", "while True:\n    pass\n", {});
    row("strings of the function", "constant", "def f():\n    return g('a', 'b')\n",
        {"def f():\n    return g('b', 'b')\n", "def f():\n    return g('a', 'a')\n",
         "def f():\n    return g('', 'b')\n", "def f():\n    return g('a', '')\n"});
    row("docstring", "constant", "def f():\n    'doc'\n", {});
    row("huge number", "constant", "f(123456789012345678901234567890)\n", {});

    row("plus", "arithmetic", "a + b\n", {"a - b\n", "a * b\n", "b + a\n"});
    row("minus", "arithmetic", "a - b\n", {"a + b\n", "b - a\n"});
    row("keeps the binding when swapped", "arithmetic", "a - b * c\n",
        {"a + b * c\n", "(b * c) - a\n", "a - b / c\n", "a - b // c\n", "a - b + c\n", "a - b ** c\n"});
    row("augmented", "arithmetic", "n += 1\n", {"n -= 1\n", "n *= 1\n", "n = 1\n"});
    row("sign", "arithmetic", "f(-x)\n", {"f(x)\n"});

    row("two arguments", "swap", "f(a, b)\n", {"f(b, a)\n"});
    row("keeps blanks", "swap", "f( a ,\n  b)\n", {"f( b ,\n  a)\n"});
    row("three arguments", "swap", "f(a, b, c)\n", {"f(b, a, c)\n", "f(a, c, b)\n", "f(c, b, a)\n"});
    row("keywords stay", "swap", "f(a, k=1)\n", {});
    row("equal arguments", "swap", "f(a, a)\n", {});
    row("indices", "swap", "a[i, j]\n", {"a[j, i]\n"});
    row("arms", "swap", "a if c else b\n", {"b if c else a\n"});
}

void OperatorsTest::makesExactlyTheseEdits()
{
    QFETCH(std::string, family);
    QFETCH(std::string, before);
    QFETCH(std::set<std::string>, after);
    QCOMPARE(lines(results(before, families.at(family))), lines(after));
}

void OperatorsTest::putsTheGuardFirstThatTheFileUsesElsewhere()
{
    const std::string source = "def g(seq):\n    if len(seq) < 2:\n        return seq\n    return h(seq)\n\n"
                               "def f(seq):\n    return h(seq)\n";
    const std::string wanted = "def f(seq):\n    if len(seq) < 2:\n        return seq\n    return h(seq)\n";
    const auto tree = Tree::parse(Language::Python, source);
    double best = 0;
    double donor = 0;
    for (const Edit &edit : editsOf(*tree, guardEdits)) {
        best = std::max(best, edit.prior);
        if (spliced(source, edit).ends_with(wanted))
            donor = edit.prior;
    }
    QVERIFY(donor > 0);
    QVERIFY(best <= .25);
}

void OperatorsTest::guardsAfterTheDocstringWithTheFilesOwnIndent_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("wanted");
    QTest::newRow("four blanks")
        << std::string("def f(n):\n    'doc'\n    return 1 // n\n")
        << std::string("def f(n):\n    'doc'\n    if n == 0:\n        return 0\n    return 1 // n\n");
    QTest::newRow("tabs") << std::string("def f(n):\n\treturn 1 // n\n")
                          << std::string("def f(n):\n\tif n == 0:\n\t\treturn 0\n\treturn 1 // n\n");
    QTest::newRow("two blanks in a class")
        << std::string("class A:\n  def f(self, n):\n    return 1 // n\n")
        << std::string("class A:\n  def f(self, n):\n    if n == 0:\n      return 0\n    return 1 // n\n");
    QTest::newRow("carriage returns, no last line feed")
        << std::string("def f(n):\r\n    return 1 // n")
        << std::string("def f(n):\r\n    if n == 0:\r\n        return 0\r\n    return 1 // n");
}

void OperatorsTest::guardsAfterTheDocstringWithTheFilesOwnIndent()
{
    QFETCH(std::string, before);
    QFETCH(std::string, wanted);
    QVERIFY2(results(before, guardEdits).contains(wanted), qPrintable(lines(results(before, guardEdits))));
}

void OperatorsTest::guardsALoopWithContinue()
{
    const std::string before = "def f(rows):\n    for row in rows:\n        use(row)\n";
    QVERIFY(results(before, guardEdits)
                .contains("def f(rows):\n    for row in rows:\n        if not row:\n            continue\n"
                          "        use(row)\n"));
}

void OperatorsTest::leavesOneLineFunctionsUnguarded()
{
    QVERIFY(results("def f(n): return 1 // n\n", guardEdits).empty());
}

void OperatorsTest::changesNothingOutsideTheEditedBytes_data()
{
    QTest::addColumn<std::string>("source");
    QTest::newRow("carriage returns") << std::string("def f(a):\r\n    if a < 1:\r\n        return a\r\n");
    QTest::newRow("mixed ends") << std::string("def f(a):\n    if a < 1:\r\n        return a\n");
    QTest::newRow("tabs") << std::string("def f(a):\n\tif a < 1:\t# why\n\t\treturn a\n");
    QTest::newRow("no last line feed") << std::string("def f(a):\n    return a < 1");
    QTest::newRow("latin-1") << std::string(
        "# -*- coding: latin-1 -*-\n# caf\xe9\ndef f(a):\n    x = 'caf\xe9'\n    return a < 1\n");
    QTest::newRow("byte order mark") << std::string("\xef\xbb\xbf"
                                                    "def f(a):\n    return a < 1\n");
}

void OperatorsTest::changesNothingOutsideTheEditedBytes()
{
    QFETCH(std::string, source);
    std::string wanted = source;
    wanted.replace(wanted.find("a < 1"), 5, "a <= 1");
    const auto made = results(source, compareEdits);
    QVERIFY2(made.contains(wanted), qPrintable(lines(made)));
    QCOMPARE(made.size(), std::size_t{3});
}

void OperatorsTest::everyEditOfARealShapeParses()
{
    const std::string source = "class A:\n"
                               "    def take(self, n, seq, *rest, key=None):\n"
                               "        '''Takes.'''\n"
                               "        for i, row in enumerate(seq[1:n]):\n"
                               "            if not row or (i % 2 == 0 and key is not None):\n"
                               "                yield f(row, -i, key=lambda v: v - 1)\n"
                               "            elif i > n - 1:\n"
                               "                return [x for x in rest if x and n]\n"
                               "        return max(n + 1, len(seq)) if seq else 'none'\n";
    const auto tree = Tree::parse(Language::Python, source);
    const Original original{spelling(*tree), parseErrors(*tree)};
    QCOMPARE(original.errors, 0);
    int good = 0;
    int all = 0;
    for (const auto &[name, make] : families)
        for (const Edit &edit : editsOf(*tree, make)) {
            ++all;
            good += screened(source, original, edit) ? 1 : 0;
        }
    QVERIFY(all > 100);
    // What does not survive changes nothing but spelling.
    QVERIFY2(good >= all - 2, qPrintable(QStringLiteral("%1 of %2").arg(good).arg(all)));
}

QTEST_GUILESS_MAIN(OperatorsTest)
#include "operators_test.moc"
