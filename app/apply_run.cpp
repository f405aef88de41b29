#include "app/apply_run.h"

#include "app/opened_tree.h"
#include "app/outcome_file.h"
#include "app/recorded_patch.h"
#include "app/run_control.h"
#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/git/apply_transaction.h"

namespace vouchsafe {
namespace {

constexpr const char *lockFolder = "locks"; // one lock per repository, in the data folder

std::vector<std::string> shownPaths(const Patch &patch)
{
    std::vector<std::string> paths;
    for (const FileChange &file : patch.files)
        paths.push_back(shown(file.path));
    return paths;
}

/// Opens the journal for acts; its lock keeps two applies of one run apart.
Result<Journal> openForActs(const RunFolder &folder, const Clock &clock)
{
    Result<Journal> journal = Journal::open(folder.journal(), folder.id, clock);
    if (!journal && journal.error().code == ErrorCode::RunActive)
        return fail(ErrorCode::TreeBusy, "another command is at work on this run", journal.error().context);
    return journal;
}

/// Where the tree was written but the journal could not say so, that is what a person must know.
void noteAct(Journal &journal, const HumanActed &act, AppliedRun &done)
{
    if (const Result<Event> written = journal.append(act); !written)
        done.notices.push_back("the files were written, but the journal could not record it: " +
                               written.error().context);
}

/// The repository of a run whose journal may be broken: outcome.json names it too.
Result<std::filesystem::path> repositoryOf(const RunFolder &folder)
{
    if (const Result<LoadedRun> run = loadRun(folder))
        return std::filesystem::path(run->state.task.repository);
    const Result<std::string> text = readFile(folder.outcome());
    if (!text)
        return Failure(text.error());
    const Result<Task> task = taskOfOutcome(*text);
    if (!task)
        return Failure(task.error());
    return std::filesystem::path(task->repository);
}

} // namespace

Result<OfferedPatch> offeredPatch(const RunFolder &folder)
{
    Result<LoadedRun> run = loadRun(folder);
    if (!run)
        return Failure(run.error());
    RunState &state = run->state;
    if (!state.finished)
        return Failure(notFinished(folder.id));
    const Iteration *best = state.iteration(state.finished->best);
    if (best == nullptr || !best->patch || best->patch->diff.empty())
        return fail(ErrorCode::NotVerified, "the run has no patch to apply",
                    folder.id + " ended with " + std::string(outcomeName(state.finished->outcome)),
                    "`vouchsafe show " + folder.id + "` says what happened.");
    if (best->declined)
        return fail(ErrorCode::NotApproved, "a person rejected this patch",
                    "their reason: " + shown(*best->declined),
                    "`vouchsafe resume " + folder.id + "` looks for another one.");
    const Result<OpenedTree> tree = openTree(state.task.repository, userDirectories(), {});
    if (!tree)
        return Failure(tree.error());
    const BaseTree &base = *tree->snapshot.tree;
    if (const std::vector<std::string> changed = changedSince(*best->patch, base); !changed.empty()) {
        if (state.applied())
            return fail(ErrorCode::TreeStale, "the run's patch was applied already, so nothing was written",
                        join(changed, ", "), "`vouchsafe undo " + folder.id + "` takes it back.");
        return fail(ErrorCode::TreeStale, "a file changed since the patch was made, so nothing was written",
                    join(changed, ", "));
    }
    Result<Patch> patch = recordedPatch(*best->patch, base);
    if (!patch)
        return Failure(patch.error());
    Result<PatchRisks> risks = risksOf(*patch, base, state.task);
    if (!risks)
        return Failure(risks.error());
    return OfferedPatch{std::move(state), std::move(*patch), std::move(risks->tests),
                        std::move(risks->sensitive)};
}

Result<std::string> mayApplyUnasked(const RunFolder &folder)
{
    const Result<OfferedPatch> offered = offeredPatch(folder);
    if (!offered)
        return Failure(offered.error());
    const Verdict &verdict = *offered->iteration().verdict;
    const auto refuse = [&](const std::string &why) {
        return fail(
            ErrorCode::NotApproved, "--apply did not act: " + why, "the patch of " + folder.id + " is kept",
            "Look at it with `vouchsafe show " + folder.id + "`, then `vouchsafe apply " + folder.id + "`.");
    };
    if (verdict.outcome != Outcome::Proven)
        return refuse("the outcome is " + std::string(outcomeName(verdict.outcome)) + ", not proven");
    if (verdict.ambiguous)
        return refuse("several patches pass and behave differently");
    if (const int others = offered->iteration().patch->alternatives; others > 0)
        return refuse("the tests cannot tell it from " + std::to_string(others) + " other edit(s)");
    if (!offered->tests.empty())
        return refuse("it changes tests: " + join(offered->tests, ", "));
    if (!offered->sensitive.empty())
        return refuse("it changes what runs outside of the sandbox later: " + join(offered->sensitive, ", "));
    return offered->iteration().patch->sha256;
}

Result<AppliedRun> applyRun(const RunFolder &folder, const std::filesystem::path &dataFolder,
                            const std::string &approvedBy, const std::string &approvedSha256)
{
    const SystemClock clock;
    Result<Journal> journal = openForActs(folder, clock);
    if (!journal)
        return Failure(journal.error());
    const std::filesystem::path locks = dataFolder / lockFolder;
    const Result<std::filesystem::path> root = repositoryOf(folder);
    if (!root)
        return Failure(root.error());
    const Result<Recovered> recovered = recoverApply(*root, folder.path, locks);
    if (!recovered)
        return Failure(recovered.error());
    AppliedRun done{{}, recovered->notices};
    if (recovered->what == Recovery::Finished)
        noteAct(*journal,
                {recovered->wasUndo ? HumanActed::Act::Undone : HumanActed::Act::Applied,
                 "finished after a crash",
                 "",
                 {},
                 {}},
                done);

    const Result<OfferedPatch> offered = offeredPatch(folder);
    if (!offered)
        return Failure(offered.error());
    const std::string &sha = offered->iteration().patch->sha256;
    if (approvedSha256 != sha)
        return fail(ErrorCode::NotApproved, "the run offers another patch than the one that was approved",
                    "approved was sha256 " + approvedSha256 + ", offered is " + sha,
                    "Look at the patch again; nothing was written.");
    done.files = shownPaths(offered->patch);
    if (const Result<Event> noted =
            journal->append(HumanActed{HumanActed::Act::Approved, approvedBy, sha, done.files, {}});
        !noted)
        return Failure(noted.error());
    const Result<Applied> applied = applyPatch({*root, folder.path, locks, offered->patch});
    if (!applied)
        return Failure(applied.error());
    done.notices.insert(done.notices.end(), applied->notices.begin(), applied->notices.end());
    noteAct(*journal, {HumanActed::Act::Applied, approvedBy, sha, done.files, {}}, done);
    return done;
}

Status rejectPatch(const RunFolder &folder, const std::string &patchSha256, const std::string &reason)
{
    const SystemClock clock;
    Result<Journal> journal = openForActs(folder, clock);
    if (!journal)
        return Failure(journal.error());
    const Result<LoadedRun> run = loadRun(folder);
    if (!run)
        return Failure(run.error());
    if (run->state.applied())
        return fail(ErrorCode::NotApproved, "the patch is applied, so it cannot be rejected", folder.id,
                    "`vouchsafe undo " + folder.id + "` takes it back.");
    const Result<Event> noted =
        journal->append(HumanActed{HumanActed::Act::RejectedPatch, reason, patchSha256, {}, {}});
    return noted ? Status() : Failure(noted.error());
}

Status recordEdit(const RunFolder &folder, const std::string &diff)
{
    const SystemClock clock;
    Result<Journal> journal = openForActs(folder, clock);
    if (!journal)
        return Failure(journal.error());
    const Result<Event> noted =
        journal->append(HumanActed{HumanActed::Act::Edited, "edited by hand", sha256(diff), {}, {}});
    return noted ? Status() : Failure(noted.error());
}

Result<AppliedRun> undoRun(const RunFolder &folder, const std::filesystem::path &dataFolder)
{
    if (!hasApplyRecord(folder.path))
        return fail(ErrorCode::Usage, "the run was not applied, so there is nothing to undo", folder.id,
                    "`vouchsafe apply " + folder.id + "` applies it.");
    const SystemClock clock;
    // Broken evidence is no reason to keep the user's bytes from them.
    Result<Journal> journal = openForActs(folder, clock);
    if (!journal && journal.error().code == ErrorCode::TreeBusy)
        return Failure(journal.error());
    const Result<std::filesystem::path> root = repositoryOf(folder);
    if (!root)
        return Failure(root.error());
    const Result<Applied> undone = undoApply({*root, folder.path, dataFolder / lockFolder});
    if (!undone)
        return Failure(undone.error());
    AppliedRun done{{}, undone->notices};
    for (const std::string &path : undone->files)
        done.files.push_back(shown(path));
    if (journal)
        noteAct(*journal, {HumanActed::Act::Undone, "vouchsafe undo", "", done.files, {}}, done);
    else
        done.notices.push_back("the undo is not recorded: " + journal.error().what);
    return done;
}

} // namespace vouchsafe
