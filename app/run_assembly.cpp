#include "app/run_assembly.h"

#include "app/chosen_sandbox.h"
#include "app/dependency_folders.h"
#include "app/engineers.h"
#include "app/evidence_check.h"
#include "app/given_patch.h"
#include "app/host_environment.h"
#include "app/index_options.h"
#include "app/mounted_patches.h"
#include "app/outcome_file.h"
#include "app/prepare.h"
#include "app/prepared_layers.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/index/graph_retriever.h"
#include "core/loop/loop.h"
#include "core/patch/patch_doctor.h"
#include "core/verify/proof_verifier.h"
#include "core/verify/python_coverage.h"
#include "sandbox/host_toolchains.h"

#include <nlohmann/json.hpp>

#include <algorithm>

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
    std::stop_token stop; // of the making
    SystemClock clock;
    PatchDoctor doctor;
    std::vector<PlannedCheck> checks;
    std::unique_ptr<MountAwarePatches> patches; // after the verifier, whose mounts it knows
    std::unique_ptr<SandboxFactory> sandboxes;
    std::optional<PreparedDependencies> prepared; // held as long as sandboxes show it
    std::unique_ptr<ProofVerifier> verifier;
    std::unique_ptr<Coverage> coverage;
    std::unique_ptr<GivenPatch> given;
    std::unique_ptr<Retriever> retriever;
    std::unique_ptr<Engineers> engineers;
    OpenGate open;
    std::optional<Journal> journal;

    const BaseTree &tree() const { return *request.tree.snapshot.tree; }
    void note(const std::string &text);
    Status makeChecks();
    Status makeSandboxes();
    Status findPrepared(const std::vector<HostToolchain> &toolchains);
    Status makeVerifier();
    void usePrepared(ProofDependencies &proof);
    void describe(const std::vector<HostMount> &mounts, const ProofDependencies &proof);
    Status makeEngineers();
    Status takeOver();
    Result<RunState> run(const std::stop_token &stop);
};

Status RunAssembly::Parts::makeChecks()
{
    Result<std::vector<PlannedCheck>> planned = planChecks(tree(), request.task.checks);
    if (!planned)
        return Failure(planned.error());
    checks = std::move(*planned);
    return {};
}

Status RunAssembly::Parts::makeSandboxes()
{
    Result<ChosenSandbox> chosen =
        chosenSandbox(request.task, request.settings, checks, request.tree.identity, request.folder.id, stop);
    if (!chosen)
        return Failure(chosen.error());
    for (const std::string &text : chosen->notes)
        note(text);
    sandboxes = std::move(chosen->factory);
    return {};
}

/// What `vouchsafe prepare` installed for this tree, on this backend.
Status RunAssembly::Parts::findPrepared(const std::vector<HostToolchain> &toolchains)
{
    Result<PrepareGround> ground =
        prepareGround(request.task.policy, request.tree.identity, hostEnvironment(), toolchains, stop);
    if (!ground)
        return Failure(ground.error());
    // The name of an image may come to mean another; its id does not.
    request.task.policy.image = ground->image;
    ground->repository = sha256(request.tree.repository.root.string());
    ground->environment = request.settings.prepareEnvironment.value;
    const PreparePlan plan = planPrepare(tree(), *ground);
    if (plan.digest.empty())
        return {};
    prepared = preparedFor(plan, request.tree.identity);
    if (!prepared && !plan.empty())
        note("`vouchsafe prepare` can install what these files ask for; it has not been run for them");
    return {};
}

