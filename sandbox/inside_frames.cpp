#include "sandbox/inside_frames.h"

#include <algorithm>
#include <charconv>

namespace vouchsafe::inside {
namespace {

constexpr std::size_t headLength = 5;

void appendNumber(std::string &to, std::uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        to.push_back(static_cast<char>((value >> shift) & 0xffU));
}

void appendText(std::string &to, std::string_view text)
{
    appendNumber(to, static_cast<std::uint32_t>(text.size()));
    to.append(text);
}

std::uint32_t numberAt(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return value;
}

/// Takes the next word off the line; words stand behind one blank each.
std::string_view word(std::string_view &line)
{
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view found = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return found;
}

template <typename Number>
bool read(std::string_view text, Number &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

std::optional<LastWords> wordsOf(std::string_view line)
{
    LastWords words;
    const std::string_view kind = word(line);
    if (kind == "failed") {
        words.error = word(line);
        words.step = word(line);
        return words.error.empty() || !line.empty() ? std::nullopt : std::optional(words);
    }
    if (kind != "exit" && kind != "signal")
        return std::nullopt;
    words.end = kind == "exit" ? LastWords::End::Exit : LastWords::End::Signal;
    const bool good = read(word(line), words.value) && word(line) == "pids" && read(word(line), words.pids) &&
                      word(line) == "oom" && read(word(line), words.oom) && line.empty();
    return good ? std::optional(words) : std::nullopt;
}

} // namespace

std::string frame(Kind kind, std::string_view body)
{
    std::string made(1, static_cast<char>(kind));
    appendText(made, body);
    return made;
}

std::string fileFrames(std::string_view path, unsigned mode, std::string_view bytes)
{
    std::string body;
    appendNumber(body, mode);
    appendText(body, path);
    const std::size_t first = std::min<std::size_t>(bytes.size(), longestFrame - body.size());
    body.append(bytes.substr(0, first));
    std::string made = frame(Kind::File, body);
    for (bytes.remove_prefix(first); !bytes.empty();) {
        const std::size_t more = std::min<std::size_t>(bytes.size(), longestFrame);
        made += frame(Kind::Append, bytes.substr(0, more));
        bytes.remove_prefix(more);
    }
    return made;
}

std::string folderFrame(std::string_view path, unsigned mode)
{
    std::string body;
    appendNumber(body, mode);
    appendText(body, path);
    return frame(Kind::Folder, body);
}

std::string pathFrame(Kind kind, std::string_view path)
{
    std::string body;
    appendText(body, path);
    return frame(kind, body);
}

std::string commandFrame(const CommandWords &command)
{
    std::string body;
    appendNumber(body, command.flags);
    appendText(body, command.workdir);
    for (const auto *list : {&command.argv, &command.variables}) {
        appendNumber(body, static_cast<std::uint32_t>(list->size()));
        for (const std::string &text : *list)
            appendText(body, text);
    }
    return frame(Kind::Command, body);
}

std::uint32_t Body::number()
{
    if (rest.size() < 4) {
        whole = false;
        return 0;
    }
    const std::uint32_t value = numberAt(rest);
    rest.remove_prefix(4);
    return value;
}

std::string_view Body::text()
{
    const std::uint32_t length = number();
    if (!whole || length > rest.size()) {
        whole = false;
        return {};
    }
    const std::string_view text = rest.substr(0, length);
    rest.remove_prefix(length);
    return text;
}

std::optional<Frame> FrameParser::next()
{
    const std::string_view left = std::string_view(m_bytes).substr(m_read);
    if (m_broken || left.size() < headLength)
        return std::nullopt;
    const std::uint32_t length = numberAt(left.substr(1));
    m_broken = length > longestFrame;
    if (m_broken || left.size() < headLength + length)
        return std::nullopt;
    Frame found{static_cast<Kind>(left.front()), std::string(left.substr(headLength, length))};
    m_read += headLength + length;
    // Moved to the front now and then, not for each frame.
    if (m_read == m_bytes.size() || m_read > longestFrame) {
        m_bytes.erase(0, m_read);
        m_read = 0;
    }
    return found;
}

std::optional<LastWords> lastWords(std::string_view errors, std::string_view nonce, std::size_t *before)
{
    const std::string start = "\n" + std::string(nonce) + " ";
    if (nonce.empty() || !errors.ends_with('\n'))
        return std::nullopt;
    const std::size_t at = errors.rfind(start);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view line = errors.substr(at + start.size());
    line.remove_suffix(1);
    if (before != nullptr)
        *before = at;
    return line.find('\n') == std::string_view::npos ? wordsOf(line) : std::nullopt;
}

} // namespace vouchsafe::inside
