#include "core/patch/block_parser.h"

#include "core/base/text.h"
#include "core/model/line_diff.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace vouchsafe {
namespace {

bool isMark(std::string_view line, char sign, std::string_view word)
{
    line = trimmed(line);
    const std::size_t length = std::min(line.find_first_not_of(sign), line.size());
    return length >= 5 && length <= 9 && trimmed(line.substr(length)) == word;
}

/// A file name as it stands above a block: bare, in backticks, bold, or as a heading.
std::string nameIn(std::string_view line)
{
    line = trimmed(line);
    if (isFence(line)) {
        const std::size_t blank = line.find_last_of(" :`~");
        line = blank == std::string_view::npos ? line : line.substr(blank + 1);
    }
    while (!line.empty() && std::string_view("#*`: \t\"").find(line.front()) != std::string_view::npos)
        line.remove_prefix(1);
    while (!line.empty() && std::string_view("*`: \t\"").find(line.back()) != std::string_view::npos)
        line.remove_suffix(1);
    const bool named = line.find_first_of(" \t<>|") == std::string_view::npos &&
                       line.find_first_of("./\\") != std::string_view::npos && !line.ends_with('.');
    return named ? replaceAll(std::string(line), "\\", "/") : std::string{};
}

ReceivedHunk hunkFrom(const std::vector<TextLine> &search, const std::vector<TextLine> &replace, int number)
{
    ReceivedHunk hunk;
    hunk.number = number;
    const auto views = [](const std::vector<TextLine> &lines) {
        std::vector<std::string_view> texts;
        for (const TextLine &line : lines)
            texts.push_back(line.text);
        return texts;
    };
    const auto add = [&](char kind, const TextLine &line) {
        hunk.lines.push_back({kind, line.text, line.cr, false, false});
        hunk.cr = hunk.cr || line.cr; // the marks of such blocks say nothing about line ends
    };
    std::size_t at = 0;
    for (const LineChange &change : lineChanges(views(search), views(replace))) {
        for (; at < change.oldStart; ++at)
            add(' ', search[at]);
        for (; at < change.oldStart + change.oldCount; ++at)
            add('-', search[at]);
        for (std::size_t i = 0; i < change.newCount; ++i)
            add('+', replace[change.newStart + i]);
    }
    for (; at < search.size(); ++at)
        add(' ', search[at]);
    return hunk;
}

} // namespace

bool opensBlock(std::string_view line)
{
    return isMark(line, '<', "SEARCH");
}

Read<ReceivedPatch> parseBlocks(const std::vector<TextLine> &lines)
{
    ReceivedPatch patch;
    std::string name;
    std::size_t hunks = 0;
    std::size_t behind = 0; // lines before this belong to earlier blocks
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!opensBlock(lines[i].text))
            continue;
        for (std::size_t above = i, looked = 0; above > behind && looked < 4; --above) {
            if (trimmed(lines[above - 1].text).empty())
                continue;
            ++looked;
            if (std::string found = nameIn(lines[above - 1].text); !found.empty()) {
                name = std::move(found);
                break;
            }
        }
        if (name.empty())
            return refuse(ErrorCode::PatchFormat, "a search/replace block has no file name above it",
                          "line " + std::to_string(i + 1));
        std::vector<TextLine> search;
        std::vector<TextLine> replace;
        std::size_t at = i + 1;
        while (at < lines.size() && !isMark(lines[at].text, '=', ""))
            search.push_back(lines[at++]);
        const bool divided = at < lines.size();
        for (++at; at < lines.size() && !isMark(lines[at].text, '>', "REPLACE"); ++at)
            replace.push_back(lines[at]);
        if (!divided || at >= lines.size())
            return refuse(ErrorCode::PatchIncomplete, "the text ends in the middle of a search/replace block",
                          "for " + shown(name) + ", line " + std::to_string(i + 1));
        if (++hunks > maxPatchHunks)
            return refuse(ErrorCode::PatchTooLarge, "the patch has more than 50,000 blocks");
        ReceivedFile file;
        file.plainNames = true;
        file.oldName = search.empty() ? "/dev/null" : name;
        file.newName = name;
        file.createsOrFills = search.empty();
        file.hunks.push_back(hunkFrom(search, replace, static_cast<int>(hunks)));
        const bool continues = !patch.files.empty() && patch.files.back().newName == name &&
                               !file.createsOrFills && !patch.files.back().createsOrFills;
        if (continues)
            patch.files.back().hunks.push_back(std::move(file.hunks.front()));
        else
            patch.files.push_back(std::move(file));
        if (patch.files.size() > maxPatchFiles)
            return refuse(ErrorCode::PatchTooLarge, "the patch has more than 2,000 file sections");
        i = at;
        behind = at + 1;
    }
    if (patch.files.empty())
        return refuse(ErrorCode::PatchNone, "no complete search/replace block was found");
    return patch;
}

} // namespace vouchsafe
