#pragma once
// The rules of the system call filter: one table for bubblewrap's compiled filter and the engines' profile.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct SeccompCall {
    std::string_view name;
    int number = -1; ///< set for calls that libseccomp 2.5.4 does not know; the same on every architecture

    bool operator==(const SeccompCall &) const = default;
};

struct SeccompCondition {
    enum class Compare { Equal, Greater, MaskedEqual };
    unsigned argument = 0;
    Compare compare = Compare::Equal;
    std::uint64_t value = 0;
    std::uint64_t mask = 0; ///< for MaskedEqual: the bits of the argument that are compared

    bool operator==(const SeccompCondition &) const = default;
};

/// These calls, under the condition where there is one, fail with this error number.
struct SeccompRule {
    std::vector<SeccompCall> calls;
    int error = 0;
    std::optional<SeccompCondition> when = {};

    bool operator==(const SeccompRule &) const = default;
};

/// A deny list: everything else is open. Calls of a foreign architecture are no part of it: they kill.
std::vector<SeccompRule> seccompRules();

} // namespace vouchsafe
