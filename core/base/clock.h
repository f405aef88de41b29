#pragma once
// Wall-clock time for records and monotonic time for limits, behind one seam for tests.

#include <chrono>
#include <string>

namespace vouchsafe {

/// Safe to call from any thread.
class Clock {
public:
    virtual ~Clock() = default;
    virtual std::chrono::system_clock::time_point wall() const = 0;
    virtual std::chrono::steady_clock::time_point steady() const = 0;
};

class SystemClock final : public Clock {
public:
    std::chrono::system_clock::time_point wall() const override { return std::chrono::system_clock::now(); }
    std::chrono::steady_clock::time_point steady() const override { return std::chrono::steady_clock::now(); }
};

/// RFC 3339 in UTC with milliseconds: `2026-11-30T06:02:11.250Z`.
std::string timestamp(std::chrono::system_clock::time_point at);

} // namespace vouchsafe
