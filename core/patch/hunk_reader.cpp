#include "core/patch/hunk_reader.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr int largest = 1'000'000'000;

bool takeNumber(std::string_view &text, int &number)
{
    std::size_t length = 0;
    long long value = 0;
    while (length < text.size() && text[length] >= '0' && text[length] <= '9')
        value = std::min<long long>(value * 10 + (text[length++] - '0'), largest);
    number = static_cast<int>(value);
    text.remove_prefix(length);
    return length > 0;
}

/// `-12,3` or `-12`; a missing count means 1.
bool takeRange(std::string_view &text, char sign, int &start, int &count)
{
    text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    if (!text.starts_with(sign))
        return false;
    text.remove_prefix(1);
    count = 1;
    if (!takeNumber(text, start))
        return false;
    if (!text.starts_with(','))
        return true;
    text.remove_prefix(1);
    return takeNumber(text, count);
}

ReceivedHunk readHeader(const TextLine &line)
{
    ReceivedHunk hunk;
    hunk.cr = line.cr;
    std::string_view rest = line.text.substr(2);
    if (takeRange(rest, '-', hunk.oldStart, hunk.oldCount) &&
        takeRange(rest, '+', hunk.newStart, hunk.newCount)) {
        rest = trimmed(rest);
        hunk.numbered = rest.empty() || rest.starts_with("@@");
    }
    if (hunk.numbered) {
        hunk.heading = trimmed(rest.substr(std::min<std::size_t>(rest.size(), 2)));
        return hunk;
    }
    rest = line.text.substr(2);
    const std::size_t close = rest.find("@@");
    std::string_view heading = trimmed(rest.substr(0, close));
    if (close != std::string_view::npos && !trimmed(rest.substr(close + 2)).empty())
        heading = trimmed(rest.substr(close + 2));
    if (heading.find_first_not_of("-+.,0123456789 \xE2\x80\xA6") != std::string_view::npos)
        hunk.heading = heading;
    hunk.repairs.emplace_back("the header had no usable line numbers");
    return hunk;
}

bool looksLikeNames(std::string_view oldLine, std::string_view newLine)
{
    const std::string_view from = trimmed(oldLine.substr(4));
    const std::string_view to = trimmed(newLine.substr(4));
    const auto prefixed = [](std::string_view name) {
        return name.starts_with("a/") || name.starts_with("b/") || name.starts_with("/dev/null") ||
               name.starts_with("\"a/") || name.starts_with("\"b/");
    };
    return from == to || (prefixed(from) && prefixed(to));
}

class Reader {
public:
    Reader(const std::vector<TextLine> &lines, std::size_t at) : m_lines(lines), m_at(at + 1)
    {
        m_hunk = readHeader(lines[at]);
    }

    ReceivedHunk read()
    {
        while (m_at < m_lines.size() && step())
            ++m_at;
        dropTail();
        if (m_hunk.numbered && (m_old != m_hunk.oldCount || m_new != m_hunk.newCount))
            m_hunk.repairs.push_back("counts " + std::to_string(m_hunk.oldCount) + "/" +
                                     std::to_string(m_hunk.newCount) + " → " + std::to_string(m_old) + "/" +
                                     std::to_string(m_new));
        if (m_hunk.unprefixedFrom)
            m_hunk.repairs.emplace_back("kept lines had lost their leading blank");
        return std::move(m_hunk);
    }

    std::size_t end() const { return m_at; }

private:
    int oldLeft() const { return m_hunk.oldCount - m_old; }
    int newLeft() const { return m_hunk.newCount - m_new; }
    bool met() const { return m_hunk.numbered && oldLeft() <= 0 && newLeft() <= 0; }

    /// False where the hunk ends before the line.
    bool step()
    {
        const TextLine &line = m_lines[m_at];
        const std::string_view text = line.text;
        if (text.starts_with("@@") || text.starts_with("diff --git ") || endsAtNames())
            return false;
        if (text.empty()) {
            push(' ', text, line.cr, true);
            return true;
        }
        const char kind = text.front();
        if (kind == ' ' || kind == '+' || kind == '-') {
            if (met() && (text == "-- " || text == "--"))
                return false; // the signature of a mailed patch
            push(kind, text.substr(1), line.cr, false);
            return true;
        }
        if (kind == '\\') {
            if (!m_hunk.lines.empty())
                m_hunk.lines.back().noNewline = true;
            return true;
        }
        if (!belongsUnprefixed())
            return false;
        if (!m_hunk.unprefixedFrom)
            m_hunk.unprefixedFrom = m_hunk.lines.size();
        push(' ', text, line.cr, false);
        return true;
    }

