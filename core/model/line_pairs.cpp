#include "core/model/line_pairs.h"

#include <algorithm>
#include <cstdint>
#include <functional>

namespace vouchsafe {
namespace {

constexpr int alike = 50;              // of 100: lines below this have nothing to say to each other
constexpr std::size_t wordsRead = 200; // of one line

bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

using Bag = std::vector<std::size_t>; // of words and signs, hashed and sorted

Bag bagOf(std::string_view line)
{
    Bag bag;
    for (std::size_t at = 0; at < line.size() && bag.size() < wordsRead;) {
        if (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n') {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (isWordByte(line[at]) && end < line.size() && isWordByte(line[end]))
            ++end;
        bag.push_back(std::hash<std::string_view>()(line.substr(at, end - at)));
        at = end;
    }
    std::sort(bag.begin(), bag.end());
    return bag;
}

/// 0 to 100: the share of the words that both have.
int likeness(const Bag &one, const Bag &other)
{
    if (one.empty() || other.empty())
        return one.empty() && other.empty() ? alike : 0;
    std::size_t common = 0;
    for (std::size_t i = 0, k = 0; i < one.size() && k < other.size();) {
        if (one[i] == other[k]) {
            ++common;
            ++i;
            ++k;
        } else if (one[i] < other[k]) {
            ++i;
        } else {
            ++k;
        }
    }
    return static_cast<int>(200 * common / (one.size() + other.size()));
}

void addPaired(const std::vector<std::string_view> &before, const std::vector<std::string_view> &after,
               const LineChange &change, std::vector<LineChange> &out)
{
    const std::size_t rows = change.oldCount;
    const std::size_t columns = change.newCount;
    std::vector<Bag> old(rows);
    std::vector<Bag> fresh(columns);
    for (std::size_t i = 0; i < rows; ++i)
        old[i] = bagOf(before[change.oldStart + i]);
    for (std::size_t k = 0; k < columns; ++k)
        fresh[k] = bagOf(after[change.newStart + k]);

    // best[i][k]: the most likeness that old lines from i on and new lines from k on can have in order.
    const auto cell = [columns](std::size_t i, std::size_t k) { return i * (columns + 1) + k; };
    std::vector<std::int32_t> best((rows + 1) * (columns + 1), 0);
    std::vector<std::int32_t> pair(best.size(), 0);
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t k = columns; k-- > 0;) {
            const int like = likeness(old[i], fresh[k]);
            if (like >= alike)
                pair[cell(i, k)] = like + best[cell(i + 1, k + 1)];
            best[cell(i, k)] = std::max({pair[cell(i, k)], best[cell(i + 1, k)], best[cell(i, k + 1)]});
        }
    }
    LineChange open{change.oldStart, 0, change.newStart, 0};
    const auto close = [&] {
        if (open.oldCount + open.newCount > 0)
            out.push_back(open);
    };
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < rows && k < columns && best[cell(i, k)] > 0) {
        if (pair[cell(i, k)] == best[cell(i, k)]) {
            close();
            out.push_back({change.oldStart + i, 1, change.newStart + k, 1});
            ++i;
            ++k;
            open = {change.oldStart + i, 0, change.newStart + k, 0};
        } else if (best[cell(i + 1, k)] == best[cell(i, k)]) {
            ++i;
            ++open.oldCount;
        } else {
            ++k;
            ++open.newCount;
        }
    }
    open.oldCount += rows - i;
    open.newCount += columns - k;
    close();
}

} // namespace

std::vector<LineChange> pairedChanges(const std::vector<std::string_view> &before,
                                      const std::vector<std::string_view> &after,
                                      const std::vector<LineChange> &changes, std::size_t maxPairs)
{
    std::vector<LineChange> paired;
    paired.reserve(changes.size());
    for (const LineChange &change : changes) {
        const std::size_t pairs = change.oldCount * change.newCount;
        if (pairs <= 1 || pairs > maxPairs)
            paired.push_back(change);
        else
            addPaired(before, after, change, paired);
    }
    return paired;
}

} // namespace vouchsafe
