#pragma once
// Where this product keeps things, by the XDG base directory specification.

#include <filesystem>

namespace vouchsafe {

/// All absolute. `runtime` is empty where XDG_RUNTIME_DIR is not set.
struct Directories {
    std::filesystem::path config;  ///< `$XDG_CONFIG_HOME/vouchsafe`
    std::filesystem::path data;    ///< `$XDG_DATA_HOME/vouchsafe`; holds `runs/`
    std::filesystem::path cache;   ///< `$XDG_CACHE_HOME/vouchsafe`; can be deleted at any time
    std::filesystem::path state;   ///< `$XDG_STATE_HOME/vouchsafe`
    std::filesystem::path runtime; ///< `$XDG_RUNTIME_DIR/vouchsafe`

    bool operator==(const Directories &) const = default;
};

/// From the environment; a relative XDG value is ignored, as the specification says.
Directories userDirectories();

} // namespace vouchsafe
