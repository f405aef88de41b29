#include "app/run_assembly.h"

#include "app/dependency_folders.h"
#include "app/engineers.h"
#include "app/evidence_check.h"
#include "app/given_patch.h"
#include "app/host_environment.h"
#include "app/index_options.h"
#include "app/mounted_patches.h"
#include "app/outcome_file.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/index/graph_retriever.h"
#include "core/loop/loop.h"
#include "core/patch/patch_doctor.h"
#include "core/verify/proof_verifier.h"
#include "core/verify/python_coverage.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "sandbox/host_toolchains.h"
#include "sandbox/machine_probe.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

Base baseOf(const OpenedTree &tree)
{
    return {tree.repository.commit, tree.repository.branch, tree.snapshot.tree->id()};
}

} // namespace

// In the order of construction: what comes later refers to what stands before.
struct RunAssembly::Parts {
    RunRequest request;
    SystemClock clock;
    PatchDoctor doctor;
    std::unique_ptr<MountAwarePatches> patches; // after the verifier, whose mounts it knows
    std::unique_ptr<BubblewrapFactory> sandboxes;
    std::unique_ptr<ProofVerifier> verifier;
    std::unique_ptr<Coverage> coverage;
    std::unique_ptr<GivenPatch> given;
    std::unique_ptr<Retriever> retriever;
    std::unique_ptr<Engineers> engineers;
    OpenGate open;
    std::optional<Journal> journal;

    const BaseTree &tree() const { return *request.tree.snapshot.tree; }
    Status makeSandboxes();
    Status makeVerifier();
    Status makeEngineers();
    Status takeOver();
    Result<RunState> run(const std::stop_token &stop);
};

Status RunAssembly::Parts::makeSandboxes()
{
    const Result<Backend> backend = chooseBackend(request.task.policy, request.tree.identity);
    if (!backend)
        return Failure(backend.error());
    request.task.policy.backend = *backend;
    sandboxes = std::make_unique<BubblewrapFactory>(request.tree.identity);
    return {};
}

Status RunAssembly::Parts::makeVerifier()
{
    Result<std::vector<PlannedCheck>> checks = planChecks(tree(), request.task.checks);
    if (!checks)
        return Failure(checks.error());
    const Snapshot &snapshot = request.tree.snapshot;
    Result<DependencyFolders> folders = dependencyFolders(request.tree.repository.root, snapshot,
                                                          request.task.policy.include, request.tree.identity);
    if (!folders)
        return Failure(folders.error());
    std::vector<std::string> leftOut = folders->leftOut;
    leftOut.insert(leftOut.end(), snapshot.leftOut.begin(), snapshot.leftOut.end());
    std::vector<std::string> notices = snapshot.notices;
    notices.insert(notices.end(), folders->notices.begin(), folders->notices.end());
    for (const std::string &text : notices)
        request.settings.notices.push_back({Noticed::Level::Note, text});
    std::vector<HostToolchain> toolchains = hostToolchains(request.tree.identity, hostEnvironment());
    std::vector<HostMount> mounts = folders->mounts;
    for (const HostToolchain &toolchain : toolchains)
        mounts.insert(mounts.end(), toolchain.mounts.begin(), toolchain.mounts.end());
    patches = std::make_unique<MountAwarePatches>(doctor, coveredPaths(mounts, folders->insideRoot));
    verifier = std::make_unique<ProofVerifier>(
        ProofDependencies{tree(), *sandboxes, clock, std::move(*checks), request.task.policy,
                          request.task.limits, std::move(toolchains), std::move(folders->mounts),
                          std::move(leftOut), request.folder.path, folders->insideRoot});
    return {};
}

Status RunAssembly::Parts::makeEngineers()
{
    if (request.givenPatch) {
        given = std::make_unique<GivenPatch>(*request.givenPatch, *patches, tree(),
                                             PatchContext{request.task.subfolder, request.task.repository});
        return {};
    }
    coverage = std::make_unique<PythonCoverage>(*verifier, *sandboxes, request.task.policy);
    retriever = std::make_unique<GraphRetriever>(request.tree.snapshot.tree,
                                                 indexOptions(userDirectories(), request.settings));
    Result<std::unique_ptr<Engineers>> chosen = chooseEngineers(
        request.task, {tree(), *verifier, *coverage, *patches, clock, request.settings.openAiBaseUrl.value,
                       request.configFolder, request.earlier});
    if (!chosen)
        return Failure(chosen.error());
    engineers = std::move(*chosen);
    if (request.task.limits.costUsd && !request.task.models.empty())
        request.settings.notices.push_back(
            {Noticed::Level::Warning,
             "--max-cost counts only what the provider reports; --max-tokens holds with all"});
    return {};
}

