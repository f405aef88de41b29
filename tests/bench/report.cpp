#include "tests/bench/report.h"

#include "core/base/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sys/utsname.h>
#include <thread>

namespace vouchsafe::bench {
namespace {

std::string number(const char *format, double value)
{
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

/// `1/57` for small ratios, `1.18x` else, `+31.0 ms` for differences, `31.0 ms` for limits.
std::string comparedText(const Row &row, double value)
{
    if (row.comparison == Comparison::Difference)
        return number("%+.1f ", value) + row.unit;
    if (row.comparison == Comparison::Limit)
        return number("%.1f ", value) + row.unit;
    return value > 0 && value < 0.5 ? "1/" + number("%.0f", 1 / value) : number("%.2fx", value);
}

const char *comparisonName(Comparison comparison)
{
    switch (comparison) {
    case Comparison::Ratio:
        return "ratio";
    case Comparison::Difference:
        return "difference";
    case Comparison::Limit:
        return "limit";
    }
    return "";
}

nlohmann::json samplesJson(const Samples &samples)
{
    return {{"n", samples.size()},
            {"median", medianOf(samples)},
            {"min", minimumOf(samples)},
            {"max", maximumOf(samples)}};
}

nlohmann::json machineJson()
{
    utsname names{};
    ::uname(&names);
    double load = 0;
    if (::getloadavg(&load, 1) != 1)
        load = 0;
    return {{"kernel", names.release},
            {"architecture", names.machine},
            {"cpus", std::thread::hardware_concurrency()},
            {"load", load}};
}

/// Bytes of the text that are not continuation bytes: how wide it is on a terminal, for our own texts.
std::size_t widthOf(const std::string &text)
{
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

} // namespace

std::optional<double> Row::compared() const
{
    if (comparison == Comparison::Limit)
        return ours.empty() ? std::nullopt : std::optional(maximumOf(ours));
    if (peerSamples.empty() || ours.empty())
        return std::nullopt;
    const double peerMedian = medianOf(peerSamples);
    if (comparison == Comparison::Difference)
        return medianOf(ours) - peerMedian;
    if (peerMedian <= 0)
        return std::nullopt;
    return medianOf(ours) / peerMedian;
}

std::optional<bool> Row::held() const
{
    const auto value = compared();
    if (!value)
        return std::nullopt;
    return *value <= hold;
}

std::string tableOf(const std::vector<Row> &rows)
{
    std::vector<std::vector<std::string>> cells{
        {"row", "what", "n", "unit", "median", "min", "peer", "median", "min", "compared", "hold", "held"}};
    std::string below;
    for (const Row &row : rows) {
        const bool had = !row.peerSamples.empty();
        const auto value = row.compared();
        const auto held = row.held();
        cells.push_back({row.id, row.what, std::to_string(row.ours.size()), row.unit,
                         number("%.1f", medianOf(row.ours)), number("%.1f", minimumOf(row.ours)), row.peer,
                         had ? number("%.1f", medianOf(row.peerSamples)) : "",
                         had ? number("%.1f", minimumOf(row.peerSamples)) : "",
                         value ? comparedText(row, *value) : "", comparedText(row, row.hold),
                         held ? (*held ? "yes" : "NO") : ""});
        if (!had && row.comparison != Comparison::Limit)
            below += row.id + ": peer not had: " + row.peer + ": " + row.peerAbsent + "\n";
        for (const std::string &note : row.notes)
            below += row.id + ": " + note + "\n";
    }
    std::vector<std::size_t> widths(cells.front().size());
    for (const auto &line : cells)
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], widthOf(line[i]));
    std::string table;
    for (const auto &line : cells) {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i)
            text += line[i] + std::string(widths[i] - widthOf(line[i]) + 2, ' ');
        table += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
    }
    return table + below;
}

std::string jsonOf(const std::vector<Row> &rows, bool quick)
{
    nlohmann::json list = nlohmann::json::array();
    for (const Row &row : rows) {
        nlohmann::json peer = {{"name", row.peer}};
        if (row.comparison == Comparison::Limit)
            peer = nullptr;
        else if (row.peerSamples.empty())
            peer["absent"] = row.peerAbsent;
        else
            peer.update(samplesJson(row.peerSamples));
        const auto value = row.compared();
        const auto held = row.held();
        list.push_back({{"id", row.id},
                        {"what", row.what},
                        {"unit", row.unit},
                        {"ours", samplesJson(row.ours)},
                        {"peer", peer},
                        {"comparison", comparisonName(row.comparison)},
                        {"value", value ? nlohmann::json(*value) : nlohmann::json()},
                        {"hold", row.hold},
                        {"aim", row.aim},
                        {"held", held ? nlohmann::json(*held) : nlohmann::json()},
                        {"notes", row.notes}});
    }
    const nlohmann::json all = {{"v", 1},
                                {"application", VOUCHSAFE_VERSION},
                                {"at", timestamp(SystemClock().wall())},
                                {"machine", machineJson()},
                                {"quick", quick},
                                {"rows", list}};
    return all.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace vouchsafe::bench
