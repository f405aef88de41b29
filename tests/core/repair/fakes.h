#pragma once
// A verifier that knows which text is right, and the state of a run in which one test fails.

#include "core/events/run_state.h"
#include "core/ports/patch_reader.h"
#include "core/ports/verifier.h"
#include "tests/support/fake_clock.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace vouchsafe::test {

inline const std::string failingId = "tests/test_m.py::test_bad";
inline const std::string failingToo = "tests/test_m.py::test_worse";
inline const std::string passingId = "tests/test_m.py::test_good";

/// How the two tests end on a text of the file.
struct Outcomes {
    TestStatus bad = TestStatus::Failed;
    TestStatus good = TestStatus::Passed;
    TestStatus worse = TestStatus::Failed; ///< reported only where the run's goal has it
    bool finished = true;
};

class FakeVerifier final : public Verifier {
public:
    using Judge = std::function<Outcomes(const std::string &text)>;
    FakeVerifier(FakeClock &clock, Judge judge) : m_clock(clock), m_judge(std::move(judge)) {}

    Result<Baseline> baseline(Reporter &, std::stop_token) override { return Baseline{}; }
    Result<Verdict> verify(const Patch &, int, Reporter &, std::stop_token) override { return Verdict{}; }
    Result<Trial> trial(const Patch &patch, const std::vector<std::string> &tests,
                        std::chrono::milliseconds limit, std::stop_token) override
    {
        m_clock.advance(cost);
        const Outcomes outcomes = m_judge(patch.empty() ? std::string() : patch.files.front().after);
        if (tests.empty())
            ++whole;
        else
            texts.push_back(patch.empty() ? std::string() : patch.files.front().after);
        if (!patch.empty())
            paths.insert(patch.files.front().path);
        Trial trial;
        trial.finished = outcomes.finished;
        if (!outcomes.finished) {
            m_clock.advance(limit);
            return trial;
        }
        const auto add = [&](const std::string &id, TestStatus status) {
            if (!tests.empty() && std::find(tests.begin(), tests.end(), id) == tests.end())
                return;
            trial.tests.push_back({id, status, {}, {}, {}, 0});
        };
        add(failingId, outcomes.bad);
        add(passingId, outcomes.good);
        if (two)
            add(failingToo, outcomes.worse);
        trial.passed = std::all_of(trial.tests.begin(), trial.tests.end(),
                                   [](const TestCase &test) { return test.status == TestStatus::Passed; });
        if (onTrial)
            onTrial();
        return trial;
    }

    std::chrono::milliseconds cost{100};
    std::vector<std::string> texts; ///< of the quick runs; the first is the untouched tree
    std::set<std::string> paths;
    int whole = 0;
    bool two = false;
    std::function<void()> onTrial;

private:
    FakeClock &m_clock;
    Judge m_judge;
};

class FakeReader final : public PatchReader {
public:
    tl::expected<Patch, PatchRefusal> read(std::string_view, const BaseTree &,
                                           const PatchContext &) const override
    {
        return Patch{};
    }
    std::string render(const Patch &patch) const override
    {
        return patch.empty() ? std::string() : patch.files.front().path + '\n' + patch.files.front().after;
    }
};

class Notices final : public Reporter {
public:
    void report(EventBody body) override
    {
        if (const auto *notice = std::get_if<Noticed>(&body))
            all.push_back(*notice);
    }
    void output(const OutputChunk &) override {}
    std::vector<Noticed> all;
};

/// One test fails and one passes; the plan suspects the given lines of `m.py`.
inline RunState runState(const std::vector<int> &lines)
{
    CheckResult check;
    check.command = "python3 -m pytest -q";
    check.exitCode = 1;
    check.tests = {{failingId, TestStatus::Failed, {}, {}, {}, 0},
                   {passingId, TestStatus::Passed, {}, {}, {}, 0}};
    RunState state;
    state.baseline = Baseline{};
    state.baseline->runs = {{"baseline", {check}}};
    state.baseline->failing = {failingId};
    Iteration iteration;
    iteration.number = 1;
    iteration.plan = Plan{};
    for (const int line : lines)
        iteration.plan->suspects.push_back(
            {"m.py", line, "f", 1.0 / static_cast<double>(line), "run by 1 of 1"});
    state.iterations.push_back(iteration);
    return state;
}

} // namespace vouchsafe::test
