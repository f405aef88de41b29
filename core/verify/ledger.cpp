#include "core/verify/ledger.h"

#include "core/verify/check_state.h"

#include <algorithm>
#include <set>

namespace vouchsafe {
namespace {

TestChange changeOf(const std::optional<TestStatus> &before, const std::optional<TestStatus> &after)
{
    if (!after)
        return TestChange::Vanished;
    if (!before)
        return isFailing(*after) ? TestChange::NewFailing : TestChange::New;
    const bool ranBefore = *before == TestStatus::Passed || isFailing(*before);
    if (ranBefore && (*after == TestStatus::Skipped || *after == TestStatus::ExpectedFailure))
        return TestChange::NewlySkipped;
    if (isFailing(*before))
        return isFailing(*after) ? TestChange::FailToFail : TestChange::FailToPass;
    if (isFailing(*after))
        return *before == TestStatus::Passed ? TestChange::PassToFail : TestChange::NewFailing;
    if (*before == TestStatus::Passed)
        return TestChange::PassToPass;
    return TestChange::Other;
}

/// The state of the file that the test stands in, where the baseline could not read that file.
std::optional<TestStatus> stateOfUnreadFile(const TestsBefore &before, std::size_t check,
                                            const std::string &id)
{
    const auto it = before.find({check, id.substr(0, id.find("::"))});
    if (it == before.end() || it->second.status != TestStatus::Error || it->second.flaky)
        return std::nullopt;
    return it->second.status;
}

/// Whether the report names a test of the file or suite that `id` is.
bool namesTestsOf(const CheckResult &check, std::string id)
{
    constexpr std::string_view suite = "(suite)";
    if (id.ends_with(suite))
        id.resize(id.size() - suite.size());
    else
        id += "::";
    return std::any_of(check.tests.begin(), check.tests.end(), [&](const TestCase &test) {
        return test.id.starts_with(id) && !standsForOthers(check, test.id);
    });
}

/// A file or suite that ended well. It is recorded only where it failed before and shows no test for that.
void addRead(std::vector<LedgerEntry> &entries, const TestsBefore &before, std::size_t number,
             const CheckResult &check, const TestCase &test)
{
    const auto it = before.find({number, test.id});
    if (it == before.end() || !isFailing(it->second.status) || namesTestsOf(check, test.id))
        return;
    entries.push_back(
        {number, {test.id, TestChange::Other, it->second.status, test.status}, it->second.flaky, test, true});
}

} // namespace

TestsBefore testsBefore(const Baseline &baseline)
{
    TestsBefore before;
    if (baseline.runs.empty())
        return before;
    const std::set<std::string> flaky(baseline.flaky.begin(), baseline.flaky.end());
    const auto &checks = baseline.runs.front().checks;
    for (std::size_t i = 0; i < checks.size(); ++i)
        for (const TestCase &test : checks[i].tests)
            before[{i, test.id}] = {test.status, flaky.contains(test.id)};
    return before;
}

std::vector<LedgerEntry> ledgerOf(const TestsBefore &before, const ProofRun &after)
{
    std::vector<LedgerEntry> entries;
    std::set<TestKey> seen;
    for (std::size_t i = 0; i < after.checks.size(); ++i) {
        const CheckResult &check = after.checks[i];
        for (const TestCase &test : check.tests) {
            const bool stands = standsForOthers(check, test.id);
            if (stands && test.status == TestStatus::Passed) {
                seen.insert({i, test.id});
                addRead(entries, before, i, check, test);
                continue;
            }
            LedgerEntry entry{i, {test.id, TestChange::Other, std::nullopt, test.status}, false, test, false};
            if (const auto it = before.find({i, test.id}); it != before.end()) {
                entry.row.before = it->second.status;
                entry.flakyBefore = it->second.flaky;
            } else if (!stands) {
                entry.row.before = stateOfUnreadFile(before, i, test.id);
            }
            entry.row.change = changeOf(entry.row.before, entry.row.after);
            seen.insert({i, test.id});
            entries.push_back(std::move(entry));
        }
    }
    for (const auto &[key, was] : before) {
        const auto &[check, id] = key;
        if (check >= after.checks.size() || seen.contains(key))
            continue;
        if (standsForOthers(after.checks[check], id) && namesTestsOf(after.checks[check], id))
            continue;
        const bool counted = was.status == TestStatus::Passed || isFailing(was.status);
        entries.push_back({check,
                           {id, counted ? TestChange::Vanished : TestChange::Other, was.status, std::nullopt},
                           was.flaky,
                           {},
                           false});
    }
    return entries;
}

LedgerCounts countsOf(const std::vector<LedgerEntry> &entries)
{
    LedgerCounts counts;
    for (const LedgerEntry &entry : entries) {
        counts.total += entry.row.after && !entry.unnamed ? 1 : 0;
        switch (entry.row.change) {
        case TestChange::FailToPass:
            ++counts.failToPass;
            break;
        case TestChange::PassToPass:
            ++counts.passToPass;
            break;
        case TestChange::FailToFail:
            ++counts.failToFail;
            break;
        case TestChange::PassToFail:
            ++counts.passToFail;
            break;
        case TestChange::Vanished:
            ++counts.vanished;
            break;
        case TestChange::NewlySkipped:
            ++counts.newlySkipped;
            break;
        case TestChange::New:
        case TestChange::NewFailing:
            ++counts.added;
            break;
        case TestChange::Other:
            break;
        }
    }
    return counts;
}

void settleBaseline(Baseline &baseline)
{
    baseline.flaky.clear();
    baseline.failing.clear();
    if (baseline.runs.empty())
        return;
    const auto &checks = baseline.runs[0].checks;
    for (const CheckResult &check : checks) {
        const CheckResult *second = baseline.runs.size() > 1 ? sameCheck(baseline.runs[1], check) : nullptr;
        std::map<std::string, TestStatus> again;
        if (second != nullptr)
            for (const TestCase &test : second->tests)
                again[test.id] = test.status;
        for (const TestCase &test : check.tests) {
            const auto it = again.find(test.id);
            if (second != nullptr && (it == again.end() || it->second != test.status))
                baseline.flaky.push_back(test.id);
            else if (isFailing(test.status))
                baseline.failing.push_back(test.id);
            if (it != again.end())
                again.erase(it);
        }
        for (const auto &[id, status] : again)
            baseline.flaky.push_back(id);
        if (second != nullptr && check.tests.empty() && stateOf(*second) != stateOf(check))
            baseline.flaky.push_back("`" + check.command + "`");
    }
}

} // namespace vouchsafe
