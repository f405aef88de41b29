#include "sandbox/empty_tree.h"

#include <system_error>
#include <utility>

namespace vouchsafe {
namespace {

constexpr const char *name = "empty";

} // namespace

EmptyTree::EmptyTree(const Identity &identity) : m_scratch(ScratchFolder::make(identity))
{
    if (!m_scratch)
        return;
    const AsIdentity rights(identity);
    std::error_code error; // what goes wrong here is told when the sandbox is opened
    std::filesystem::create_directory(m_scratch->path() / name, error);
}

Result<Attestation> EmptyTree::attest(SandboxFactory &factory, const SandboxPolicy &policy,
                                      std::stop_token stop) const
{
    if (!m_scratch)
        return Failure(m_scratch.error());
    WorkspaceSpec spec;
    spec.base = m_scratch->path() / name;
    auto sandbox = factory.open(spec, policy);
    if (!sandbox)
        return Failure(sandbox.error());
    return (*sandbox)->attest(std::move(stop));
}

} // namespace vouchsafe
