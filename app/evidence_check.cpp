#include "app/evidence_check.h"

#include "app/outcome_file.h"
#include "app/run_control.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/events/reducer.h"
#include "core/verify/rederive.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace vouchsafe {
namespace {

using nlohmann::json;

Failure broken(std::string what, std::string context)
{
    return fail(ErrorCode::Evidence, std::move(what), std::move(context));
}

/// The journal's line of that number as a hash, from the chain.
std::string hashOfLine(const LoadedJournal &journal, std::int64_t seq)
{
    if (seq == journal.position.seq)
        return journal.position.sha256;
    return journal.events.at(static_cast<std::size_t>(seq)).prev; // the next line names it
}

Result<JournalPosition> recordedPosition(const json &outcome)
{
    const auto journal = outcome.find("journal");
    if (journal == outcome.end() || !journal->is_object() || !journal->contains("seq") ||
        !(*journal)["seq"].is_number_integer() || !journal->contains("sha256") ||
        !(*journal)["sha256"].is_string())
        return broken("outcome.json does not say where the journal stood", "reading its field `journal`");
    return JournalPosition{(*journal)["seq"].get<std::int64_t>(), (*journal)["sha256"].get<std::string>()};
}

void note(const CheckResult &check, std::map<std::string, std::string> &files)
{
    if (!check.outputFile.empty())
        files[check.outputFile] = check.outputSha256;
    if (!check.reportFile.empty())
        files[check.reportFile] = check.reportSha256;
    if (!check.brokenReportFile.empty())
        files[check.brokenReportFile] = check.brokenReportSha256;
}

void note(const std::vector<ProofRun> &runs, std::map<std::string, std::string> &files)
{
    for (const ProofRun &run : runs)
        for (const CheckResult &check : run.checks)
            note(check, files);
}

/// Every stored file that an event names, with its hash.
std::map<std::string, std::string> recordedFiles(const std::vector<Event> &events)
{
    std::map<std::string, std::string> files;
    for (const Event &event : events) {
        if (const auto *check = std::get_if<CheckFinished>(&event.body))
            note(check->result, files);
        else if (const auto *baseline = std::get_if<BaselineReached>(&event.body))
            note(baseline->baseline.runs, files);
        else if (const auto *verdict = std::get_if<VerdictReached>(&event.body))
            note(verdict->verdict.runs, files);
    }
    return files;
}

Status checkFiles(const RunFolder &folder, const std::map<std::string, std::string> &recorded)
{
    for (const auto &[name, hash] : recorded) {
        std::error_code link;
        if (std::filesystem::is_symlink(folder.path / name, link))
            return broken("a stored file was replaced by a link", name);
        const Result<std::string> found = sha256OfFile(folder.path / name);
        if (!found)
            return broken("a stored file is missing", name + ": " + found.error().context);
        if (*found != hash)
            return broken("a stored file was changed",
                          name + " has sha256 " + *found + ", recorded was " + hash);
    }
    for (const char *kind : {"output", "reports"}) {
        std::error_code error;
        for (const auto &entry : std::filesystem::directory_iterator(folder.path / kind, error)) {
            const std::string name = std::string(kind) + "/" + entry.path().filename().string();
            if (!recorded.contains(name))
                return broken("a file stands among the evidence that no event names", shown(name));
        }
    }
    return {};
}

Status checkVerdicts(const RunState &state, const RunFolder &folder, int &derived)
{
    for (const Iteration &iteration : state.iterations) {
        if (!iteration.verdict || iteration.verdict->runs.empty())
            continue;
        if (!state.baseline)
            return broken("a verdict stands without a baseline",
                          "attempt " + std::to_string(iteration.number));
        const Result<Verdict> again = rederive(*state.baseline, *iteration.verdict, folder.path);
        if (!again)
            return broken("the verdict of attempt " + std::to_string(iteration.number) +
                              " does not follow from its reports",
                          again.error().what + ": " + again.error().context);
        ++derived;
    }
    return {};
}

/// outcome.json and the journal up to the position that it records.
struct Record {
    std::string outcome; ///< bytes of outcome.json
    JournalPosition position;
    LoadedJournal journal;
};

Result<Record> loadRecord(const RunFolder &folder)
{
    Result<LoadedJournal> journal = loadJournal(folder.journal());
    if (!journal)
        return broken("the chain of the journal is broken",
                      journal.error().what + ": " + journal.error().context);
    std::error_code ignored;
    if (!std::filesystem::exists(folder.outcome(), ignored) && !fold(journal->events).finished)
        return Failure(notFinished(folder.id));
    const Result<std::string> text = readFile(folder.outcome());
    if (!text)
        return broken("outcome.json cannot be read", text.error().context);
    const json outcome = json::parse(*text, nullptr, false);
    if (!outcome.is_object())
        return broken("outcome.json is not JSON", folder.outcome().string());
    const Result<JournalPosition> position = recordedPosition(outcome);
    if (!position)
        return Failure(position.error());
    if (position->seq < 1 || position->seq > journal->position.seq)
        return broken("the journal is shorter than when the run finished",
                      "it ends at event " + std::to_string(journal->position.seq) + ", recorded was " +
                          std::to_string(position->seq));
    if (hashOfLine(*journal, position->seq) != position->sha256)
        return broken("the journal is not the one that the outcome was written from",
                      "event " + std::to_string(position->seq) + " has another hash");
    return Record{*text, *position, std::move(*journal)};
}

} // namespace

