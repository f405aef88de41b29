#include "core/patch/choice.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

/// An anchor means the first place behind it; it must itself be the only one of its kind that leads to one.
std::optional<Candidate> firstAfterAnchor(const BaseText &text, std::string_view anchor,
                                          const std::vector<Candidate> &places)
{
    std::vector<Candidate> chosen;
    for (const std::size_t line : text.find(anchor, maxCandidates)) {
        const auto after = std::find_if(places.begin(), places.end(),
                                        [&](const Candidate &place) { return place.start >= line; });
        if (after != places.end() && (chosen.empty() || chosen.back() != *after))
            chosen.push_back(*after);
    }
    return chosen.size() == 1 ? std::optional(chosen.front()) : std::nullopt;
}

/// git prints after the second @@ the last line before the hunk that begins with a letter, `_` or `$`, cut
/// after 80 bytes.
std::optional<Candidate> underHeading(const BaseText &text, std::string_view heading,
                                      const std::vector<Candidate> &places)
{
    if (heading.size() < 3)
        return std::nullopt;
    std::vector<Candidate> under;
    for (const Candidate &place : places) {
        for (std::size_t i = place.start; i > 0; --i) {
            const std::string_view line = text.line(i - 1);
            if (line.empty() || !(isTelling(line.substr(0, 1)) || line.front() == '_' || line.front() == '$'))
                continue;
            if (trimmed(line).starts_with(heading))
                under.push_back(place);
            break;
        }
    }
    return under.size() == 1 ? std::optional(under.front()) : std::nullopt;
}

std::optional<Candidate> placeAt(const std::vector<Candidate> &places, std::ptrdiff_t start)
{
    const auto it = std::find_if(places.begin(), places.end(), [&](const Candidate &place) {
        return static_cast<std::ptrdiff_t>(place.start) == start;
    });
    return it == places.end() ? std::nullopt : std::optional(*it);
}

} // namespace

std::optional<std::size_t> statedLine(const ReceivedHunk &hunk)
{
    if (!hunk.numbered)
        return std::nullopt;
    const int start = hunk.oldCount == 0 ? hunk.oldStart : hunk.oldStart - 1;
    if (start < 0)
        return std::nullopt;
    return static_cast<std::size_t>(start);
}

std::optional<Choice> chosenPlace(const BaseText &text, const ReceivedHunk &hunk, int shift,
                                  std::vector<Candidate> &places)
{
    // Trailing blanks are no reason to prefer one place over the one that the header names.
    const auto group = [](Likeness level) {
        return level == Likeness::TrailingBlanks ? Likeness::Equal : level;
    };
    Likeness best = Likeness::None;
    for (const Candidate &place : places)
        best = std::min(best, group(place.level));
    std::erase_if(places, [&](const Candidate &place) { return group(place.level) != best; });
    if (places.size() == 1)
        return Choice{places.front(), {}};
    if (hunk.anchored && !hunk.heading.empty()) {
        if (const auto after = firstAfterAnchor(text, hunk.heading, places))
            return Choice{*after, {}};
        return std::nullopt;
    }
    if (const auto line = statedLine(hunk)) {
        const auto stated = static_cast<std::ptrdiff_t>(*line);
        if (const auto there = placeAt(places, stated))
            return Choice{*there, {}};
        if (const auto there = placeAt(places, stated + shift); there && shift != 0)
            return Choice{*there, "one of several places, chosen since the hunk before moved alike"};
    }
    if (const auto under = underHeading(text, hunk.heading, places))
        return Choice{*under, "one of several places, chosen by the heading"};
    std::vector<Candidate> equal = places;
    std::erase_if(equal, [](const Candidate &place) { return place.level != Likeness::Equal; });
    if (equal.size() == 1)
        return Choice{equal.front(), {}};
    return std::nullopt;
}

} // namespace vouchsafe
