#pragma once
// Timings of repeated acts, and the few numbers that are drawn from them.

#include "core/base/result.h"

#include <functional>
#include <vector>

namespace vouchsafe::bench {

/// Milliseconds, in the order in which they were taken.
using Samples = std::vector<double>;

double medianOf(Samples samples); ///< 0 where there is none
double minimumOf(const Samples &samples);
double maximumOf(const Samples &samples);

using Act = std::function<Status()>;

struct Pair {
    Samples ours;
    Samples peer;
};

/// Each act `count` times by turns, after one of each that is not counted: what else the machine does
/// meanwhile then weighs on both alike. A null peer is left out. The first failure ends it.
Result<Pair> measuredByTurns(int count, const Act &ours, const Act &peer);

} // namespace vouchsafe::bench
