#include "app/apply_run.h"

#include "app/opened_tree.h"
#include "app/outcome_file.h"
#include "app/run_control.h"
#include "app/sensitive_paths.h"
#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/git/apply_transaction.h"
#include "core/patch/patch_doctor.h"
#include "core/verify/plan_checks.h"
#include "core/verify/protected_paths.h"

namespace vouchsafe {
namespace {

constexpr const char *lockFolder = "locks"; // one lock per repository, in the data folder

/// Whether the patch has just the bytes whose hashes the journal holds.
Status matchesRecord(const Patch &patch, const ProposedPatch &recorded)
{
    bool same = patch.files.size() == recorded.files.size();
    for (std::size_t i = 0; same && i < patch.files.size(); ++i) {
        const FileChange &file = patch.files[i];
        const PatchedFile &known = recorded.files[i];
        const std::string before = file.kind == ChangeKind::Create ? "" : blobId(file.before);
        const std::string after = file.kind == ChangeKind::Delete ? "" : blobId(file.after);
        same = file.path == known.path && file.from == known.from && before == known.before &&
               after == known.after;
    }
    if (same)
        return {};
    return fail(ErrorCode::Evidence, "the patch of the run does not give the bytes that were proven",
                "reading it on tree of the run");
}

std::vector<std::string> shownPaths(const Patch &patch)
{
    std::vector<std::string> paths;
    for (const FileChange &file : patch.files)
        paths.push_back(shown(file.path));
    return paths;
}

/// Whether each file of the patch is in the tree as it was when the run started.
Status unchangedSince(const BaseTree &tree, const ProposedPatch &recorded)
{
    std::vector<std::string> changed;
    for (const PatchedFile &file : recorded.files) {
        const TreeEntry *entry = findEntry(tree, file.from.empty() ? file.path : file.from);
        if ((entry == nullptr ? "" : entry->oid) != file.before)
            changed.push_back(shown(file.path));
    }
    if (changed.empty())
        return {};
    return fail(ErrorCode::TreeStale, "a file changed since the patch was made, so nothing was written",
                join(changed, ", "));
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
    const Result<OpenedTree> tree = openTree(state.task.repository, userDirectories(), {});
    if (!tree)
        return Failure(tree.error());
    const BaseTree &base = *tree->snapshot.tree;
    if (const Status same = unchangedSince(base, *best->patch); !same) {
        if (state.applied())
            return fail(ErrorCode::TreeStale, "the run's patch was applied already, so nothing was written",
                        same.error().context, "`vouchsafe undo " + folder.id + "` takes it back.");
        return Failure(same.error());
    }
    // The recorded diff is canonical and relative to the root, whatever folder was opened.
    const tl::expected<Patch, PatchRefusal> patch = PatchDoctor().read(best->patch->diff, base, {});
    if (!patch)
        return Failure(patch.error().error);
    if (const Status same = matchesRecord(*patch, *best->patch); !same)
        return Failure(same.error());
    const Result<std::vector<PlannedCheck>> checks = planChecks(base, state.task.checks);
    if (!checks)
        return Failure(checks.error());
    const SplitPatch split = splitPatch(*patch, protectedGlobs(base, *checks, state.task.policy.protect));
    return OfferedPatch{std::move(state), *patch, shownPaths(split.tests), sensitiveFiles(*patch)};
}

Status mayApplyUnasked(const RunFolder &folder)
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
    return {};
}

Result<AppliedRun> applyRun(const RunFolder &folder, const std::filesystem::path &dataFolder,
                            const std::string &approvedBy)
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
