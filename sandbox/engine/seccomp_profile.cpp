#include "sandbox/engine/container_argv.h"

#include "sandbox/seccomp_rules.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

using Json = nlohmann::ordered_json;

Json argument(const SeccompCondition &condition)
{
    using Compare = SeccompCondition::Compare;
    switch (condition.compare) {
    case Compare::Equal:
        return {{"index", condition.argument}, {"op", "SCMP_CMP_EQ"}, {"value", condition.value}};
    case Compare::Greater:
        return {{"index", condition.argument}, {"op", "SCMP_CMP_GT"}, {"value", condition.value}};
    case Compare::MaskedEqual:
        break;
    }
    // Here the mask comes first and what is compared with second.
    return {{"index", condition.argument},
            {"op", "SCMP_CMP_MASKED_EQ"},
            {"value", condition.mask},
            {"valueTwo", condition.value}};
}

Json entry(const SeccompRule &rule, bool gvisor)
{
    Json names = Json::array();
    // Calls that the engine's library does not know are passed over there: a profile has names only.
    for (const SeccompCall &call : rule.calls) {
        // Old gVisors answer EPERM whatever number is asked for, and the C library makes threads the older
        // way for ENOSYS alone: no thread could be started. Its namespaces are its own kernel's, not the
        // host's.
        if (gvisor && call.name == "clone3")
            continue;
        names.push_back(std::string(call.name));
    }
    Json args = Json::array();
    if (rule.when)
        args.push_back(argument(*rule.when));
    return {{"names", names}, {"action", "SCMP_ACT_ERRNO"}, {"errnoRet", rule.error}, {"args", args}};
}

} // namespace

Result<std::string> seccompProfile(const Engine &engine, const std::string &runtime)
{
    Json calls = Json::array();
    for (const SeccompRule &rule : seccompRules())
        calls.push_back(entry(rule, isGvisor(engine, runtime)));
    // No architectures are named, so the engine's own is the only one, and a call of another kills: int 0x80,
    // x32 and 32-bit programs. That also holds for an engine on a machine of another kind than this.
    return Json{{"defaultAction", "SCMP_ACT_ALLOW"}, {"syscalls", calls}}.dump(1) + "\n";
}

} // namespace vouchsafe
