#pragma once
// A clock that stands still until it is moved.

#include "core/base/clock.h"

namespace vouchsafe::test {

class FakeClock final : public Clock {
public:
    std::chrono::system_clock::time_point wall() const override { return m_wall; }
    std::chrono::steady_clock::time_point steady() const override { return m_steady; }
    void advance(std::chrono::milliseconds by)
    {
        m_wall += by;
        m_steady += by;
    }
    void setWall(std::chrono::system_clock::time_point at) { m_wall = at; }

private:
    std::chrono::system_clock::time_point m_wall{std::chrono::seconds{1'790'000'000}};
    std::chrono::steady_clock::time_point m_steady{};
};

} // namespace vouchsafe::test
