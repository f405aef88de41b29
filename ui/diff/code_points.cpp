#include "ui/diff/code_points.h"

namespace vouchsafe {

// The table 3-7 of the Unicode Standard: shortest forms, no surrogates, nothing above U+10FFFF.
char32_t nextCodePoint(std::string_view text, std::size_t &at)
{
    const auto byteAt = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byteAt(at);
    if (lead < 0x80) {
        ++at;
        return lead;
    }
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() - at < length) {
        ++at;
        return notUtf8;
    }
    char32_t point = lead & (0xffu >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const unsigned char next = byteAt(at + i);
        if ((next & 0xc0) != 0x80) {
            ++at;
            return notUtf8;
        }
        point = (point << 6) | (next & 0x3fu);
    }
    const bool tooLong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    if (tooLong || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) {
        ++at;
        return notUtf8;
    }
    at += length;
    return point;
}

} // namespace vouchsafe
