#include "core/repair/traceback.h"

#include "core/base/text.h"

#include <charconv>

namespace vouchsafe::repair {
namespace {

std::string relative(std::string_view path, const std::vector<std::string> &roots)
{
    for (const std::string &root : roots)
        if (!root.empty() && path.size() > root.size() && path.starts_with(root) && path[root.size()] == '/')
            return std::string(path.substr(root.size() + 1));
    return std::string(path.starts_with("./") ? path.substr(2) : path);
}

bool number(std::string_view text, int &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value > 0;
}

bool isTypeName(std::string_view text)
{
    if (text.empty())
        return false;
    for (const char c : text)
        if (c != '_' && c != '.' && std::isalnum(static_cast<unsigned char>(c)) == 0)
            return false;
    const std::string_view last = text.substr(text.rfind('.') + 1);
    return !last.empty() && std::isupper(static_cast<unsigned char>(last[0])) != 0;
}

/// `File "/repo/a.py", line 3, in f`
bool pythonFrame(std::string_view line, Frame &frame)
{
    constexpr std::string_view opening = "File \"";
    constexpr std::string_view middle = "\", line ";
    if (!line.starts_with(opening))
        return false;
    const std::size_t quote = line.find(middle);
    if (quote == line.npos)
        return false;
    frame.path = std::string(line.substr(opening.size(), quote - opening.size()));
    const std::string_view rest = line.substr(quote + middle.size());
    return number(rest.substr(0, rest.find_first_not_of("0123456789")), frame.line);
}

/// `pkg/a.py:3: in f`, `pkg/a.py:3: ValueError`, `pkg/a.py:3: `; `rest` is what follows.
bool pytestFrame(std::string_view line, Frame &frame, std::string_view &rest)
{
    constexpr std::string_view middle = ".py:";
    const std::size_t at = line.find(middle);
    if (at == line.npos || line.front() == ' ' || line.front() == '>' || line.front() == 'E')
        return false;
    const std::string_view after = line.substr(at + middle.size());
    const std::size_t colon = after.find(':');
    if (colon == after.npos || !number(after.substr(0, colon), frame.line))
        return false;
    frame.path = std::string(line.substr(0, at + 3));
    rest = trimmed(after.substr(colon + 1));
    return true;
}

/// `DID NOT RAISE <class 'pkg.errors.Conflict'>` gives `Conflict`.
std::string awaited(std::string_view line)
{
    constexpr std::string_view words = "DID NOT RAISE <class '";
    const std::size_t at = line.find(words);
    if (at == line.npos)
        return {};
    std::string_view name = line.substr(at + words.size());
    name = name.substr(0, name.find('\''));
    return std::string(name.substr(name.rfind('.') + 1));
}

} // namespace

Traceback tracebackOf(std::string_view message, const std::vector<std::string> &roots)
{
    Traceback found;
    std::string marked; // the statement that pytest's long style marks with `>`
    bool codeFollows = false;
    std::string raised;
    for (const std::string_view raw : splitLines(message)) {
        const std::string_view line = raw.ends_with('\r') ? raw.substr(0, raw.size() - 1) : raw;
        if (line.empty())
            continue;
        if (codeFollows) {
            codeFollows = false;
            found.frames.back().code = std::string(trimmed(line));
            continue;
        }
        Frame frame;
        std::string_view rest;
        if (pythonFrame(trimmed(line), frame)) {
            codeFollows = true;
        } else if (pytestFrame(line, frame, rest)) {
            frame.code = std::exchange(marked, {});
            codeFollows = frame.code.empty() && rest.starts_with("in ");
            if (isTypeName(rest))
                raised = std::string(rest);
        } else {
            if (line.front() == '>')
                marked = std::string(trimmed(line.substr(1)));
            const std::string_view words = trimmed(line.front() == 'E' ? line.substr(1) : line);
            const std::string_view first = words.substr(0, words.find(':'));
            if (isTypeName(first) && (line.front() == 'E' || line == words) && found.exception.empty())
                found.exception = std::string(first);
            if (found.expected.empty())
                found.expected = awaited(line);
            continue;
        }
        frame.path = relative(frame.path, roots);
        found.frames.push_back(std::move(frame));
    }
    if (!raised.empty())
        found.exception = raised;
    return found;
}

} // namespace vouchsafe::repair
