#include "core/llm/evidence.h"

#include "core/base/hash.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace vouchsafe {
namespace {

constexpr std::size_t mostTests = 12;
constexpr std::size_t mostNames = 40;

std::string listed(const std::vector<std::string> &names)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), mostNames); ++i)
        text += "- " + shown(names[i]) + "\n";
    if (names.size() > mostNames)
        text += "- and " + std::to_string(names.size() - mostNames) + " more\n";
    return text;
}

/// Messages of the named tests, of the first run that has them: later ones repeat it under other conditions.
std::string messagesOf(const std::vector<ProofRun> &runs, const std::vector<std::string> &failing)
{
    const std::set<std::string> wanted(failing.begin(), failing.end());
    std::set<std::string> told;
    std::string text;
    for (const ProofRun &run : runs)
        for (const CheckResult &check : run.checks)
            for (const TestCase &test : check.tests)
                if (wanted.contains(test.id) && !trimmed(test.message).empty() && told.size() < mostTests &&
                    told.insert(test.id).second)
                    text += "== " + shown(test.id) + "\n" + elided(test.message, 1'200, 1'200) + "\n";
    return text;
}

const CheckResult *failedCheck(const std::vector<ProofRun> &runs)
{
    for (const ProofRun &run : runs)
        for (const CheckResult &check : run.checks)
            if (check.ending != Ending::Exited || check.exitCode != 0)
                return &check;
    return nullptr;
}

std::string runsText(const std::vector<ProofRun> &runs, const std::vector<std::string> &failing)
{
    std::string text;
    const std::string messages = messagesOf(runs, failing);
    if (!failing.empty())
        text += "Tests that fail:\n" + listed(failing);
    if (!messages.empty())
        text += dataBlock("messages of the failing tests", messages);
    if (const CheckResult *check = failedCheck(runs); check != nullptr && !check->outputTail.empty())
        text += dataBlock("end of the output of " + shown(check->command),
                          elided(check->outputTail, 0, messages.empty() ? 6'000 : 1'500));
    return text;
}

int linesOf(const BaseTree &tree, const std::string &path)
{
    const auto bytes = tree.read(path);
    return bytes ? static_cast<int>(splitLines(*bytes).size()) : 0;
}

std::string refusalText(const RejectedPatch &rejected)
{
    std::string text = "No test was run: the diff could not be used (" + rejected.code + "). " +
                       shown(rejected.message) + "\n";
    for (const PatchPlace &place : rejected.places)
        text += dataBlock("the nearest place in " + shown(place.path) + ", from line " +
                              std::to_string(place.line),
                          elided(place.text, 2'000, 0));
    return text;
}

} // namespace

std::string dataBlock(std::string_view what, std::string_view text)
{
    std::string content = toUtf8Lossy(text);
    if (!content.empty() && content.back() != '\n')
        content += '\n';
    const std::string mark = sha256(content).substr(0, 16);
    return "<<<data " + mark + " " + std::string(what) + "\n" + content + "data " + mark + ">>>\n";
}

std::string codeText(const ContextBundle &context, const BaseTree &tree, std::size_t most)
{
    std::vector<const Slice *> slices;
    for (std::size_t i = 0; i < std::min(most, context.slices.size()); ++i)
        slices.push_back(&context.slices[i]);
    std::stable_sort(slices.begin(), slices.end(), [](const Slice *a, const Slice *b) {
        return a->path != b->path ? a->path < b->path : a->start < b->start;
    });
    std::string text;
    for (const Slice *slice : slices) {
        const int total = linesOf(tree, slice->path);
        text +=
            dataBlock("code of " + shown(slice->path) + ", lines " + std::to_string(slice->start) + " to " +
                          std::to_string(slice->end) + (total > 0 ? " of " + std::to_string(total) : ""),
                      slice->text);
    }
    return text.empty() ? "No code was found for the words of the task.\n" : text;
}

std::string planText(const Plan &plan)
{
    const nlohmann::ordered_json json = {
        {"goal", plan.goal}, {"steps", plan.steps}, {"files", plan.files}, {"risks", plan.risks}};
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string baselineText(const std::optional<Baseline> &baseline)
{
    if (!baseline)
        return "They were not run.\n";
    if (!baseline->usable)
        return "They could not be run. " + shown(baseline->reason) + "\n";
    const std::string text = runsText(baseline->runs, baseline->failing);
    return text.empty() ? "All of them pass.\n" : text;
}

std::string evidenceText(const Iteration &iteration)
{
    if (!iteration.verdict)
        return iteration.rejected ? refusalText(*iteration.rejected) : "There is no verdict on it.\n";
    const Verdict &verdict = *iteration.verdict;
    std::string text =
        "Outcome: " + std::string(outcomeName(verdict.outcome)) + ". " + shown(verdict.reason) + "\n";
    if (!verdict.broken.empty())
        text += "Tests that passed before and fail now:\n" + listed(verdict.broken);
    for (const std::string &note : verdict.notes)
        text += "Note: " + shown(note) + "\n";
    if (iteration.declined)
        text += "A person looked at this patch and rejected it, whatever the tests say. Their reason:\n" +
                dataBlock("the person's reason", *iteration.declined);
    return text + runsText(verdict.runs, verdict.failing);
}

} // namespace vouchsafe
