#pragma once
// One turn of the loop, as the journal tells it.

#include "core/model/budget.h"
#include "core/model/patch.h"
#include "core/model/plan.h"
#include "core/model/verdict.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

enum class Phase { Retrieve, Reproduce, Architect, Engineer, Verify, Route };
enum class Route { Start, Engineer, Architect, Stop };

/// One file of a proposed patch by the hashes of its bytes: what an approval binds.
struct PatchedFile {
    std::string path;
    std::string from; ///< old path of a rename, else empty
    ChangeKind kind = ChangeKind::Modify;
    std::string before; ///< git blob id of the old bytes; empty for Create
    std::string after;  ///< git blob id of the new bytes; empty for Delete

    bool operator==(const PatchedFile &) const = default;
};

/// What an iteration proposed: the canonical diff stands for the patch wherever bytes are not needed.
struct ProposedPatch {
    std::string diff;   ///< canonical unified diff, raw bytes
    std::string sha256; ///< of `diff`
    std::string origin;
    std::vector<PatchedFile> files;
    int added = 0;        ///< lines
    int removed = 0;      ///< lines
    int alternatives = 0; ///< other edits that passed the same tests
    std::vector<std::string> repairs;
    std::vector<std::string> notices;

    bool operator==(const ProposedPatch &) const = default;
};

/// A reply that could not be placed or held no patch.
struct RejectedPatch {
    std::string code; ///< ERR_PATCH_…
    std::string message;
    std::vector<PatchPlace> places;
    std::string raw; ///< what was received, shortened

    bool operator==(const RejectedPatch &) const = default;
};

struct Iteration {
    int number = 0; ///< from 1
    Route route = Route::Start;
    std::string routeReason;
    std::optional<Plan> plan;
    std::optional<ProposedPatch> patch;
    std::optional<RejectedPatch> rejected;
    std::optional<Verdict> verdict;
    std::optional<std::string> declined; ///< why a person rejected the patch
    Cost cost;

    bool operator==(const Iteration &) const = default;
};

} // namespace vouchsafe