/// Of a run that is gone on with: behind the journal's lock nobody else writes to its folder.
Status RunAssembly::Parts::takeOver()
{
    if (request.earlier.seq == 0)
        return {};
    if (journal->position().seq != request.earlier.seq)
        return fail(ErrorCode::TreeBusy, "another program was at work on this run meanwhile",
                    request.folder.id, "Try again: the run is as that program left it.");
    const Result<LoadedJournal> events = loadJournal(request.folder.journal());
    if (!events)
        return Failure(events.error());
    removeUnrecorded(request.folder, events->events);
    std::error_code gone; // the evidence of an end that is none any more
    std::filesystem::remove(request.folder.outcome(), gone);
    std::filesystem::remove(request.folder.patch(), gone);
    return {};
}

Result<RunState> RunAssembly::Parts::run(const std::stop_token &stop)
{
    Recorder recorder(*journal, request.sinks, request.earlier);
    if (recorder.state().seq == 0)
        recorder.report(RunStarted{request.task, VOUCHSAFE_VERSION,
                                   sha256(canonicalJson(request.task.policy)), request.forkedFrom,
                                   request.givenPatch});
    else
        recorder.report(RunResumed{VOUCHSAFE_VERSION});
    for (const Noticed &notice : request.settings.notices)
        recorder.report(notice);
    Retriever &finder = given ? static_cast<Retriever &>(*given) : *retriever;
    Architect &architect = given ? static_cast<Architect &>(*given) : engineers->architect();
    Engineer &engineer = given ? static_cast<Engineer &>(*given) : engineers->engineer();
    Gate &gate = request.gate == nullptr ? open : *request.gate;
    Loop loop({recorder, finder, architect, engineer, *verifier, gate, *patches});
    Result<RunState> state = loop.run(stop);
    if (!state)
        return state;
    if (const Status written = writeEvidence(request.folder, *state, journal->position()); !written)
        return Failure(written.error());
    return state;
}

RunAssembly::RunAssembly(std::unique_ptr<Parts> parts) : m_parts(std::move(parts))
{
}
RunAssembly::~RunAssembly() = default;

Result<std::unique_ptr<RunAssembly>> RunAssembly::build(RunRequest request)
{
    auto parts = std::make_unique<Parts>();
    parts->request = std::move(request);
    Task &task = parts->request.task;
    task.repository = parts->request.tree.repository.root.string();
    task.subfolder = parts->request.tree.repository.subfolder;
    task.base = baseOf(parts->request.tree);
    for (const auto make : {&Parts::makeSandboxes, &Parts::makeVerifier, &Parts::makeEngineers})
        if (const Status made = ((*parts).*make)(); !made)
            return Failure(made.error());
    Result<Journal> journal =
        Journal::open(parts->request.folder.journal(), parts->request.folder.id, parts->clock);
    if (!journal)
        return Failure(journal.error());
    parts->journal.emplace(std::move(*journal));
    if (const Status taken = parts->takeOver(); !taken)
        return Failure(taken.error());
    return std::unique_ptr<RunAssembly>(new RunAssembly(std::move(parts)));
}

Result<RunState> RunAssembly::run(const std::stop_token &stop)
{
    return m_parts->run(stop);
}

Status writeEvidence(const RunFolder &folder, const RunState &state, const JournalPosition &position)
{
    std::error_code gone;
    if (const std::string diff = offeredDiff(state); diff.empty())
        std::filesystem::remove(folder.patch(), gone); // of an end before a person rejected the patch
    else if (const Status written = writeFileAtomic(folder.patch(), diff); !written)
        return written;
    return writeFileAtomic(folder.outcome(), dumped(outcomeDocument(state, position)) + "\n");
}

} // namespace vouchsafe
