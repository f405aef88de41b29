#pragma once
// What this machine has, for `doctor`, the welcome page and the choice of a backend.

#include <string>
#include <vector>

namespace vouchsafe {

struct Finding {
    enum class State { Works, Limited, Missing };
    std::string topic; ///< `bubblewrap`, `overlay`, `memory limit`, `toolchain python`
    State state = State::Missing;
    std::string detail; ///< what was tried and seen
    std::string remedy; ///< where it does not work

    bool operator==(const Finding &) const = default;
};

class Probe {
public:
    virtual ~Probe() = default;
    virtual std::vector<Finding> examine() = 0; ///< live, may take a second
};

} // namespace vouchsafe
