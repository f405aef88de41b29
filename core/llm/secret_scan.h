#pragma once
// Finds keys by their well-known shapes, so that none leaves in a prompt.

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct SecretFinding {
    std::string kind; ///< `AWS access key`
    int line = 0;     ///< from 1

    bool operator==(const SecretFinding &) const = default;
};

struct Redacted {
    std::string text; ///< each find replaced by `[redacted AWS access key]`
    std::vector<SecretFinding> findings;
};

/// Pure and linear in the text. Only shapes that a provider gives its keys, private key blocks, signed web
/// tokens and passwords in addresses: guessing by entropy would damage code that a patch must match.
Redacted redactSecrets(std::string_view text);

} // namespace vouchsafe
