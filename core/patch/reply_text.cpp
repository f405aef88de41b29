#include "core/patch/reply_text.h"

#include "core/base/text.h"
#include "core/patch/block_parser.h"

#include <array>
#include <cstddef>

namespace vouchsafe {
namespace {

constexpr std::array<std::string_view, 3> closingTags{"</think>", "</thinking>", "</reasoning>"};
constexpr std::array<std::string_view, 3> openingTags{"<think>", "<thinking>", "<reasoning>"};

PatchForm formAt(const std::vector<TextLine> &lines, std::size_t at)
{
    const std::string_view line = trimmed(lines[at].text);
    if (line.starts_with("diff --git ") || line.starts_with("@@"))
        return PatchForm::Unified;
    const std::string_view next = at + 1 < lines.size() ? trimmed(lines[at + 1].text) : std::string_view{};
    if (line.starts_with("--- ") && (next.starts_with("+++ ") || next.starts_with("@@")))
        return PatchForm::Unified;
    if (line.starts_with("+++ ") && next.starts_with("@@"))
        return PatchForm::Unified;
    if (line.starts_with("*** Begin Patch") || line.starts_with("*** Update File:") ||
        line.starts_with("*** Add File:") || line.starts_with("*** Delete File:"))
        return PatchForm::Envelope;
    if (opensBlock(line))
        return PatchForm::Blocks;
    if (line.starts_with("*** ") && next.starts_with("--- "))
        return PatchForm::ContextDiff;
    return PatchForm::None;
}

/// Byte offsets of the first and the last line that open a patch, or npos.
struct Headers {
    std::size_t first = std::string_view::npos;
    std::size_t last = std::string_view::npos;
};

Headers headersOf(std::string_view text)
{
    const std::vector<TextLine> lines = textLines(text);
    Headers headers;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (formAt(lines, i) == PatchForm::None)
            continue;
        headers.last = static_cast<std::size_t>(lines[i].text.data() - text.data());
        if (headers.first == std::string_view::npos)
            headers.first = headers.last;
    }
    return headers;
}

bool startsWithReasoning(std::string_view text)
{
    const std::string_view start = trimmed(text.substr(0, 256));
    for (const std::string_view tag : openingTags)
        if (start.starts_with(tag))
            return true;
    return false;
}

struct Tag {
    std::size_t at = std::string_view::npos;
    std::size_t end = 0;
};

/// All closing tags, ascending.
std::vector<Tag> closingTagsOf(std::string_view text)
{
    std::vector<Tag> found;
    for (std::size_t at = text.find("</"); at != std::string_view::npos; at = text.find("</", at + 2))
        for (const std::string_view tag : closingTags)
            if (text.substr(at).starts_with(tag))
                found.push_back({at, at + tag.size()});
    return found;
}

} // namespace

std::vector<TextLine> textLines(std::string_view text)
{
    std::vector<TextLine> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        TextLine line{text.substr(0, end), false, end != std::string_view::npos};
        if (line.text.ends_with('\r')) {
            line.text.remove_suffix(1);
            line.cr = true;
        }
        lines.push_back(line);
        text.remove_prefix(line.lineFeed ? end + 1 : text.size());
    }
    return lines;
}

std::string_view withoutReasoning(std::string_view text)
{
    const std::vector<Tag> tags = closingTagsOf(text);
    if (tags.empty())
        return text;
    const Headers headers = headersOf(text);
    const bool opened = startsWithReasoning(text);
    const bool blocks = text.find("<<<<< SEARCH") != std::string_view::npos;
    std::size_t cut = 0;
    for (const Tag &tag : tags) {
        const std::size_t lineStart = tag.at == 0 ? 0 : text.rfind('\n', tag.at - 1) + 1;
        const bool inHunk = std::string_view("+- ").find(text[lineStart]) != std::string_view::npos;
        if (tag.at < headers.first || (opened && cut == 0))
            cut = tag.end;
        else if (!inHunk && !blocks && headers.last != std::string_view::npos && headers.last >= tag.end)
            cut = tag.end; // a draft was thought aloud before
        else
            break;
    }
    return text.substr(cut);
}

bool isOpenReasoning(std::string_view text)
{
    return startsWithReasoning(text) && closingTagsOf(text).empty();
}

bool isFence(std::string_view line)
{
    return line.starts_with("```") || line.starts_with("~~~");
}

PatchForm firstForm(const std::vector<TextLine> &lines)
{
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (const PatchForm form = formAt(lines, i); form != PatchForm::None)
            return form;
    return PatchForm::None;
}

} // namespace vouchsafe
