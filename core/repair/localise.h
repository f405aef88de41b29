#pragma once
// Where the fault may lie: Ochiai over passing and failing tests, sharpened by tracebacks; without coverage
// the tracebacks and the retrieved code alone. Pure.
//
// Ochiai per place: ef / sqrt(F * (ef + ep)), with F failing tests, ef of them and ep passing ones running it
// (Abreu et al., "On the accuracy of spectrum-based fault localization", 2007).

#include "core/model/context_bundle.h"
#include "core/model/plan.h"
#include "core/ports/coverage.h"
#include "core/repair/outline.h"
#include "core/repair/traceback.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace vouchsafe::repair {

struct FailingTest {
    std::string id;
    Traceback traceback;
};

struct LocalisationInput {
    const CoverageReport *coverage = nullptr; ///< null: none could be had
    std::vector<FailingTest> failing;         ///< the tests that a repair must turn
    std::set<std::string> passing;            ///< ids that passed in the baseline, steadily
    std::map<std::string, Outline> outlines;  ///< of the files that may be edited, by path
    ContextBundle context;                    ///< retrieved code
    std::string request;                      ///< the task's words
};

enum class EvidenceKind { Coverage, Traceback, Retrieval, None };

struct Localisation {
    std::vector<Suspect> suspects; ///< statements, most suspicious first; suspicion of the first is 1
    int functionsLeftOut = 0;      ///< suspicious too, but beyond the limit
    EvidenceKind kind = EvidenceKind::None;
};

struct LocalisationLimits {
    std::size_t functions = 15;
    std::size_t suspects = 250;
};

Localisation localise(const LocalisationInput &input, const LocalisationLimits &limits = {});

} // namespace vouchsafe::repair
