#include "core/model/verdict.h"

#include <algorithm>
#include <array>

namespace vouchsafe {
namespace {

// In the order of the enumeration. Columns: exit status, costs an attempt, offered, with a warning.
constexpr std::array<OutcomeRule, 15> rules{{
    {Outcome::Proven, "proven", 0, true, true, false, "passes all tests"},
    {Outcome::PassingWeak, "passing-weak", 0, true, true, true, "passes, with no evidence of effect"},
    {Outcome::StillFailing, "still-failing", 1, true, true, true, "tests still fail"},
    {Outcome::Regressed, "regressed", 1, true, true, true, "breaks tests that passed before"},
    {Outcome::BuildBroken, "build-broken", 1, true, true, true, "does not build"},
    {Outcome::NotApplied, "not-applied", 1, true, false, false, "the patch could not be placed"},
    {Outcome::NoPatch, "no-patch", 1, false, false, false, "no patch was found"},
    {Outcome::Timeout, "timeout", 3, true, true, true, "a time limit was reached"},
    {Outcome::Limit, "limit", 3, true, true, true, "a resource limit was reached"},
    {Outcome::Flaky, "flaky", 3, true, true, true, "the same tree passed and failed"},
    {Outcome::NoTests, "no-tests", 3, false, true, true, "no test was run"},
    {Outcome::Environment, "environment", 3, false, false, false, "the tests could not be run here"},
    {Outcome::Tampered, "tampered", 4, true, false, false, "the proof was interfered with"},
    {Outcome::Refused, "refused", 4, true, false, false, "refused"},
    {Outcome::Cancelled, "cancelled", 130, false, false, false, "cancelled"},
}};

} // namespace

const OutcomeRule &outcomeRule(Outcome outcome)
{
    return rules.at(static_cast<std::size_t>(outcome));
}

std::string_view limitInWords(std::string_view limit)
{
    if (limit == "pids")
        return "processes";
    if (limit == "files")
        return "the number of files";
    if (limit == "file-size")
        return "the size of one file";
    return limit;
}

std::optional<Outcome> outcomeFromName(std::string_view name)
{
    const auto it =
        std::find_if(rules.begin(), rules.end(), [&](const OutcomeRule &rule) { return rule.name == name; });
    if (it == rules.end())
        return std::nullopt;
    return it->outcome;
}

} // namespace vouchsafe