    void push(char kind, std::string_view text, bool cr, bool bare)
    {
        m_hunk.lines.push_back({kind, text, cr, false, bare});
        m_old += kind != '+' ? 1 : 0;
        m_new += kind != '-' ? 1 : 0;
        if (m_hunk.numbered && !m_hunk.statedEnd && oldLeft() == 0 && newLeft() == 0)
            m_hunk.statedEnd = m_hunk.lines.size();
    }

    /// A removed line `-- x` before an added `++ y` looks like a pair of names; the counts tell them apart.
    bool endsAtNames() const
    {
        if (!isNamePair(m_lines, m_at))
            return false;
        if (!m_hunk.numbered || met())
            return true;
        if (m_at + 2 >= m_lines.size())
            return looksLikeNames(m_lines[m_at].text, m_lines[m_at + 1].text);
        if (!m_lines[m_at + 2].text.starts_with("@@"))
            return false;
        const bool fits = oldLeft() == 1 && newLeft() == 1;
        return !fits || looksLikeNames(m_lines[m_at].text, m_lines[m_at + 1].text);
    }

    /// A line without any prefix is a kept line that lost its blank where reading on so meets both counts
    /// exactly, or, without counts to go by, where changed lines follow it at once.
    bool belongsUnprefixed()
    {
        if (m_at < m_unprefixedUntil)
            return true;
        if (met())
            return false;
        int oldNow = m_old;
        int newNow = m_new;
        bool open = !isFence(m_lines[m_at].text);
        for (std::size_t i = m_at; i < m_lines.size(); ++i) {
            const std::string_view text = m_lines[i].text;
            if (text.starts_with("@@") || text.starts_with("diff --git ") || isNamePair(m_lines, i))
                return false;
            const char kind = text.empty() ? ' ' : text.front();
            if (open && (text.empty() || isFence(text)))
                open = false;
            if (open && (kind == '+' || kind == '-')) {
                m_unprefixedUntil = i;
                return true;
            }
            if (kind == '\\')
                continue;
            oldNow += kind != '+' ? 1 : 0;
            newNow += kind != '-' ? 1 : 0;
            if (!m_hunk.numbered && !open)
                return false;
            if (m_hunk.numbered && (oldNow > m_hunk.oldCount || newNow > m_hunk.newCount))
                return false;
            if (m_hunk.numbered && oldNow == m_hunk.oldCount && newNow == m_hunk.newCount) {
                m_unprefixedUntil = i + 1;
                return true;
            }
        }
        return false;
    }

    /// Bare lines at the end separate sections unless the counts ask for them.
    void dropTail()
    {
        std::vector<BodyLine> &body = m_hunk.lines;
        while (!body.empty() && body.back().bare &&
               (!m_hunk.numbered || m_old > m_hunk.oldCount || m_new > m_hunk.newCount)) {
            body.pop_back();
            --m_old;
            --m_new;
        }
        for (std::size_t i = body.size(); i > 0 && body[i - 1].bare; --i)
            ++m_hunk.bareTail;
    }

    const std::vector<TextLine> &m_lines;
    std::size_t m_at;
    ReceivedHunk m_hunk;
    int m_old = 0;
    int m_new = 0;
    std::size_t m_unprefixedUntil = 0;
};

} // namespace

bool isNamePair(const std::vector<TextLine> &lines, std::size_t at)
{
    return at + 1 < lines.size() && lines[at].text.starts_with("--- ") &&
           lines[at + 1].text.starts_with("+++ ");
}

ReceivedHunk readHunk(const std::vector<TextLine> &lines, std::size_t &at)
{
    Reader reader(lines, at);
    ReceivedHunk hunk = reader.read();
    at = reader.end();
    return hunk;
}

bool countsMet(const ReceivedHunk &hunk)
{
    if (!hunk.numbered)
        return true;
    int oldSeen = 0;
    int newSeen = 0;
    for (const BodyLine &line : hunk.lines) {
        oldSeen += line.kind != '+' ? 1 : 0;
        newSeen += line.kind != '-' ? 1 : 0;
    }
    return oldSeen >= hunk.oldCount && newSeen >= hunk.newCount;
}

} // namespace vouchsafe
