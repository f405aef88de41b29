#include "sandbox/inside/bytes.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

constexpr int noMemory = 125;

void *checked(void *memory)
{
    if (memory == nullptr)
        ::_exit(noMemory);
    return memory;
}

} // namespace

Bytes::~Bytes()
{
    std::free(m_data);
}

char *Bytes::room(std::size_t count)
{
    if (m_size + count > m_room) {
        std::size_t more = m_room < 256 ? 256 : m_room;
        while (more < m_size + count)
            more *= 2;
        m_data = static_cast<char *>(checked(std::realloc(m_data, more)));
        m_room = more;
    }
    return m_data + m_size;
}

void Bytes::append(std::string_view bytes)
{
    if (bytes.empty())
        return;
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    m_size += bytes.size();
}

void Bytes::appendNumber(std::uint32_t value)
{
    char four[4];
    for (unsigned i = 0; i < 4; ++i)
        four[i] = static_cast<char>((value >> (8 * i)) & 0xffU);
    append({four, sizeof four});
}

void Bytes::appendText(std::string_view text)
{
    appendNumber(static_cast<std::uint32_t>(text.size()));
    append(text);
}

void Bytes::appendDecimal(long value)
{
    char digits[24];
    std::size_t at = sizeof digits;
    unsigned long left =
        value < 0 ? 0UL - static_cast<unsigned long>(value) : static_cast<unsigned long>(value);
    do {
        digits[--at] = static_cast<char>('0' + left % 10);
        left /= 10;
    } while (left != 0);
    if (value < 0)
        digits[--at] = '-';
    append({digits + at, sizeof digits - at});
}

void Bytes::dropFront(std::size_t count)
{
    if (count == 0)
        return;
    std::memmove(m_data, m_data + count, m_size - count);
    m_size -= count;
}

const char *Bytes::text()
{
    *room(1) = '\0';
    return m_data;
}

std::uint32_t numberAt(const char *bytes)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

std::uint32_t BodyReader::number()
{
    if (rest.size() < 4) {
        whole = false;
        return 0;
    }
    const std::uint32_t value = numberAt(rest.data());
    rest.remove_prefix(4);
    return value;
}

std::string_view BodyReader::text()
{
    const std::uint32_t length = number();
    if (!whole || length > rest.size()) {
        whole = false;
        return {};
    }
    const std::string_view found(rest.data(), length);
    rest.remove_prefix(length);
    return found;
}

char *kept(std::string_view text)
{
    char *copy = static_cast<char *>(checked(std::malloc(text.size() + 1)));
    if (!text.empty())
        std::memcpy(copy, text.data(), text.size());
    copy[text.size()] = '\0';
    return copy;
}

bool writeAll(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(fd, bytes.data(), bytes.size());
        if (count >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(count));
        } else if (errno == EAGAIN) {
            // The command shares this open file and may have told it not to block.
            pollfd ready{fd, POLLOUT, 0};
            ::poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool writeFrame(int fd, Kind kind, std::string_view body)
{
    Bytes frame;
    const char first = static_cast<char>(kind);
    frame.append({&first, 1});
    frame.appendText(body);
    return writeAll(fd, frame.view());
}

} // namespace vouchsafe::inside
