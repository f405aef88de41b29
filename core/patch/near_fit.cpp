#include "core/patch/near_fit.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t fewestOldLines = 3;
constexpr double enough = 0.7;
constexpr double margin = 0.15;

/// Where the file has other lines between the neighbours of added ones, their place would be a guess.
bool changesAreCertain(const std::vector<BodyLine> &lines, const std::vector<std::size_t> &at)
{
    for (std::size_t i = 0; i < lines.size();) {
        if (lines[i].kind == ' ') {
            ++i;
            continue;
        }
        std::size_t end = i;
        std::size_t removed = Alignment::absent;
        for (; end < lines.size() && lines[end].kind != ' '; ++end) {
            if (lines[end].kind != '-')
                continue;
            if (removed != Alignment::absent && at[end] != removed + 1)
                return false;
            removed = at[end];
        }
        if (removed == Alignment::absent) {
            const std::size_t before = i == 0 ? Alignment::absent : at[i - 1];
            const std::size_t after = end == lines.size() ? Alignment::absent : at[end];
            if (before == Alignment::absent || after == Alignment::absent || after != before + 1)
                return false;
        }
        i = end;
    }
    return true;
}

} // namespace

std::optional<NearFit> nearFit(const BaseText &text, const std::vector<BodyLine> &lines)
{
    std::vector<BodyLine> old;
    for (const BodyLine &line : lines)
        if (line.kind != '+')
            old.push_back(line);
    if (old.size() < fewestOldLines)
        return std::nullopt;
    const std::vector<Alignment> found = closestAlignments(text, old);
    if (found.empty() || found.front().score < enough ||
        (found.size() > 1 && found[1].score > found.front().score - margin))
        return std::nullopt;
    const Alignment &best = found.front();

    NearFit fit;
    fit.start = best.first;
    fit.firstIsThere = best.at.front() != Alignment::absent;
    std::size_t covered = 0;
    for (std::size_t k = 0; k < old.size(); ++k) {
        covered += best.at[k] != Alignment::absent ? 1 : 0;
        fit.differing += best.at[k] == Alignment::absent || best.reworded[k] ? 1 : 0;
    }
    fit.between = best.last - best.first + 1 - covered;
    std::size_t k = 0;
    for (const BodyLine &line : lines)
        fit.at.push_back(line.kind == '+' ? Alignment::absent : best.at[k++]);
    if (!changesAreCertain(lines, fit.at))
        return std::nullopt;
    return fit;
}

} // namespace vouchsafe
