#include "ui/output/output_entries.h"

#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

#include <map>

namespace vouchsafe {
namespace {

constexpr int mostOfCommand = 80;

struct EntryWords {
    Q_DECLARE_TR_FUNCTIONS(EntryWords)
};

QString nameOf(const OutputKey &key, const std::string &command)
{
    if (command.empty())
        return key.iteration == 0
                   ? EntryWords::tr("Baseline, check %1").arg(key.check)
                   : EntryWords::tr("Iteration %1, check %2").arg(key.iteration).arg(key.check);
    const QString shown = safeLine(command, mostOfCommand);
    return key.iteration == 0
               ? EntryWords::tr("Baseline, check %1: %2").arg(QString::number(key.check), shown)
               : EntryWords::tr("Iteration %1, check %2: %3")
                     .arg(QString::number(key.iteration), QString::number(key.check), shown);
}

QString statusOf(const CheckRecord &record, const CheckFigures &figures)
{
    const QString ending = endingWord(record.ending, record.exitCode);
    const QString result = checkResultText(record, figures);
    const QString duration = durationText(record.duration);
    return result == ending ? EntryWords::tr("%1 in %2").arg(ending, duration)
                            : EntryWords::tr("%1 in %2, %3").arg(ending, duration, result);
}

} // namespace

std::vector<OutputEntry> outputEntries(const RunView &view, const std::vector<OutputKey> &begun,
                                       CheckFigureCache &figures)
{
    std::map<OutputKey, OutputEntry> entries;
    std::map<int, std::string> commands; // by check: the same list in each iteration
    const RunState &state = view.state;
    for (std::size_t i = 0; i < state.checks.size(); ++i) {
        const CheckRecord &record = state.checks[i];
        const OutputKey key{record.iteration, record.number};
        commands.emplace(record.number, record.command);
        if (entries.contains(key))
            continue; // the first is what counts, the others repeat it
        const CheckFigures counts = figures.of(state, i);
        entries[key] = {key, nameOf(key, record.command), statusOf(record, counts), checkMark(record, counts),
                        true};
    }
    for (const OutputKey &key : begun) {
        if (entries.contains(key))
            continue;
        const auto command = commands.find(key.check);
        entries[key] = {key, nameOf(key, command == commands.end() ? std::string() : command->second),
                        view.isLive() || view.life == RunLife::Elsewhere ? EntryWords::tr("running")
                                                                         : EntryWords::tr("not finished"),
                        view.isLive() ? Mark::Current : Mark::Ended, false};
    }
    std::vector<OutputEntry> list;
    for (auto &[key, entry] : entries)
        list.push_back(std::move(entry));
    return list;
}

} // namespace vouchsafe
