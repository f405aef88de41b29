#include "core/patch/diff_parser.h"

#include "core/base/text.h"
#include "core/patch/hunk_reader.h"
#include "core/patch/quoted_name.h"

#include <string>
#include <utility>

namespace vouchsafe {
namespace {

/// The name behind `--- `, `rename from ` and the like; a tab ends it, a time stamp may follow.
Read<std::string> nameIn(std::string_view text)
{
    if (text.starts_with('"')) {
        std::string_view rest = text;
        if (auto name = takeQuotedName(rest))
            return *name;
        return refuse(ErrorCode::PatchName, "a quoted file name cannot be decoded", shown(text));
    }
    const std::size_t tab = text.find('\t');
    if (tab == std::string_view::npos)
        text = text.substr(0, text.find_last_not_of(' ') + 1);
    // git quotes a name that holds a backslash, so that one here separates folders.
    return replaceAll(std::string(text.substr(0, tab)), "\\", "/");
}

class Parser {
public:
    explicit Parser(std::vector<TextLine> lines) : m_lines(std::move(lines)) {}

    Read<ReceivedPatch> parse()
    {
        while (m_at < m_lines.size())
            if (auto step = next(); !step)
                return Refused(step.error());
        if (auto end = checkEnd(); !end)
            return Refused(end.error());
        return std::move(m_patch);
    }

private:
    using Step = tl::expected<void, PatchRefusal>;

    std::string_view text(std::size_t at) const
    {
        return at < m_lines.size() ? m_lines[at].text : std::string_view{};
    }

    Step next()
    {
        const std::string_view line = text(m_at);
        if (line.starts_with("@@@ "))
            return refuse(ErrorCode::PatchFormat, "the text is a combined diff of a merge",
                          "line " + std::to_string(m_at + 1) + ": " + shown(line.substr(0, 80)));
        if (line.starts_with("diff --git "))
            return openGit(line.substr(11));
        if (isNamePair(m_lines, m_at))
            return openNames(line.substr(4), text(m_at + 1).substr(4), 2);
        if ((line.starts_with("--- ") || line.starts_with("+++ ")) && text(m_at + 1).starts_with("@@"))
            return openNames(line.substr(4), line.substr(4), 1);
        if (line.starts_with("@@"))
            return hunk();
        if (isFence(line.substr(std::min(line.find_first_not_of(' '), line.size()))))
            m_inFence = !m_inFence;
        else if (line.starts_with(' ') || line.starts_with('\t'))
            if (shiftLeft())
                return {};
        if (m_inHeader)
            if (auto extended = extendedHeader(line); !extended)
                return extended;
        ++m_at;
        return {};
    }

    Step openGit(std::string_view names)
    {
        if (auto added = addFile(); !added)
            return added;
        current().gitHeader = std::string(names);
        m_inHeader = true;
        m_named = false;
        ++m_at;
        return {};
    }

    Step openNames(std::string_view from, std::string_view to, std::size_t lines)
    {
        const bool continues = m_inHeader && !m_named && !m_patch.files.empty();
        if (!continues)
            if (auto added = addFile(); !added)
                return added;
        auto oldName = nameIn(from);
        auto newName = nameIn(to);
        if (!oldName || !newName)
            return Refused((oldName ? newName : oldName).error());
        current().oldName = *oldName;
        current().newName = *newName;
        if (lines == 1)
            current().repairs.emplace_back("one of the two file name lines was missing");
        if (!from.starts_with('"') && from.find('\\') != std::string_view::npos)
            current().repairs.emplace_back("backslashes in the name read as slashes");
        m_named = true;
        m_at += lines;
        return {};
    }

    Step addFile()
    {
        m_patch.files.emplace_back();
        if (m_patch.files.size() > maxPatchFiles)
            return refuse(ErrorCode::PatchTooLarge, "the patch has more than 2,000 file sections");
        return {};
    }

