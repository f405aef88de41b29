#pragma once
// Puts one run together from its adapters, and runs it to its evidence.

#include "app/opened_tree.h"
#include "app/run_store.h"
#include "core/base/result.h"
#include "core/model/task.h"
#include "core/ports/event_sink.h"
#include "core/ports/gate.h"
#include "core/settings/settings.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

struct RunRequest {
    Task task; ///< without its base, which the opened tree says
    OpenedTree tree;
    RunFolder folder;
    Settings settings; ///< what is no part of the task, and the notices that are to be recorded
    std::filesystem::path configFolder;
    std::vector<EventSink *> sinks;        ///< must outlive the assembly
    std::optional<std::string> givenPatch; ///< the text to judge instead of looking for a patch
    RunState earlier;                      ///< of a run that is gone on with; else empty
    Gate *gate = nullptr;   ///< asked before each phase, must outlive the assembly; null: all proceed
    std::string forkedFrom; ///< the run that this one starts from, or empty
};

/// Everything of one run, alive until its end. May be made on one thread and run on another.
class RunAssembly {
public:
    /// Fails before anything was spent: NoCheck, CheckInvalid, SandboxMissing, SandboxDenied, SandboxBackend,
    /// ModelUnknown, PathMissing for a script, Cancelled. Finds a sandbox, and fetches an image where that
    /// was agreed to, which may take minutes.
    static Result<std::unique_ptr<RunAssembly>> build(RunRequest request, const std::stop_token &stop);
    ~RunAssembly();

    /// Runs the loop and writes outcome.json and patch.diff.
    Result<RunState> run(const std::stop_token &stop);

private:
    struct Parts;
    explicit RunAssembly(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> m_parts;
};

/// Writes the evidence of a finished run beside its journal.
Status writeEvidence(const RunFolder &folder, const RunState &state, const JournalPosition &position);

} // namespace vouchsafe
