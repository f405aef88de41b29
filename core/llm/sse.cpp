#include "core/llm/sse.h"

#include "core/base/text.h"

#include <utility>

namespace vouchsafe {

SseParser::SseParser(Sink sink, std::size_t maxEventBytes)
    : m_sink(std::move(sink)), m_maxEventBytes(maxEventBytes)
{
}

Status SseParser::feed(std::string_view bytes)
{
    while (!bytes.empty() && !m_tooLarge) {
        if (m_afterCr) {
            m_afterCr = false;
            if (bytes.front() == '\n') {
                bytes.remove_prefix(1);
                continue;
            }
        }
        const std::size_t end = bytes.find_first_of("\r\n");
        m_line += bytes.substr(0, end);
        m_tooLarge = m_line.size() + m_data.size() > m_maxEventBytes;
        if (m_tooLarge || end == std::string_view::npos)
            break;
        m_afterCr = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        endLine();
    }
    if (m_tooLarge)
        return fail(ErrorCode::ModelReply, "the provider's answer has an event that is too large",
                    "reading a stream; one event has more than " + std::to_string(m_maxEventBytes) +
                        " bytes");
    return {};
}

void SseParser::endLine()
{
    std::string_view line = m_line;
    if (m_firstLine && line.starts_with("\xEF\xBB\xBF"))
        line.remove_prefix(3);
    m_firstLine = false;
    if (line.empty()) {
        dispatch();
    } else if (line.front() != ':') {
        const std::size_t colon = line.find(':');
        std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
        if (value.starts_with(' '))
            value.remove_prefix(1);
        field(line.substr(0, colon), value);
    }
    m_line.clear();
}

void SseParser::field(std::string_view name, std::string_view value)
{
    if (name == "data")
        m_data.append(value) += '\n';
    else if (name == "event")
        m_type = value;
    else if (name == "id" && value.find('\0') == std::string_view::npos)
        m_id = value;
}

void SseParser::dispatch()
{
    const std::string type = std::exchange(m_type, {});
    std::string data = std::exchange(m_data, {});
    if (data.empty())
        return;
    data.pop_back();
    m_sink({type.empty() ? "message" : type, toUtf8Lossy(data), m_id});
}

} // namespace vouchsafe
