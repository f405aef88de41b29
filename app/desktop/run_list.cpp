#include "app/desktop/run_list.h"

#include "app/run_control.h"
#include "core/base/files.h"
#include "core/events/event_json.h"
#include "core/git/apply_transaction.h"

#include <nlohmann/json.hpp>

#include <fstream>

namespace vouchsafe {
namespace {

constexpr std::size_t mostListed = 200;
constexpr std::size_t longestLine = std::size_t{16} << 20; // `run.started` holds the patch that was given

/// The first line of a file without its line feed; empty where there is none.
std::string firstLine(const std::filesystem::path &file)
{
    std::ifstream stream(file, std::ios::binary);
    std::string line;
    for (char c = 0; line.size() < longestLine && stream.get(c) && c != '\n';)
        line += c;
    return line;
}

std::optional<Outcome> outcomeOf(const RunFolder &folder)
{
    const Result<std::string> text = readFile(folder.outcome());
    const nlohmann::json outcome = nlohmann::json::parse(text ? *text : "", nullptr, false);
    if (!outcome.is_object() || !outcome.contains("outcome") || !outcome["outcome"].is_string())
        return std::nullopt;
    return outcomeFromName(outcome["outcome"].get<std::string>());
}

} // namespace

RunSummary summaryOf(const RunFolder &folder)
{
    RunSummary summary;
    summary.id = folder.id;
    const Result<Event> event = eventFromLine(firstLine(folder.journal()));
    if (!event) {
        summary.problem = event.error();
        return summary;
    }
    summary.startedAt = event->at;
    if (const auto *started = std::get_if<RunStarted>(&event->body)) {
        summary.repository = started->task.repository;
        summary.request = started->task.request;
    }
    summary.live = runOwner(folder.id).has_value();
    if (!summary.live)
        summary.outcome = outcomeOf(folder);
    summary.applied = hasApplyRecord(folder.path);
    return summary;
}

std::vector<RunSummary> runsOf(const std::string &repository, const RunStore &store,
                               const std::stop_token &stop)
{
    std::vector<RunSummary> runs;
    const std::vector<RunFolder> all = store.all();
    for (auto folder = all.rbegin(); folder != all.rend() && runs.size() < mostListed; ++folder) {
        if (stop.stop_requested())
            break;
        RunSummary summary = summaryOf(*folder);
        // A run whose journal is broken belongs to nobody, so everybody sees it.
        if (summary.problem || summary.repository == repository)
            runs.push_back(std::move(summary));
    }
    return runs;
}

} // namespace vouchsafe
