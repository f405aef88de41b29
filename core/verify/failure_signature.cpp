#include "core/verify/failure_signature.h"

#include "core/base/hash.h"
#include "core/base/text.h"

#include <algorithm>
#include <cctype>

namespace vouchsafe {
namespace {

bool isNameByte(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

/// The dotted name at the start of `text`, its last part only.
std::string leadingName(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && isNameByte(text[end]))
        ++end;
    const std::string_view name = text.substr(0, end);
    const auto dot = name.rfind('.');
    return std::string(dot == std::string_view::npos ? name : name.substr(dot + 1));
}

bool looksLikeType(std::string_view name)
{
    return !name.empty() && (name.ends_with("Error") || name.ends_with("Exception") ||
                             name.ends_with("Warning") || name == "Failed" || name == "KeyboardInterrupt" ||
                             name == "StopIteration" || name == "SystemExit");
}

bool isOurs(std::string_view path)
{
    return !path.empty() && !path.starts_with("/usr/") && !path.starts_with("node:") &&
           path.find("site-packages/") == std::string_view::npos &&
           path.find("dist-packages/") == std::string_view::npos &&
           path.find("node_modules/") == std::string_view::npos &&
           path.find("/vouchsafe/") == std::string_view::npos && !path.starts_with("<");
}

/// `path:12: …` (pytest's short form) or `(path:12:5)` and `at path:12:5` (V8).
std::string frameOf(std::string_view line)
{
    std::string_view text = trimmed(line);
    const bool v8 = text.starts_with("at ");
    if (v8) {
        const auto open = text.rfind('(');
        text = open == std::string_view::npos ? text.substr(3) : text.substr(open + 1);
        if (text.starts_with("file://"))
            text.remove_prefix(7);
    }
    std::size_t colon = text.find(':');
    if (text.starts_with("node:"))
        return {};
    if (colon == std::string_view::npos || colon == 0)
        return {};
    std::size_t end = colon + 1;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])) != 0)
        ++end;
    if (end == colon + 1 || (!v8 && (end >= text.size() || text[end] != ':')))
        return {};
    std::string_view path = text.substr(0, colon);
    if (path.find(' ') != std::string_view::npos || !isOurs(path))
        return {};
    if (path.starts_with("/repo/"))
        path.remove_prefix(6);
    return std::string(path) + ":" + std::string(text.substr(colon + 1, end - colon - 1));
}

} // namespace

std::string exceptionType(std::string_view message)
{
    std::string found;
    for (const std::string_view line : splitLines(message)) {
        std::string_view text = line;
        const bool marked = text.starts_with("E ");
        if (marked)
            text = trimmed(text.substr(2));
        if (const std::string name = leadingName(text); looksLikeType(name))
            found = found.empty() ? name : found;
        else if (marked && found.empty() && text.starts_with("assert "))
            found = "AssertionError";
        // `tests/test_x.py:5: KeyError` ends pytest's traceback and names the type surely.
        if (const std::string frame = frameOf(line); !frame.empty() && !text.starts_with("at ")) {
            const auto last = text.rfind(": ");
            const std::string name =
                last == std::string_view::npos ? std::string() : leadingName(text.substr(last + 2));
            if (looksLikeType(name))
                found = name;
        }
    }
    if (found.empty() && message.starts_with("assert "))
        found = "AssertionError";
    return found;
}

std::string topFrame(std::string_view message)
{
    std::string found;
    for (const std::string_view line : splitLines(message)) {
        const std::string frame = frameOf(line);
        if (frame.empty())
            continue;
        if (trimmed(line).starts_with("at "))
            return frame; // V8 prints the innermost frame first, Python last
        found = frame;
    }
    return found;
}

std::string failureSignature(const std::vector<TestCase> &failing)
{
    if (failing.empty())
        return {};
    std::vector<std::string> lines;
    lines.reserve(failing.size());
    for (const TestCase &test : failing)
        lines.push_back(test.id + "\t" + exceptionType(test.message) + "\t" + topFrame(test.message));
    std::sort(lines.begin(), lines.end());
    return sha256(join(lines, "\n"));
}

} // namespace vouchsafe
