#pragma once
// Fields of a stored record: numbers and words parted by blanks, then raw bytes up to a NUL.

#include <charconv>
#include <optional>
#include <string_view>

namespace vouchsafe {

/// Takes from the front of a text; `ok()` turns false at the first thing that is not there and stays so.
class RecordReader {
public:
    explicit RecordReader(std::string_view text) : m_text(text) {}

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_text.empty(); }

    std::string_view upTo(char end)
    {
        const std::size_t at = m_text.find(end);
        if (at == std::string_view::npos) {
            m_ok = false;
            m_text = {};
            return {};
        }
        const std::string_view taken = m_text.substr(0, at);
        m_text.remove_prefix(at + 1);
        return taken;
    }

    template <typename Number>
    Number number(char end, int base = 10)
    {
        const std::string_view digits = upTo(end);
        Number value = 0;
        const auto [stopped, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
        if (error != std::errc() || stopped != digits.data() + digits.size())
            m_ok = false;
        return value;
    }

    std::string_view bytes(std::size_t count)
    {
        if (count > m_text.size()) {
            m_ok = false;
            m_text = {};
            return {};
        }
        const std::string_view taken = m_text.substr(0, count);
        m_text.remove_prefix(count);
        return taken;
    }

private:
    std::string_view m_text;
    bool m_ok = true;
};

} // namespace vouchsafe
