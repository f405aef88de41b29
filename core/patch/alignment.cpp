#include "core/patch/alignment.h"

#include "core/base/text.h"

#include <algorithm>
#include <cstdint>

namespace vouchsafe {
namespace {

constexpr std::ptrdiff_t band = 12;
constexpr std::size_t width = static_cast<std::size_t>(2 * band + 1);
constexpr std::size_t maxTwins = 24;     // a line that occurs more often says nothing about the place
constexpr std::size_t maxPlaces = 6;     // offsets that are aligned
constexpr std::size_t maxOldLines = 400; // of a hunk; the rest is not worth guessing
constexpr double impossible = -1e9;
constexpr double rewordedFrom = 0.6;

double weight(std::string_view line)
{
    return isTelling(line) ? 1.0 : 0.2;
}

std::vector<std::uint16_t> pairsOf(std::string_view line)
{
    line = trimmed(line).substr(0, 300);
    std::vector<std::uint16_t> pairs;
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        pairs.push_back(static_cast<std::uint16_t>(static_cast<unsigned char>(line[i]) << 8 |
                                                   static_cast<unsigned char>(line[i + 1])));
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// What laying an old line on a line of the file is worth, or `impossible`.
double matchWorth(const BodyLine &old, std::string_view line)
{
    switch (likeness(old.text, line)) {
    case Likeness::Equal:
        return weight(line);
    case Likeness::TrailingBlanks:
        return weight(line) * 0.95;
    case Likeness::Indentation:
        return weight(line) * 0.85;
    case Likeness::InnerBlanks:
        return weight(line) * 0.8;
    case Likeness::None:
        break;
    }
    if (old.kind == '-')
        return impossible;
    const double alike = resemblance(old.text, line);
    return alike >= rewordedFrom ? alike * 0.5 : impossible;
}

class Band {
public:
    Band(const BaseText &text, const std::vector<BodyLine> &oldLines, std::ptrdiff_t offset)
        : m_text(text),
          m_old(oldLines),
          m_offset(offset),
          m_scores((oldLines.size() + 1) * width, impossible),
          m_moves((oldLines.size() + 1) * width, Move::None)
    {
        fill();
    }

    Alignment best() const
    {
        std::size_t cell = m_old.size() * width;
        const auto row = m_scores.begin() + static_cast<std::ptrdiff_t>(cell);
        cell += static_cast<std::size_t>(std::max_element(row, row + width) - row);
        Alignment result;
        result.at.assign(m_old.size(), Alignment::absent);
        result.reworded.assign(m_old.size(), false);
        double most = 0;
        for (const BodyLine &line : m_old)
            most += weight(line.text);
        result.score = m_scores[cell] / std::max(most, 0.2);
        trace(cell, result);
        return result;
    }

private:
    enum class Move : std::uint8_t { None, Match, SkipOld, SkipFile };

    /// The cell of old line k and displacement d stands before file line offset + k + d.
    std::ptrdiff_t fileLine(std::size_t k, std::size_t d) const
    {
        return m_offset + static_cast<std::ptrdiff_t>(k + d) - band;
    }

    void offer(std::size_t cell, double score, Move move)
    {
        if (score > m_scores[cell]) {
            m_scores[cell] = score;
            m_moves[cell] = move;
        }
    }

    void fill()
    {
        for (std::size_t d = 0; d < width; ++d)
            m_scores[d] = 0;
        const auto lines = static_cast<std::ptrdiff_t>(m_text.size());
        for (std::size_t k = 0; k <= m_old.size(); ++k) {
            for (std::size_t d = 0; d < width; ++d) {
                const double here = m_scores[k * width + d];
                const std::ptrdiff_t line = fileLine(k, d);
                if (here <= impossible / 2)
                    continue;
                const bool real = line >= 0 && line < lines;
                if (k > 0 && k < m_old.size() && d + 1 < width && real)
                    offer(k * width + d + 1,
                          here - (isBlank(m_text.line(static_cast<std::size_t>(line))) ? 0.1 : 0.35),
                          Move::SkipFile);
                if (k == m_old.size())
                    continue;
                if (real)
                    offer((k + 1) * width + d,
                          here + matchWorth(m_old[k], m_text.line(static_cast<std::size_t>(line))),
                          Move::Match);
                if (d > 0 && m_old[k].kind != '-')
                    offer((k + 1) * width + d - 1, here - 0.5 * weight(m_old[k].text), Move::SkipOld);
            }
        }
    }

    void trace(std::size_t cell, Alignment &result) const
    {
        result.first = m_text.size();
        while (cell >= width) {
            const std::size_t k = cell / width;
            const std::size_t d = cell % width;
            switch (m_moves[cell]) {
            case Move::Match: {
                const auto line = static_cast<std::size_t>(fileLine(k - 1, d));
                result.at[k - 1] = line;
                result.reworded[k - 1] = likeness(m_old[k - 1].text, m_text.line(line)) == Likeness::None;
                result.first = std::min(result.first, line);
                result.last = std::max(result.last, line);
                cell -= width;
                break;
            }
            case Move::SkipOld:
                cell -= width - 1;
                break;
            case Move::SkipFile:
                --cell;
                break;
            case Move::None:
                result.score = 0; // removed lines that are not there
                return;
            }
        }
    }

    const BaseText &m_text;
    const std::vector<BodyLine> &m_old;
    std::ptrdiff_t m_offset;
    std::vector<double> m_scores;
    std::vector<Move> m_moves;
};

/// Offsets of the hunk in the file that most of its telling lines agree on.
std::vector<std::ptrdiff_t> votedOffsets(const BaseText &text, const std::vector<BodyLine> &oldLines)
{
    std::vector<std::ptrdiff_t> votes;
    for (std::size_t k = 0; k < oldLines.size(); ++k) {
        if (!isTelling(oldLines[k].text))
            continue;
        const std::vector<std::size_t> twins = text.find(oldLines[k].text, maxTwins + 1);
        if (twins.size() > maxTwins)
            continue;
        for (const std::size_t line : twins)
            votes.push_back(static_cast<std::ptrdiff_t>(line) - static_cast<std::ptrdiff_t>(k));
    }
    std::sort(votes.begin(), votes.end());
    std::vector<std::pair<std::size_t, std::ptrdiff_t>> clusters; // votes, middle
    for (std::size_t i = 0; i < votes.size();) {
        std::size_t end = i;
        while (end < votes.size() && votes[end] - votes[i] <= band)
            ++end;
        clusters.emplace_back(end - i, votes[i + (end - i) / 2]);
        i = end;
    }
    std::sort(clusters.begin(), clusters.end(), [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<std::ptrdiff_t> offsets;
    for (const auto &[count, offset] : clusters)
        if (offsets.size() < maxPlaces)
            offsets.push_back(offset);
    return offsets;
}

} // namespace

double resemblance(std::string_view a, std::string_view b)
{
    const std::vector<std::uint16_t> left = pairsOf(a);
    const std::vector<std::uint16_t> right = pairsOf(b);
    if (left.empty() || right.empty())
        return 0;
    std::size_t common = 0;
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i] == right[j]) {
            ++common;
            ++i;
            ++j;
        } else if (left[i] < right[j]) {
            ++i;
        } else {
            ++j;
        }
    }
    return 2.0 * static_cast<double>(common) / static_cast<double>(left.size() + right.size());
}

std::vector<Alignment> closestAlignments(const BaseText &text, const std::vector<BodyLine> &oldLines)
{
    std::vector<Alignment> found;
    if (oldLines.empty() || oldLines.size() > maxOldLines || text.size() == 0)
        return found;
    for (const std::ptrdiff_t offset : votedOffsets(text, oldLines)) {
        Alignment alignment = Band(text, oldLines, offset).best();
        if (alignment.score > 0 && alignment.first <= alignment.last)
            found.push_back(std::move(alignment));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Alignment &a, const Alignment &b) { return a.score > b.score; });
    std::vector<Alignment> distinct;
    for (Alignment &alignment : found)
        if (std::none_of(distinct.begin(), distinct.end(), [&](const Alignment &other) {
                return alignment.first == other.first || alignment.last == other.last;
            }))
            distinct.push_back(std::move(alignment));
    return distinct;
}

} // namespace vouchsafe
