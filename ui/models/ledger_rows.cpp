#include "ui/models/ledger_rows.h"

#include "core/verify/sentinels.h"
#include "core/verify/verdict_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace vouchsafe {
namespace {

bool isBad(const std::optional<TestStatus> &status)
{
    return status == TestStatus::Failed || status == TestStatus::Error;
}

/// The run whose tests the ledger is about.
const ProofRun *judgedRun(const Verdict &verdict)
{
    if (const ProofRun *plain = runNamed(verdict.runs, run_name::plain))
        return plain;
    if (const ProofRun *original = runNamed(verdict.runs, run_name::originalTests))
        return original;
    return verdict.runs.empty() ? nullptr : &verdict.runs.front();
}

void addCase(TestRow &row, const TestCase &test)
{
    row.duration = test.duration;
    row.message = test.message;
    row.file = test.file;
    row.line = test.line;
}

std::unordered_map<std::string_view, const TestCase *> casesOf(const ProofRun *run)
{
    std::unordered_map<std::string_view, const TestCase *> cases;
    if (run == nullptr)
        return cases;
    for (const CheckResult &check : run->checks)
        for (const TestCase &test : check.tests)
            cases.emplace(test.id, &test);
    return cases;
}

TestRows rowsOf(const Verdict &verdict, const std::optional<Baseline> &baseline)
{
    TestRows rows;
    const ProofRun *run = judgedRun(verdict);
    const auto after = casesOf(run);
    const auto before = casesOf(baseline && !baseline->runs.empty() ? &baseline->runs.front() : nullptr);
    std::unordered_map<std::string_view, bool> told;
    rows.reserve(std::max(after.size(), verdict.ledger.size()));
    for (const LedgerRow &row : verdict.ledger) {
        told.emplace(row.id, true);
        TestRow made{row.id, row.change, row.before, row.after, {}, {}, {}, 0};
        if (const auto it = after.find(row.id); it != after.end())
            addCase(made, *it->second);
        else if (const auto was = before.find(row.id); was != before.end())
            addCase(made, *was->second);
        rows.push_back(std::move(made));
    }
    if (run == nullptr)
        return rows;
    // The ledger leaves out what is as it was.
    for (const CheckResult &check : run->checks)
        for (const TestCase &test : check.tests) {
            if (isSentinel(check, test.id) || !told.emplace(test.id, true).second)
                continue;
            TestRow made{test.id, TestChange::Other, {}, test.status, {}, {}, {}, 0};
            if (const auto it = before.find(test.id); it != before.end())
                made.before = it->second->status;
            if (made.before == TestStatus::Passed && made.after == TestStatus::Passed)
                made.change = TestChange::PassToPass;
            addCase(made, test);
            rows.push_back(std::move(made));
        }
    return rows;
}

TestRows rowsOf(const Baseline &baseline)
{
    TestRows rows;
    if (baseline.runs.empty())
        return rows;
    for (const CheckResult &check : baseline.runs.front().checks)
        for (const TestCase &test : check.tests) {
            if (isSentinel(check, test.id))
                continue;
            TestRow made{test.id, TestChange::Other, test.status, {}, {}, {}, {}, 0};
            addCase(made, test);
            rows.push_back(std::move(made));
        }
    return rows;
}

} // namespace

LedgerSource ledgerSource(const RunView &view)
{
    const RunState &state = view.state;
    const Iteration *shown = view.shownIteration();
    if (shown != nullptr && shown->verdict)
        return {LedgerSource::Of::Verdict,
                state.run,
                shown->number,
                shown->verdict->runs.size(),
                shown->verdict->duration,
                shown->verdict->reason};
    if (state.baseline)
        return {LedgerSource::Of::Baseline,  state.run, 0,
                state.baseline->runs.size(), {},        state.baseline->reason};
    return {};
}

std::shared_ptr<const TestRows> ledgerRows(const RunView &view)
{
    TestRows rows;
    const Iteration *shown = view.shownIteration();
    if (shown != nullptr && shown->verdict)
        rows = rowsOf(*shown->verdict, view.state.baseline);
    else if (view.state.baseline)
        rows = rowsOf(*view.state.baseline);
    std::sort(rows.begin(), rows.end(), [](const TestRow &one, const TestRow &other) {
        const int first = attentionRank(one);
        const int second = attentionRank(other);
        return first != second ? first < second : one.id < other.id;
    });
    return std::make_shared<const TestRows>(std::move(rows));
}

int attentionRank(const TestRow &row)
{
    if (!row.after && row.change == TestChange::Other)
        return isBad(row.before) ? 3 : 8; // of the baseline
    switch (row.change) {
    case TestChange::PassToFail:
        return 0;
    case TestChange::NewFailing:
        return 1;
    case TestChange::Vanished:
        return 2;
    case TestChange::FailToFail:
        return 3;
    case TestChange::NewlySkipped:
        return 4;
    case TestChange::FailToPass:
        return 5;
    case TestChange::New:
        return 6;
    case TestChange::Other:
        return 7;
    case TestChange::PassToPass:
        return 8;
    }
    return 8;
}

bool isChanged(const TestRow &row)
{
    if (row.change == TestChange::Other)
        return row.after && row.before != row.after;
    return row.change != TestChange::PassToPass && row.change != TestChange::FailToFail;
}

bool isFailingNow(const TestRow &row)
{
    return row.change == TestChange::Vanished ? false : isBad(row.after ? row.after : row.before);
}

} // namespace vouchsafe
