#pragma once
// Prompts as data, by name, with their hashes for the evidence.

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>

namespace vouchsafe {

struct Prompt {
    std::string text; ///< with {{placeholders}}
    std::string sha256;
};

class PromptStore {
public:
    virtual ~PromptStore() = default;
    virtual Result<Prompt> prompt(std::string_view name) const = 0; ///< `architect`, `engineer`
};

/// Fills {{name}}; an unknown placeholder is ErrorCode::Internal. Values are not filled in turn.
Result<std::string> filled(const Prompt &prompt, const std::map<std::string, std::string> &values);

} // namespace vouchsafe
