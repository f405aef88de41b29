#include "app/recorded_patch.h"

#include "app/sensitive_paths.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/patch/patch_doctor.h"
#include "core/verify/plan_checks.h"
#include "core/verify/protected_paths.h"

namespace vouchsafe {
namespace {

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
                "reading it on the tree of the run");
}

std::vector<std::string> shownPaths(const Patch &patch)
{
    std::vector<std::string> paths;
    for (const FileChange &file : patch.files)
        paths.push_back(shown(file.path));
    return paths;
}

void addHunkLine(std::string_view line, FileChange &file)
{
    if (line.starts_with("@@ ")) {
        const std::string head = std::string(line) + "\n";
        file.before += head;
        file.after += head;
        return;
    }
    const std::string text = std::string(line.substr(std::min<std::size_t>(1, line.size()))) + "\n";
    if (!line.starts_with('+') && !line.starts_with('\\'))
        file.before += text;
    if (!line.starts_with('-') && !line.starts_with('\\'))
        file.after += text;
}

} // namespace

Result<Patch> recordedPatch(const ProposedPatch &recorded, const BaseTree &base)
{
    // The recorded diff is canonical and relative to the root, whatever folder was opened.
    tl::expected<Patch, PatchRefusal> patch = PatchDoctor().read(recorded.diff, base, {});
    if (!patch)
        return Failure(patch.error().error);
    if (const Status same = matchesRecord(*patch, recorded); !same)
        return Failure(same.error());
    return std::move(*patch);
}

Patch hunksOnly(const ProposedPatch &recorded)
{
    Patch patch;
    patch.origin = recorded.origin;
    for (const PatchedFile &file : recorded.files)
        patch.files.push_back({file.path, file.from, file.kind});
    // The canonical diff has one section a file, in the order of the record.
    std::size_t section = 0;
    bool inHunks = false;
    for (const std::string_view line : splitLines(recorded.diff)) {
        if (line.starts_with("diff --git ")) {
            ++section;
            inHunks = false;
        } else if (line.starts_with("@@ ")) {
            inHunks = true;
        }
        if (inHunks && section > 0 && section <= patch.files.size())
            addHunkLine(line, patch.files[section - 1]);
    }
    return patch;
}

std::vector<std::string> changedSince(const ProposedPatch &recorded, const BaseTree &now)
{
    std::vector<std::string> changed;
    for (const PatchedFile &file : recorded.files) {
        const TreeEntry *entry = findEntry(now, file.from.empty() ? file.path : file.from);
        if ((entry == nullptr ? "" : entry->oid) != file.before)
            changed.push_back(shown(file.path));
    }
    return changed;
}

Result<PatchRisks> risksOf(const Patch &patch, const BaseTree &base, const Task &task)
{
    const Result<std::vector<PlannedCheck>> checks = planChecks(base, task.checks);
    if (!checks)
        return Failure(checks.error());
    const SplitPatch split = splitPatch(patch, protectedGlobs(base, *checks, task.policy.protect));
    return PatchRisks{shownPaths(split.tests), sensitiveFiles(patch)};
}

} // namespace vouchsafe
