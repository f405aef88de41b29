#pragma once
// The catalogue of every error code that a person can meet: name, exit status, meaning, usual remedy.

#include <optional>
#include <span>
#include <string_view>

namespace vouchsafe {

enum class ErrorCode {
    // usage, exit 2
    Usage,
    TaskEmpty,
    PathMissing,
    NotARepository,
    RepositoryBare,
    RepositoryOwner,
    RepositoryUnsafe,
    RepositoryBroken,
    RunUnknown,
    RunAmbiguous,
    RunActive,
    CheckInvalid,
    Settings,
    ModelUnknown,
    NotAvailable,
    // sandbox, runner or dependencies, exit 3
    NoCheck,
    SandboxMissing,
    SandboxDenied,
    SandboxSetup,
    SandboxBackend,
    RunnerMissing,
    Prepare,
    Timeout,
    // refusals, exit 4
    PatchNone,
    PatchEmpty,
    PatchFormat,
    PatchIncomplete,
    PatchNoMatch,
    PatchAmbiguous,
    PatchOverlap,
    PatchOutside,
    PatchLink,
    PatchGitDir,
    PatchGitlink,
    PatchExists,
    PatchMissingFile,
    PatchOmission,
    PatchMode,
    PatchName,
    PatchContradiction,
    PatchBinary,
    PatchTooLarge,
    TreeStale,
    TreeBusy,
    NotApproved,
    NotVerified,
    UndoChanged,
    Evidence,
    // operational, exit 5
    Io,
    DiskFull,
    Permission,
    Network,
    ModelAuth,
    ModelHttp,
    ModelReply,
    ModelContext,
    Journal,
    Internal,
    // exit 130
    Cancelled,
};

/// One row of the catalogue. All texts are static, English, without a final line feed.
struct ErrorEntry {
    ErrorCode code;
    std::string_view name; ///< `ERR_TASK_EMPTY`
    int exitStatus;        ///< as in the table of outcomes
    std::string_view meaning;
    std::string_view remedy;
};

std::span<const ErrorEntry> errorCatalogue();
const ErrorEntry &errorEntry(ErrorCode code);
std::optional<ErrorCode> errorCodeFromName(std::string_view name);

inline std::string_view errorName(ErrorCode code)
{
    return errorEntry(code).name;
}

} // namespace vouchsafe
