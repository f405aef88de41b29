#include "core/patch/presence.h"

#include "core/patch/candidates.h"
#include "core/patch/variants.h"

#include <algorithm>
#include <string_view>

namespace vouchsafe {
namespace {

/// Enough letters that the line would hardly stand there twice by chance.
bool saysSomething(std::string_view line)
{
    return std::count_if(line.begin(), line.end(), [](char c) { return isTelling({&c, 1}); }) >= 3;
}

} // namespace

bool isInsertedAlready(const BaseText &text, const std::vector<BodyLine> &lines, std::size_t start)
{
    std::vector<std::string_view> added;
    std::size_t firstAdded = lines.size();
    std::size_t lastAdded = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].kind == '-')
            return false;
        if (lines[i].kind == ' ')
            continue;
        firstAdded = std::min(firstAdded, i);
        lastAdded = i;
        added.push_back(lines[i].text);
    }
    if (added.empty() || lastAdded - firstAdded + 1 != added.size() ||
        std::none_of(added.begin(), added.end(), saysSomething))
        return false;
    const std::size_t kept = lines.size() - added.size();
    const auto standsAt = [&](std::size_t line) {
        const auto there = candidateAt(text, added, line);
        return there && there->level == Likeness::Equal;
    };
    if (lastAdded + 1 == lines.size() && standsAt(start + kept))
        return true;
    return firstAdded == 0 && kept > 0 && start >= added.size() && standsAt(start - added.size());
}

std::optional<std::size_t> newSidePlace(const BaseText &text, const ReceivedHunk &hunk,
                                        const std::vector<BodyLine> &lines)
{
    const std::vector<std::string_view> fresh = side(lines, '-');
    const auto telling = std::count_if(fresh.begin(), fresh.end(), isTelling);
    const bool adds =
        std::any_of(lines.begin(), lines.end(), [](const BodyLine &line) { return line.kind == '+'; });
    std::optional<Candidate> there;
    if (hunk.numbered && telling >= (adds ? 1 : 2))
        for (const int start : {hunk.newStart, hunk.oldStart})
            if (!there && start > 0)
                there = candidateAt(text, fresh, static_cast<std::size_t>(start - 1));
    if (!there && telling >= 3)
        if (const std::vector<Candidate> places = candidates(text, fresh); places.size() == 1)
            there = places.front();
    if (!there || there->level > Likeness::TrailingBlanks)
        return std::nullopt;
    return there->start;
}

} // namespace vouchsafe
