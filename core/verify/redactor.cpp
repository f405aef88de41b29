#include "core/verify/redactor.h"

#include <array>
#include <cctype>

namespace vouchsafe {
namespace {

constexpr std::size_t longestWait = 8 << 10;
constexpr std::string_view mark = "[redacted]";

/// A prefix and the least number of token characters that follow it in a real key.
struct Shape {
    std::string_view prefix;
    std::size_t least;
};
constexpr std::array<Shape, 14> shapes{{{"sk-", 20},
                                        {"ghp_", 36},
                                        {"gho_", 36},
                                        {"ghs_", 36},
                                        {"github_pat_", 22},
                                        {"glpat-", 20},
                                        {"xoxb-", 20},
                                        {"xoxp-", 20},
                                        {"AKIA", 16},
                                        {"ASIA", 16},
                                        {"AIza", 35},
                                        {"npm_", 36},
                                        {"hf_", 30},
                                        {"pypi-", 40}}};

bool isToken(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-';
}

/// Length of the secret that starts at `at`; 0: none.
std::size_t secretAt(std::string_view text, std::size_t at)
{
    if (at > 0 && isToken(text[at - 1]))
        return 0;
    for (const Shape &shape : shapes) {
        if (!text.substr(at).starts_with(shape.prefix))
            continue;
        std::size_t end = at + shape.prefix.size();
        while (end < text.size() && isToken(text[end]))
            ++end;
        if (end - at - shape.prefix.size() >= shape.least)
            return end - at;
    }
    return 0;
}

} // namespace

std::string Redactor::line(std::string_view text)
{
    const bool key = text.find("PRIVATE KEY-----") != std::string_view::npos;
    if (m_inKey) {
        m_inKey = !(key && text.find("-----END ") != std::string_view::npos);
        return {};
    }
    if (const auto begin = text.find("-----BEGIN "); key && begin != std::string_view::npos) {
        m_inKey = text.find("-----END ", begin) == std::string_view::npos;
        return std::string(text.substr(0, begin)) + std::string(mark) + "\n";
    }
    std::string result;
    result.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t length = secretAt(text, at); length > 0) {
            result += mark;
            at += length;
        } else {
            result += text[at++];
        }
    }
    return result;
}

std::string Redactor::feed(std::string_view bytes)
{
    m_waiting += bytes;
    std::string result;
    std::size_t start = 0;
    for (std::size_t end = m_waiting.find('\n'); end != std::string::npos;
         end = m_waiting.find('\n', start)) {
        result += line(std::string_view(m_waiting).substr(start, end + 1 - start));
        start = end + 1;
    }
    m_waiting.erase(0, start);
    if (m_waiting.size() > longestWait) {
        std::size_t cut = m_waiting.size();
        while (cut > m_waiting.size() - longestWait / 2 && isToken(m_waiting[cut - 1]))
            --cut;
        result += line(std::string_view(m_waiting).substr(0, cut));
        m_waiting.erase(0, cut);
    }
    return result;
}

std::string Redactor::finish()
{
    std::string rest = line(m_waiting);
    m_waiting.clear();
    m_inKey = false;
    return rest;
}

std::string redacted(std::string_view text)
{
    Redactor redactor;
    std::string result = redactor.feed(text);
    return result + redactor.finish();
}

} // namespace vouchsafe
