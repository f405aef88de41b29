#pragma once
// The folders of one prepared digest: later ones replace earlier ones, and a lock keeps those in use.

#include "core/base/descriptor.h"
#include "sandbox/identity.h"

#include <memory>
#include <optional>
#include <string>

namespace vouchsafe {

/// The file of a generation that is locked: shared while a run uses it.
inline constexpr const char *preparedRecord = "prepared.json";

struct TakenGeneration {
    std::string name;
    std::shared_ptr<Descriptor> lock;
};

/// Where the cache holds its layers; not valid where there are none yet.
Descriptor openLayers(const Identity &identity);

/// In the open folder of all layers, the last name that starts with the stem; empty where there is none.
std::string latestGeneration(int layers, const std::string &stem);
/// Later in order than all that there are, whatever the clock says.
std::string nextGeneration(int layers, const std::string &stem);
/// The latest, locked against its removal.
std::optional<TakenGeneration> takeGeneration(int layers, const std::string &stem);
/// Leaves what a run uses, and holds the lock until everything is gone. Whether it went.
bool removeUnusedGeneration(int layers, const std::string &name);

} // namespace vouchsafe
