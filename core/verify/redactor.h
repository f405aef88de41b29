#pragma once
// Takes secrets of well-known shapes out of a byte stream before it is stored.

#include <string>
#include <string_view>

namespace vouchsafe {

/// Each find becomes `[redacted]`. A token that is spread over chunks is still found; lines of a PEM private
/// key are dropped up to its end. Not for hiding: it only keeps accidents out of stored evidence.
class Redactor {
public:
    /// What is sure by now; up to 8 KiB of an unfinished line wait for the next call.
    std::string feed(std::string_view bytes);
    std::string finish();

private:
    std::string line(std::string_view text);

    std::string m_waiting;
    bool m_inKey = false;
};

std::string redacted(std::string_view text);

} // namespace vouchsafe
