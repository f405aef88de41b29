#include "core/verify/sentinels.h"

#include "core/verify/check_state.h"
#include "core/verify/toolchains.h"

#include <map>

namespace vouchsafe {
namespace {

constexpr std::string_view prefix = "vouchsafe_sentinel_";

} // namespace

bool hasSentinels(const CheckResult &check)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    return check.reportExpected && toolchain != nullptr && !toolchain->sentinels.empty();
}

bool isSentinel(std::string_view id)
{
    return id.starts_with(prefix);
}

SentinelFinding withoutSentinels(const std::vector<TestCase> &tests)
{
    SentinelFinding finding;
    std::map<std::string, TestStatus> sentinels;
    std::string module;
    for (const TestCase &test : tests) {
        if (!isSentinel(test.id)) {
            finding.tests.push_back(test);
            continue;
        }
        const std::string own = test.id.substr(0, test.id.find("::"));
        if (!module.empty() && module != own)
            finding.fault = "a sentinel of another run was reported";
        module = own;
        sentinels[test.id.substr(std::min(own.size() + 2, test.id.size()))] = test.status;
    }
    static constexpr const char *names[] = {"first_must_pass", "first_must_fail", "last_must_pass",
                                            "last_must_fail"};
    for (const std::string name : names) {
        const auto it = sentinels.find(name);
        if (it == sentinels.end())
            finding.fault = "the sentinel " + name + " was not reported";
        else if (isFailing(it->second) != name.ends_with("fail") ||
                 (it->second != TestStatus::Passed && it->second != TestStatus::Failed))
            finding.fault = "the sentinel " + name + " was reported otherwise";
    }
    if (finding.fault.empty() && sentinels.size() != std::size(names))
        finding.fault = "an unknown sentinel was reported";
    return finding;
}

} // namespace vouchsafe
