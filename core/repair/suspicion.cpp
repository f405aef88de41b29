#include "core/repair/suspicion.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace vouchsafe::repair {
namespace {

constexpr double innermostFactor = 3;
constexpr double sameFunctionFactor = 2;
constexpr double callerFactor = 1.5;
constexpr double calledFactor = 1.3;
constexpr double namedFactor = 1.5;
constexpr double headerShare = .5;
constexpr double withoutCoverage = .3; ///< start value of a place that only a traceback names

std::string count(std::size_t part, std::size_t all, std::string_view what)
{
    return std::to_string(part) + " of " + std::to_string(all) + " " + std::string(what);
}

const Outline *outlineOfPath(const LocalisationInput &input, const std::string &path)
{
    const auto found = input.outlines.find(path);
    return found == input.outlines.end() ? nullptr : &found->second;
}

void addReason(PlaceScore &place, const std::string &reason)
{
    if (std::find(place.reasons.begin(), place.reasons.end(), reason) == place.reasons.end())
        place.reasons.push_back(reason);
}

std::string lastPart(std::string_view symbol)
{
    return std::string(symbol.substr(symbol.rfind('.') + 1));
}

/// The words of a text that could be names.
std::set<std::string, std::less<>> namesIn(std::string_view text)
{
    std::set<std::string, std::less<>> names;
    std::string name;
    for (const char c : std::string(text) + " ") {
        if (c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0) {
            name += c;
        } else if (!name.empty()) {
            names.insert(std::exchange(name, {}));
        }
    }
    return names;
}

template <typename Visit>
void forPlaces(const Outline &outline, const FunctionSpan &function, Visit visit)
{
    const int index = static_cast<int>(&function - outline.functions.data());
    for (const PlaceSpan &place : outline.places)
        if (place.function == index)
            visit(PlaceKey{outline.path, place.start});
}

/// Weighs one test's frames; each place takes the strongest factor of all tests.
void noteFrames(const LocalisationInput &input, const FailingTest &test, bool hasCoverage,
                std::map<PlaceKey, std::pair<double, std::string>> &factors)
{
    const auto raise = [&](const PlaceKey &key, double factor, const std::string &reason) {
        auto &entry = factors[key];
        if (factor > entry.first)
            entry = {factor, reason};
    };
    const std::string what =
        test.traceback.exception.empty() ? "the failure" : lastPart(test.traceback.exception);
    bool innermost = true;
    for (auto frame = test.traceback.frames.rbegin(); frame != test.traceback.frames.rend(); ++frame) {
        const Outline *outline = outlineOfPath(input, frame->path);
        if (outline == nullptr)
            continue;
        const int line = outline->placeAt(frame->line);
        const FunctionSpan *function = outline->functionAt(frame->line);
        if (!innermost) {
            raise({frame->path, line}, callerFactor, "calls into the place where " + what + " was raised");
            continue;
        }
        innermost = false;
        raise({frame->path, line}, innermostFactor, what + " was raised here");
        if (function == nullptr)
            continue;
        forPlaces(*outline, *function, [&](const PlaceKey &key) {
            raise(key, sameFunctionFactor, "in the function where " + what + " was raised");
        });
    }
    if (!innermost || test.traceback.frames.empty())
        return;
    // The assertion failed in the test itself: what its last statement calls is a little closer.
    const auto names = namesIn(test.traceback.frames.back().code);
    for (const auto &[path, outline] : input.outlines)
        for (const FunctionSpan &function : outline.functions) {
            if (!names.contains(lastPart(function.symbol)))
                continue;
            forPlaces(outline, function, [&](const PlaceKey &key) {
                raise(key, hasCoverage ? calledFactor : sameFunctionFactor, "called where the test fails");
            });
        }
}

} // namespace