Status RunAssembly::Parts::makeVerifier()
{
    const Snapshot &snapshot = request.tree.snapshot;
    SandboxPolicy &policy = request.task.policy;
    const bool ownPrograms = policy.backend == Backend::Bubblewrap;
    std::vector<HostToolchain> toolchains;
    if (ownPrograms)
        toolchains = hostToolchains(request.tree.identity, hostEnvironment());
    if (const Status found = findPrepared(toolchains); !found)
        return found;
    Result<DependencyFolders> folders =
        dependencyFolders(request.tree.repository.root, snapshot, policy.include, request.tree.identity);
    if (!folders)
        return Failure(folders.error());
    ProofDependencies proof{tree(),
                            *sandboxes,
                            clock,
                            checks,
                            policy,
                            request.task.limits,
                            {},
                            {},
                            folders->leftOut,
                            request.folder.path,
                            folders->insideRoot};
    proof.leftOut.insert(proof.leftOut.end(), snapshot.leftOut.begin(), snapshot.leftOut.end());
    for (const std::vector<std::string> *notices :
         {&snapshot.notices, static_cast<const std::vector<std::string> *>(&folders->notices)})
        for (const std::string &text : *notices)
            note(text);
    proof.programs = ownPrograms ? Programs::Host : Programs::Image;
    proof.toolchains = std::move(toolchains);
    proof.mounts = std::move(folders->mounts);
    if (prepared)
        usePrepared(proof);
    std::vector<HostMount> mounts = proof.mounts;
    for (const HostToolchain &toolchain : proof.toolchains)
        mounts.insert(mounts.end(), toolchain.mounts.begin(), toolchain.mounts.end());
    describe(mounts, proof);
    proof.policy = policy;
    std::vector<std::string> covered = coveredPaths(mounts, proof.insideRoot);
    if (prepared)
        covered.insert(covered.end(), prepared->places.begin(), prepared->places.end());
    patches = std::make_unique<MountAwarePatches>(doctor, std::move(covered));
    verifier = std::make_unique<ProofVerifier>(std::move(proof));
    return {};
}

/// Prepared dependencies take the place of the person's own folders of the same names.
void RunAssembly::Parts::usePrepared(ProofDependencies &proof)
{
    std::erase_if(proof.mounts, [&](const HostMount &mount) {
        return std::find(prepared->replaces.begin(), prepared->replaces.end(), mount.inside) !=
               prepared->replaces.end();
    });
    proof.insideRoot = preparedRoot;
    proof.prepared = prepared->layers;
    proof.mounts.insert(proof.mounts.end(), prepared->mounts.begin(), prepared->mounts.end());
    proof.toolchains.insert(proof.toolchains.begin(), prepared->toolchains.begin(),
                            prepared->toolchains.end());
    proof.environment = prepared->environment;
    note("The checks use what `vouchsafe prepare` installed (" + prepared->digest.substr(0, 12) +
         "): code of the packages and of this repository wrote it.");
}

/// What holds inside, for the hash that goes into the evidence.
void RunAssembly::Parts::describe(const std::vector<HostMount> &mounts, const ProofDependencies &proof)
{
    SandboxPolicy &policy = request.task.policy;
    policy.mounts.clear();
    for (const HostMount &mount : mounts)
        policy.mounts.push_back({mount.host.string(), mount.inside, mount.discardWrites});
    if (prepared)
        for (const std::string &place : prepared->places)
            policy.mounts.push_back({"prepared " + prepared->digest + " sha256 " + prepared->contentSha256,
                                     proof.insideRoot + "/" + place, true});
    policy.environment.clear();
    for (const auto &[name, value] : proofEnvironment(proof))
        policy.environment.push_back(name + "=" + value);
    if (policy.backend == Backend::Bubblewrap)
        policy.user = "1000:1000";
}

void RunAssembly::Parts::note(const std::string &text)
{
    request.settings.notices.push_back({Noticed::Level::Note, text});
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
    // The evidence names one policy, which all of a run was judged under.
    const std::string now = sha256(canonicalJson(request.task.policy));
    if (request.earlier.policySha256 != now)
        return fail(ErrorCode::TreeStale, "the sandbox is not as it was when this run began",
                    "policy " + request.earlier.policySha256.substr(0, 12) + " then, " + now.substr(0, 12) +
                        " now",
                    "Begin a new run: dependencies, toolchains, the image or settings have changed since.");
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

Result<std::unique_ptr<RunAssembly>> RunAssembly::build(RunRequest request, const std::stop_token &stop)
{
    auto parts = std::make_unique<Parts>();
    parts->request = std::move(request);
    parts->stop = stop;
    Task &task = parts->request.task;
    task.repository = parts->request.tree.repository.root.string();
    task.subfolder = parts->request.tree.repository.subfolder;
    task.base = baseOf(parts->request.tree);
    for (const auto make :
         {&Parts::makeChecks, &Parts::makeSandboxes, &Parts::makeVerifier, &Parts::makeEngineers})
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
