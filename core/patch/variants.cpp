#include "core/patch/variants.h"

#include "core/patch/entities.h"

#include <algorithm>

namespace vouchsafe {
namespace {

bool changesNothingFrom(const std::vector<BodyLine> &lines, std::size_t from)
{
    return std::all_of(lines.begin() + static_cast<std::ptrdiff_t>(from), lines.end(),
                       [](const BodyLine &line) { return line.kind == ' '; });
}

} // namespace

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

std::vector<Variant> withEntitiesDecoded(const std::vector<Variant> &variants)
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

std::vector<std::string_view> side(const std::vector<BodyLine> &lines, char without)
{
    std::vector<std::string_view> run;
    for (const BodyLine &line : lines)
        if (line.kind != without)
            run.push_back(line.text);
    return run;
}

} // namespace vouchsafe
