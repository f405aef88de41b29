#include "core/base/ids.h"

#include <QRandomGenerator>

#include <ctime>

namespace vouchsafe {

std::string newRunId(const Clock &clock)
{
    const std::time_t now = std::chrono::system_clock::to_time_t(clock.wall());
    std::tm utc{};
    gmtime_r(&now, &utc);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d-%H%M%S-", &utc);
    return text + newNonce(2);
}

bool isRunId(std::string_view text)
{
    constexpr std::string_view shape = "dddddddd-dddddd-xxxx";
    if (text.size() != shape.size())
        return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const char c = text[i];
        const bool digit = c >= '0' && c <= '9';
        const bool hex = digit || (c >= 'a' && c <= 'f');
        if (shape[i] == '-' ? c != '-' : shape[i] == 'd' ? !digit : !hex)
            return false;
    }
    return true;
}

std::string newNonce(std::size_t bytes)
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    text.reserve(bytes * 2);
    for (std::size_t i = 0; i < bytes; ++i) {
        const auto byte = QRandomGenerator::system()->generate() & 0xffU;
        text += digits[byte >> 4];
        text += digits[byte & 15U];
    }
    return text;
}

} // namespace vouchsafe
