#include "tests/core/verify/live_prover.h"

#include "core/base/dirs.h"

#include <QFile>

namespace vouchsafe::test {

std::string LiveProver::unavailable()
{
    if (!QFile::exists(QStringLiteral("/usr/bin/bwrap")))
        return "not run: bubblewrap is not installed";
    const auto identity = sandboxIdentity(userDirectories());
    if (!identity)
        return "not run: " + identity.error().what;
    m_identity = *identity;
    m_sandboxes = std::make_unique<BubblewrapFactory>(m_identity);
    const LiveTree tree({{"a.txt", "a\n"}}, m_identity);
    WorkspaceSpec spec;
    spec.base = tree.folder();
    auto sandbox = m_sandboxes->open(spec, {});
    if (!sandbox)
        return "not run: " + sandbox.error().what;
    DiscardOutput output;
    Command command;
    command.argv = {"/usr/bin/python3", "-c", "import pytest"};
    const auto ran = (*sandbox)->run(command, {}, output);
    if (!ran || ran->ending != Ending::Exited || ran->exitCode != 0)
        return "not run: no sandbox in which /usr/bin/python3 imports pytest";
    return {};
}

Result<Proof> LiveProver::prove(const Files &files, const Files &after,
                                const std::vector<std::string> &checks, std::chrono::seconds limit)
{
    const LiveTree tree(files, m_identity);
    auto planned = planChecks(tree, checks);
    if (!planned)
        return Failure(planned.error());
    const SystemClock clock;
    ProofDependencies parts{tree, *m_sandboxes, clock, std::move(*planned), {}, {}, {}, {}, {}, {}, "/repo"};
    parts.limits.check = limit;
    ++m_runs;
    parts.runFolder = folder();
    ProofVerifier verifier(std::move(parts));
    QuietReporter reporter;
    auto baseline = verifier.baseline(reporter, {});
    if (!baseline)
        return Failure(baseline.error());
    auto verdict = verifier.verify(patchOf(files, after), 1, reporter, {});
    if (!verdict)
        return Failure(verdict.error());
    return Proof{std::move(*baseline), std::move(*verdict)};
}

std::filesystem::path LiveProver::folder() const
{
    return m_folder.path().toStdString() + "/" + std::to_string(m_runs);
}

} // namespace vouchsafe::test
