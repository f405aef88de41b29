#include "core/verify/sentinels.h"

#include "core/base/ids.h"
#include "core/verify/check_state.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace vouchsafe {
namespace {

constexpr std::array<std::string_view, 32> things{
    "account", "address", "archive", "batch",   "buffer",  "cache",  "channel",  "config",
    "cursor",  "default", "entry",   "filter",  "format",  "header", "index",    "interval",
    "label",   "limit",   "message", "offset",  "order",   "parser", "payload",  "queue",
    "record",  "request", "schema",  "session", "summary", "token",  "transfer", "window",
};
constexpr std::array<std::string_view, 32> aspects{
    "accepts_empty", "after_reset", "as_text",   "at_start",  "boundary", "by_name",   "copies",
    "counts",        "defaults",    "equality",  "expires",   "first",    "from_dict", "ignores_case",
    "is_stable",     "keeps_order", "large",     "last",      "lookup",   "merges",    "negative",
    "nested",        "order",       "parses",    "rejects",   "repeats",  "roundtrip", "single",
    "sorted",        "strips",      "too_short", "unchanged",
};

constexpr std::array<std::string_view, 4> places{"had to pass first", "had to fail first", "had to pass last",
                                                 "had to fail last"};

/// The place of `id` among the four; places.size() where it is none of them.
std::size_t placeOf(const CheckResult &check, std::string_view id)
{
    if (check.sentinels.size() != places.size() + 1)
        return places.size();
    const auto colons = id.find("::");
    const std::string_view file = id.substr(0, colons);
    const std::string own = check.sentinels.front() + ".py";
    // Ids are relative to the runner's root folder, which need not hold our working directory.
    if (colons == std::string_view::npos || (file != own && !file.ends_with("/" + own)))
        return places.size();
    const std::string_view name = id.substr(colons + 2);
    const auto it = std::find(check.sentinels.begin() + 1, check.sentinels.end(), name);
    return static_cast<std::size_t>(it - check.sentinels.begin()) - 1;
}

} // namespace

std::vector<std::string> newSentinelNames()
{
    std::vector<std::string> names;
    std::set<std::size_t> taken;
    while (names.size() < places.size() + 1) {
        const std::string digits = newNonce(2);
        const std::size_t number = std::stoul(digits, nullptr, 16);
        const std::size_t thing = number % things.size();
        if (!taken.insert(thing).second)
            continue;
        names.push_back("test_" + std::string(things[thing]) + "_" +
                        std::string(aspects[(number / things.size()) % aspects.size()]));
    }
    return names;
}

bool isSentinel(const CheckResult &check, std::string_view id)
{
    return placeOf(check, id) < places.size();
}

SentinelFinding withoutSentinels(const CheckResult &check)
{
    SentinelFinding finding;
    std::array<const TestCase *, places.size()> seen{};
    for (const TestCase &test : check.tests) {
        const std::size_t place = placeOf(check, test.id);
        if (place < places.size())
            seen[place] = &test;
        else
            finding.tests.push_back(test);
    }
    for (std::size_t i = 0; i < places.size(); ++i) {
        const std::string which = "the sentinel that " + std::string(places[i]);
        const TestStatus known = i % 2 == 0 ? TestStatus::Passed : TestStatus::Failed;
        if (seen[i] == nullptr)
            finding.fault = which + " was not reported";
        else if (seen[i]->status != known)
            finding.fault = which + " was reported otherwise";
    }
    return finding;
}

} // namespace vouchsafe
