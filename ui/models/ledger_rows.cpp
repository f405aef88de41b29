#include "ui/models/ledger_rows.h"

#include "core/verify/sentinels.h"
#include "core/verify/verdict_rules.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

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

std::unordered_map<std::string_view, const TestCase *> casesOf(const std::optional<ProofRun> &run)
{
    std::unordered_map<std::string_view, const TestCase *> cases;
    if (!run)
        return cases;
    for (const CheckResult &check : run->checks)
        for (const TestCase &test : check.tests)
            cases.emplace(test.id, &test);
    return cases;
}

/// The ledger leaves out what is as it was.
TestRow unchangedRow(const TestCase &test, const TestCase *before)
{
    TestRow made{test.id, TestChange::Other, {}, test.status, {}, {}, {}, 0};
    if (before != nullptr)
        made.before = before->status;
    if (made.before == TestStatus::Passed && made.after == TestStatus::Passed)
        made.change = TestChange::PassToPass;
    addCase(made, test);
    return made;
}

TestRows judgedRows(const LedgerInput &input)
{
    TestRows rows;
    const auto after = casesOf(input.after);
    const auto before = casesOf(input.before);
    const auto find = [](const auto &cases, const std::string &id) {
        const auto it = cases.find(id);
        return it == cases.end() ? nullptr : it->second;
    };
    std::unordered_set<std::string_view> told;
    rows.reserve(input.tests());
    for (const LedgerRow &row : input.ledger) {
        told.insert(row.id);
        TestRow made{row.id, row.change, row.before, row.after, {}, {}, {}, 0};
        if (const TestCase *test = find(after, row.id))
            addCase(made, *test);
        else if (const TestCase *was = find(before, row.id))
            addCase(made, *was);
        rows.push_back(std::move(made));
    }
    if (!input.after)
        return rows;
    for (const CheckResult &check : input.after->checks)
        for (const TestCase &test : check.tests)
            if (!isSentinel(check, test.id) && told.insert(test.id).second)
                rows.push_back(unchangedRow(test, find(before, test.id)));
    return rows;
}

TestRows baselineRows(const LedgerInput &input)
{
    TestRows rows;
    if (!input.before)
        return rows;
    rows.reserve(input.tests());
    for (const CheckResult &check : input.before->checks)
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

std::size_t LedgerInput::tests() const
{
    std::size_t count = ledger.size();
    for (const std::optional<ProofRun> *run : {&before, &after})
        if (*run && (run == &after || !judged))
            for (const CheckResult &check : (*run)->checks)
                count += check.tests.size();
    return count;
}

LedgerInput ledgerInput(const RunView &view)
{
    LedgerInput input;
    const auto &baseline = view.state.baseline;
    if (baseline && !baseline->runs.empty())
        input.before = baseline->runs.front();
    const Iteration *shown = view.shownIteration();
    input.judged = shown != nullptr && shown->verdict;
    if (!input.judged)
        return input;
    input.ledger = shown->verdict->ledger;
    if (const ProofRun *run = judgedRun(*shown->verdict))
        input.after = *run;
    return input;
}

std::shared_ptr<const TestRows> ledgerRows(const LedgerInput &input)
{
    TestRows rows = input.judged ? judgedRows(input) : baselineRows(input);
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
