#include "core/model/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace vouchsafe {
namespace {

constexpr int maxDepth = 48;             // of anchors within anchors
constexpr std::ptrdiff_t maxSteps = 800; // Myers' D; its traces take D² numbers

using Ids = std::vector<std::uint32_t>;

struct Range {
    std::size_t oldFrom;
    std::size_t oldTo;
    std::size_t newFrom;
    std::size_t newTo;
};

struct Pair {
    std::size_t oldAt;
    std::size_t newAt;
};

class Comparison {
public:
    Comparison(Ids before, Ids after, std::size_t ids)
        : m_before(std::move(before)),
          m_after(std::move(after)),
          m_removed(m_before.size(), false),
          m_added(m_after.size(), false),
          m_seen(ids)
    {
    }

    std::vector<LineChange> changes()
    {
        compare({0, m_before.size(), 0, m_after.size()}, 0);
        std::vector<LineChange> found;
        for (std::size_t o = 0, n = 0; o < m_before.size() || n < m_after.size();) {
            const std::size_t oldStart = o;
            const std::size_t newStart = n;
            while (o < m_before.size() && m_removed[o])
                ++o;
            while (n < m_after.size() && m_added[n])
                ++n;
            if (o > oldStart || n > newStart) {
                found.push_back({oldStart, o - oldStart, newStart, n - newStart});
                continue;
            }
            ++o;
            ++n;
        }
        return found;
    }

private:
    struct Seen {
        std::uint32_t oldCount = 0;
        std::uint32_t newCount = 0;
        std::size_t newAt = 0;
    };

    void compare(Range range, int depth)
    {
        while (range.oldFrom < range.oldTo && range.newFrom < range.newTo &&
               m_before[range.oldFrom] == m_after[range.newFrom]) {
            ++range.oldFrom;
            ++range.newFrom;
        }
        while (range.oldFrom < range.oldTo && range.newFrom < range.newTo &&
               m_before[range.oldTo - 1] == m_after[range.newTo - 1]) {
            --range.oldTo;
            --range.newTo;
        }
        if (range.oldFrom == range.oldTo || range.newFrom == range.newTo) {
            replace(range);
            return;
        }
        const std::vector<Pair> anchors = depth < maxDepth ? anchorsOf(range) : std::vector<Pair>{};
        if (anchors.empty()) {
            if (!myers(range))
                replace(range);
            return;
        }
        Range part = range;
        for (const Pair &anchor : anchors) {
            part.oldTo = anchor.oldAt;
            part.newTo = anchor.newAt;
            compare(part, depth + 1);
            part.oldFrom = anchor.oldAt + 1;
            part.newFrom = anchor.newAt + 1;
        }
        part.oldTo = range.oldTo;
        part.newTo = range.newTo;
        compare(part, depth + 1);
    }

    void replace(const Range &range)
    {
        std::fill(m_removed.begin() + static_cast<std::ptrdiff_t>(range.oldFrom),
                  m_removed.begin() + static_cast<std::ptrdiff_t>(range.oldTo), true);
        std::fill(m_added.begin() + static_cast<std::ptrdiff_t>(range.newFrom),
                  m_added.begin() + static_cast<std::ptrdiff_t>(range.newTo), true);
    }

    /// The longest rising run of lines that occur exactly once on either side.
    std::vector<Pair> anchorsOf(const Range &range)
    {
        for (std::size_t i = range.oldFrom; i < range.oldTo; ++i)
            ++m_seen[m_before[i]].oldCount;
        for (std::size_t i = range.newFrom; i < range.newTo; ++i) {
            Seen &seen = m_seen[m_after[i]];
            ++seen.newCount;
            seen.newAt = i;
        }
        std::vector<Pair> unique;
        for (std::size_t i = range.oldFrom; i < range.oldTo; ++i) {
            const Seen &seen = m_seen[m_before[i]];
            if (seen.oldCount == 1 && seen.newCount == 1)
                unique.push_back({i, seen.newAt});
        }
        for (std::size_t i = range.oldFrom; i < range.oldTo; ++i)
            m_seen[m_before[i]] = {};
        for (std::size_t i = range.newFrom; i < range.newTo; ++i)
            m_seen[m_after[i]] = {};

        constexpr std::size_t none = static_cast<std::size_t>(-1);
        std::vector<std::size_t> tails; // index in `unique` of the end of a run of each length
        std::vector<std::size_t> before(unique.size(), none);
        for (std::size_t i = 0; i < unique.size(); ++i) {
            const auto at =
                std::lower_bound(tails.begin(), tails.end(), unique[i].newAt,
                                 [&](std::size_t t, std::size_t value) { return unique[t].newAt < value; });
            before[i] = at == tails.begin() ? none : *(at - 1);
            if (at == tails.end())
                tails.push_back(i);
            else
                *at = i;
        }
        std::vector<Pair> run;
        for (std::size_t i = tails.empty() ? none : tails.back(); i != none; i = before[i])
            run.push_back(unique[i]);
        std::reverse(run.begin(), run.end());
        return run;
    }

