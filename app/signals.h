#pragma once
// SIGINT, SIGTERM and SIGHUP as an ordinary call on the event loop.

#include <functional>

namespace vouchsafe {

/// While it lives, the first such signal calls `stop` from this thread's event loop; the second ends the
/// process at once with status 130. One at a time.
class StopSignals {
public:
    explicit StopSignals(std::function<void()> stop);
    ~StopSignals();
    StopSignals(const StopSignals &) = delete;
    StopSignals &operator=(const StopSignals &) = delete;

private:
    struct Data;
    Data *m_data;
};

} // namespace vouchsafe
