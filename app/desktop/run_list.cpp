#include "app/desktop/run_list.h"

#include "app/run_control.h"
#include "core/base/files.h"
#include "core/base/text.h"
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

/// Whether the newest lines, behind the run's end, hold a rejection.
bool rejectedSinceItsEnd(const RunFolder &folder)
{
    constexpr std::streamoff tail = 64 << 10;
    std::ifstream stream(folder.journal(), std::ios::binary | std::ios::ate);
    const std::streamoff size = stream.tellg();
    if (size <= 0)
        return false;
    stream.seekg(std::max<std::streamoff>(0, size - tail));
    std::string bytes(static_cast<std::size_t>(std::min(size, tail)), '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const std::vector<std::string_view> lines = splitLines(bytes);
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const Result<Event> event = eventFromLine(*line);
        const auto *act = event ? std::get_if<HumanActed>(&event->body) : nullptr;
        if (act == nullptr)
            return false;
        if (act->act == HumanActed::Act::RejectedPatch)
            return true;
    }
    return false;
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
    summary.rejected = summary.outcome.has_value() && rejectedSinceItsEnd(folder);
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
