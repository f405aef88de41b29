#include "core/settings/secrets.h"

#include <cstdlib>

namespace vouchsafe {

std::optional<std::string> EnvironmentSecrets::secret(std::string_view name) const
{
    const char *value = std::getenv(std::string(name).c_str());
    if (value == nullptr || *value == '\0')
        return std::nullopt;
    return value;
}

std::string EnvironmentSecrets::origin(std::string_view name) const
{
    return std::string(name) + " in the environment";
}

} // namespace vouchsafe
