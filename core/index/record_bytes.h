#pragma once
// Numbers and texts as bytes and back. Private to core/index.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace vouchsafe {

class ByteWriter {
public:
    /// Seven bits a byte, the lowest first, the top bit set on all but the last (LEB128).
    void number(std::uint64_t value)
    {
        while (value >= 0x80) {
            m_bytes += static_cast<char>((value & 0x7f) | 0x80);
            value >>= 7;
        }
        m_bytes += static_cast<char>(value);
    }
    void text(std::string_view text)
    {
        number(text.size());
        m_bytes += text;
    }
    std::string take() && { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Past the end or on a malformed number it gives zeros and empty texts, and good() turns false.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_bytes(bytes) {}

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (m_at >= m_bytes.size())
                return bad();
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if ((byte & 0x80) == 0)
                return value;
        }
        return bad();
    }
    std::string_view text()
    {
        const std::uint64_t size = number();
        if (size > m_bytes.size() - m_at) {
            bad();
            return {};
        }
        const std::string_view found = m_bytes.substr(m_at, size);
        m_at += size;
        return found;
    }
    /// A count of items that take at least one byte each: never more than there are bytes left.
    std::size_t count()
    {
        const std::uint64_t value = number();
        return value <= m_bytes.size() - m_at ? value : bad();
    }
    bool good() const { return m_good; }
    bool atEnd() const { return m_at == m_bytes.size(); }

private:
    std::uint64_t bad()
    {
        m_good = false;
        m_at = m_bytes.size();
        return 0;
    }

    std::string_view m_bytes;
    std::size_t m_at = 0;
    bool m_good = true;
};

} // namespace vouchsafe
