#include "core/loop/proposed.h"

#include "core/base/hash.h"
#include "core/base/text.h"

namespace vouchsafe {
namespace {

constexpr std::size_t rawHead = 12'000;
constexpr std::size_t rawTail = 4'000;

/// Failing tests and the output of the last run among `runs`.
void addFailures(const std::vector<ProofRun> &runs, RetrievalRequest &request)
{
    if (runs.empty())
        return;
    for (const CheckResult &check : runs.front().checks) {
        request.output = check.outputTail;
        for (const TestCase &test : check.tests)
            if (test.status == TestStatus::Failed || test.status == TestStatus::Error)
                request.failing.push_back(test);
    }
}

} // namespace

RetrievalRequest retrievalRequest(const RunState &state)
{
    RetrievalRequest request;
    request.text = state.task.request;
    request.maxTokens = state.task.maxContextTokens;
    const Verdict *last = nullptr;
    for (const Iteration &iteration : state.iterations)
        if (iteration.verdict && !iteration.verdict->runs.empty())
            last = &*iteration.verdict;
    if (last != nullptr)
        addFailures(last->runs, request);
    else if (state.baseline)
        addFailures(state.baseline->runs, request);
    return request;
}

ProposedPatch proposedPatch(const Patch &patch, const PatchReader &reader)
{
    ProposedPatch proposed;
    proposed.diff = reader.render(patch);
    proposed.sha256 = sha256(proposed.diff);
    proposed.origin = patch.origin;
    proposed.notices = patch.notices;
    proposed.alternatives = patch.alternatives;
    bool inHunk = false;
    for (const std::string_view line : splitLines(proposed.diff)) {
        if (line.starts_with("diff --git "))
            inHunk = false;
        else if (line.starts_with("@@ "))
            inHunk = true;
        else if (inHunk && line.starts_with('+'))
            ++proposed.added;
        else if (inHunk && line.starts_with('-'))
            ++proposed.removed;
    }
    for (const FileChange &file : patch.files) {
        proposed.files.push_back({file.path, file.from, file.kind,
                                  file.kind == ChangeKind::Create ? "" : blobId(file.before),
                                  file.kind == ChangeKind::Delete ? "" : blobId(file.after)});
        for (const std::string &repair : file.repairs)
            proposed.repairs.push_back(shown(file.path) + ": " + repair);
        for (const HunkPlacement &hunk : file.hunks)
            for (const std::string &repair : hunk.repairs)
                proposed.repairs.push_back(shown(file.path) + " hunk " + std::to_string(hunk.number) + ": " +
                                           repair);
    }
    return proposed;
}

RejectedPatch rejectedPatch(const PatchRefusal &refusal, const std::string &raw)
{
    const Error &error = refusal.error;
    return {std::string(errorName(error.code)),
            error.what + (error.context.empty() ? "" : ": " + error.context), refusal.places,
            elided(raw, rawHead, rawTail)};
}

} // namespace vouchsafe
