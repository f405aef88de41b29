#pragma once
// What the window says of a repository before anything ran: branch, checks, models, earlier runs; and
// samples.

#include "app/run_store.h"
#include "ui/run_view.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace vouchsafe {

/// Blocking, reads only. Errors as openRepository and loadSettings.
Result<OpenedRepository> readRepository(const std::filesystem::path &folder, const RunStore &store,
                                        const std::stop_token &stop);

/// A fresh copy of the sample, as a repository with one commit, below `<data>/samples`. Its folder.
Result<std::filesystem::path> copySample(const std::string &name, const std::filesystem::path &dataFolder);

/// The request that comes with a sample whose copy stands in `folder`; empty for any other repository.
std::string taskOfSample(const std::filesystem::path &folder, const std::filesystem::path &dataFolder);

} // namespace vouchsafe
