#include "core/patch/candidates.h"

#include "core/patch/indentation.h"

#include <algorithm>

namespace vouchsafe {
namespace {

// Enough to know that a line is common; counting on would make hunks of common lines quadratic.
constexpr std::size_t commonFrom = 256;
// Lines compared for one run before the search is given up; only files of one repeated line get there.
constexpr std::size_t maxWork = 4'000'000;

struct Pivot {
    std::size_t index = 0;
    std::size_t twins = commonFrom + 1;
};

Pivot rarestLine(const BaseText &text, const std::vector<std::string_view> &run)
{
    Pivot pivot;
    for (std::size_t i = 0; i < run.size() && pivot.twins > 1; ++i) {
        const std::size_t twins = text.count(run[i], std::min(pivot.twins, commonFrom));
        if (twins < pivot.twins)
            pivot = {i, twins};
        if (twins == 0)
            break;
    }
    return pivot;
}

} // namespace

std::optional<Candidate> candidateAt(const BaseText &text, const std::vector<std::string_view> &run,
                                     std::size_t start)
{
    if (start > text.size() || run.size() > text.size() - start)
        return std::nullopt;
    Likeness worst = Likeness::Equal;
    for (std::size_t i = 0; i < run.size(); ++i) {
        worst = std::max(worst, likeness(run[i], text.line(start + i)));
        if (worst == Likeness::None)
            return std::nullopt;
    }
    if (worst >= Likeness::Indentation) {
        IndentMap indents;
        for (std::size_t i = 0; i < run.size(); ++i)
            if (!isBlank(run[i]) && !indents.learn(indentOf(run[i]), indentOf(text.line(start + i))))
                return std::nullopt;
    }
    return Candidate{start, worst};
}

std::vector<Candidate> candidates(const BaseText &text, const std::vector<std::string_view> &run)
{
    std::vector<Candidate> found;
    if (run.empty() || run.size() > text.size())
        return found;
    const Pivot pivot = rarestLine(text, run);
    if (pivot.twins == 0)
        return found;
    std::size_t work = 0;
    for (const std::size_t line : text.find(run[pivot.index], text.size())) {
        if (line < pivot.index)
            continue;
        if (const auto candidate = candidateAt(text, run, line - pivot.index))
            found.push_back(*candidate);
        work += run.size();
        if (found.size() >= maxCandidates || work > maxWork)
            break;
    }
    return found;
}

} // namespace vouchsafe
