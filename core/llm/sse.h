#pragma once
// Server-sent events as the WHATWG HTML standard reads them (section "Parsing an event stream").

#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace vouchsafe {

struct SseEvent {
    std::string type; ///< `message` where the stream names none
    std::string data; ///< lines joined by LF; UTF-8, what is not is replaced by U+FFFD
    std::string id;   ///< last id seen

    bool operator==(const SseEvent &) const = default;
};

/// Incremental: any split of the same bytes gives the same events. Only CR, LF and CRLF end a line, so U+2028
/// stays inside data. An event without its blank line at the end of the stream is never given out.
class SseParser {
public:
    using Sink = std::function<void(const SseEvent &)>;

    explicit SseParser(Sink sink, std::size_t maxEventBytes = std::size_t{8} << 20);

    /// ErrorCode::ModelReply once a single event is larger than the cap; nothing is given out after that.
    Status feed(std::string_view bytes);

private:
    void endLine();
    void field(std::string_view name, std::string_view value);
    void dispatch();

    Sink m_sink;
    std::size_t m_maxEventBytes;
    std::string m_line;
    std::string m_data;
    std::string m_type;
    std::string m_id;
    bool m_firstLine = true;
    bool m_afterCr = false;
    bool m_tooLarge = false;
};

} // namespace vouchsafe
