#include "ui/output/escape_reader.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr char escapeByte = 0x1b;
constexpr std::size_t longestSequence = 256;
constexpr std::size_t longestString = 4096;
constexpr int greatestValue = 99'999;
constexpr char32_t notACharacter = 0xfffd;

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool isPlain(char c)
{
    return c >= 0x20 && c < 0x7f;
}

} // namespace

void EscapeReader::read(std::string_view bytes)
{
    while (!bytes.empty()) {
        if (m_place == Place::Ground && m_missing == 0)
            bytes.remove_prefix(readGround(bytes));
        if (bytes.empty())
            return;
        readSpecial(bytes.front());
        bytes.remove_prefix(1);
    }
}

void EscapeReader::finish()
{
    dropPartial();
    to(Place::Ground);
}

/// Writes the plain ASCII at the beginning, which is nearly everything, in one go.
std::size_t EscapeReader::readGround(std::string_view bytes)
{
    const auto end = std::find_if_not(bytes.begin(), bytes.end(), isPlain);
    const auto length = static_cast<std::size_t>(end - bytes.begin());
    if (length > 0)
        m_acts.write(bytes.substr(0, length));
    return length;
}

void EscapeReader::readSpecial(char c)
{
    if (c == '\n' || c == 0x18 || c == 0x1a) { // CAN and SUB end a sequence, and so does a line feed here
        dropPartial();
        const bool shown = c == '\n' || m_place == Place::Ground;
        to(Place::Ground);
        if (shown)
            m_acts.control(c);
        return;
    }
    switch (m_place) {
    case Place::Ground:
        if (c == escapeByte) {
            dropPartial();
            to(Place::Escape);
        } else if (isControl(c)) {
            dropPartial();
            if (c != 0x7f && c != 0)
                m_acts.control(c);
        } else {
            readUtf8(static_cast<unsigned char>(c));
        }
        return;
    case Place::Escape:
    case Place::EscapeMore:
        readEscape(c);
        return;
    case Place::Sequence:
        readSequence(c);
        return;
    case Place::String:
    case Place::StringEscape:
        readString(c);
        return;
    }
}

void EscapeReader::readUtf8(unsigned char byte)
{
    if (m_missing > 0 && byte >= m_lowest && byte <= m_highest) {
        m_partial = m_partial << 6U | (byte & 0x3fU);
        m_lowest = 0x80;
        m_highest = 0xbf;
        if (--m_missing == 0)
            m_acts.write(m_partial);
        return;
    }
    dropPartial();
    if (byte < 0x80) {
        const char ascii = static_cast<char>(byte);
        m_acts.write(std::string_view(&ascii, 1));
        return;
    }
    // Table 3-7 of Unicode: overlong forms, surrogates and what is beyond U+10FFFF end at the second byte.
    m_lowest = byte == 0xe0 ? 0xa0 : byte == 0xf0 ? 0x90 : 0x80;
    m_highest = byte == 0xed ? 0x9f : byte == 0xf4 ? 0x8f : 0xbf;
    if (byte >= 0xc2 && byte <= 0xdf) {
        m_missing = 1;
        m_partial = byte & 0x1fU;
    } else if (byte >= 0xe0 && byte <= 0xef) {
        m_missing = 2;
        m_partial = byte & 0x0fU;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
        m_missing = 3;
        m_partial = byte & 0x07U;
    } else {
        m_acts.write(notACharacter);
    }
}

void EscapeReader::dropPartial()
{
    if (m_missing == 0)
        return;
    m_missing = 0;
    m_acts.write(notACharacter);
}

void EscapeReader::readEscape(char c)
{
    if (c == escapeByte) {
        to(Place::Escape);
    } else if (static_cast<unsigned char>(c) >= 0x7f) { // no sequence; the byte begins a character
        to(Place::Ground);
        readSpecial(c);
    } else if (isControl(c)) {
        m_acts.control(c); // acts within the sequence, as terminals do
    } else if (c < 0x30) {
        if (++m_length > longestSequence)
            to(Place::Ground);
        else
            m_place = Place::EscapeMore;
    } else if (m_place == Place::EscapeMore) {
        to(Place::Ground); // of a character set or a test pattern
    } else if (c == '[') {
        to(Place::Sequence);
    } else if (c == ']' || c == 'P' || c == 'X' || c == '^' || c == '_') {
        to(Place::String);
    } else {
        to(Place::Ground);
        m_acts.escape(c);
    }
}

void EscapeReader::readSequence(char c)
{
    if (c == escapeByte) {
        to(Place::Escape);
    } else if (static_cast<unsigned char>(c) >= 0x80 || ++m_length > longestSequence) {
        to(Place::Ground);
        readSpecial(c);
    } else if (c == 0x7f) {
        return;
    } else if (isControl(c)) {
        m_acts.control(c);
    } else if (c >= '0' && c <= '9') {
        int &value = m_parameters[m_count - 1].value;
        value = std::min(std::max(value, 0) * 10 + (c - '0'), greatestValue);
    } else if (c == ';' || c == ':') {
        if (m_count < m_parameters.size())
            m_parameters[m_count++] = {-1, c == ':'};
        else
            m_ours = false; // more than anybody needs
    } else if (c < 0x40) {
        m_ours = false;
    } else {
        endSequence(c);
    }
}

void EscapeReader::endSequence(char last)
{
    const std::span<const SequenceParameter> parameters(m_parameters.data(), m_count);
    const bool ours = m_ours;
    to(Place::Ground);
    if (ours)
        m_acts.sequence(parameters, last);
}

void EscapeReader::readString(char c)
{
    if (m_place == Place::StringEscape) {
        to(Place::Escape);
        if (c == '\\')
            to(Place::Ground);
        else
            readEscape(c);
    } else if (c == escapeByte) {
        m_place = Place::StringEscape;
    } else if (c == 0x07) {
        to(Place::Ground);
    } else if (++m_length > longestString) {
        to(Place::Ground);
        readSpecial(c);
    }
}

void EscapeReader::to(Place place)
{
    m_place = place;
    m_length = 0;
    if (place != Place::Sequence)
        return;
    m_count = 1;
    m_parameters[0] = {};
    m_ours = true;
}

} // namespace vouchsafe
