#include "app/host_environment.h"

#include <string_view>
#include <unistd.h>

namespace vouchsafe {

std::map<std::string, std::string> hostEnvironment()
{
    std::map<std::string, std::string> variables;
    for (char **entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        if (const std::size_t equals = text.find('='); equals != std::string_view::npos)
            variables.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return variables;
}

} // namespace vouchsafe
