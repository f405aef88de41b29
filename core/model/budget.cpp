#include "core/model/budget.h"

namespace vouchsafe {

Cost &Cost::operator+=(const Cost &other)
{
    promptTokens += other.promptTokens;
    cachedTokens += other.cachedTokens;
    completionTokens += other.completionTokens;
    usd += other.usd;
    calls += other.calls;
    return *this;
}

} // namespace vouchsafe
