#pragma once
// The proof: baseline, plain run, lanes, repetition with sentinels; every run in a fresh sandbox.

#include "core/ports/verifier.h"
#include "core/verify/check_runner.h"
#include "core/verify/proof_dependencies.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

class ProofVerifier final : public Verifier {
public:
    explicit ProofVerifier(ProofDependencies dependencies);
    ~ProofVerifier() override;

    /// Reports what the probe inside saw, chooses the interpreters; `checks()` holds the choice afterwards.
    /// An Error only where nothing can be said of the tree: no sandbox, a full disk, ErrorCode::Cancelled.
    Result<Baseline> baseline(Reporter &reporter, std::stop_token stop) override;
    /// Needs baseline() before.
    Result<Verdict> verify(const Patch &patch, int iteration, Reporter &reporter,
                           std::stop_token stop) override;
    Result<Trial> trial(const Patch &patch, const std::vector<std::string> &tests,
                        std::chrono::milliseconds timeout, std::stop_token stop) override;

    /// The checks as they are started: after baseline() with the interpreter that was chosen.
    const std::vector<PlannedCheck> &checks() const { return m_given.checks; }
    /// What a sandbox of this run is opened with, without a patch: for coverage and the repair workers.
    Result<WorkspaceSpec> workspace() const;

private:
    struct Request;
    Result<ProofRun> run(const Request &request);
    Result<std::optional<Baseline>> chooseStarts(Reporter &reporter, const std::stop_token &stop);
    Result<bool> choose(Sandbox &sandbox, PlannedCheck &check, std::string &tried,
                        std::optional<Baseline> &cutShort, const std::stop_token &stop);
    Result<std::unique_ptr<Sandbox>> open(const Patch &patch, bool warm);
    Status lane(const Patch &tree, std::string_view name, std::string_view again, const Request &like,
                std::vector<ProofRun> &runs);
    Status onBase(const Patch &tests, const Request &like, std::vector<ProofRun> &runs);
    void dropLayers();
    RunSettings settings(std::chrono::milliseconds timeout, bool stored) const;

    ProofDependencies m_given;
    std::optional<Baseline> m_baseline;
    std::vector<std::filesystem::path> m_layers;
};

} // namespace vouchsafe