void removeUnrecorded(const RunFolder &folder, const std::vector<Event> &events)
{
    const std::map<std::string, std::string> recorded = recordedFiles(events);
    std::error_code error;
    for (const char *kind : {"output", "reports"})
        for (const auto &entry : std::filesystem::directory_iterator(folder.path / kind, error))
            if (!recorded.contains(std::string(kind) + "/" + entry.path().filename().string()))
                std::filesystem::remove(entry.path(), error);
}

Result<EvidenceReport> checkEvidence(const RunFolder &folder)
{
    const Result<Record> record = loadRecord(folder);
    if (!record)
        return Failure(record.error());
    const auto finishedAt =
        record->journal.events.begin() + static_cast<std::ptrdiff_t>(record->position.seq);
    const std::vector<Event> events(record->journal.events.begin(), finishedAt);
    EvidenceReport report{fold(events), {}, {}};
    report.confirmed.push_back("journal: " + std::to_string(record->position.seq) +
                               " events, the chain is whole");

    // Bytes, not values: 0e0 and 0.0 are one number, and a file that somebody wrote over is none of ours.
    if (!report.state.finished ||
        dumped(outcomeDocument(report.state, record->position)) + "\n" != record->outcome)
        return broken("outcome.json does not follow from the journal", folder.outcome().string());
    report.confirmed.push_back("outcome.json: follows from the journal");

    if (const std::string diff = offeredDiff(report.state); !diff.empty()) {
        const Result<std::string> stored = readFile(folder.patch());
        if (!stored || *stored != diff)
            return broken("patch.diff is not the patch that was proven", folder.patch().string());
        report.confirmed.push_back("patch.diff: sha256 " + sha256(diff));
    }

    std::error_code ignored;
    if (offeredDiff(report.state).empty() && std::filesystem::exists(folder.patch(), ignored))
        return broken("there is a patch.diff, but the run offers none", folder.patch().string());

    // A run that was gone on with may have written more since.
    const std::map<std::string, std::string> files = recordedFiles(record->journal.events);
    if (const Status whole = checkFiles(folder, files); !whole)
        return Failure(whole.error());
    report.confirmed.push_back("outputs and reports: " + std::to_string(files.size()) +
                               " files, every hash as recorded");

    int derived = 0;
    if (const Status follows = checkVerdicts(report.state, folder, derived); !follows)
        return Failure(follows.error());
    report.confirmed.push_back("verdicts: " + std::to_string(derived) +
                               " derived again from the stored reports");

    for (auto it = finishedAt; it != record->journal.events.end(); ++it)
        if (const auto *act = std::get_if<HumanActed>(&it->body))
            report.actsAfter.push_back(*act);
        else if (std::holds_alternative<RunResumed>(it->body))
            report.confirmed.emplace_back(
                "resumed since, not finished: this is the evidence of its earlier end");
    return report;
}

} // namespace vouchsafe
