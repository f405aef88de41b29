#include "tests/bench/measurement.h"

#include <algorithm>
#include <chrono>

namespace vouchsafe::bench {
namespace {

Status take(const Act &act, Samples *samples)
{
    const auto start = std::chrono::steady_clock::now();
    if (Status status = act(); !status)
        return status;
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (samples != nullptr)
        samples->push_back(taken.count());
    return {};
}

} // namespace

double medianOf(Samples samples)
{
    if (samples.empty())
        return 0;
    std::sort(samples.begin(), samples.end());
    const std::size_t middle = samples.size() / 2;
    return samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
}

double minimumOf(const Samples &samples)
{
    return samples.empty() ? 0 : *std::min_element(samples.begin(), samples.end());
}

double maximumOf(const Samples &samples)
{
    return samples.empty() ? 0 : *std::max_element(samples.begin(), samples.end());
}

Result<Pair> measuredByTurns(int count, const Act &ours, const Act &peer)
{
    Pair pair;
    for (int turn = -1; turn < count; ++turn) { // the turn before the first warms up
        if (Status status = take(ours, turn < 0 ? nullptr : &pair.ours); !status)
            return Failure(status.error());
        if (!peer)
            continue;
        if (Status status = take(peer, turn < 0 ? nullptr : &pair.peer); !status)
            return Failure(status.error());
    }
    return pair;
}

} // namespace vouchsafe::bench
