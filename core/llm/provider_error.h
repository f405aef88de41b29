#pragma once
// What a provider's error answer means: overflow of the window, of the answer, an unwanted parameter, the
// key.

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace vouchsafe {

struct ProviderError {
    enum class Kind {
        ContextOverflow, ///< the prompt does not fit; the same bytes never will
        OutputLimit,     ///< more answer tokens were asked for than the model gives
        Parameter,       ///< a field of the request is not supported, see `parameter`
        Auth,
        UnknownModel,
        Other
    };
    Kind kind = Kind::Other;
    int status = 0;        ///< of the answer, or a numeric code inside of it
    std::string message;   ///< the provider's words, shortened, or what kind of page came
    std::string parameter; ///< `max_tokens`, `stream_options`

    bool operator==(const ProviderError &) const = default;
};

/// `body` is the error answer or the in-band {"error":…} object, JSON or not. Providers have no common code
/// for an overflow, so its known wordings are recognised here and nowhere else.
ProviderError providerError(int status, std::string_view body);

} // namespace vouchsafe
