#include "core/repair/search_report.h"

#include "core/base/text.h"
#include "core/repair/operators/shapes.h"

#include <algorithm>

namespace vouchsafe::repair {
namespace {

constexpr std::size_t shownAlternatives = 5;
constexpr std::size_t shownBroken = 3;
constexpr std::size_t longestShown = 90; ///< bytes of one side of an edit

std::string oneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank)
            line += c;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    line = shown(trimmed(line));
    return line.size() <= longestShown ? line : elided(line, longestShown / 2, longestShown / 2);
}

std::string plural(std::size_t count, const std::string &noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string secondsOf(const SearchCounts &counts)
{
    return std::to_string((counts.time.count() + 500) / 1000) + " s";
}

std::string targetWords(std::size_t passed, const Goal &goal)
{
    return std::to_string(passed) + " of " + plural(goal.targets.size(), "failing test");
}

std::string effort(const SearchCounts &counts)
{
    return plural(static_cast<std::size_t>(counts.tried), "one-place edit") + " tried in " +
           plural(static_cast<std::size_t>(counts.functionsTried), "function") + " in " + secondsOf(counts);
}

} // namespace

std::string shownEdit(const Candidate &candidate, const SourceFile &file)
{
    const std::string_view source = file.tree.source();
    const Edit &edit = candidate.edit;
    const std::string place = shown(candidate.path) + ":" + std::to_string(candidate.line) + ": ";
    const std::string name = " (" + std::string(edit.name) + ")";
    if (edit.start == edit.end)
        return place + "+ " + oneLine(edit.replacement) + name;
    // A lone operator says little; the expression around it is what people recognise.
    Node around = file.tree.root().smallestAt(edit.start, edit.end);
    std::size_t start = edit.start;
    std::size_t end = edit.end;
    if (!around.isNull() && around.startLine() == around.endLine() && !isStatement(around)) {
        start = around.startByte();
        end = around.endByte();
    }
    const std::string after = std::string(source.substr(start, edit.start - start)) + edit.replacement +
                              std::string(source.substr(edit.end, end - edit.end));
    return place + oneLine(source.substr(start, end - start)) + " -> " + oneLine(after) + name;
}

std::string nothingFound(const SearchResult &result, const Goal &goal, const SourceFiles &files)
{
    if (result.end == SearchEnd::Unsteady)
        return "Blocked: the check succeeds on the untouched tree when it is run again; its exit code cannot "
               "judge a "
               "fix.";
    const SearchCounts &counts = result.counts;
    std::string text = "No fix found: " + effort(counts) + " (" + std::to_string(counts.screenedOut) +
                       " more did not parse or repeat another, " + std::to_string(counts.timedOut) +
                       " ended by the time limit, 0 passed all tests).";
    if (result.closest) {
        const NearMiss &miss = *result.closest;
        const SourceFile &file = files.at(miss.attempted.candidate.path);
        text += " Closest: " + shownEdit(miss.attempted.candidate, file) + " made " +
                targetWords(miss.targetsPassed, goal) + " pass";
        if (!miss.broken.empty()) {
            std::vector<std::string> names = miss.broken;
            names.resize(std::min(names.size(), shownBroken));
            text += " but broke " + plural(miss.broken.size(), "test") + " (" + join(names, ", ") + ")";
        } else if (!miss.wholeCheckRun) {
            text += "; what it breaks was not run";
        }
        text += ".";
    }
    std::vector<std::string> missing;
    if (result.left > 0)
        missing.push_back(plural(result.left, "less likely edit") + " at the same places (budget)");
    missing.emplace_back("functions that the plan does not name");
    missing.emplace_back("edits of several places, new functions, or knowledge outside this repository");
    text += " Not searched: " + join(missing, "; ") + ".";
    text += " Next: raise the budget, name one failing test in the task, or configure a model.";
    return text;
}

std::vector<std::string> foundNotices(const Attempted &chosen, const SearchCounts &counts, const Goal &goal,
                                      const std::vector<Attempted> &alternatives, const SourceFiles &files)
{
    const Candidate &candidate = chosen.candidate;
    std::vector<std::string> notices;
    notices.push_back("found by search: " + shownEdit(candidate, files.at(candidate.path)) +
                      "; it passes the tests and is not proven correct");
    if (!candidate.suspect.evidence.empty())
        notices.push_back("place: " + candidate.suspect.evidence);
    notices.push_back(effort(counts) + "; " +
                      (goal.exitCodeOnly ? std::string("judged by the exit code alone")
                                         : plural(goal.targets.size(), "failing test") + " turned"));
    if (candidate.edit.antiPattern)
        notices.emplace_back(
            "an early constant result is the kind of edit that passes weak tests: read it closely");
    if (alternatives.empty())
        return notices;
    std::string text = "the tests cannot tell this from " + plural(alternatives.size(), "other edit") + ": ";
    for (std::size_t i = 0; i < std::min(alternatives.size(), shownAlternatives); ++i)
        text += (i > 0 ? "; " : "") +
                shownEdit(alternatives[i].candidate, files.at(alternatives[i].candidate.path));
    if (alternatives.size() > shownAlternatives)
        text += "; and " + std::to_string(alternatives.size() - shownAlternatives) + " more";
    notices.push_back(std::move(text));
    return notices;
}

std::vector<std::string> partialNotices(const NearMiss &miss, const SearchCounts &counts, const Goal &goal,
                                        const SourceFiles &files)
{
    const Candidate &candidate = miss.attempted.candidate;
    return {"partial: makes " + targetWords(miss.targetsPassed, goal) +
                " pass and breaks none; no edit was found that makes all of them pass",
            "found by search: " + shownEdit(candidate, files.at(candidate.path)) +
                "; it is not proven correct",
            effort(counts)};
}

} // namespace vouchsafe::repair
