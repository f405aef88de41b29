#include "ui/output/output_entries.h"

#include "core/verify/verdict_rules.h"
#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

namespace vouchsafe {
namespace {

constexpr int mostOfCommand = 80;

struct EntryWords {
    Q_DECLARE_TR_FUNCTIONS(EntryWords)
};

constexpr std::array executions{
    run_name::baseline,    run_name::baselineAgain,  run_name::plain,
    run_name::brokenAgain, run_name::originalTests,  run_name::originalAgain,
    run_name::newOnBase,   run_name::newOnBaseAgain, run_name::repeat,
};

std::ptrdiff_t placeOf(std::string_view run)
{
    return std::find(executions.begin(), executions.end(), run) - executions.begin();
}

/// Why it ran; empty for the plain one. No figures: it has not ended.
QString purposeOf(std::string_view run, const std::optional<CheckFigures> &figures)
{
    if (run == run_name::brokenAgain)
        return EntryWords::tr("only what broke, once more");
    if (run == run_name::originalTests)
        return EntryWords::tr("with the tests as they were");
    if (run == run_name::originalAgain)
        return EntryWords::tr("with the tests as they were, only what broke, once more");
    if (run == run_name::newOnBase)
        return EntryWords::tr("the new tests without the change");
    if (run == run_name::newOnBaseAgain)
        return EntryWords::tr("the new tests without the change, once more");
    if (run != run_name::repeat)
        return proofRunWord(run);
    // Which runners can have tests of ours around a suite is known when the verdict is.
    if (!figures || !figures->known)
        return EntryWords::tr("repeated, where it can be between tests of ours that must pass and fail");
    return figures->sentinels ? EntryWords::tr("repeated between tests of ours that must pass and fail")
                              : EntryWords::tr("repeated");
}

QString nameOf(const OutputKey &key, const std::string &command, const std::optional<CheckFigures> &figures)
{
    const QString place = key.iteration == 0
                              ? EntryWords::tr("Baseline, check %1").arg(key.check)
                              : EntryWords::tr("Iteration %1, check %2").arg(key.iteration).arg(key.check);
    if (const QString purpose = purposeOf(key.run, figures); !purpose.isEmpty())
        return EntryWords::tr("%1, %2").arg(place, purpose);
    return command.empty() ? place : EntryWords::tr("%1: %2").arg(place, safeLine(command, mostOfCommand));
}

QString statusOf(const CheckRecord &record, const CheckFigures &figures)
{
    const QString ending = endingWord(record.ending, record.exitCode);
    const QString result = checkResultText(record, figures);
    const QString duration = durationText(record.duration);
    if (result == ending)
        return EntryWords::tr("%1 in %2").arg(ending, duration);
    return figures.known && figures.sentinels
               ? EntryWords::tr("%1 in %2, %3, tests of ours not counted").arg(ending, duration, result)
               : EntryWords::tr("%1 in %2, %3").arg(ending, duration, result);
}

} // namespace

bool comesBefore(const OutputKey &left, const OutputKey &right)
{
    const auto order = [](const OutputKey &key) {
        return std::tuple(key.iteration, key.check, placeOf(key.run), std::string_view(key.run));
    };
    return order(left) < order(right);
}

bool isPlain(const OutputKey &key)
{
    return key.run == run_name::plain || key.run == run_name::baseline;
}

std::vector<OutputEntry> outputEntries(const RunView &view, const BegunOutputs &begun,
                                       CheckFigureCache &figures)
{
    std::map<OutputKey, OutputEntry> entries;
    std::map<int, std::string> commands; // by check: the same list in each iteration
    const RunState &state = view.state;
    for (std::size_t i = 0; i < state.checks.size(); ++i) {
        const CheckRecord &record = state.checks[i];
        const OutputKey key{record.iteration, record.run, record.number};
        commands.emplace(record.number, record.command);
        if (i < begun.former && std::find(begun.keys.begin(), begun.keys.end(), key) != begun.keys.end())
            continue; // it runs again, and what is stored is of that
        const CheckFigures counts = figures.of(state, i);
        // A resumed run does some of them again, and the log is that of the later time.
        entries[key] = {key, nameOf(key, record.command, counts), statusOf(record, counts),
                        checkMark(record, counts), true};
    }
    for (const OutputKey &key : begun.keys) {
        if (entries.contains(key))
            continue;
        const auto command = commands.find(key.check);
        entries[key] = {key, nameOf(key, command == commands.end() ? std::string() : command->second, {}),
                        view.isLive() || view.life == RunLife::Elsewhere ? EntryWords::tr("running")
                                                                         : EntryWords::tr("not finished"),
                        view.isLive() ? Mark::Current : Mark::Ended, false};
    }
    std::vector<OutputEntry> list;
    for (auto &[key, entry] : entries)
        list.push_back(std::move(entry));
    std::sort(list.begin(), list.end(), [](const OutputEntry &left, const OutputEntry &right) {
        return comesBefore(left.key, right.key);
    });
    return list;
}

} // namespace vouchsafe
