#include "core/patch/placement.h"

#include "core/patch/candidates.h"
#include "core/patch/choice.h"
#include "core/patch/mismatch.h"
#include "core/patch/near_fit.h"
#include "core/patch/presence.h"
#include "core/patch/variants.h"

#include <optional>

namespace vouchsafe {
namespace {

class Placer {
public:
    Placer(const BaseText &text, const std::string &path, const ReceivedHunk &hunk, int shift)
        : m_text(text), m_path(path), m_hunk(hunk), m_shift(shift)
    {
    }

    Read<PlacedHunk> place()
    {
        const std::vector<Variant> variants = variantsOf(m_hunk);
        if (auto placed = firstThatFits(variants))
            return std::move(*placed);
        if (auto placed = firstThatFits(withEntitiesDecoded(variants)))
            return std::move(*placed);
        for (const Variant &variant : variants)
            if (const auto start = newSidePlace(m_text, m_hunk, variant.lines))
                return present(variant, *start);
        if (m_refusal)
            return Refused(std::move(*m_refusal));
        if (auto placed = nearly(variants.back()))
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

    std::optional<PlacedHunk> fit(const Variant &variant)
    {
        const std::vector<std::string_view> old = side(variant.lines, '+');
        if (old.empty())
            return insertion(variant);
        if (const auto place = statedLine(m_hunk))
            if (const auto there = candidateAt(m_text, old, *place); there && there->level == Likeness::Equal)
                return placed(variant, {*there, {}});
        std::vector<Candidate> places = candidates(m_text, old);
        if (places.empty())
            return std::nullopt;
        if (const auto choice = chosenPlace(m_text, m_hunk, m_shift, places))
            return placed(variant, *choice);
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
            return placed(variant, {});
        const auto place = statedLine(m_hunk);
        if (m_hunk.oldCount == 0 && place && *place <= m_text.size())
            return placed(variant, {{*place, Likeness::Equal}, {}});
        m_refusal = ambiguous(m_text, m_path, m_hunk, {}).value();
        return std::nullopt;
    }

    PlacedHunk placed(const Variant &variant, const Choice &choice) const
    {
        PlacedHunk result = begun(variant, choice.place.start);
        std::size_t next = choice.place.start;
        for (const BodyLine &line : variant.lines)
            result.at.push_back(line.kind == '+' ? PlacedHunk::nowhere : next++);
        learnIndents(result);
        if (choice.place.level == Likeness::TrailingBlanks)
            result.record.repairs.emplace_back("blanks at line ends differed");
        if (choice.place.level == Likeness::Indentation)
            result.record.repairs.emplace_back("indentation shifted to that of the file");
        if (choice.place.level == Likeness::InnerBlanks)
            result.record.repairs.emplace_back("blanks within lines differed");
        if (!choice.why.empty())
            result.record.repairs.push_back(choice.why);
        if (isInsertedAlready(m_text, variant.lines, choice.place.start)) {
            result.alreadyPresent = true;
            result.record.repairs.emplace_back("already present");
        }
        return result;
    }

    PlacedHunk present(const Variant &variant, std::size_t start) const
    {
        PlacedHunk result = begun(variant, start);
        result.lines.clear();
        result.alreadyPresent = true;
        result.record.relocatedBy = 0;
        result.record.repairs.emplace_back("already present");
        return result;
    }

    std::optional<PlacedHunk> nearly(const Variant &variant) const
    {
        const auto fit = nearFit(m_text, variant.lines);
        if (!fit)
            return std::nullopt;
        PlacedHunk result = begun(variant, fit->start);
        result.at = fit->at;
        if (!learnIndents(result))
            return std::nullopt;
        if (!fit->firstIsThere)
            result.record.relocatedBy = 0;
        if (fit->differing > 0)
            result.record.repairs.push_back(std::to_string(fit->differing) +
                                            " kept lines differ from the file's, which stay");
        if (fit->between > 0)
            result.record.repairs.push_back(std::to_string(fit->between) +
                                            " lines of the file were left out of the hunk");
        if (result.indents.changesAnything())
            result.record.repairs.emplace_back("indentation shifted to that of the file");
        return result;
    }

    PlacedHunk begun(const Variant &variant, std::size_t start) const
    {
        PlacedHunk result;
        result.lines = variant.lines;
        result.owned = variant.owned;
        result.start = start;
        result.transportCr = m_hunk.cr;
        result.record.number = m_hunk.number;
        result.record.line = static_cast<int>(start) + 1;
        result.record.repairs = m_hunk.repairs;
        if (!variant.repair.empty())
            result.record.repairs.push_back(variant.repair);
        if (const auto line = statedLine(m_hunk))
            result.record.relocatedBy = static_cast<int>(start) - static_cast<int>(*line);
        return result;
    }

    /// False where the lines contradict each other.
    bool learnIndents(PlacedHunk &hunk) const
    {
        for (std::size_t i = 0; i < hunk.lines.size(); ++i) {
            const std::string_view line = hunk.lines[i].text;
            if (hunk.at[i] == PlacedHunk::nowhere || isBlank(line))
                continue;
            const std::string_view there = m_text.line(hunk.at[i]);
            if (likeness(line, there) == Likeness::None)
                continue;
            if (!hunk.indents.learn(indentOf(line), indentOf(there)))
                return false;
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
