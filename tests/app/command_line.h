#pragma once
// A person at the command line: the built program in a home of its own, and what it said.

#include "tests/support/temp_repo.h"

#include <QProcess>
#include <QTemporaryDir>

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vouchsafe::test {

/// How a command ended and what it wrote.
struct Finished {
    int status = -1; ///< 128 + signal where one ended it, as a shell says; -1: it did not end in time
    std::string out;
    std::string err;

    /// The JSON lines of stdout; a line that is none becomes a discarded value.
    std::vector<nlohmann::json> lines() const;
    /// The last line of stdout.
    nlohmann::json last() const;
    /// Whether stderr ends with the four lines of an error with that code.
    bool fails(const std::string &code) const;
    /// Everything, for the message of a failed comparison.
    std::string shown() const;
};

/// HOME and all XDG folders are temporary and private to this object; nothing of the user's is read.
class CommandLine {
public:
    CommandLine();

    /// Adds or replaces a variable of the program's environment.
    void set(const std::string &name, const std::string &value);
    std::filesystem::path home() const { return m_home; }
    std::filesystem::path data() const { return m_home / "data" / "vouchsafe"; }
    std::filesystem::path config() const { return m_home / "config" / "vouchsafe"; }
    std::filesystem::path runFolder(const std::string &run) const { return data() / "runs" / run; }

    /// From now on the program runs as that user, who gets this home and these folders. Root only.
    void become(uid_t user, const std::vector<std::filesystem::path> &folders);

    /// Runs to the end; stdin is empty.
    Finished run(const std::vector<std::string> &arguments) const;
    /// Starts and returns at once; the object's end kills what still runs.
    std::unique_ptr<QProcess> start(const std::vector<std::string> &arguments,
                                    const std::filesystem::path &standardInput = "/dev/null") const;

private:
    QTemporaryDir m_temporary;
    std::filesystem::path m_home;
    QProcessEnvironment m_environment;
    uid_t m_user = 0; ///< 0: as the test itself
};

/// Waits for the end of what `start` began. `read` is what was taken from its stdout before.
Finished finish(QProcess &process, const std::string &read = {});
/// Reads stdout until a line of the `--json` output satisfies `wanted`; all that was read, empty when the
/// program ended without such a line.
std::string readUntil(QProcess &process, const std::function<bool(const nlohmann::json &)> &wanted);

/// Whether no process of the host has the text in its command line, at the end of that time at the latest.
bool goneWithin(std::chrono::milliseconds time, const std::string &text);

/// Every regular file below the folder by its relative name, with its bytes.
std::map<std::string, std::string> filesBelow(const std::filesystem::path &folder);

/// A module with one wrong comparison, its tests, and patches for it.
namespace larger {
extern const char *const module;      ///< m.py
extern const char *const tests;       ///< test_m.py: one fails
extern const char *const rightPatch;  ///< all tests pass
extern const char *const wrongPatch;  ///< the failing test still fails, in another way
extern const char *const misfitPatch; ///< for code that the file does not hold
extern const char *const rightModule; ///< m.py after the right patch

/// Commits the module and its tests.
void fill(const TempRepo &repo);
} // namespace larger

/// A file of recorded replies, one row a reply: role and text. The architect's first reply is a plan for
/// m.py.
std::string scriptedReplies(const std::vector<std::string> &engineerReplies);

/// Copies the sample of that name and commits it.
void fillWithSample(const TempRepo &repo, const std::string &name);

} // namespace vouchsafe::test

/// Ends the test unless the command ended with that status; says all that it wrote.
#define VS_ENDS(finished, wanted)                                                                            \
    do {                                                                                                     \
        const vouchsafe::test::Finished &vsFinished = (finished);                                            \
        QVERIFY2(vsFinished.status == (wanted), vsFinished.shown().c_str());                                 \
    } while (false)
/// The same for an error: its exit status and its code in four lines.
#define VS_FAILS(finished, wanted, code)                                                                     \
    do {                                                                                                     \
        const vouchsafe::test::Finished &vsFinished = (finished);                                            \
        QVERIFY2(vsFinished.status == (wanted) && vsFinished.fails(code), vsFinished.shown().c_str());       \
    } while (false)