    /// E. Myers, "An O(ND) difference algorithm and its variations", 1986. False where D passes the bound.
    bool myers(const Range &range)
    {
        const auto n = static_cast<std::ptrdiff_t>(range.oldTo - range.oldFrom);
        const auto m = static_cast<std::ptrdiff_t>(range.newTo - range.newFrom);
        const std::ptrdiff_t limit = std::min(n + m, maxSteps);
        std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * limit + 3), 0);
        std::vector<std::vector<std::ptrdiff_t>> trace;
        const auto at = [&](std::vector<std::ptrdiff_t> &v, std::ptrdiff_t k) -> std::ptrdiff_t & {
            return v[static_cast<std::size_t>(k + limit + 1)];
        };
        for (std::ptrdiff_t d = 0; d <= limit; ++d) {
            trace.emplace_back(reach.begin() + (limit + 1 - d), reach.begin() + (limit + 2 + d));
            for (std::ptrdiff_t k = -d; k <= d; k += 2) {
                const bool down = k == -d || (k != d && at(reach, k - 1) < at(reach, k + 1));
                std::ptrdiff_t x = down ? at(reach, k + 1) : at(reach, k - 1) + 1;
                while (x < n && x - k < m && x - k >= 0 &&
                       m_before[range.oldFrom + static_cast<std::size_t>(x)] ==
                           m_after[range.newFrom + static_cast<std::size_t>(x - k)])
                    ++x;
                at(reach, k) = x;
                if (x >= n && x - k >= m) {
                    walkBack(range, trace, d, k);
                    return true;
                }
            }
        }
        return false;
    }

    void walkBack(const Range &range, const std::vector<std::vector<std::ptrdiff_t>> &trace, std::ptrdiff_t d,
                  std::ptrdiff_t k)
    {
        for (; d > 0; --d) {
            const auto &reach = trace[static_cast<std::size_t>(d)]; // diagonals -d to d before step d
            const auto at = [&](std::ptrdiff_t diagonal) {
                return diagonal < -d || diagonal > d ? std::ptrdiff_t{-1}
                                                     : reach[static_cast<std::size_t>(diagonal + d)];
            };
            const bool down = k == -d || (k != d && at(k - 1) < at(k + 1));
            const std::ptrdiff_t beforeK = down ? k + 1 : k - 1;
            const std::ptrdiff_t beforeX = at(beforeK);
            const std::ptrdiff_t beforeY = beforeX - beforeK;
            if (down)
                m_added[range.newFrom + static_cast<std::size_t>(beforeY)] = true;
            else
                m_removed[range.oldFrom + static_cast<std::size_t>(beforeX)] = true;
            k = beforeK;
        }
    }

    Ids m_before;
    Ids m_after;
    std::vector<bool> m_removed;
    std::vector<bool> m_added;
    std::vector<Seen> m_seen; ///< per line id, cleared between uses
};

} // namespace

std::vector<LineChange> lineChanges(const std::vector<std::string_view> &before,
                                    const std::vector<std::string_view> &after)
{
    std::unordered_map<std::string_view, std::uint32_t> known;
    const auto idsOf = [&](const std::vector<std::string_view> &lines) {
        Ids ids;
        ids.reserve(lines.size());
        for (const std::string_view line : lines)
            ids.push_back(known.try_emplace(line, static_cast<std::uint32_t>(known.size())).first->second);
        return ids;
    };
    Ids old = idsOf(before);
    Ids fresh = idsOf(after);
    return Comparison(std::move(old), std::move(fresh), known.size()).changes();
}

} // namespace vouchsafe
