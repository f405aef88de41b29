#pragma once
// One blocking POST whose answer is read as it streams in: deadlines, caps, no redirects, verified TLS.

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vouchsafe {

/// Names in replies are lower case. Values of requests may be secret and never enter an error.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;
std::string headerValue(const HttpHeaders &headers, std::string_view lowerName); ///< empty where absent

/// A local model may think long before its first word, so that wait has a deadline of its own. Bytes that say
/// nothing (comments, one byte a time) put off only `idle`, never the other two.
struct HttpDeadlines {
    std::chrono::milliseconds firstToken{300'000};
    std::chrono::milliseconds idle{120'000}; ///< without a single byte
    std::chrono::milliseconds overall{1'200'000};
};

struct HttpPost {
    std::string url;
    HttpHeaders headers;
    std::string body;
    HttpDeadlines deadlines;
    std::uint64_t maxBytes = std::uint64_t{32} << 20; ///< of the answer, after decompression
};

struct HttpReply {
    int status = 0;
    HttpHeaders headers;
    std::string body; ///< of answers that were not streamed
};

struct HttpFault {
    Error error;
    bool transient = false; ///< the same request may succeed in a moment
};

/// What the reader of a stream knows after its newest bytes. A connection that ends early is no fault: the
/// reader knows whether the answer was whole.
enum class StreamState { Waiting, Answering, Done };
/// Called with the reply's head and bytes as they come, for statuses 200 to 299 only.
using HttpStream = std::function<StreamState(const HttpReply &head, std::string_view bytes)>;

/// Runs in a local event loop on the calling thread, which must not be the window's; cancels within 100 ms.
/// Redirects are refused, so nothing that was sent reaches a second server. Certificates are verified and
/// there is no override. Proxies come from the environment; loopback never goes through one.
tl::expected<HttpReply, HttpFault> postHttp(const HttpPost &post, const HttpStream &stream,
                                            std::stop_token stop);

} // namespace vouchsafe
