#pragma once
// This process's environment as a value.

#include <map>
#include <string>

namespace vouchsafe {

std::map<std::string, std::string> hostEnvironment();

} // namespace vouchsafe
