#include "core/patch/envelope_parser.h"

#include "core/base/text.h"

#include <string>
#include <string_view>
#include <utility>

namespace vouchsafe {
namespace {

/// `*** Update File: NAME` gives NAME for the key `*** Update File:`.
bool takeKey(std::string_view line, std::string_view key, std::string &name)
{
    if (!line.starts_with(key))
        return false;
    std::string_view rest = trimmed(line.substr(key.size()));
    if (rest.size() > 2 && rest.starts_with('`') && rest.ends_with('`'))
        rest = rest.substr(1, rest.size() - 2);
    name = replaceAll(std::string(rest), "\\", "/");
    return true;
}

class Parser {
public:
    explicit Parser(const std::vector<TextLine> &lines) : m_lines(lines) {}

    Read<ReceivedPatch> parse()
    {
        bool open = false;
        for (; m_at < m_lines.size(); ++m_at) {
            const std::string_view line = m_lines[m_at].text;
            if (line.starts_with("*** Begin Patch")) {
                open = true;
            } else if (line.starts_with("*** End Patch")) {
                open = false;
                m_inFile = false;
            } else if (header(line)) {
                open = true;
                if (m_patch.files.size() > maxPatchFiles)
                    return refuse(ErrorCode::PatchTooLarge, "the patch has more than 2,000 file sections");
            } else if (m_inFile && !body(m_lines[m_at])) {
                return refuse(ErrorCode::PatchTooLarge, "the patch has more than 50,000 hunks");
            }
        }
        if (open)
            return refuse(ErrorCode::PatchIncomplete, "the text ends before *** End Patch",
                          m_patch.files.empty() ? std::string{}
                                                : "in the section of " + shown(nameOf(m_patch.files.back())));
        if (m_patch.files.empty())
            return refuse(ErrorCode::PatchNone, "the patch names no file");
        for (ReceivedFile &file : m_patch.files)
            tidy(file);
        return std::move(m_patch);
    }

private:
    static std::string nameOf(const ReceivedFile &file)
    {
        return file.newName && *file.newName != "/dev/null" ? *file.newName : file.oldName.value_or("");
    }

    bool header(std::string_view line)
    {
        std::string name;
        if (takeKey(line, "*** Update File:", name)) {
            openFile(name, name);
        } else if (takeKey(line, "*** Add File:", name)) {
            openFile("/dev/null", name);
            m_patch.files.back().createdMode = "100644";
            openHunk({});
        } else if (takeKey(line, "*** Delete File:", name)) {
            openFile(name, "/dev/null");
            m_patch.files.back().deletesWithout = true;
        } else if (m_inFile && takeKey(line, "*** Move to:", name)) {
            ReceivedFile &file = m_patch.files.back();
            file.renameFrom = file.oldName;
            file.renameTo = name;
            file.newName = name;
        } else {
            return false;
        }
        return true;
    }

    void openFile(const std::string &from, const std::string &to)
    {
        ReceivedFile &file = m_patch.files.emplace_back();
        file.oldName = from;
        file.newName = to;
        file.plainNames = true;
        m_inFile = true;
    }

    void openHunk(std::string_view heading)
    {
        ReceivedHunk hunk;
        hunk.number = ++m_hunks;
        hunk.heading = heading;
        hunk.anchored = true;
        m_patch.files.back().hunks.push_back(std::move(hunk));
    }

    /// False past the bound on hunks.
    bool body(const TextLine &line)
    {
        std::vector<ReceivedHunk> &hunks = m_patch.files.back().hunks;
        if (line.text.starts_with("*** End of File"))
            return true;
        if (line.text.starts_with("@@")) {
            std::string_view heading = trimmed(line.text.substr(2));
            if (heading.ends_with("@@"))
                heading = trimmed(heading.substr(0, heading.size() - 2));
            if (!hunks.empty() && hunks.back().lines.empty())
                hunks.back().heading = heading; // `@@ class A` before `@@ def f`: the innermost counts
            else
                openHunk(heading);
            return static_cast<std::size_t>(m_hunks) <= maxPatchHunks;
        }
        if (isFence(line.text))
            return true;
        if (hunks.empty())
            openHunk({});
        ReceivedHunk &hunk = hunks.back();
        hunk.cr = line.cr;
        if (line.text.empty()) {
            hunk.lines.push_back({' ', {}, line.cr, false, true});
            return true;
        }
        const char kind = line.text.front();
        if (kind == ' ' || kind == '+' || kind == '-') {
            hunk.lines.push_back({kind, line.text.substr(1), line.cr, false, false});
            return true;
        }
        if (hunk.repairs.empty())
            hunk.repairs.emplace_back("kept lines had lost their leading blank");
        hunk.lines.push_back({' ', line.text, line.cr, false, false});
        return true;
    }

    /// Empty lines at the end of a hunk only separate it from the next.
    static void tidy(ReceivedFile &file)
    {
        for (ReceivedHunk &hunk : file.hunks)
            while (!hunk.lines.empty() && hunk.lines.back().bare)
                hunk.lines.pop_back();
        std::erase_if(file.hunks, [&](const ReceivedHunk &hunk) { return hunk.lines.empty(); });
    }

    const std::vector<TextLine> &m_lines;
    std::size_t m_at = 0;
    int m_hunks = 0;
    bool m_inFile = false;
    ReceivedPatch m_patch;
};

} // namespace

Read<ReceivedPatch> parseEnvelope(const std::vector<TextLine> &lines)
{
    return Parser(lines).parse();
}

} // namespace vouchsafe
