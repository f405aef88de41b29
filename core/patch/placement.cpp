#include "core/patch/placement.h"

#include "core/base/text.h"
#include "core/patch/alignment.h"
#include "core/patch/candidates.h"
#include "core/patch/entities.h"
#include "core/patch/mismatch.h"

#include <algorithm>
#include <optional>

namespace vouchsafe {
namespace {

/// The body of a hunk, or a part of it, as it is tried.
struct Variant {
    std::vector<BodyLine> lines;
    std::string repair; ///< empty for the body as received
    std::shared_ptr<std::deque<std::string>> owned;
};

std::vector<std::string_view> side(const std::vector<BodyLine> &lines, char without)
{
    std::vector<std::string_view> run;
    for (const BodyLine &line : lines)
        if (line.kind != without)
            run.push_back(line.text);
    return run;
}

bool changesNothingFrom(const std::vector<BodyLine> &lines, std::size_t from)
{
    return std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(),
                       [](const BodyLine &line) { return line.kind == ' '; });
}

/// The whole body first, then what is left without lines that may not belong to it.
std::vector<Variant> variantsOf(const ReceivedHunk &hunk)
{
    std::vector<Variant> variants{{hunk.lines, {}, nullptr}};
    const auto cutAt = [&](std::size_t length, const char *repair) {
        if (length > 0 && length < hunk.lines.size())
            variants.push_back(
                {{hunk.lines.begin(), hunk.lines.begin() + static_cast<std::ptrdiff_t>(length)},
                 repair,
                 nullptr});
    };
    if (hunk.bareTail > 0)
        cutAt(hunk.lines.size() - hunk.bareTail, "blank lines at its end left out");
    if (hunk.unprefixedFrom && changesNothingFrom(hunk.lines, *hunk.unprefixedFrom))
        cutAt(*hunk.unprefixedFrom, "text behind it left out");
    if (hunk.statedEnd && *hunk.statedEnd < hunk.lines.size() &&
        (hunk.lines[*hunk.statedEnd].bare || changesNothingFrom(hunk.lines, *hunk.statedEnd)))
        cutAt(*hunk.statedEnd, "text behind its stated end left out");
    return variants;
}

class Placer {
public:
    Placer(const BaseText &text, const std::string &path, const ReceivedHunk &hunk, int shift)
        : m_text(text), m_path(path), m_hunk(hunk), m_shift(shift)
    {
    }

    Read<PlacedHunk> place()
    {
        std::vector<Variant> variants = variantsOf(m_hunk);
        if (auto placed = firstThatFits(variants))
            return std::move(*placed);
        std::vector<Variant> decoded = withEntitiesDecoded(variants);
        if (auto placed = firstThatFits(decoded))
            return std::move(*placed);
        for (const Variant &variant : variants)
            if (auto placed = presentAlready(variant))
                return std::move(*placed);
        if (m_refusal)
            return Refused(std::move(*m_refusal));
        if (auto placed = closest(variants.back()))
            return std::move(*placed);
        return noMatch(m_text, m_path, m_hunk);
    }

private:
    std::optional<PlacedHunk> firstThatFits(const std::vector<Variant> &variants)
    {
        for (const Variant &variant : variants)
            if (auto placed = fit(variant))
                return placed;
        return std::nullopt;
    }

    /// The line index that the header names, if it names a usable one.
    std::optional<std::size_t> stated() const
    {
        if (!m_hunk.numbered)
            return std::nullopt;
        const int start = m_hunk.oldCount == 0 ? m_hunk.oldStart : m_hunk.oldStart - 1;
        if (start < 0)
            return std::nullopt;
        return static_cast<std::size_t>(start);
    }

    std::optional<PlacedHunk> fit(const Variant &variant)
    {
        const std::vector<std::string_view> old = side(variant.lines, '+');
        if (old.empty())
            return insertion(variant);
        if (const auto place = stated())
            if (const auto there = candidateAt(m_text, old, *place); there && there->level == Likeness::Equal)
                return placed(variant, *there, {});
        std::vector<Candidate> places = candidates(m_text, old);
        if (places.empty())
            return std::nullopt;
        std::string why;
        if (const auto chosen = choose(places, why))
            return placed(variant, *chosen, why);
        if (!m_refusal)
            m_refusal = ambiguous(m_text, m_path, m_hunk, places).value();
        return std::nullopt;
    }

