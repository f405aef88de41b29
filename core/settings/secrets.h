#pragma once
// Keys of providers from the environment.

#include "core/ports/secret_store.h"

namespace vouchsafe {

/// Reads the variable of that name each time it is asked; an empty one counts as absent. Keeps no copy.
/// Nobody may change the environment meanwhile.
class EnvironmentSecrets final : public SecretStore {
public:
    std::optional<std::string> secret(std::string_view name) const override;
    std::string origin(std::string_view name) const override;
};

} // namespace vouchsafe
