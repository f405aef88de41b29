#pragma once
// One line of the table of figures: what was measured, beside what, and what is to be held.

#include "core/base/result.h"
#include "tests/bench/measurement.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe::bench {

/// How a row compares: as ours divided by the peer's, or as ours less the peer's in milliseconds.
enum class Comparison { Ratio, Difference };

struct Row {
    std::string id;   ///< `F1`, `F2/2000`
    std::string what; ///< `fresh workspace of 2,087 files, true, verdict, tear down`
    Samples ours;
    std::string peer;       ///< what the peer is, had or not
    Samples peerSamples;    ///< empty: not had
    std::string peerAbsent; ///< why it was not had
    Comparison comparison = Comparison::Ratio;
    double hold = 0; ///< most that is to be held, in the comparison's unit
    double aim = 0;
    std::vector<std::string> notes;

    std::optional<double> compared() const; ///< of the medians; nothing without a peer
    std::optional<bool> held() const;
};

/// What all rows share.
struct Settings {
    std::filesystem::path scratch;   ///< a folder of this run, removed at its end
    std::filesystem::path corpus;    ///< sources for the index; empty: generated
    std::string image = "debian:12"; ///< of the docker peer
    bool quick = false;              ///< few samples and small trees, for a smoke test
};

Result<std::vector<Row>> measureWorkspace(const Settings &settings);  ///< F1
Result<std::vector<Row>> measureTreeSizes(const Settings &settings);  ///< F2
Result<std::vector<Row>> measureFirstIndex(const Settings &settings); ///< F3

} // namespace vouchsafe::bench
