#include "core/verify/lane.h"

#include "core/verify/check_state.h"
#include "core/verify/words.h"

#include <algorithm>
#include <map>

namespace vouchsafe {
namespace {

using FailsBefore = std::map<TestKey, bool>; ///< whether it fails for lack of the change

FailsBefore failsBefore(const ProofRun *onBase)
{
    FailsBefore fails;
    if (onBase != nullptr)
        for (std::size_t i = 0; i < onBase->checks.size(); ++i)
            for (const TestCase &test : onBase->checks[i].tests)
                fails[{i, test.id}] = failsForLackOfTheChange(test);
    return fails;
}

/// A file that could not be read there stands for its tests.
bool needsChange(const FailsBefore &fails, const TestKey &test)
{
    auto it = fails.find(test);
    if (it == fails.end())
        it = fails.find({test.first, test.second.substr(0, test.second.find("::"))});
    return it != fails.end() && it->second;
}

class LaneJudge {
public:
    LaneJudge(const Baseline &baseline, const LaneRuns &runs)
        : m_baseline(baseline), m_runs(runs), m_before(testsBefore(baseline))
    {
    }
    LaneVerdict judge();

private:
    bool setAside(const CheckResult &check);
    bool decide(Outcome outcome, std::string reason);
    CheckState before(std::size_t check) const;
    bool withoutResult(std::size_t number, const CheckResult &check);
    bool namedFailures();
    bool brokenTests();
    bool interference();
    void countEffects();
    void conclude();
    bool failedAgain(std::size_t check, const std::string &id) const;
    const CheckResult *again(std::size_t check) const;
    bool unsteady(const CheckResult &check) const;