    /// A hunk without old lines has only its line number to go by.
    std::optional<PlacedHunk> insertion(const Variant &variant)
    {
        if (variant.lines.empty())
            return std::nullopt;
        if (m_text.size() == 0)
            return placed(variant, {0, Likeness::Equal}, {});
        const auto place = stated();
        if (m_hunk.oldCount == 0 && place && *place <= m_text.size())
            return placed(variant, {*place, Likeness::Equal}, {});
        m_refusal = ambiguous(m_text, m_path, m_hunk, {}).value();
        return std::nullopt;
    }

    /// Leaves in `places` those of the best level, and picks one of them if there is a reason to.
    std::optional<Candidate> choose(std::vector<Candidate> &places, std::string &why) const
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
            return places.front();
        if (m_hunk.anchored && !m_hunk.heading.empty()) {
            const auto after = firstAfterAnchor(places);
            return after;
        }
        const auto at = [&](std::size_t start) -> std::optional<Candidate> {
            const auto it = std::find_if(places.begin(), places.end(),
                                         [&](const Candidate &place) { return place.start == start; });
            return it == places.end() ? std::nullopt : std::optional(*it);
        };
        if (const auto line = stated()) {
            if (const auto there = at(*line))
                return there;
            const std::ptrdiff_t shifted = static_cast<std::ptrdiff_t>(*line) + m_shift;
            if (m_shift != 0 && shifted >= 0)
                if (const auto there = at(static_cast<std::size_t>(shifted))) {
                    why = "one of several places, chosen since the hunk before moved alike";
                    return there;
                }
        }
        if (const auto under = underHeading(places)) {
            why = "one of several places, chosen by the heading";
            return under;
        }
        std::vector<Candidate> equal = places;
        std::erase_if(equal, [](const Candidate &place) { return place.level != Likeness::Equal; });
        if (equal.size() == 1)
            return equal.front();
        return std::nullopt;
    }

    /// An anchor means the first place behind it; it must itself be the only one of its kind that leads to
    /// one.
    std::optional<Candidate> firstAfterAnchor(const std::vector<Candidate> &places) const
    {
        std::vector<Candidate> chosen;
        for (const std::size_t anchor : m_text.find(m_hunk.heading, maxCandidates)) {
            const auto after = std::find_if(places.begin(), places.end(),
                                            [&](const Candidate &place) { return place.start >= anchor; });
            if (after != places.end() && (chosen.empty() || chosen.back() != *after))
                chosen.push_back(*after);
        }
        return chosen.size() == 1 ? std::optional(chosen.front()) : std::nullopt;
    }

    /// git prints after the second @@ the last line before the hunk that begins with a letter, `_` or `$`,
    /// cut after 80 bytes.
    std::optional<Candidate> underHeading(const std::vector<Candidate> &places) const
    {
        if (m_hunk.heading.size() < 3)
            return std::nullopt;
        std::vector<Candidate> under;
        for (const Candidate &place : places) {
            for (std::size_t i = place.start; i > 0; --i) {
                const std::string_view line = m_text.line(i - 1);
                if (line.empty() ||
                    !(isTelling(line.substr(0, 1)) || line.front() == '_' || line.front() == '$'))
                    continue;
                if (trimmed(line).starts_with(m_hunk.heading))
                    under.push_back(place);
                break;
            }
        }
        return under.size() == 1 ? std::optional(under.front()) : std::nullopt;
    }

    PlacedHunk placed(const Variant &variant, const Candidate &candidate, const std::string &why) const
    {
        PlacedHunk result;
        result.lines = variant.lines;
        result.owned = variant.owned;
        result.start = candidate.start;
        std::size_t next = candidate.start;
        for (const BodyLine &line : result.lines) {
            result.at.push_back(line.kind == '+' ? PlacedHunk::nowhere : next++);
            if (candidate.level == Likeness::Indentation && line.kind != '+' && !isBlank(line.text))
                result.indents.learn(indentOf(line.text), indentOf(m_text.line(result.at.back())));
        }
        fillRecord(result, variant);
        if (candidate.level == Likeness::TrailingBlanks)
            result.record.repairs.emplace_back("blanks at line ends differed");
        if (candidate.level == Likeness::Indentation)
            result.record.repairs.emplace_back("indentation shifted to that of the file");
        if (!why.empty())
            result.record.repairs.push_back(why);
        if (insertedBefore(result)) {
            result.alreadyPresent = true;
            result.record.repairs.emplace_back("already present");
        }
        return result;
    }

