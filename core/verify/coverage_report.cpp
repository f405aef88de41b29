#include "core/verify/coverage_report.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace vouchsafe {
namespace {

using nlohmann::json;
using Lines = std::map<std::string, std::set<int>>;

constexpr std::size_t mostTests = 100'000;
constexpr std::size_t mostLines = 20'000'000; ///< of all tests together
constexpr int lastLine = 1'000'000;

/// Flat pairs of first and last line.
void addRanges(const json &ranges, std::set<int> &lines, std::size_t &budget)
{
    for (std::size_t i = 0; i + 1 < ranges.size(); i += 2) {
        if (!ranges[i].is_number_integer() || !ranges[i + 1].is_number_integer())
            return;
        const auto first = ranges[i].get<long long>();
        const auto last = ranges[i + 1].get<long long>();
        if (first < 1 || last < first || last > lastLine)
            return;
        for (auto line = first; line <= last && budget > 0; ++line, --budget)
            lines.insert(static_cast<int>(line));
    }
}

Lines linesOf(const json &record, const char *key, std::size_t &budget)
{
    Lines lines;
    const auto files = record.find(key);
    if (files == record.end() || !files->is_object())
        return lines;
    for (const auto &[path, ranges] : files->items())
        if (ranges.is_array())
            addRanges(ranges, lines[path], budget);
    return lines;
}

void merge(const Lines &from, Lines &to)
{
    for (const auto &[path, lines] : from)
        to[path].insert(lines.begin(), lines.end());
}

} // namespace

CoverageReport readPythonCoverage(std::string_view text)
{
    CoverageReport report;
    report.language = "python";
    Lines collected;
    std::size_t budget = mostLines;
    for (const std::string_view line : splitLines(text)) {
        const json record = json::parse(line, nullptr, false);
        if (!record.is_object())
            continue;
        merge(linesOf(record, "collected", budget), collected);
        const auto test = record.find("test");
        if (test == record.end() || !test->is_string() || report.tests.size() == mostTests)
            continue;
        const auto passed = record.find("passed");
        report.tests.push_back({test->get<std::string>(),
                                passed != record.end() && passed->is_boolean() && passed->get<bool>(),
                                linesOf(record, "lines", budget)});
    }
    for (TestCoverage &test : report.tests)
        merge(collected, test.lines);
    return report;
}

} // namespace vouchsafe