    const Baseline &m_baseline;
    const LaneRuns &m_runs;
    TestsBefore m_before;
    LaneVerdict m_lane;
};

LaneVerdict LaneJudge::judge()
{
    const auto &checks = m_runs.run->checks;
    m_lane.ledger = ledgerOf(m_before, *m_runs.run);
    for (const LedgerEntry &entry : m_lane.ledger)
        if (entry.row.after && isFailing(*entry.row.after))
            m_lane.failing.push_back(entry.after);
    for (const CheckResult &check : checks)
        if (setAside(check))
            return std::move(m_lane);
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (withoutResult(i, checks[i]))
            return std::move(m_lane);
    if (namedFailures() || interference())
        return std::move(m_lane);
    countEffects();
    conclude();
    return std::move(m_lane);
}

bool LaneJudge::decide(Outcome outcome, std::string reason)
{
    m_lane.outcome = outcome;
    m_lane.reason = std::move(reason);
    return true;
}

/// What says nothing about the patch, or only that a limit was reached.
bool LaneJudge::setAside(const CheckResult &check)
{
    const auto nameless = [&] {
        m_lane.failing.push_back(
            {"`" + check.command + "`", TestStatus::Error, {}, endingInWords(check), {}, 0});
    };
    switch (stateOf(check)) {
    case CheckState::Cancelled:
        return decide(Outcome::Cancelled, endingInWords(check));
    case CheckState::SetupFailed:
        return decide(Outcome::Environment, endingInWords(check));
    case CheckState::TimedOut:
        nameless();
        return decide(Outcome::Timeout, endingInWords(check));
    case CheckState::Limit:
        nameless();
        return decide(Outcome::Limit, endingInWords(check));
    default:
        return false;
    }
}

CheckState LaneJudge::before(std::size_t check) const
{
    if (m_baseline.runs.empty() || check >= m_baseline.runs.front().checks.size())
        return CheckState::Green;
    return stateOf(m_baseline.runs.front().checks[check]);
}

const CheckResult *LaneJudge::again(std::size_t check) const
{
    return m_runs.again == nullptr ? nullptr : sameCheck(*m_runs.again, m_runs.run->checks[check]);
}

/// A check without names that ended in two ways on the untouched tree.
bool LaneJudge::unsteady(const CheckResult &check) const
{
    return std::find(m_baseline.flaky.begin(), m_baseline.flaky.end(), "`" + check.command + "`") !=
           m_baseline.flaky.end();
}

/// A check that ended without telling which tests failed.
bool LaneJudge::withoutResult(std::size_t number, const CheckResult &check)
{
    const CheckState now = stateOf(check);
    const CheckState was = before(number);
    const bool passedBefore = was == CheckState::Green;
    std::string words = endingInWords(check);
    if (const int passed = passedCount(check); passed > 0)
        words += " after " + counted(passed, "passed test");
    switch (now) {
    case CheckState::NoReport:
        return decide(Outcome::Tampered, words + " but left no fresh report of its tests");
    case CheckState::CannotStart:
        if (was == CheckState::CannotStart)
            return decide(Outcome::Environment, words + ", with and without the patch");
        break;
    case CheckState::NoTests:
        if (was == CheckState::NoTests || m_runs.editsTests)
            return decide(Outcome::NoTests, "`" + check.command + "` ran no test");
        return decide(Outcome::Tampered, "`" + check.command + "` ran no test, though tests ran before");
    case CheckState::Broken:
    case CheckState::Crashed:
    case CheckState::Red:
        break;
    default:
        return false;
    }
    m_lane.failing.push_back({words, TestStatus::Error, {}, {}, {}, 0});
    m_lane.failing.back().id = "`" + check.command + "`";
    m_lane.failing.back().message = endingInWords(check);
    if (now == CheckState::Broken || now == CheckState::CannotStart)
        return was == now ? decide(Outcome::StillFailing, words + ", as it did before")
                          : decide(Outcome::BuildBroken, words + " without a result of its tests");
    if (unsteady(check))
        return decide(Outcome::Flaky, words + ", and the untouched tree both failed and passed");
    if (!passedBefore)
        return decide(Outcome::StillFailing, words);
    if (const CheckResult *second = again(number); second == nullptr)
        m_lane.redAgain.push_back(number);
    else if (stateOf(*second) == CheckState::Green)
        return decide(Outcome::Flaky, words + ", and succeeded when it ran again on the same tree");
    return decide(Outcome::Regressed, words + "; it succeeded before");
}

bool LaneJudge::failedAgain(std::size_t check, const std::string &id) const
{
    const CheckResult *second = again(check);
    if (second == nullptr)
        return true;
    const auto it = std::find_if(second->tests.begin(), second->tests.end(),
                                 [&](const TestCase &test) { return test.id == id; });
    // A test that the second run does not name has not passed.
    return it == second->tests.end() || isFailing(it->status);
}

bool LaneJudge::brokenTests()
{
    std::vector<std::string> unsteady;
    for (const LedgerEntry &entry : m_lane.ledger) {
        if (entry.row.change != TestChange::PassToFail || entry.flakyBefore)
            continue;
        if (again(entry.check) == nullptr &&
            std::find(m_lane.redAgain.begin(), m_lane.redAgain.end(), entry.check) == m_lane.redAgain.end())
            m_lane.redAgain.push_back(entry.check);
        (failedAgain(entry.check, entry.row.id) ? m_lane.broken : unsteady).push_back(entry.row.id);
    }
    if (!m_lane.broken.empty())
        return decide(Outcome::Regressed,
                      counted(static_cast<int>(m_lane.broken.size()), "test") + " that passed before now " +
                          (m_lane.broken.size() == 1 ? "fails: " : "fail: ") + listed(m_lane.broken));
    if (!unsteady.empty())
        return decide(Outcome::Flaky, "failed and passed on the same tree: " + listed(unsteady));
    return false;
}

bool LaneJudge::namedFailures()
{
    std::vector<std::string> unread;
    std::vector<std::string> fresh;
    std::vector<std::string> unsteady;
    for (const LedgerEntry &entry : m_lane.ledger) {
        if (!entry.row.after || !isFailing(*entry.row.after))
            continue;
        if (entry.flakyBefore)
            unsteady.push_back(entry.row.id);
        else if (entry.row.change == TestChange::FailToFail)
            ++m_lane.knownFailures;
        else if (entry.row.change == TestChange::NewFailing)
            (standsForOthers(m_runs.run->checks[entry.check], entry.row.id) ? unread : fresh)
                .push_back(entry.row.id);
    }
    if (!unread.empty())
        return decide(Outcome::BuildBroken, "could not be read or set up: " + listed(unread));
    if (brokenTests())
        return true;
    if (!fresh.empty())
        return decide(Outcome::StillFailing, "new failures: " + listed(fresh));
    if (!unsteady.empty())
        return decide(Outcome::Flaky,
                      "failed, after they both passed and failed on the tree before: " + listed(unsteady));
    return false;
}

bool LaneJudge::interference()
{
    std::vector<std::string> unnamed;
    std::vector<std::string> vanished;
    std::vector<std::string> skipped;
    for (const LedgerEntry &entry : m_lane.ledger) {
        if (entry.row.change == TestChange::Vanished)
            vanished.push_back(entry.row.id);
        else if (entry.row.change == TestChange::NewlySkipped)
            skipped.push_back(entry.row.id);
        else if (entry.unnamed)
            unnamed.push_back(entry.row.id);
    }
    if (!unnamed.empty() && m_lane.knownFailures == 0)
        return decide(Outcome::NoTests,
                      "failed before and now ends without naming a test: " + listed(unnamed));
    if (vanished.empty() && skipped.empty())
        return false;
    std::string what;
    if (!vanished.empty())
        what = "did not run any more: " + listed(vanished);
    if (!skipped.empty())
        what += (what.empty() ? "" : "; ") + std::string("skipped now: ") + listed(skipped);
    if (m_lane.knownFailures > 0)
        return decide(Outcome::StillFailing,
                      counted(m_lane.knownFailures, "test") + " still failing; " + what);
    if (m_runs.editsTests)
        return decide(Outcome::PassingWeak,
                      "passes, but the patch's own edits of the tests took some away: " + what);
    return decide(Outcome::Tampered,
                  "tests were taken away by something other than an edit of the tests: " + what);
}

void LaneJudge::countEffects()
{
    const FailsBefore first = failsBefore(m_runs.newOnBase);
    const FailsBefore second = failsBefore(m_runs.newOnBaseAgain);
    for (const LedgerEntry &entry : m_lane.ledger) {
        if (entry.row.change == TestChange::FailToPass && !entry.flakyBefore)
            ++m_lane.effects;
        if (entry.row.change != TestChange::New || entry.row.after != TestStatus::Passed)
            continue;
        m_lane.newTests.push_back(entry.row.id);
        const TestKey key{entry.check, entry.row.id};
        if (needsChange(first, key) && (m_runs.newOnBaseAgain == nullptr || needsChange(second, key)))
            m_lane.needsChange.push_back(entry.row.id);
        if (needsChange(first, key) && needsChange(second, key))
            ++m_lane.effects;
    }
}

void LaneJudge::conclude()
{
    const auto &checks = m_runs.run->checks;
    const std::size_t planned =
        m_baseline.runs.empty() ? checks.size() : m_baseline.runs.front().checks.size();
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (stateOf(checks[i]) == CheckState::TestsFailed && !checkHolds(m_baseline, i, checks[i])) {
            decide(Outcome::StillFailing, endingInWords(checks[i]) + " while its report names failures");
            return;
        }
    if (checks.size() < planned || checks.empty()) {
        decide(Outcome::Environment, "not every check was run");
        return;
    }
    int passed = 0;
    for (const CheckResult &check : checks)
        passed += passedCount(check);
    const std::string known = m_lane.knownFailures == 0
                                  ? std::string()
                                  : "; " + counted(m_lane.knownFailures, "failure") +
                                        (m_lane.knownFailures == 1 ? " was" : " were") + " there before";
    if (m_lane.effects > 0) {
        decide(Outcome::Proven,
               (known.empty() ? "passes all tests: " : "passes all tests but known failures: ") +
                   std::to_string(passed) + " passed, " + std::to_string(m_lane.effects) +
                   " went from failing to passing" + known);
        return;
    }
    if (m_lane.knownFailures > 0) {
        decide(Outcome::StillFailing, counted(m_lane.knownFailures, "test") +
                                          (m_lane.knownFailures == 1 ? " fails" : " fail") + " as before");
        return;
    }
    const bool named = std::any_of(checks.begin(), checks.end(),
                                   [](const CheckResult &check) { return check.reportExpected; });
    if (named && passed == 0) {
        decide(Outcome::NoTests, "no test passed by name: all were skipped, or only files were read");
        return;
    }
    if (std::any_of(checks.begin(), checks.end(),
                    [&](const CheckResult &check) { return unsteady(check); })) {
        decide(Outcome::PassingWeak, "passes, as the untouched tree did in one of its two runs");
        return;
    }
    decide(Outcome::PassingWeak, named ? "passes, with no evidence of effect: " + std::to_string(passed) +
                                             " passed, none went from failing to passing"
                                       : "passes by exit status alone: the command reports no tests by name");
}

} // namespace

LaneVerdict judgeLane(const Baseline &baseline, const LaneRuns &runs)
{
    return LaneJudge(baseline, runs).judge();
}

bool checkHolds(const Baseline &baseline, std::size_t number, const CheckResult &check)
{
    const CheckState state = stateOf(check);
    if (state == CheckState::Green)
        return true;
    if (state != CheckState::TestsFailed || check.exitCode == 0)
        return false;
    const TestsBefore before = testsBefore(baseline);
    return std::all_of(check.tests.begin(), check.tests.end(), [&](const TestCase &test) {
        if (!isFailing(test.status))
            return true;
        const auto it = before.find({number, test.id});
        return it != before.end() && isFailing(it->second.status) && !it->second.flaky;
    });
}

} // namespace vouchsafe
