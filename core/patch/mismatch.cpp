#include "core/patch/mismatch.h"

#include "core/base/text.h"
#include "core/patch/alignment.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t shownLines = 12;
constexpr std::size_t shownPlaces = 8;
constexpr std::size_t scannedLines = 20'000; // for resemblance, which looks at every line

std::string quoted(std::string_view line)
{
    return "`" + elided(shown(line), 120, 40) + "`";
}

std::vector<PatchPlace> region(const BaseText &text, const std::string &path, std::size_t first,
                               std::size_t last)
{
    std::vector<PatchPlace> places;
    for (std::size_t i = first; i <= last && i < text.size() && places.size() < shownLines; ++i)
        places.push_back({path, static_cast<int>(i + 1), std::string(text.line(i))});
    return places;
}

/// The line of the file that resembles `wanted` most, or the one at `fallback`.
std::size_t mostAlike(const BaseText &text, std::string_view wanted, std::size_t fallback)
{
    double best = 0.3;
    std::size_t at = fallback;
    for (std::size_t i = 0; i < text.size() && i < scannedLines; ++i) {
        const double alike = resemblance(wanted, text.line(i));
        if (alike > best) {
            best = alike;
            at = i;
        }
    }
    return at;
}

std::vector<BodyLine> oldSide(const ReceivedHunk &hunk)
{
    std::vector<BodyLine> lines;
    for (const BodyLine &line : hunk.lines)
        if (line.kind != '+')
            lines.push_back(line);
    return lines;
}

} // namespace

std::string hunkName(const std::string &path, const ReceivedHunk &hunk)
{
    return "hunk " + std::to_string(hunk.number) + " of " + shown(path);
}

Refused noMatch(const BaseText &text, const std::string &path, const ReceivedHunk &hunk)
{
    const std::string name = hunkName(path, hunk);
    if (text.size() == 0)
        return refuse(ErrorCode::PatchNoMatch, name + " does not fit", "the file is empty");

    std::vector<BodyLine> old = oldSide(hunk);
    const std::size_t whole = old.size();
    // Only for finding the nearest region: there a removed line may be missing as well.
    for (BodyLine &line : old)
        line.kind = ' ';
    const std::vector<Alignment> close = closestAlignments(text, old);
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t differs = 0;
    if (!close.empty()) {
        first = close.front().first;
        last = close.front().last;
        const std::vector<std::size_t> &at = close.front().at;
        while (differs < whole && at[differs] != Alignment::absent && !close.front().reworded[differs] &&
               (differs == 0 || at[differs] == at[differs - 1] + 1))
            ++differs;
    } else if (whole > 0) {
        const std::size_t stated =
            hunk.numbered && hunk.oldStart > 0 ? static_cast<std::size_t>(hunk.oldStart - 1) : 0;
        first = mostAlike(text, old.front().text, std::min(stated, text.size() - 1));
        last = first + whole - 1;
    }
    std::string context = "in " + shown(path);
    if (differs < whole) {
        std::size_t expected = first + differs;
        if (differs > 0 && !close.empty() && close.front().at[differs - 1] != Alignment::absent)
            expected = close.front().at[differs - 1] + 1;
        context +=
            ", old line " + std::to_string(differs + 1) + " of the hunk is " + quoted(old[differs].text);
        context += expected < text.size() ? ", but line " + std::to_string(expected + 1) +
                                                " of the file is " + quoted(text.line(expected))
                                          : ", but the file ends there";
    }
    return refuse(ErrorCode::PatchNoMatch, name + " does not fit", context,
                  region(text, path, first, std::max(last, first)));
}

Refused ambiguous(const BaseText &text, const std::string &path, const ReceivedHunk &hunk,
                  const std::vector<Candidate> &places)
{
    std::vector<PatchPlace> shownAt;
    std::string numbers;
    for (const Candidate &place : places) {
        if (shownAt.size() == shownPlaces) {
            numbers += " and more";
            break;
        }
        numbers += (numbers.empty() ? "" : ", ") + std::to_string(place.start + 1);
        const std::string line(place.start < text.size() ? text.line(place.start) : std::string_view{});
        shownAt.push_back({path, static_cast<int>(place.start + 1), line});
    }
    const std::string name = hunkName(path, hunk);
    if (places.empty())
        return refuse(ErrorCode::PatchAmbiguous, name + " has no old lines and no usable line number",
                      "nothing says where its added lines belong in " + shown(path));
    return refuse(ErrorCode::PatchAmbiguous, name + " fits in several places",
                  "in " + shown(path) + " its old lines stand at lines " + numbers, std::move(shownAt));
}

} // namespace vouchsafe
