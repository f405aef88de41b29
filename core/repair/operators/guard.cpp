// G1: an early exit that is missing. Conditions come from the parameters and from tests used elsewhere in
// the file, actions from what the function returns and what the file raises.

#include "core/repair/operators/shapes.h"
#include "core/repair/operators/site.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

constexpr double entryPrior = .25;
constexpr double innerPrior = .12;
constexpr std::size_t mostActions = 5;

struct Condition {
    std::string text;
    double weight; ///< times the prior of the position
};

struct Action {
    std::string text;
    double weight;
    bool antiPattern = false;
};

bool isDocstring(const Node &statement)
{
    return statement.type() == "expression_statement" && statement.namedChildCount() == 1 &&
           statement.namedChild(0).type() == "string";
}

/// The text between the start of the line and the statement; absent where something else stands there.
bool indentOf(const Site &site, const Node &statement, std::string &indent)
{
    const std::string_view source = site.tree.source();
    const std::size_t before = source.substr(0, statement.startByte()).find_last_of("\r\n");
    const std::size_t lineStart = before == std::string_view::npos ? 0 : before + 1;
    indent = std::string(source.substr(lineStart, statement.startByte() - lineStart));
    return std::all_of(indent.begin(), indent.end(), [](char c) { return c == ' ' || c == '\t'; });
}

std::vector<Condition> conditions(const Surroundings &around, const std::string &loopName)
{
    std::vector<std::string> names = around.parameters;
    if (!loopName.empty())
        names.insert(names.begin(), loopName);
    std::vector<Condition> all;
    for (const std::string &donor : around.conditions)
        all.push_back({donor, 1.0});
    for (const std::string &name : names) {
        const bool numeric = around.numericNames.contains(name);
        all.push_back({"not " + name, numeric ? .5 : 1.0});
        all.push_back({name + " is None", numeric ? .4 : .8});
        all.push_back({name + " == 0", around.divisors.contains(name) ? 1.0 : numeric ? .7 : .3});
        all.push_back({name + " < 0", numeric ? .9 : .3});
        all.push_back({name + " <= 0", numeric ? .7 : .2});
        if (!numeric)
            all.push_back({"len(" + name + ") <= 1", .4});
    }
    return all;
}

std::vector<Action> exits(const Surroundings &around)
{
    std::vector<Action> all;
    for (const std::string &value : around.returned) {
        long long number = 0;
        all.push_back({"return " + value, 1.0, plainInteger(value, number) && number != 0});
        if (all.size() == mostActions)
            break;
    }
    if (around.returned.empty())
        all.push_back({"return", 1.0, false});
    else
        all.push_back({"return None", .5, false});
    for (const std::string &statement : around.raised)
        all.push_back({statement, .8, false});
    const auto add = [&](const std::string &text, double weight, bool antiPattern) {
        const bool known =
            std::any_of(all.begin(), all.end(), [&](const Action &action) { return action.text == text; });
        if (!known)
            all.push_back({text, weight, antiPattern});
    };
    // The empty value of the kind is what most guards return; a constant answer passes weak tests.
    add("return 0", .5, false);
    add("return []", .3, false);
    for (const std::string &name : around.parameters)
        add("return " + name, .4, false);
    add("return False", .3, true);
    add("return True", .3, true);
    return all;
}

void addGuards(const Site &site, const std::string &indent, const std::vector<Condition> &tests,
               const std::vector<Action> &actions, double prior, std::vector<Edit> &edits)
{
    const Surroundings &around = site.around;
    for (const Condition &test : tests)
        for (const Action &action : actions) {
            std::string text = "if " + test.text + ":";
            text += around.lineEnd;
            text += indent + around.indentUnit + action.text;
            text += around.lineEnd + indent;
            edits.push_back({site.node.startByte(), site.node.startByte(), std::move(text), Family::Guard,
                             "add a guard", prior * test.weight * action.weight, action.antiPattern});
        }
}

} // namespace

void guardEdits(const Site &site, std::vector<Edit> &edits)
{
    const Node &node = site.node;
    const Node block = node.parent();
    std::string indent;
    if (!isStatement(node) || block.type() != "block" || isDocstring(node) || !indentOf(site, node, indent))
        return;
    const Node owner = block.parent();
    if (owner.type() == "class_definition" || site.around.function.isNull())
        return;
    const Node previous = node.previousNamedSibling();
    const bool first = previous.isNull() || (isDocstring(previous) && block.namedChild(0) == previous);
    if (owner.type() == "for_statement" && first) {
        const std::string name = site.copy(owner.childByField("left"));
        const bool plain = owner.childByField("left").type() == "identifier";
        addGuards(site, indent, conditions(site.around, plain ? name : std::string()),
                  {{"continue", 1.0}, {"break", .7}}, innerPrior, edits);
    }
    const bool entry = owner == site.around.function && first;
    addGuards(site, indent, conditions(site.around, {}), exits(site.around), entry ? entryPrior : innerPrior,
              edits);
}

} // namespace vouchsafe::repair
