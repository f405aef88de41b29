#pragma once
// Which lines each pytest test runs, measured by a tracer of ours in a sandbox of its own.

#include "core/model/policy.h"
#include "core/ports/coverage.h"
#include "core/ports/sandbox.h"
#include "core/verify/proof_verifier.h"

#include <chrono>

namespace vouchsafe {

/// The first pytest check of the verifier, on the untouched tree, started as the baseline chose; so the
/// baseline must have been taken before. No package is needed inside but pytest. A time limit or a crash
/// keeps what was measured until then, the test under way included. Call from one thread; the references must
/// outlive it.
class PythonCoverage final : public Coverage {
public:
    /// `timeout`: of the whole traced run, which takes two to three times that of a plain one.
    PythonCoverage(const ProofVerifier &verifier, SandboxFactory &sandboxes, SandboxPolicy policy,
                   std::chrono::milliseconds timeout = std::chrono::minutes(5));
    /// ErrorCode::NotAvailable where no check is pytest or it ran no test under the tracer, Cancelled on
    /// stop, else the sandbox's own error.
    Result<CoverageReport> measure(std::stop_token stop) override;

private:
    const ProofVerifier &m_verifier;
    SandboxFactory &m_sandboxes;
    const SandboxPolicy m_policy;
    const std::chrono::milliseconds m_timeout;
};

} // namespace vouchsafe
