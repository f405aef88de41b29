#pragma once
// What the sandbox proved about a tree: outcome, per-check results, per-test ledger against the baseline.

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

enum class Outcome {
    Proven,
    PassingWeak,
    StillFailing,
    Regressed,
    BuildBroken,
    NotApplied,
    NoPatch,
    Timeout,
    Limit,
    Flaky,
    NoTests,
    Environment,
    Tampered,
    Refused,
    Cancelled,
};

/// One row of the table of outcomes.
struct OutcomeRule {
    Outcome outcome;
    std::string_view name; ///< `passing-weak`
    int exitStatus;
    bool costsAttempt;
    bool offered;           ///< may be offered for approval
    bool warned;            ///< offered with a warning
    std::string_view shown; ///< the words for people: `passes all tests`, never "fixed"
};
const OutcomeRule &outcomeRule(Outcome outcome);
std::optional<Outcome> outcomeFromName(std::string_view name);
inline std::string_view outcomeName(Outcome outcome)
{
    return outcomeRule(outcome).name;
}

enum class TestStatus { Passed, Failed, Error, Skipped, ExpectedFailure };

struct TestCase {
    std::string id; ///< `suite::case` as its toolchain says
    TestStatus status = TestStatus::Passed;
    std::chrono::milliseconds duration{0};
    std::string message; ///< of the failure: type, text and traceback, shortened with a marker
    std::string file;    ///< where the report says so
    int line = 0;

    bool operator==(const TestCase &) const = default;
};

/// How a process inside a sandbox ended, from the engine's own record.
enum class Ending { Exited, Signalled, TimedOut, Cancelled, LimitReached, SetupFailed };

/// A limit's name in words: `processes` for `pids`.
std::string_view limitInWords(std::string_view limit);

struct CheckResult {
    std::string command;   ///< as shown to people, report flags left out
    std::string toolchain; ///< `pytest`; empty where the command is no recognised runner
    Ending ending = Ending::Exited;
    int exitCode = 0; ///< for Ending::Exited
    int signal = 0;   ///< for Ending::Signalled
    /// For Ending::LimitReached: `memory`, `pids`, `disk`, `files` (too many), `file-size` (of one),
    /// `output`.
    std::string limit;
    std::chrono::milliseconds duration{0};
    std::string outputTail;   ///< end of stdout and stderr as they came, UTF-8
    std::string outputFile;   ///< `output/1-1.log`, relative to the run's folder
    std::string outputSha256; ///< of what is stored
    std::string reportFile;   ///< `reports/1-1.xml`, relative to the run's folder; empty: no report
    std::string reportSha256;
    bool reportExpected = false;  ///< the runner is one that was asked for a report
    std::vector<TestCase> tests;  ///< from the report
    int number = 0;               ///< of the check in its list, from 1; 0: not recorded
    std::string brokenReportFile; ///< `reports/1-1.xml.broken`: kept, but it could not be read
    std::string brokenReportSha256;
    /// Tests of a known result that surrounded the suite: their module, then one that had to pass and one
    /// that had to fail at its start, and the same at its end. Empty: none.
    std::vector<std::string> sentinels;

    bool operator==(const CheckResult &) const = default;
};

/// One run of all checks on one tree, fail fast.
struct ProofRun {
    std::string
        name; ///< `baseline`, `plain`, `repeat`, `original-tests`, `new-tests-on-base`, some with `-again`
    std::vector<CheckResult> checks;
    bool untouched = false; ///< the tree of an `original-tests` run is that of the baseline

    bool operator==(const ProofRun &) const = default;
};

struct Baseline {
    std::vector<ProofRun> runs; ///< one, or two where something failed
    std::vector<std::string>
        flaky; ///< test ids that differed between the two, and `cmd` in backticks of a check without
    std::vector<std::string> leftOut;       ///< ignored paths that were not copied, for people to see
    bool usable = true;                     ///< false: the runner could not start, see `problem`
    Outcome problem = Outcome::Environment; ///< where not usable
    std::string reason;
    std::vector<std::string> failing; ///< test ids that fail in the baseline, steadily

    bool operator==(const Baseline &) const = default;
};

enum class TestChange {
    FailToPass,
    PassToPass,
    FailToFail,
    PassToFail,
    Vanished,
    NewlySkipped,
    New,
    NewFailing,
    Other
};

struct LedgerRow {
    std::string id;
    TestChange change = TestChange::Other;
    std::optional<TestStatus> before;
    std::optional<TestStatus> after;

    bool operator==(const LedgerRow &) const = default;
};

struct LedgerCounts {
    int total = 0; ///< tests after the patch
    int failToPass = 0;
    int passToPass = 0;
    int failToFail = 0;
    int passToFail = 0;
    int vanished = 0;
    int newlySkipped = 0;
    int added = 0;

    bool operator==(const LedgerCounts &) const = default;
};

enum class Vouch { Vouched, NotReached, Unknown };

struct Verdict {
    Outcome outcome = Outcome::NoPatch;
    std::string reason; ///< one sentence for people, never empty
    std::vector<ProofRun> runs;
    std::vector<LedgerRow> ledger; ///< rows whose state changed or that fail; the rest is in the counts
    LedgerCounts counts;
    std::string signature; ///< failure signature: sha256 of failing ids, exception types, top frames; empty
                           ///< when green
    std::vector<std::string> failing; ///< ids that fail after the patch
    std::vector<std::string> broken;  ///< pass-to-fail
    std::vector<std::string> notes;   ///< `1 failure was there before`
    bool ambiguous = false;
    std::chrono::milliseconds duration{0};

    bool operator==(const Verdict &) const = default;
};

/// What the probe inside a sandbox saw.
struct Attestation {
    std::string backend; ///< `bubblewrap`
    std::string runtime;
    std::string kernel;
    unsigned uid = 0;
    std::string capabilities; ///< CapEff as hexadecimal digits
    bool noNewPrivileges = false;
    int seccomp = 0;                     ///< mode of /proc/self/status
    std::vector<std::string> interfaces; ///< network interfaces, `lo` alone when isolated
    std::string memoryLimit;             ///< `cgroup 2147483648`, `best effort`
    std::string workspace;               ///< `overlay`, `reflink`, `copy`, `volume`
    std::string system;                  ///< uname inside: `Linux 4.4.0 x86_64 #1 SMP …`
    std::string image;                   ///< of a container: its id, `sha256:…`
    std::string engine;                  ///< of a container: `docker 20.10.24`, `podman 4.3.1 rootless`
    std::vector<std::string> mounts;     ///< `/usr ext4 ro`, sorted, one a line of /proc/self/mounts
    std::vector<std::string> routes;     ///< destinations of /proc/net/route and ipv6_route; none
    std::vector<std::string> limits;     ///< `nofile 4096`, `cgroup pids 512`
    std::vector<std::string> refused;    ///< forbidden acts that were tried: `unshare-user EPERM`
    std::vector<std::string> unseen;     ///< what this kernel does not show: `no-new-privileges`

    bool operator==(const Attestation &) const = default;
};

} // namespace vouchsafe
