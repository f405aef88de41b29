#pragma once
// A base tree and a factory for tests against a real sandbox; root's tests run through the dropped identity.

#include "sandbox/bubblewrap_sandbox.h"

#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::test {

class Gathered final : public OutputSink {
public:
    void output(Stream stream, std::string_view chunk) override
    {
        (stream == Stream::Out ? out : err).append(chunk);
    }
    std::string out;
    std::string err;
};

/// A run with its output; `result.setupError` also holds the words of an Error.
struct Ran {
    RunResult result;
    std::string out;
    std::string err;

    bool ok() const { return result.ending == Ending::Exited && result.exitCode == 0; }
    /// Everything at once, for the message of a failed comparison.
    std::string shown() const;
};

/// Path and bytes.
using Files = std::map<std::string, std::string>;

class SandboxCase {
public:
    explicit SandboxCase(const Files &files = {{"a.txt", "base\n"}},
                         const std::string &program = "/usr/bin/bwrap");
    ~SandboxCase();

    const Identity &identity() const { return m_identity; }
    BubblewrapFactory &factory() { return *m_factory; }
    std::filesystem::path base() const { return m_place / "base"; }
    std::filesystem::path place() const { return m_place; } ///< all that goes with this object
    /// An empty folder outside of the base tree, for mounts; gone with this object.
    std::filesystem::path folderBeside();
    /// On the base tree unless the spec names another.
    std::unique_ptr<Sandbox> open(WorkspaceSpec spec = {}, const SandboxPolicy &policy = {});
    Ran run(const std::vector<std::string> &argv, const SandboxPolicy &policy = {},
            std::chrono::milliseconds timeout = std::chrono::seconds(60));
    Ran shell(const std::string &script, const SandboxPolicy &policy = {});
    Ran python(const std::string &script, const SandboxPolicy &policy = {});

private:
    QTemporaryDir m_temporary;
    Identity m_identity;
    std::filesystem::path m_place; ///< not among the stored trees: any run clears those of strangers
    int m_beside = 0;
    std::unique_ptr<BubblewrapFactory> m_factory;
};

Ran runIn(Sandbox &sandbox, const std::vector<std::string> &argv,
          std::chrono::milliseconds timeout = std::chrono::seconds(60));

/// The control: the same on the host, with this process' rights. Status and stdout.
Ran onHost(const std::vector<std::string> &argv, const std::map<std::string, std::string> &environment = {});
Ran pythonOnHost(const std::string &script);

/// Host pids whose command line holds the text; zombies have none.
std::vector<int> processesWith(const std::string &text);
/// Whether none is left within the time.
bool goneWithin(std::chrono::milliseconds time, const std::string &text);

} // namespace vouchsafe::test
