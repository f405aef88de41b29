#pragma once
// A folder of files becomes a repository with one commit: for samples that nobody has cloned.

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace vouchsafe {

/// Branch `main`, every file that is not ignored, one commit in the name of `author`. The folder must not be
/// inside another repository's reach; nothing outside of it is read or written.
Status makeRepository(const std::filesystem::path &folder, const std::string &author,
                      const std::string &message);

} // namespace vouchsafe
