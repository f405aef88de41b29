#pragma once
// The loop's ports as fakes: each answers from a list, and remembers what it was asked.

#include "core/ports/architect.h"
#include "core/ports/engineer.h"
#include "core/ports/patch_reader.h"
#include "core/ports/retriever.h"
#include "core/ports/verifier.h"

#include <deque>
#include <functional>
#include <vector>

namespace vouchsafe::test {

class FakeRetriever final : public Retriever {
public:
    Result<ContextBundle> retrieve(const RetrievalRequest &request, std::stop_token) override
    {
        requests.push_back(request);
        return ContextBundle{};
    }
    std::vector<RetrievalRequest> requests;
};

class FakeArchitect final : public Architect {
public:
    Result<PlanReply> plan(const RunState &state, Reporter &, std::stop_token) override
    {
        states.push_back(state);
        if (replies.empty()) {
            PlanReply reply;
            reply.plan = Plan{};
            reply.plan->goal = "goal " + std::to_string(states.size());
            reply.plan->author = author;
            return reply;
        }
        Result<PlanReply> reply = std::move(replies.front());
        replies.pop_front();
        return reply;
    }
    std::string author = "fake";
    std::deque<Result<PlanReply>> replies; ///< empty: a plan each time
    std::vector<RunState> states;
};

class FakeEngineer final : public Engineer {
public:
    Result<PatchReply> propose(const RunState &state, Reporter &, std::stop_token stop) override
    {
        states.push_back(state);
        if (meanwhile)
            meanwhile(stop);
        if (!replies.empty()) {
            Result<PatchReply> reply = std::move(replies.front());
            replies.pop_front();
            return reply;
        }
        return patchTo("x = " + std::to_string(states.size()) + "\n");
    }
    static PatchReply patchTo(const std::string &after)
    {
        PatchReply reply;
        reply.patch = Patch{};
        reply.patch->files = {FileChange{"a.py", "", ChangeKind::Modify, "x = 0\n", after}};
        return reply;
    }
    static PatchReply refused(ErrorCode code)
    {
        PatchReply reply;
        reply.refusal = PatchRefusal{Error{code, "cannot be placed", "", ""}, {}};
        return reply;
    }
    std::deque<Result<PatchReply>> replies; ///< empty: a new patch each time
    std::function<void(std::stop_token)> meanwhile;
    std::vector<RunState> states;
};

class FakeVerifier final : public Verifier {
public:
    Result<Baseline> baseline(Reporter &, std::stop_token) override { return base; }
    Result<Verdict> verify(const Patch &patch, int, Reporter &, std::stop_token) override
    {
        patches.push_back(patch);
        if (verdicts.empty())
            return fail(ErrorCode::Internal, "no verdict left", "in the test");
        Result<Verdict> verdict = std::move(verdicts.front());
        verdicts.pop_front();
        return verdict;
    }
    Result<Trial> trial(const Patch &, const std::vector<std::string> &, std::chrono::milliseconds,
                        std::stop_token) override
    {
        return Trial{};
    }
    Result<Baseline> base = Baseline{};
    std::deque<Result<Verdict>> verdicts;
    std::vector<Patch> patches;
};

/// Renders a patch as its new bytes; reads nothing.
class PlainPatches final : public PatchReader {
public:
    tl::expected<Patch, PatchRefusal> read(std::string_view, const BaseTree &,
                                           const PatchContext &) const override
    {
        return Patch{};
    }
    std::string render(const Patch &patch) const override
    {
        std::string text;
        for (const FileChange &file : patch.files)
            text += "diff --git a/" + file.path + " b/" + file.path + "\n@@ -1 +1 @@\n-" + file.before + "+" +
                    file.after;
        return text;
    }
};

} // namespace vouchsafe::test
