#include "core/repair/localise.h"

#include "core/base/text.h"
#include "core/repair/suspicion.h"

#include <algorithm>
#include <tuple>

namespace vouchsafe::repair {
namespace {

std::string symbolAt(const LocalisationInput &input, const PlaceKey &key)
{
    const auto outline = input.outlines.find(key.first);
    const FunctionSpan *function =
        outline == input.outlines.end() ? nullptr : outline->second.functionAt(key.second);
    return function == nullptr ? std::string() : function->symbol;
}

/// The first functions in order of their best statement; the rest is counted.
std::size_t keepFunctions(std::vector<Suspect> &suspects, std::size_t limit)
{
    std::vector<std::pair<std::string, std::string>> order;
    for (const Suspect &suspect : suspects) {
        const std::pair<std::string, std::string> function{suspect.path, suspect.symbol};
        if (std::find(order.begin(), order.end(), function) == order.end())
            order.push_back(function);
    }
    if (order.size() <= limit)
        return 0;
    const std::size_t leftOut = order.size() - limit;
    order.resize(limit);
    std::erase_if(suspects, [&](const Suspect &suspect) {
        return std::find(order.begin(), order.end(), std::pair{suspect.path, suspect.symbol}) == order.end();
    });
    return leftOut;
}

} // namespace

Localisation localise(const LocalisationInput &input, const LocalisationLimits &limits)
{
    Localisation result;
    Suspicion suspicion;
    const bool covered = input.coverage != nullptr && scoreByCoverage(input, suspicion);
    if (covered)
        result.kind = EvidenceKind::Coverage;
    sharpenByTracebacks(input, covered, suspicion);
    if (!covered && !suspicion.empty())
        result.kind = EvidenceKind::Traceback;
    if (!covered)
        scoreByContext(input, suspicion);
    if (result.kind == EvidenceKind::None && !suspicion.empty())
        result.kind = EvidenceKind::Retrieval;
    scoreHeaders(input, suspicion);
    sharpenByRequest(input, suspicion);

    double best = 0;
    for (const auto &[key, place] : suspicion)
        best = std::max(best, place.score);
    for (const auto &[key, place] : suspicion)
        if (place.score > 0)
            result.suspects.push_back(
                {key.first, key.second, symbolAt(input, key), place.score / best, join(place.reasons, "; ")});
    std::stable_sort(result.suspects.begin(), result.suspects.end(), [](const Suspect &a, const Suspect &b) {
        return std::tie(b.suspicion, a.path, a.line) < std::tie(a.suspicion, b.path, b.line);
    });
    result.functionsLeftOut = static_cast<int>(keepFunctions(result.suspects, limits.functions));
    if (result.suspects.size() > limits.suspects)
        result.suspects.resize(limits.suspects);
    return result;
}

} // namespace vouchsafe::repair
