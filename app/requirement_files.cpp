#include "app/requirement_files.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>

namespace vouchsafe {
namespace {

constexpr std::size_t mostFiles = 1000;

bool isOneOf(char c, std::string_view more)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           more.find(c) != more.npos;
}

std::string_view skip(std::string_view text, std::string_view more)
{
    const auto *end = std::find_if_not(text.begin(), text.end(), [&](char c) { return isOneOf(c, more); });
    return trimmed(text.substr(static_cast<std::size_t>(end - text.begin())));
}

/// `name[extras] == version`, and behind it nothing but a marker and hashes.
bool isPinned(std::string_view line, std::string_view pinnedBy)
{
    std::string_view rest = skip(line, "._-");
    if (rest.size() == line.size())
        return false;
    if (rest.starts_with('[')) {
        const std::size_t end = rest.find(']');
        if (end == rest.npos)
            return false;
        rest = trimmed(rest.substr(end + 1));
    }
    if (!rest.starts_with(pinnedBy))
        return false;
    rest = trimmed(rest.substr(pinnedBy.size()));
    const std::string_view behind = skip(rest, "._-+!");
    return behind.size() < rest.size() &&
           (behind.empty() || behind.starts_with(';') || behind.starts_with("--hash"));
}

/// The value of an option where the line is one, written in any of pip's ways.
std::optional<std::string_view> valueOf(std::string_view line, std::string_view brief, std::string_view full)
{
    if (line.starts_with(full)) {
        const std::string_view rest = line.substr(full.size());
        if (rest.starts_with('=') || rest.starts_with(' ') || rest.starts_with('\t'))
            return trimmed(rest.substr(1));
    }
    if (line.starts_with(brief) && !line.starts_with("--"))
        return trimmed(line.substr(brief.size()));
    return std::nullopt;
}

/// Each of its options chooses among forms of the same version, or asks for more care.
bool isHarmless(std::string_view line)
{
    static constexpr std::array<std::string_view, 4> known{"--require-hashes", "--only-binary", "--no-binary",
                                                           "--prefer-binary"};
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
        const std::string_view word = line.substr(at, end - at);
        const std::string_view name = word.substr(0, word.find('='));
        if (word.starts_with('-') && std::find(known.begin(), known.end(), name) == known.end())
            return false;
        at = end + 1;
    }
    return true;
}

/// Whether pip sees the same lines: it knows more ends of lines, and texts that are not UTF-8.
bool isPlain(std::string_view text)
{
    for (const std::string_view end : {"\xc2\x85", "\xe2\x80\xa8", "\xe2\x80\xa9"})
        if (text.find(end) != text.npos)
            return false;
    const std::vector<std::string_view> lines = splitLines(text);
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i)
        if (lines[i].find('#') != lines[i].npos && lines[i].find("coding") != lines[i].npos)
            return false;
    return !text.starts_with("\xef\xbb\xbf") && std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t';
    });
}

/// Lines as pip joins them: a comment ends at its line, whatever stands at its end.
std::vector<std::string> logicalLines(std::string_view text)
{
    std::vector<std::string> lines(1);
    for (const std::string_view line : splitLines(text)) {
        const bool comment = trimmed(line).starts_with('#');
        const bool goesOn = line.ends_with('\\') && !comment;
        lines.back() += (comment ? " " : "") + std::string(goesOn ? line.substr(0, line.size() - 1) : line);
        if (!goesOn)
            lines.emplace_back();
    }
    return lines;
}

std::string_view withoutComment(std::string_view line)
{
    for (std::size_t at = line.find('#'); at != line.npos; at = line.find('#', at + 1))
        if (at == 0 || line[at - 1] == ' ' || line[at - 1] == '\t')
            return trimmed(line.substr(0, at));
    return trimmed(line);
}

class Reader {
public:
    Reader(const BaseTree &tree, std::string_view pinnedBy) : m_tree(tree), m_pinnedBy(pinnedBy) {}

    void read(const std::string &file, bool constraints)
    {
        const TreeEntry *entry = findEntry(m_tree, file);
        if (entry == nullptr || (entry->mode & 0170000) != 0100000 || m_read.size() >= mostFiles) {
            m_locked = false;
            return;
        }
        if (!m_read.insert({file, constraints}).second)
            return;
        const auto text = m_tree.read(file);
        if (!text) {
            m_locked = false;
            return;
        }
        const std::string plain = replaceAll(*text, "\r\n", "\n");
        m_locked = m_locked && isPlain(plain);
        for (const std::string &line : logicalLines(plain))
            take(withoutComment(line), file, constraints);
    }

    RequirementFiles done() const
    {
        std::set<std::string> files;
        for (const auto &[file, constraints] : m_read)
            files.insert(file);
        return {{files.begin(), files.end()}, m_locked && !files.empty()};
    }

private:
    void take(std::string_view line, const std::string &file, bool constraints)
    {
        if (line.empty())
            return;
        const auto more = valueOf(line, "-r", "--requirement");
        const auto bounds = more ? std::nullopt : valueOf(line, "-c", "--constraint");
        if (more || bounds) {
            const std::string_view named = more ? *more : *bounds;
            m_locked = m_locked && named.find('$') == named.npos; // which pip fills in
            const std::filesystem::path path =
                (std::filesystem::path(file).parent_path() / named).lexically_normal();
            read(path.generic_string(), constraints || bounds);
        } else if (line.starts_with('-')) {
            m_locked = m_locked && isHarmless(line);
        } else if (!constraints) { // which ask for nothing by themselves
            m_locked = m_locked && isPinned(line, m_pinnedBy);
        }
    }

    const BaseTree &m_tree;
    std::string_view m_pinnedBy;
    std::set<std::pair<std::string, bool>> m_read;
    bool m_locked = true;
};

} // namespace

RequirementFiles requirementFiles(const BaseTree &tree, const std::vector<std::string> &files,
                                  std::string_view pinnedBy)
{
    Reader reader(tree, pinnedBy);
    for (const std::string &file : files)
        reader.read(file, false);
    return reader.done();
}

} // namespace vouchsafe