bool scoreByCoverage(const LocalisationInput &input, Suspicion &suspicion)
{
    std::set<std::string> targets;
    for (const FailingTest &test : input.failing)
        targets.insert(test.id);
    struct Runs {
        std::size_t failing = 0;
        std::size_t passing = 0;
    };
    std::map<PlaceKey, Runs> runs;
    std::size_t failing = 0;
    std::size_t passing = 0;
    for (const TestCoverage &test : input.coverage->tests) {
        const bool isTarget = targets.contains(test.test);
        if (!isTarget && !input.passing.contains(test.test))
            continue;
        ++(isTarget ? failing : passing);
        for (const auto &[path, lines] : test.lines) {
            const Outline *outline = outlineOfPath(input, path);
            if (outline == nullptr)
                continue;
            std::set<int> places;
            for (const int line : lines)
                places.insert(outline->placeAt(line));
            for (const int place : places)
                if (place > 0)
                    ++(isTarget ? runs[{path, place}].failing : runs[{path, place}].passing);
        }
    }
    for (const auto &[key, counts] : runs) {
        if (counts.failing == 0)
            continue;
        const double both = static_cast<double>(counts.failing + counts.passing);
        PlaceScore &place = suspicion[key];
        place.score = static_cast<double>(counts.failing) / std::sqrt(static_cast<double>(failing) * both);
        addReason(place, "run by " + count(counts.failing, failing, "failing") + " and " +
                             count(counts.passing, passing, "passing tests"));
    }
    return !suspicion.empty();
}

void sharpenByTracebacks(const LocalisationInput &input, bool hasCoverage, Suspicion &suspicion)
{
    std::map<PlaceKey, std::pair<double, std::string>> factors;
    for (const FailingTest &test : input.failing)
        noteFrames(input, test, hasCoverage, factors);
    for (const auto &[key, entry] : factors) {
        if (key.second == 0)
            continue;
        const auto known = suspicion.find(key);
        // With coverage, a place that no failing test ran is not suspicious, whatever function it lies in.
        if (known == suspicion.end() && hasCoverage && entry.first < innermostFactor)
            continue;
        PlaceScore &place = suspicion[key];
        if (place.score == 0)
            place.score = withoutCoverage;
        place.score *= entry.first;
        addReason(place, entry.second);
    }
}

void scoreByContext(const LocalisationInput &input, Suspicion &suspicion)
{
    double best = 0;
    for (const Slice &slice : input.context.slices)
        best = std::max(best, slice.score);
    for (const Slice &slice : input.context.slices) {
        const Outline *outline = outlineOfPath(input, slice.path);
        if (outline == nullptr)
            continue;
        for (const PlaceSpan &span : outline->places) {
            if (span.start < slice.start || span.start > slice.end)
                continue;
            PlaceScore &place = suspicion[{slice.path, span.start}];
            const double score = withoutCoverage * (best > 0 ? slice.score / best : 1);
            if (place.score < score)
                place.score = score;
            addReason(place, slice.reason.empty() ? "retrieved for the task" : "retrieved: " + slice.reason);
        }
    }
}

void sharpenByRequest(const LocalisationInput &input, Suspicion &suspicion)
{
    const auto names = namesIn(input.request);
    for (const auto &entry : input.outlines)
        for (const FunctionSpan &function : entry.second.functions) {
            const std::string name = lastPart(function.symbol);
            // Short names are everyday words too.
            if (name.size() < 4 || !names.contains(name))
                continue;
            forPlaces(entry.second, function, [&](const PlaceKey &key) {
                const auto found = suspicion.find(key);
                if (found == suspicion.end())
                    return;
                found->second.score *= namedFactor;
                addReason(found->second, "the task names " + name);
            });
        }
}

void scoreHeaders(const LocalisationInput &input, Suspicion &suspicion)
{
    for (const auto &[path, outline] : input.outlines)
        for (const FunctionSpan &function : outline.functions) {
            double best = 0;
            forPlaces(outline, function, [&](const PlaceKey &key) {
                const auto found = suspicion.find(key);
                if (found != suspicion.end() && key.second >= function.body)
                    best = std::max(best, found->second.score);
            });
            if (best == 0)
                continue;
            PlaceScore &header = suspicion[{path, function.head}];
            if (header.score < best * headerShare) {
                header.score = best * headerShare;
                header.reasons = {"head of a function that the failing tests run"};
            }
        }
}

} // namespace vouchsafe::repair
