#include "ui/models/check_figures.h"

#include "core/verify/sentinels.h"
#include "core/verify/verdict_rules.h"
#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace vouchsafe {
namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(CheckWords)
};

const std::vector<ProofRun> *runsOf(const RunState &state, int iteration)
{
    if (iteration == 0)
        return state.baseline ? &state.baseline->runs : nullptr;
    const Iteration *found = state.iteration(iteration);
    return found != nullptr && found->verdict ? &found->verdict->runs : nullptr;
}

} // namespace

const CheckResult *wholeCheck(const RunState &state, const CheckRecord &record)
{
    const std::vector<ProofRun> *runs = runsOf(state, record.iteration);
    if (runs == nullptr)
        return nullptr;
    for (const ProofRun &run : *runs)
        if (run.name == record.run)
            for (const CheckResult &check : run.checks)
                if (check.number == record.number && check.command == record.command)
                    return &check;
    return nullptr;
}

CheckFigures checkFigures(const RunState &state, const CheckRecord &record)
{
    CheckFigures figures;
    figures.tests = record.tests;
    figures.failed = record.failed;
    figures.passed = record.tests - record.failed;
    const CheckResult *whole = wholeCheck(state, record);
    if (whole == nullptr) {
        figures.sentinels = record.run == run_name::repeat;
        figures.known = !figures.sentinels;
        return figures;
    }
    figures = {};
    figures.sentinels = !whole->sentinels.empty();
    for (const TestCase &test : whole->tests) {
        if (isSentinel(*whole, test.id))
            continue;
        ++figures.tests;
        figures.passed += test.status == TestStatus::Passed ? 1 : 0;
        figures.failed += test.status == TestStatus::Failed || test.status == TestStatus::Error ? 1 : 0;
    }
    return figures;
}

CheckFigures CheckFigureCache::of(const RunState &state, std::size_t place)
{
    if (state.run != m_run)
        m_known.clear();
    m_run = state.run;
    const CheckRecord &record = state.checks[place];
    const auto key = std::make_pair(place, wholeCheck(state, record) != nullptr);
    const auto known = m_known.find(key);
    return known != m_known.end() ? known->second
                                  : m_known.emplace(key, checkFigures(state, record)).first->second;
}

QString checkResultText(const CheckRecord &record, const CheckFigures &figures)
{
    if (record.ending == Ending::Exited && !figures.known)
        return CheckWords::tr("done");
    if (record.ending != Ending::Exited || figures.tests == 0)
        return endingWord(record.ending, record.exitCode);
    QStringList parts{CheckWords::tr("%n passed", "", figures.passed)};
    if (figures.failed > 0)
        parts << CheckWords::tr("%n failed", "", figures.failed);
    const int other = figures.tests - figures.passed - figures.failed;
    if (other > 0)
        parts << CheckWords::tr("%n other", "", other);
    return parts.join(CheckWords::tr(", "));
}

Mark checkMark(const CheckRecord &record, const CheckFigures &figures)
{
    if (record.ending == Ending::Cancelled)
        return Mark::Ended;
    if (record.ending == Ending::TimedOut || record.ending == Ending::LimitReached)
        return Mark::Warned;
    if (record.ending != Ending::Exited)
        return Mark::Bad;
    // New tests are to fail on the base.
    if (!figures.known || record.run.starts_with(run_name::newOnBase))
        return Mark::None;
    // With tests around it that must fail, the status of the runner says nothing.
    const bool well = figures.sentinels ? figures.failed == 0 : record.exitCode == 0;
    return well ? Mark::Good : Mark::Bad;
}

QString proofRunWord(std::string_view run)
{
    if (run == run_name::baseline || run == run_name::plain)
        return {};
    if (run == run_name::baselineAgain || run == run_name::originalAgain || run == run_name::newOnBaseAgain)
        return CheckWords::tr("once more");
    if (run == run_name::brokenAgain)
        return CheckWords::tr("what broke, once more");
    if (run == run_name::repeat)
        return CheckWords::tr("repeated");
    if (run == run_name::originalTests)
        return CheckWords::tr("original tests");
    if (run == run_name::newOnBase)
        return CheckWords::tr("new tests on the base");
    return safeLine(run, 60);
}

} // namespace vouchsafe
