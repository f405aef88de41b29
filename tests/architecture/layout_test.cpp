#include "core/base/files.h"
#include "core/base/text.h"
#include "tests/architecture/sources.h"

#include <QTest>

#include <filesystem>
#include <map>
#include <regex>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

constexpr std::size_t mostLines = 400;

/// What is wrong with the shape of a file, in words; empty: nothing.
std::string fault(const Source &source)
{
    const auto lines = splitLines(source.text);
    if (lines.size() > mostLines)
        return "has " + std::to_string(lines.size()) + " lines, more than " + std::to_string(mostLines);
    if (!source.path.ends_with(".h"))
        return {};
    if (lines.empty() || lines[0] != "#pragma once")
        return "does not begin with #pragma once";
    if (lines.size() < 2 || !lines[1].starts_with("// "))
        return "does not say on its second line what it is for";
    return {};
}

/// Whether a file begins its includes with its own header, which so proves to stand on its own.
bool ownHeaderFirst(const Source &source)
{
    const std::string header = source.path.substr(0, source.path.size() - 4) + ".h";
    if (!source.path.ends_with(".cpp") ||
        !std::filesystem::exists(std::filesystem::path(VOUCHSAFE_SOURCE_DIR) / header))
        return true;
    const auto includes = includesOf(source.text);
    return !includes.empty() && includes.front().target == header;
}

/// Names of the types that a header defines in namespace vouchsafe itself, so with linkage of their own.
std::vector<std::string> typesOf(const Source &source)
{
    static const std::regex definition(R"(^(?:struct|class|enum class) (\w+)( final)?( :.*)?( \{|$))");
    std::vector<std::string> types;
    bool ours = false;
    const std::string code = codeOf(source.text);
    for (const std::string_view line : splitLines(code)) {
        if (line.starts_with("namespace "))
            ours = line == "namespace vouchsafe {";
        std::match_results<std::string_view::const_iterator> match;
        if (ours && std::regex_search(line.begin(), line.end(), match, definition))
            types.push_back(match[1].str());
    }
    return types;
}

} // namespace

class LayoutTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesAreShortAndHeadersSayWhatTheyAreFor()
    {
        std::vector<std::string> faults;
        for (const Source &source : productSources())
            if (const std::string what = fault(source); !what.empty())
                faults.push_back(source.path + " " + what);
        QVERIFY2(faults.empty(), ("\n" + join(faults, "\n")).c_str());
    }

    void eachFileIncludesItsOwnHeaderFirst()
    {
        std::vector<std::string> faults;
        for (const Source &source : productSources())
            if (!ownHeaderFirst(source))
                faults.push_back(source.path);
        QVERIFY2(faults.empty(), ("\n" + join(faults, "\n")).c_str());
    }

    void everyIncludeOfOursExists()
    {
        const std::filesystem::path root = VOUCHSAFE_SOURCE_DIR;
        for (const Source &source : productSources())
            for (const Include &include : includesOf(source.text))
                if (include.quoted && !include.target.ends_with(".moc"))
                    QVERIFY2(std::filesystem::exists(root / include.target),
                             (source.path + " includes " + include.target).c_str());
    }

    // Two types of one name in one namespace meet in the linker, which keeps the functions of one of them.
    void everyTypeHasOneDefinition()
    {
        std::map<std::string, std::string> definedIn;
        std::vector<std::string> faults;
        for (const Source &source : productSources()) {
            if (!source.path.ends_with(".h"))
                continue;
            for (const std::string &type : typesOf(source))
                if (const auto [known, fresh] = definedIn.emplace(type, source.path); !fresh)
                    faults.push_back(type + " in " + known->second + " and " + source.path);
        }
        QVERIFY2(faults.empty(), ("\n" + join(faults, "\n")).c_str());
        QVERIFY(definedIn.size() > 100); // the reading itself works
    }

    void readsTypesOfAHeader()
    {
        const Source header{"core/a.h",
                            "namespace vouchsafe {\nstruct One {\n};\nclass Two final : public X {\n};\n"
                            "class Known;\n// struct Not {\nenum class Three { A };\n}\n"
                            "namespace vouchsafe::inner {\nstruct Four {\n};\n}\n"};
        QCOMPARE(typesOf(header), (std::vector<std::string>{"One", "Two", "Three"}));
    }

    void refusesMadeUpFiles()
    {
        const std::string head = "#pragma once\n// A made-up header.\n";
        QVERIFY(fault({"core/a.h", head}).empty());
        QVERIFY(!fault({"core/a.h", "\n" + head}).empty());
        QVERIFY(!fault({"core/a.h", "#pragma once\n\n// Late.\n"}).empty());
        QVERIFY(!fault({"core/a.h", "#pragma once\n"}).empty());
        QVERIFY(!fault({"core/a.h", ""}).empty());
        std::string longest;
        for (std::size_t i = 0; i < mostLines; ++i)
            longest += "int i;\n";
        QVERIFY(fault({"core/a.cpp", longest}).empty());
        QVERIFY(!fault({"core/a.cpp", longest + "int j;\n"}).empty());
        QVERIFY(ownHeaderFirst({"core/base/text.cpp", "#include \"core/base/text.h\"\n"}));
        QVERIFY(
            !ownHeaderFirst({"core/base/text.cpp", "#include <string>\n#include \"core/base/text.h\"\n"}));
    }

    void readsCodeWithoutCommentsAndLiterals()
    {
        QCOMPARE(codeOf("a /* b\nc */ d"), std::string("a     \n     d"));
        QCOMPARE(codeOf("x = \"a\\\"b\"; y"), std::string("x =       ; y"));
        QCOMPARE(codeOf("c = '\"'; d // e"), std::string("c =    ; d     "));
        QCOMPARE(codeOf("n = 1'000; m"), std::string("n = 1'000; m"));
    }
};

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
