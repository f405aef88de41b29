#pragma once
// The window's "install the dependencies first": what `vouchsafe prepare` does, before a run that asks for
// it.

#include "core/base/result.h"

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace vouchsafe {

/// Where `flags` (of `run`) hold `prepare` and these files were not prepared yet. `say` is told in sentences
/// for people what is installed, from where, and what was refused. Blocks; on the calling thread.
Status installFirst(const std::string &repository, std::map<std::string, std::vector<std::string>> flags,
                    const std::stop_token &stop, const std::function<void(const std::string &)> &say);

} // namespace vouchsafe
