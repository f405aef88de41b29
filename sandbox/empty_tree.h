#pragma once
// An empty workspace of the identity's own, to open a sandbox on and see what holds inside.

#include "core/base/result.h"
#include "core/ports/sandbox.h"
#include "sandbox/identity.h"
#include "sandbox/scratch.h"

#include <filesystem>
#include <stop_token>

namespace vouchsafe {

/// Gone with this object.
class EmptyTree {
public:
    explicit EmptyTree(const Identity &identity);

    /// Opens a sandbox of the factory on it and lets the probe inside look around.
    Result<Attestation> attest(SandboxFactory &factory, const SandboxPolicy &policy,
                               std::stop_token stop) const;

private:
    Result<ScratchFolder> m_scratch;
};

} // namespace vouchsafe
