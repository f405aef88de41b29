#include "core/base/errors.h"

#include "core/base/result.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace {

// In the order of the enumeration, so that a code is its own index.
constexpr std::array<ErrorEntry, 59> catalogue{{
    {ErrorCode::Usage, "ERR_USAGE", 2, "The command line could not be understood.",
     "Run the command with --help."},
    {ErrorCode::TaskEmpty, "ERR_TASK_EMPTY", 2, "The task has no words in it.",
     "Say in a sentence what should be changed, with --task or --task-file."},
    {ErrorCode::PathMissing, "ERR_PATH_MISSING", 2, "A path that was named does not exist or cannot be read.",
     "Check the spelling and the permissions of the path."},
    {ErrorCode::NotARepository, "ERR_NOT_A_REPOSITORY", 2, "The folder is not inside a git repository.",
     "Open a folder of a git repository, or run `git init` there first."},
    {ErrorCode::RepositoryBare, "ERR_REPOSITORY_BARE", 2, "The repository is bare: it has no working tree.",
     "Clone it and open the clone."},
    {ErrorCode::RepositoryOwner, "ERR_REPOSITORY_OWNER", 2, "The repository belongs to another user.",
     "If you trust it, run `git config --global --add safe.directory PATH` for this path only."},
    {ErrorCode::RepositoryUnsafe, "ERR_REPOSITORY_UNSAFE", 2,
     "The repository's own configuration points outside of it.",
     "Remove the setting that is named, or clone the repository and open the clone."},
    {ErrorCode::RepositoryBroken, "ERR_REPOSITORY_BROKEN", 2, "The repository's data could not be read.",
     "Run `git fsck` in the repository."},
    {ErrorCode::RunUnknown, "ERR_RUN_UNKNOWN", 2, "There is no run of that name.",
     "List the runs with `vouchsafe runs`."},
    {ErrorCode::RunAmbiguous, "ERR_RUN_AMBIGUOUS", 2, "Several runs begin with that text.",
     "Give more letters of the run's name."},
    {ErrorCode::RunActive, "ERR_RUN_ACTIVE", 2, "The run is still going on.",
     "Wait for it, or stop it with `vouchsafe cancel RUN`."},
    {ErrorCode::CheckInvalid, "ERR_CHECK_INVALID", 2, "A check could not be understood as a command.",
     "Quote the command as for a shell, or give several --check options."},
    {ErrorCode::Settings, "ERR_SETTINGS", 2, "A settings file could not be read.",
     "Mend or remove the line that is named."},
    {ErrorCode::ModelUnknown, "ERR_MODEL_UNKNOWN", 2,
     "The model was not named as PROVIDER:NAME, or its provider is unknown.",
     "Use --model openai:NAME, and set OPENAI_BASE_URL for a local server."},
    {ErrorCode::NotAvailable, "ERR_NOT_AVAILABLE", 2, "This build does not have that part.",
     "See `vouchsafe --help` for what it has."},
    {ErrorCode::NoCheck, "ERR_NO_CHECK", 3, "No command that tests the repository was given or found.",
     "Name one with --check, for example --check 'make test'."},
    {ErrorCode::SandboxMissing, "ERR_SANDBOX_MISSING", 3, "No sandbox program is installed.",
     "Install bubblewrap: `apt-get install bubblewrap`."},
    {ErrorCode::SandboxDenied, "ERR_SANDBOX_DENIED", 3,
     "The system does not let this user make a sandbox: its namespaces, or the engine's socket, are denied.",
     "See `vouchsafe doctor`: namespaces may need an AppArmor profile (Ubuntu 24.04), a socket its group."},
    {ErrorCode::SandboxSetup, "ERR_SANDBOX_SETUP", 3, "The sandbox could not be set up.",
     "See `vouchsafe doctor` for what this machine allows."},
    {ErrorCode::SandboxBackend, "ERR_SANDBOX_BACKEND", 3, "The sandbox that was asked for cannot be had.",
     "Choose another with --sandbox, or install what `vouchsafe doctor` names."},
    {ErrorCode::RunnerMissing, "ERR_RUNNER_MISSING", 3,
     "The program that runs the tests is not there inside the sandbox.",
     "Run `vouchsafe prepare REPO`, install the test runner, or show its folder with --include."},
    {ErrorCode::Prepare, "ERR_PREPARE", 3, "The dependencies could not be installed.",
     "Read what the tool says; `vouchsafe prepare REPO --log` shows what it asked the network for."},
    {ErrorCode::Timeout, "ERR_TIMEOUT", 3, "A time limit was reached.", "Raise the limit that is named."},
    {ErrorCode::PatchNone, "ERR_PATCH_NONE", 4, "No patch was found in the text.", "Give a unified diff."},
    {ErrorCode::PatchEmpty, "ERR_PATCH_EMPTY", 4, "A section of the patch changes nothing.",
     "Remove the section, or add its hunks."},
    {ErrorCode::PatchFormat, "ERR_PATCH_FORMAT", 4, "The text is not a patch in any form that is understood.",
     "Give a unified diff."},
    {ErrorCode::PatchIncomplete, "ERR_PATCH_INCOMPLETE", 4, "The patch ends in the middle.",
     "Ask for the whole patch again, with more room for the answer."},
    {ErrorCode::PatchNoMatch, "ERR_PATCH_NO_MATCH", 4, "The old lines of a hunk are nowhere in the file.",
     "Make the patch against the file as it is; the nearest place is shown."},
    {ErrorCode::PatchAmbiguous, "ERR_PATCH_AMBIGUOUS", 4, "The old lines of a hunk fit in several places.",
     "Add context lines until only one place fits."},
    {ErrorCode::PatchOverlap, "ERR_PATCH_OVERLAP", 4, "Two hunks change the same lines.",
     "Join the hunks into one."},
    {ErrorCode::PatchOutside, "ERR_PATCH_OUTSIDE", 4, "A path of the patch leaves the repository.",
     "Use paths below the repository's root."},
    {ErrorCode::PatchLink, "ERR_PATCH_LINK", 4, "A path of the patch is or goes through a symbolic link.",
     "Name the real file; links that leave the repository are refused."},
    {ErrorCode::PatchGitDir, "ERR_PATCH_GIT_DIR", 4, "The patch writes into git's own data.",
     "Leave out every path with a part that git reads as .git."},
    {ErrorCode::PatchGitlink, "ERR_PATCH_GITLINK", 4, "The patch changes a submodule.",
     "Change the submodule in its own repository."},
    {ErrorCode::PatchExists, "ERR_PATCH_EXISTS", 4,
     "The patch creates a file that exists with other content.", "Make the section a change of that file."},
    {ErrorCode::PatchMissingFile, "ERR_PATCH_MISSING_FILE", 4,
     "The patch changes a file that does not exist.", "Make the patch against the tree as it is."},
    {ErrorCode::PatchOmission, "ERR_PATCH_OMISSION", 4, "An added line stands for code that was left out.",
     "Write the lines out."},
    {ErrorCode::PatchMode, "ERR_PATCH_MODE", 4, "The patch sets a file mode other than 644 or 755.",
     "Leave the mode as it is."},
    {ErrorCode::PatchName, "ERR_PATCH_NAME", 4, "A file name in the patch is not acceptable.",
     "Use a plain name without control characters."},
    {ErrorCode::PatchContradiction, "ERR_PATCH_CONTRADICTION", 4,
     "The parts of the patch contradict each other.", "Make headers and hunks agree."},
    {ErrorCode::PatchBinary, "ERR_PATCH_BINARY", 4, "The patch holds binary data.",
     "Leave binary files out of the patch."},
    {ErrorCode::PatchTooLarge, "ERR_PATCH_TOO_LARGE", 4, "The patch is larger than is accepted.",
     "Split it; the limits are 8 MiB, 2,000 files and 50,000 hunks."},
    {ErrorCode::TreeStale, "ERR_TREE_STALE", 4,
     "A file changed since the patch was made, so nothing was written.",
     "Run the task again on the tree as it is now."},
    {ErrorCode::TreeBusy, "ERR_TREE_BUSY", 4, "Another apply or undo holds this repository's lock.",
     "Wait for it to end and try again."},
    {ErrorCode::NotApproved, "ERR_NOT_APPROVED", 4, "The patch was not approved, so nothing was written.",
     "Answer y, or pass --yes."},
    {ErrorCode::NotVerified, "ERR_NOT_VERIFIED", 4, "The run offers no patch.",
     "Prove the patch with `vouchsafe verify`, then apply that run."},
    {ErrorCode::UndoChanged, "ERR_UNDO_CHANGED", 4,
     "A file changed since the patch was applied, so it was not undone.",
     "Restore the file that is named, or undo by hand with the run's patch."},
    {ErrorCode::Evidence, "ERR_EVIDENCE", 4, "The evidence of the run is not as it was recorded.",
     "Do not rely on the run; repeat it."},
    {ErrorCode::Io, "ERR_IO", 5, "A file could not be read or written.",
     "See the context for the file and the system's reason."},
    {ErrorCode::DiskFull, "ERR_DISK_FULL", 5, "There is no room left on the disk.",
     "Free some room; `vouchsafe doctor --clean` removes caches."},
    {ErrorCode::Permission, "ERR_PERMISSION", 5, "The system denied access.",
     "Check the owner and permissions of what is named."},
    {ErrorCode::Network, "ERR_NETWORK", 5, "The server could not be reached.",
     "Check the address and that the server runs."},
    {ErrorCode::ModelAuth, "ERR_MODEL_AUTH", 5, "The provider did not accept the key.",
     "Set the provider's key, for example OPENAI_API_KEY."},
    {ErrorCode::ModelHttp, "ERR_MODEL_HTTP", 5, "The provider answered with an error.",
     "See the context for its message."},
    {ErrorCode::ModelReply, "ERR_MODEL_REPLY", 5, "The model's answer could not be used.",
     "Try again, or try another model."},
    {ErrorCode::ModelContext, "ERR_MODEL_CONTEXT", 5, "The prompt is larger than the model's window.",
     "Choose a model with a larger window, or lower --max-tokens."},
    {ErrorCode::Journal, "ERR_JOURNAL", 5, "The journal of the run could not be read.",
     "See the context for the line; `vouchsafe check RUN` says what is wrong."},
    {ErrorCode::Internal, "ERR_INTERNAL", 5, "The program met a state that it does not expect.",
     "Please report it, with the context."},
    {ErrorCode::Cancelled, "ERR_CANCELLED", 130, "The run was cancelled.",
     "Continue it with `vouchsafe resume RUN`."},
}};

} // namespace

std::span<const ErrorEntry> errorCatalogue()
{
    return catalogue;
}

const ErrorEntry &errorEntry(ErrorCode code)
{
    return catalogue.at(static_cast<std::size_t>(code));
}

std::optional<ErrorCode> errorCodeFromName(std::string_view name)
{
    const auto it = std::find_if(catalogue.begin(), catalogue.end(),
                                 [&](const ErrorEntry &entry) { return entry.name == name; });
    if (it == catalogue.end())
        return std::nullopt;
    return it->code;
}

std::string fourLines(const Error &error)
{
    const ErrorEntry &entry = errorEntry(error.code);
    // shown(): a line feed or an escape sequence in a file's name must not forge a line.
    const auto orElse = [](const std::string &text, std::string_view otherwise) {
        return shown(text.empty() ? otherwise : std::string_view(text));
    };
    std::string text = "vouchsafe: error: " + orElse(error.what, entry.meaning) + "\n";
    text += "  code: " + std::string(entry.name) + "\n";
    text += "  context: " + orElse(error.context, entry.meaning) + "\n";
    text += "  remedy: " + orElse(error.remedy, entry.remedy) + "\n";
    return text;
}

} // namespace vouchsafe
