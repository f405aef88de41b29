#pragma once
// One line of the table of figures: what was measured, beside what, and what is to be held.

#include "core/base/result.h"
#include "tests/bench/measurement.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe::bench {

/// How a row compares: as ours divided by the peer's, as ours less the peer's, or, without a peer, as the
/// worst of ours with a limit.
enum class Comparison { Ratio, Difference, Limit };

struct Row {
    std::string id;   ///< `F1`, `F2/2000`
    std::string what; ///< `fresh workspace of 2,087 files, true, verdict, tear down`
    Samples ours;
    std::string unit = "ms";
    std::string peer;       ///< what the peer is, had or not; empty with a limit
    Samples peerSamples;    ///< empty: not had
    std::string peerAbsent; ///< why it was not had
    Comparison comparison = Comparison::Ratio;
    double hold = 0; ///< most that is to be held, in the comparison's unit
    double aim = 0;
    std::vector<std::string> notes;

    std::optional<double> compared() const; ///< of the medians; nothing where the peer was not had
    std::optional<bool> held() const;
};

/// What all rows share.
struct Settings {
    std::filesystem::path scratch;   ///< a folder of this run, removed at its end
    std::filesystem::path corpus;    ///< sources for the index; empty: generated
    std::string image = "debian:12"; ///< of the docker peer
    bool quick = false;              ///< few samples and small trees, for a smoke test
    std::filesystem::path self;      ///< the program that measures windows, which shows some itself
    std::filesystem::path window;    ///< `vouchsafe-gui`
};

Result<std::vector<Row>> measureWorkspace(const Settings &settings);  ///< F1
Result<std::vector<Row>> measureTreeSizes(const Settings &settings);  ///< F2
Result<std::vector<Row>> measureFirstIndex(const Settings &settings); ///< F3
Result<std::vector<Row>> measureCancel(const Settings &settings);     ///< F11

// What needs widgets, by the program of tests/bench/window_main.cpp alone.
Result<std::vector<Row>> measureLargeDiff(const Settings &settings); ///< F6
Result<std::vector<Row>> measureStart(const Settings &settings);     ///< F9
Result<std::vector<Row>> measureOutput(const Settings &settings);    ///< F12

} // namespace vouchsafe::bench
