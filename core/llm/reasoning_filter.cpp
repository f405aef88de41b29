#include "core/llm/reasoning_filter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vouchsafe {
namespace {

constexpr std::array<std::string_view, 5> names = {"think", "thinking", "thought", "reasoning", "reflection"};
constexpr std::array<std::string_view, 6> patchStarts = {"diff --git ", "--- ", "@@ ",
                                                         "```",         "~~~",  "*** Begin Patch"};
constexpr std::size_t lineStart = 16;

std::string opening(std::string_view name)
{
    return "<" + std::string(name) + ">";
}

std::string closing(std::string_view name)
{
    return "</" + std::string(name) + ">";
}

} // namespace

std::string ReasoningFilter::feed(std::string_view delta)
{
    std::string visible;
    while (!delta.empty()) {
        // Past its start a line holds neither tag nor patch: the rest of it goes in one piece.
        if (m_closing.empty() && m_held.empty() && m_line.size() >= lineStart) {
            const std::string_view rest = delta.substr(0, delta.find('\n'));
            m_answer += rest;
            visible += rest;
            delta.remove_prefix(rest.size());
            if (delta.empty())
                break;
        }
        take(delta.front(), visible);
        delta.remove_prefix(1);
    }
    return visible;
}

std::string ReasoningFilter::finish()
{
    std::string visible;
    show(std::exchange(m_held, {}), visible);
    return visible;
}

bool ReasoningFilter::atTagPlace() const
{
    return m_justClosed || m_line.find_first_not_of(" \t\r") == std::string::npos;
}

void ReasoningFilter::take(char c, std::string &visible)
{
    if (!m_closing.empty()) {
        m_tail += c;
        if (m_tail.size() > m_closing.size())
            m_tail.erase(0, 1);
        if (m_tail != m_closing)
            return;
        m_closing.clear();
        m_tail.clear();
        m_line.clear();
        m_justClosed = true;
        return;
    }
    if (m_held.empty() && (c != '<' || !atTagPlace()))
        return show({&c, 1}, visible);
    m_held += c;
    const bool opens = !m_patchStarted;
    const bool closes = !m_sawReasoning && m_line.empty();
    bool possible = false;
    for (const std::string_view name : names) {
        const std::string open = opening(name);
        const std::string close = closing(name);
        if (opens && m_held == open) {
            m_held.clear();
            m_closing = close;
            m_sawReasoning = true;
            return;
        }
        if (closes && m_held == close) {
            m_held.clear();
            m_answer.clear();
            m_line.clear();
            m_patchStarted = false;
            m_justClosed = true;
            m_sawReasoning = true;
            return;
        }
        possible = possible || (opens && open.starts_with(m_held)) || (closes && close.starts_with(m_held));
    }
    if (possible)
        return;
    show(std::exchange(m_held, {}), visible);
}

void ReasoningFilter::show(std::string_view text, std::string &visible)
{
    m_answer += text;
    visible += text;
    for (const char c : text) {
        if (c == '\n') {
            m_line.clear();
            continue;
        }
        if (c != ' ' && c != '\t' && c != '\r')
            m_justClosed = false;
        if (m_line.size() >= lineStart)
            continue;
        m_line += c;
        m_patchStarted = m_patchStarted || std::any_of(patchStarts.begin(), patchStarts.end(),
                                                       [&](auto start) { return m_line == start; });
    }
}

} // namespace vouchsafe
