#include "core/patch/base_text.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::string_view blanks = " \t\f\v\r";

bool isBlankByte(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

/// Equal where runs of blanks count as one.
bool sameButInnerBlanks(std::string_view a, std::string_view b)
{
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isBlankByte(a[i]) && isBlankByte(b[j])) {
            while (i < a.size() && isBlankByte(a[i]))
                ++i;
            while (j < b.size() && isBlankByte(b[j]))
                ++j;
        } else if (a[i++] != b[j++]) {
            return false;
        }
    }
    return i == a.size() && j == b.size();
}

/// FNV-1a over all that is no blank.
std::uint64_t hashOf(std::string_view line)
{
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : line)
        if (!isBlankByte(c))
            hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash ^ (hash >> 32);
}

} // namespace

std::string_view withoutTrailingBlanks(std::string_view line)
{
    const std::size_t last = line.find_last_not_of(blanks);
    return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string_view indentOf(std::string_view line)
{
    return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool isBlank(std::string_view line)
{
    return line.find_first_not_of(blanks) == std::string_view::npos;
}

bool isTelling(std::string_view line)
{
    return std::any_of(line.begin(), line.end(), [](unsigned char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c >= 0x80;
    });
}

Likeness likeness(std::string_view a, std::string_view b)
{
    if (a == b)
        return Likeness::Equal;
    a = withoutTrailingBlanks(a);
    b = withoutTrailingBlanks(b);
    if (a == b)
        return Likeness::TrailingBlanks;
    a = trimmed(a);
    b = trimmed(b);
    if (a == b)
        return Likeness::Indentation;
    return sameButInnerBlanks(a, b) ? Likeness::InnerBlanks : Likeness::None;
}

BaseText::BaseText(std::string_view bytes) : m_bytes(bytes)
{
    m_starts.push_back(0);
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t end = bytes.find('\n', at);
        at = end == std::string_view::npos ? bytes.size() : end + 1;
        m_starts.push_back(at);
    }
}

std::string_view BaseText::line(std::size_t at) const
{
    std::string_view text = m_bytes.substr(m_starts[at], m_starts[at + 1] - m_starts[at]);
    text.remove_suffix(lineEnd(at).size());
    if (at == 0 && m_markHidden)
        text.remove_prefix(byteOrderMark.size());
    return text;
}

bool BaseText::hasLineFeed(std::size_t at) const
{
    return m_bytes[m_starts[at + 1] - 1] == '\n';
}

bool BaseText::hasCr(std::size_t at) const
{
    const std::size_t end = m_starts[at + 1] - (hasLineFeed(at) ? 1 : 0);
    return end > m_starts[at] && m_bytes[end - 1] == '\r';
}

std::string_view BaseText::lineEnd(std::size_t at) const
{
    const std::size_t length = (hasLineFeed(at) ? 1U : 0U) + (hasCr(at) ? 1U : 0U);
    return m_bytes.substr(m_starts[at + 1] - length, length);
}

std::string_view BaseText::commonLineEnd() const
{
    std::size_t withCr = 0;
    for (std::size_t i = 0; i < size(); ++i)
        withCr += hasCr(i) && hasLineFeed(i) ? 1 : 0;
    return withCr * 2 > size() ? "\r\n" : "\n";
}

std::size_t BaseText::bucket(std::string_view line) const
{
    return hashOf(line) & (m_heads.size() - 1);
}

void BaseText::makeIndex() const
{
    std::size_t buckets = 16;
    while (buckets < size())
        buckets *= 2;
    m_heads.assign(buckets, 0);
    m_next.assign(size(), 0);
    for (std::size_t i = size(); i > 0; --i) { // backwards, so that chains ascend
        const std::size_t at = bucket(line(i - 1));
        m_next[i - 1] = m_heads[at];
        m_heads[at] = static_cast<std::uint32_t>(i);
    }
}

std::vector<std::size_t> BaseText::find(std::string_view line, std::size_t limit) const
{
    if (m_heads.empty())
        makeIndex();
    std::vector<std::size_t> found;
    for (std::uint32_t at = m_heads[bucket(line)]; at != 0 && found.size() < limit; at = m_next[at - 1])
        if (likeness(this->line(at - 1), line) != Likeness::None)
            found.push_back(at - 1);
    return found;
}

std::size_t BaseText::count(std::string_view line, std::size_t limit) const
{
    return find(line, limit).size();
}

} // namespace vouchsafe
