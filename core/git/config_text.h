#pragma once
// Reads git's configuration files as text, so that a hostile one is understood before libgit2 follows it.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One setting as written: nothing is expanded and no include is followed.
struct ConfigSetting {
    std::string section; ///< lower case: `core`, `includeif`
    std::string subsection;
    std::string key;   ///< lower case
    std::string value; ///< quotes and escapes resolved; empty for a key alone

    bool operator==(const ConfigSetting &) const = default;
};

/// Syntax of git-config(1), "CONFIGURATION FILE". Lines that git would refuse are skipped.
std::vector<ConfigSetting> configSettings(std::string_view text);

} // namespace vouchsafe
