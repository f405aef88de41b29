#pragma once
// What is known of each test runner, as data: how it is started, asked for a report, and what its exit codes
// mean.

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// What a runner says with an exit code. Broken: it did not get as far as a result (no build, internal
/// error).
enum class ExitMeaning { Passed, Failed, NoTests, Usage, Broken };

/// Where the test ids of a report come from.
enum class ReportIds {
    Pytest, ///< file and class of `junit_family=xunit1`: pytest's own node ids
    File,   ///< `file::classname::name`
    Name,   ///< the name alone
};

/// How a runner is asked for a structured report; `{report}` stands for the path inside the sandbox.
struct ReportRequest {
    std::vector<std::string> arguments;
    std::vector<std::string> files;    ///< of resources/runners, shown under insideTools
    std::vector<std::string> replaced; ///< flags of the person's command that ours take the place of
    std::vector<std::string> instead;  ///< last words that start the runner, which ours take the place of
    bool atStart = false;              ///< right after the words that start the runner, else at the end
    ReportIds ids = ReportIds::Name;

    bool operator==(const ReportRequest &) const = default;
};

/// What shows in the repetition of a proof whether the runner's reports can be believed. `{names}` is filled
/// in environment values.
struct SentinelRequest {
    std::vector<std::string> arguments; ///< after the person's own, so that they count
    std::vector<std::string> files;
    std::map<std::string, std::string> environment;
    bool tests = false; ///< tests of a known result surround the suite
    int alarm = 0;      ///< exit status of a test process whose assertions were changed; 0: there is none

    bool operator==(const SentinelRequest &) const = default;
};

/// One way to recognise a project: a path or a glob, with a text or a make target that a match must contain.
struct Recognition {
    std::string file;
    std::string glob;
    std::string contains;
    std::string target;

    bool operator==(const Recognition &) const = default;
};

struct FoundCheck {
    std::vector<std::string> argv; ///< `{target}` is the make target that was recognised
    std::string when;              ///< only where this file exists; empty: always
    std::string unless;            ///< only where this file does not exist

    bool operator==(const FoundCheck &) const = default;
};

struct Toolchain {
    std::string name;
    std::string language;
    std::string image;     ///< of containers for this language where a person named none
    std::string otherwise; ///< toolchain to fall back to where this one cannot be started
    int order = 0;         ///< smaller is tried first when the check has to be found
    bool build = false;    ///< its failure means that the tree does not build
    bool warm = false;     ///< what the baseline leaves in the workspace makes later runs faster
    std::vector<Recognition> recognise;
    std::vector<FoundCheck> check;
    std::vector<std::vector<std::string>> start; ///< globs for the words that start it, first by base name
    std::string interpreter;                     ///< program to look for in several places; empty: as given
    std::vector<std::string> probe;              ///< arguments with which interpreter or program must exit 0
    std::vector<ReportRequest> report;           ///< none or one
    std::vector<SentinelRequest> sentinels;      ///< none or one
    std::vector<std::string> selectArguments;    ///< for a quick run of chosen ids; empty: it cannot choose
    std::map<int, ExitMeaning> exits;
    ExitMeaning otherExit = ExitMeaning::Broken;
    std::vector<std::string> tests;         ///< globs of test files
    std::vector<std::string> configuration; ///< globs of what steers the runner
    std::map<std::string, std::string> environment;
    std::string remedy;

    bool operator==(const Toolchain &) const = default;
};

/// Reads one file of resources/toolchains. ErrorCode::Internal says which field is wrong.
Result<Toolchain> parseToolchain(std::string_view json);
/// All of them in their order; read once. Safe from any thread.
const std::vector<Toolchain> &toolchains();
/// Null where there is none of that name.
const Toolchain *toolchainNamed(std::string_view name);
ExitMeaning exitMeaning(const Toolchain &toolchain, int exitCode);

} // namespace vouchsafe
