#pragma once
// Keys of providers. They never reach argv, children's environments, logs, prompts or plain files.

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

class SecretStore {
public:
    virtual ~SecretStore() = default;
    /// For example `OPENAI_API_KEY`. Absent is not an error.
    virtual std::optional<std::string> secret(std::string_view name) const = 0;
    /// Where it came from, for people: `OPENAI_API_KEY in the environment`.
    virtual std::string origin(std::string_view name) const = 0;
};

} // namespace vouchsafe
