#pragma once
// Whether a failed request is sent again, and when: a pure decision, and a wait that can be cancelled.

#include "core/llm/http.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace vouchsafe {

/// Backoff as the providers' own clients do it: 0.5 s, doubled up to 8 s, less up to a quarter by chance. A
/// server that asks for a wait gets it; beyond `longestWait` the request is given up instead of sent early.
struct RetryPolicy {
    int maxTries = 4;
    std::chrono::milliseconds base{500};
    std::chrono::milliseconds cap{8'000};
    std::chrono::milliseconds longestWait{120'000};
};

struct FailedTry {
    int status = 0; ///< 0: no answer, a transient fault of the network
    HttpHeaders headers;
    int tries = 1;     ///< made so far
    double random = 0; ///< 0 to 1
    std::chrono::system_clock::time_point now;
};

struct RetryDecision {
    bool again = false;
    std::chrono::milliseconds wait{0};
    std::string why; ///< for people, in either case

    bool operator==(const RetryDecision &) const = default;
};

/// 408, 409, 429 and 500 upward are tried again; `x-should-retry` overrules, save for 401 and 403.
RetryDecision decideRetry(const RetryPolicy &policy, const FailedTry &failed);

/// The three forms of an HTTP date (RFC 9110 section 5.6.7).
std::optional<std::chrono::system_clock::time_point> httpDate(std::string_view text);

/// Blocks; `tick` is called at once and then every five seconds with what is left. False when cancelled.
bool waitCancellable(std::chrono::milliseconds time, std::stop_token stop,
                     const std::function<void(std::chrono::milliseconds left)> &tick);

} // namespace vouchsafe