    Step extendedHeader(std::string_view line)
    {
        ReceivedFile &file = current();
        const auto after = [&](std::string_view key) {
            return std::string(trimmed(line.substr(key.size())));
        };
        const std::pair<std::string_view, std::string ReceivedFile::*> modes[] = {
            {"old mode ", &ReceivedFile::oldMode},
            {"new mode ", &ReceivedFile::newMode},
            {"new file mode ", &ReceivedFile::createdMode},
            {"deleted file mode ", &ReceivedFile::deletedMode}};
        for (const auto &[key, field] : modes)
            if (line.starts_with(key))
                file.*field = after(key);
        const std::pair<std::string_view, std::optional<std::string> ReceivedFile::*> names[] = {
            {"rename from ", &ReceivedFile::renameFrom},
            {"rename to ", &ReceivedFile::renameTo},
            {"copy from ", &ReceivedFile::copyFrom},
            {"copy to ", &ReceivedFile::copyTo}};
        for (const auto &[key, field] : names) {
            if (!line.starts_with(key))
                continue;
            auto name = nameIn(line.substr(key.size()));
            if (!name)
                return Refused(name.error());
            file.*field = *name;
        }
        if (line.starts_with("index ") && line.find(' ', 6) != std::string_view::npos)
            file.indexMode = std::string(trimmed(line.substr(line.find(' ', 6))));
        if (line.starts_with("Binary files ") && line.ends_with(" differ"))
            file.binaryNotice = true;
        if (line.starts_with("GIT binary patch"))
            file.binaryData = true;
        return {};
    }

    Step hunk()
    {
        const std::size_t header = m_at;
        if (m_patch.files.empty())
            return refuse(ErrorCode::PatchFormat, "a hunk comes before any file name",
                          "line " + std::to_string(header + 1) + ": " +
                              shown(m_lines[header].text.substr(0, 80)));
        if (++m_hunks > maxPatchHunks)
            return refuse(ErrorCode::PatchTooLarge, "the patch has more than 50,000 hunks");
        m_inHeader = false;
        ReceivedHunk hunk = readHunk(m_lines, m_at);
        hunk.number = static_cast<int>(m_hunks);
        const bool atEnd = m_at >= m_lines.size();
        const bool cut = hunk.lines.empty() || !countsMet(hunk);
        if (atEnd && cut && (m_inFence || !m_lines.back().lineFeed || hunk.lines.empty()))
            return refuse(ErrorCode::PatchIncomplete, "the text ends in the middle of a hunk",
                          "hunk " + std::to_string(hunk.number) + ", line " + std::to_string(header + 1) +
                              ": " + shown(m_lines[header].text.substr(0, 80)));
        current().hunks.push_back(std::move(hunk));
        return {};
    }

    /// A section that stands indented as a whole, as within a list. False where none begins here.
    bool shiftLeft()
    {
        const std::size_t width = text(m_at).find_first_not_of(" \t");
        if (width == std::string_view::npos)
            return false;
        const std::string indent(text(m_at).substr(0, width));
        const std::string_view line = text(m_at).substr(width);
        const std::string_view following = text(m_at + 1);
        const bool names = line.starts_with("--- ") && following.starts_with(indent + "+++ ");
        if (!names && !line.starts_with("diff --git "))
            return false;
        for (std::size_t i = m_at; i < m_lines.size(); ++i) {
            if (m_lines[i].text.starts_with(indent))
                m_lines[i].text.remove_prefix(width);
            else if (trimmed(m_lines[i].text).empty())
                m_lines[i].text = {};
            else
                break;
        }
        m_shifted = true;
        return true;
    }

    Step checkEnd()
    {
        if (m_patch.files.empty())
            return refuse(ErrorCode::PatchNone, "no patch was found in the text");
        const ReceivedFile &last = m_patch.files.back();
        const bool bare = last.hunks.empty() && last.createdMode.empty() && last.deletedMode.empty() &&
                          last.newMode.empty() && !last.renameFrom && !last.copyFrom && !last.binaryNotice &&
                          !last.binaryData;
        if (bare && (m_inFence || !m_lines.back().lineFeed))
            return refuse(ErrorCode::PatchIncomplete, "the text ends after the head of a file section",
                          shown(last.newName.value_or(last.gitHeader)));
        if (m_shifted)
            m_patch.files.front().repairs.emplace_back("the patch was indented as a whole");
        return {};
    }

    ReceivedFile &current() { return m_patch.files.back(); }

    std::vector<TextLine> m_lines;
    std::size_t m_at = 0;
    std::size_t m_hunks = 0;
    bool m_inHeader = false; ///< between `diff --git` and the first hunk
    bool m_named = false;    ///< the open git section has its pair of names
    bool m_inFence = false;
    bool m_shifted = false;
    ReceivedPatch m_patch;
};

} // namespace

Read<ReceivedPatch> parseDiff(std::vector<TextLine> lines)
{
    return Parser(std::move(lines)).parse();
}

} // namespace vouchsafe
