#pragma once
// Who a container or a volume belongs to, by its label, and whether that owner still lives.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

inline constexpr const char *runLabel = "vouchsafe.run";
inline constexpr const char *ownerLabel = "vouchsafe.owner";
inline constexpr const char *startedLabel = "vouchsafe.started";

/// Written as `machine/boot/pid-namespace/pid/start`.
struct OwnerMark {
    std::string machine;   ///< hash of the machine's id and its name
    std::string boot;      ///< the kernel's random id of this boot
    std::string processes; ///< the pid namespace in which the numbers count
    int pid = 0;
    std::string start; ///< in ticks since the boot

    bool operator==(const OwnerMark &) const = default;
};

/// Of this process.
OwnerMark ownerMark();
std::string ownerText(const OwnerMark &owner);
std::optional<OwnerMark> ownerFrom(std::string_view text);

/// Whether the owner is known to be gone: on this machine and another boot, or the same boot and pid
/// namespace without such a process. `startOf` is processStart(). What cannot be told is not dead. `shared`:
/// the engine serves other machines too, of which one may be a copy of this, so another boot says nothing.
bool ownerIsDead(const OwnerMark &owner, const OwnerMark &self,
                 const std::function<std::optional<std::string>(int)> &startOf, bool shared = false);

/// Start time of a living process; empty: it lives, and its start cannot be read (other users' processes may
/// be hidden). None: the kernel says that there is no such process.
std::optional<std::string> processStart(int pid);

} // namespace vouchsafe
