#pragma once
// Proves patches of small trees in the real sandbox.

#include "core/verify/proof_verifier.h"
#include "sandbox/bubblewrap_sandbox.h"
#include "tests/core/verify/live_tree.h"

#include <QTemporaryDir>

#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::test {

class QuietReporter final : public Reporter {
public:
    void report(EventBody body) override { events.push_back(std::move(body)); }
    void output(const OutputChunk &) override {}
    std::vector<EventBody> events;
};

struct Proof {
    Baseline baseline;
    Verdict verdict;
};

class LiveProver {
public:
    /// Why nothing can be proven on this machine; empty where it can.
    std::string unavailable();
    /// `after` overlays `tree`; an empty text removes a file. Without `checks` they are found.
    Result<Proof> prove(const Files &tree, const Files &after, const std::vector<std::string> &checks,
                        std::chrono::seconds limit = std::chrono::seconds(30));
    /// Output and reports of the last proof.
    std::filesystem::path folder() const;
    SandboxFactory &sandboxes() { return *m_sandboxes; }
    const Identity &identity() const { return m_identity; }

private:
    std::unique_ptr<BubblewrapFactory> m_sandboxes;
    Identity m_identity;
    QTemporaryDir m_folder;
    int m_runs = 0;
};

} // namespace vouchsafe::test
