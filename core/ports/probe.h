#pragma once
// What this machine has, for `doctor`, the welcome page and the choice of a backend.

#include <cstdint>
#include <functional>
#include <stop_token>
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
    /// Live: each part is told as soon as it is known, one call at a time, from several threads. An engine
    /// that does not answer is told after 10 s and holds nothing else up.
    virtual void examine(const std::function<void(const std::vector<Finding> &)> &found,
                         std::stop_token stop) = 0;
};

/// What a cache or an engine holds on disk, for `doctor`.
struct Holding {
    std::string what;  ///< `base trees`, `docker images`
    std::string place; ///< folder or endpoint
    std::uint64_t bytes = 0;
    std::uint64_t count = 0; ///< of trees, images, containers; 0: not counted
    bool cleans = true;      ///< `doctor --clean` removes what of it nobody uses

    bool operator==(const Holding &) const = default;
};

} // namespace vouchsafe
