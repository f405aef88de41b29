#include "app/desktop/run_reader.h"

#include "app/opened_tree.h"
#include "app/recorded_patch.h"
#include "app/run_control.h"
#include "core/base/dirs.h"
#include "core/base/text.h"

#include <fstream>

namespace vouchsafe {
namespace {

constexpr std::uint64_t longestTail = std::uint64_t{16} << 20;

/// Of that very execution; a resumed run may have done it twice, under one name.
std::string logFile(const RunState &state, const OutputKey &key)
{
    for (auto check = state.checks.rbegin(); check != state.checks.rend(); ++check)
        if (check->iteration == key.iteration && check->run == key.run && check->number == key.check &&
            !check->outputFile.empty())
            return check->outputFile;
    return {};
}

/// The run's own tree, from the cache where the user's is another one by now or gone; null: it is nowhere.
std::shared_ptr<const BaseTree> ownTree(const RunState &state, const Result<OpenedTree> &now)
{
    if (now && now->snapshot.tree->id() == state.task.base.treeId)
        return now->snapshot.tree;
    const Result<Identity> identity = sandboxIdentity(userDirectories());
    if (!identity)
        return nullptr;
    TreeStore store(identity->cache, identity->uid, identity->gid);
    Result<std::shared_ptr<const BaseTree>> stored = store.open(state.task.base.treeId);
    return stored ? std::move(*stored) : nullptr;
}

/// Files that are not as they were when the run started; none where the run's own patch made them so.
std::vector<std::string> staleFiles(const RunState &state, const ProposedPatch &recorded,
                                    const Result<OpenedTree> &now)
{
    std::vector<std::string> files;
    if (state.applied())
        return files;
    if (now)
        return changedSince(recorded, *now->snapshot.tree);
    for (const PatchedFile &file : recorded.files)
        files.push_back(shown(file.path));
    return files;
}

} // namespace

Result<ReadRun> readRun(const RunFolder &folder)
{
    Result<LoadedRun> run = loadRun(folder);
    if (!run)
        return Failure(run.error());
    if (run->state.seq == 0)
        return fail(ErrorCode::Journal, "the run's journal is empty", shown(folder.journal().string()));
    ReadRun read{std::move(run->state), RunLife::Ended, {}};
    if (runOwner(folder.id))
        read.life = RunLife::Elsewhere;
    else if (run->journal.tornTail)
        read.notices.emplace_back("The last line of the journal was torn, so the run ends before it.");
    return read;
}

Result<ReviewPatch> readReview(const RunState &state, int iteration, const std::stop_token &stop)
{
    const Iteration *chosen = state.iteration(iteration);
    if (chosen == nullptr || !chosen->patch)
        return fail(ErrorCode::PathMissing, "the iteration has no patch",
                    "iteration " + std::to_string(iteration) + " of " + state.run);
    const ProposedPatch &recorded = *chosen->patch;
    ReviewPatch review{state.run, iteration, recorded.sha256, recorded.diff, {}, true, {}, {}, {}};
    const Result<OpenedTree> now = openTree(state.task.repository, userDirectories(), stop);
    if (!now && now.error().code == ErrorCode::Cancelled)
        return Failure(now.error());
    review.stale = staleFiles(state, recorded, now);
    if (const std::shared_ptr<const BaseTree> base = ownTree(state, now))
        if (Result<Patch> patch = recordedPatch(recorded, *base)) {
            review.patch = std::move(*patch);
            review.patch.notices = recorded.notices;
            if (Result<PatchRisks> risks = risksOf(review.patch, *base, state.task)) {
                review.tests = std::move(risks->tests);
                review.sensitive = std::move(risks->sensitive);
            }
            return review;
        }
    review.patch = hunksOnly(recorded);
    review.whole = false;
    return review;
}

Result<OutputPiece> readLog(const RunFolder &folder, const RunState &state, const OutputKey &key)
{
    const std::string name = logFile(state, key);
    const std::filesystem::path file = folder.path / name;
    std::error_code error;
    const std::uint64_t size = name.empty() ? 0 : std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    if (name.empty() || error || std::filesystem::is_symlink(file) || !stream)
        return fail(ErrorCode::PathMissing, "the output of this check is not there",
                    shown(name.empty() ? folder.path.string() : file.string()));
    OutputPiece piece{key, {}, size > longestTail ? size - longestTail : 0, file.string()};
    piece.bytes.resize(static_cast<std::size_t>(size - piece.skipped));
    stream.seekg(static_cast<std::streamoff>(piece.skipped));
    stream.read(piece.bytes.data(), static_cast<std::streamsize>(piece.bytes.size()));
    piece.bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(stream.gcount(), 0)));
    return piece;
}

} // namespace vouchsafe