    void fillRecord(PlacedHunk &result, const Variant &variant) const
    {
        result.transportCr = m_hunk.cr;
        result.record.number = m_hunk.number;
        result.record.line = static_cast<int>(result.start) + 1;
        result.record.repairs = m_hunk.repairs;
        if (!variant.repair.empty())
            result.record.repairs.push_back(variant.repair);
        if (const auto line = stated())
            result.record.relocatedBy = static_cast<int>(result.start) - static_cast<int>(*line);
    }

    /// A hunk of added lines that is open at one end fits again after it was applied; git knows by the end of
    /// the file, we by the lines that follow or go before.
    bool insertedBefore(const PlacedHunk &hunk) const
    {
        std::vector<std::string_view> added;
        bool telling = false;
        std::size_t firstAdded = hunk.lines.size();
        std::size_t lastAdded = 0;
        for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
            if (hunk.lines[i].kind == '-')
                return false;
            if (hunk.lines[i].kind == ' ')
                continue;
            firstAdded = std::min(firstAdded, i);
            lastAdded = i;
            added.push_back(hunk.lines[i].text);
            telling = telling || std::count_if(added.back().begin(), added.back().end(), [](char c) {
                                     return isTelling({&c, 1});
                                 }) >= 3;
        }
        if (!telling || lastAdded - firstAdded + 1 != added.size())
            return false;
        const std::size_t kept = hunk.lines.size() - added.size();
        const auto equalAt = [&](std::size_t start) {
            const auto there = candidateAt(m_text, added, start);
            return there && there->level == Likeness::Equal;
        };
        if (lastAdded + 1 == hunk.lines.size() && equalAt(hunk.start + kept))
            return true;
        return firstAdded == 0 && kept > 0 && hunk.start >= added.size() &&
               equalAt(hunk.start - added.size());
    }

    static std::vector<Variant> withEntitiesDecoded(const std::vector<Variant> &variants)
    {
        std::vector<Variant> decoded;
        for (Variant variant : variants) {
            if (std::none_of(variant.lines.begin(), variant.lines.end(),
                             [](const BodyLine &line) { return hasEntities(line.text); }))
                continue;
            variant.owned = std::make_shared<std::deque<std::string>>();
            for (BodyLine &line : variant.lines)
                line.text = variant.owned->emplace_back(withoutEntities(line.text));
            variant.repair += std::string(variant.repair.empty() ? "" : "; ") + "HTML entities decoded";
            decoded.push_back(std::move(variant));
        }
        return decoded;
    }

    /// Never applied in reverse: a new side that is there already means that nothing is left to do.
    std::optional<PlacedHunk> presentAlready(const Variant &variant) const
    {
        const std::vector<std::string_view> fresh = side(variant.lines, '-');
        if (fresh.empty())
            return std::nullopt;
        const auto telling = static_cast<std::size_t>(std::count_if(fresh.begin(), fresh.end(), isTelling));
        const bool adds = std::any_of(variant.lines.begin(), variant.lines.end(),
                                      [](const BodyLine &line) { return line.kind == '+'; });
        std::optional<Candidate> there;
        for (const int start : {m_hunk.newStart, m_hunk.oldStart})
            if (!there && m_hunk.numbered && start > 0)
                there = candidateAt(m_text, fresh, static_cast<std::size_t>(start - 1));
        if (there && telling < (adds ? 1U : 2U))
            there.reset();
        if (!there && telling >= 3) {
            std::vector<Candidate> places = candidates(m_text, fresh);
            if (places.size() == 1)
                there = places.front();
        }
        if (!there || there->level > Likeness::TrailingBlanks)
            return std::nullopt;
        PlacedHunk result;
        result.start = there->start;
        result.alreadyPresent = true;
        fillRecord(result, variant);
        result.record.relocatedBy = 0;
        result.record.repairs.emplace_back("already present");
        return result;
    }

    /// The one close alignment, where every removed line is there, few kept lines differ, and each added line
    /// has its neighbours.
    std::optional<PlacedHunk> closest(const Variant &variant) const
    {
        std::vector<BodyLine> old;
        for (const BodyLine &line : variant.lines)
            if (line.kind != '+')
                old.push_back(line);
        if (old.size() < 3)
            return std::nullopt;
        const std::vector<Alignment> found = closestAlignments(m_text, old);
        constexpr double enough = 0.7;
        constexpr double margin = 0.15;
        if (found.empty() || found.front().score < enough ||
            (found.size() > 1 && found[1].score > found.front().score - margin))
            return std::nullopt;
        const Alignment &best = found.front();

        PlacedHunk result;
        result.lines = variant.lines;
        result.owned = variant.owned;
        result.start = best.first;
        std::size_t differing = 0;
        std::size_t k = 0;
        for (const BodyLine &line : result.lines) {
            if (line.kind == '+') {
                result.at.push_back(PlacedHunk::nowhere);
                continue;
            }
            const std::size_t at = best.at[k];
            result.at.push_back(at);
            differing += at == Alignment::absent || best.reworded[k] ? 1 : 0;
            if (at != Alignment::absent && !best.reworded[k] && !isBlank(line.text) &&
                !result.indents.learn(indentOf(line.text), indentOf(m_text.line(at))))
                return std::nullopt;
            ++k;
        }
        if (!addedLinesHaveNeighbours(result))
            return std::nullopt;
        fillRecord(result, variant);
        if (best.at.front() == Alignment::absent)
            result.record.relocatedBy = 0;
        const std::size_t between = best.last - best.first + 1 - (old.size() - missing(best));
        if (differing > 0)
            result.record.repairs.push_back(std::to_string(differing) +
                                            " kept lines differ from the file's, which stay");
        if (between > 0)
            result.record.repairs.push_back(std::to_string(between) +
                                            " lines of the file were left out of the hunk");
        if (result.indents.changesAnything())
            result.record.repairs.emplace_back("indentation shifted to that of the file");
        return result;
    }

    static std::size_t missing(const Alignment &alignment)
    {
        return static_cast<std::size_t>(
            std::count(alignment.at.begin(), alignment.at.end(), Alignment::absent));
    }

    /// Added lines go between two old ones; where the file has other lines between those, their place is
    /// open.
    bool addedLinesHaveNeighbours(const PlacedHunk &hunk) const
    {
        for (std::size_t i = 0; i < hunk.lines.size();) {
            if (hunk.lines[i].kind == ' ') {
                ++i;
                continue;
            }
            std::size_t end = i;
            std::vector<std::size_t> removed;
            bool adds = false;
            for (; end < hunk.lines.size() && hunk.lines[end].kind != ' '; ++end) {
                adds = adds || hunk.lines[end].kind == '+';
                if (hunk.lines[end].kind == '-')
                    removed.push_back(hunk.at[end]);
            }
            for (std::size_t r = 1; r < removed.size(); ++r)
                if (removed[r] != removed[r - 1] + 1)
                    return false;
            if (removed.empty() && adds) {
                const std::size_t before = i == 0 ? PlacedHunk::nowhere : hunk.at[i - 1];
                const std::size_t after = end == hunk.lines.size() ? PlacedHunk::nowhere : hunk.at[end];
                if (before == PlacedHunk::nowhere || after == PlacedHunk::nowhere || after != before + 1)
                    return false;
            }
            i = end;
        }
        return true;
    }

    const BaseText &m_text;
    const std::string &m_path;
    const ReceivedHunk &m_hunk;
    int m_shift;
    std::optional<PatchRefusal> m_refusal; ///< several places fitted
};

} // namespace

Read<PlacedHunk> placeHunk(const BaseText &text, const std::string &path, const ReceivedHunk &hunk, int shift)
{
    return Placer(text, path, hunk, shift).place();
}

} // namespace vouchsafe
