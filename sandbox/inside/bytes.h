#pragma once
// A growing buffer, and the numbers and texts of the protocol in it. The helper has no exceptions and no C++
// library at run time, so that it is small and starts at once.

#include "sandbox/inside/protocol.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vouchsafe::inside {

/// Owns its memory. Without memory the program ends: there is nobody to tell.
class Bytes {
public:
    Bytes() = default;
    ~Bytes();
    Bytes(const Bytes &) = delete;
    Bytes &operator=(const Bytes &) = delete;

    std::string_view view() const { return {m_data, m_size}; }
    std::size_t size() const { return m_size; }
    void clear() { m_size = 0; }
    void append(std::string_view bytes);
    void appendNumber(std::uint32_t value);
    void appendText(std::string_view text); ///< with its length before it
    void appendDecimal(long value);
    /// Room for so many bytes at the end; `grew` says how many of them were used.
    char *room(std::size_t count);
    void grew(std::size_t count) { m_size += count; }
    void dropFront(std::size_t count);
    void shorten(std::size_t size) { m_size = size; }
    /// The same with a NUL behind it.
    const char *text();

private:
    char *m_data = nullptr;
    std::size_t m_size = 0;
    std::size_t m_room = 0;
};

/// Parts of a frame's body, in the order in which they stand in it.
struct BodyReader {
    std::string_view rest;
    bool whole = true; ///< false once something was missing

    std::uint32_t number();
    std::string_view text();
};

std::uint32_t numberAt(const char *bytes);

/// A copy with a NUL behind it, for the kernel; never freed.
char *kept(std::string_view text);

/// However the system cuts it up, and also where the descriptor does not block. False with errno set.
bool writeAll(int fd, std::string_view bytes);
bool writeFrame(int fd, Kind kind, std::string_view body);

} // namespace vouchsafe::inside
