#include "core/loop/stuck.h"

#include <algorithm>

namespace vouchsafe {

int repeatedFailures(const RunState &state)
{
    std::string signature;
    int count = 0;
    for (auto it = state.iterations.rbegin(); it != state.iterations.rend(); ++it) {
        if (!it->verdict || it->verdict->signature.empty())
            break;
        if (count == 0)
            signature = it->verdict->signature;
        if (it->verdict->signature != signature)
            break;
        ++count;
    }
    return count;
}

bool repeatsAPatch(const RunState &state)
{
    if (state.iterations.empty() || !state.iterations.back().patch)
        return false;
    const std::string &newest = state.iterations.back().patch->sha256;
    return std::any_of(state.iterations.begin(), state.iterations.end() - 1, [&](const Iteration &earlier) {
        return earlier.patch && earlier.patch->sha256 == newest;
    });
}

int repliesWithoutPatch(const RunState &state)
{
    int count = 0;
    for (auto it = state.iterations.rbegin(); it != state.iterations.rend(); ++it) {
        if (!it->verdict || it->verdict->outcome != Outcome::NoPatch)
            break;
        ++count;
    }
    return count;
}

} // namespace vouchsafe
