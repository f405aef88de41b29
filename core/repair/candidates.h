#pragma once
// All one-place edits at the suspicious places, in the order in which they are to be tried.

#include "core/model/plan.h"
#include "core/repair/operators/edit.h"
#include "core/repair/source_file.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe::repair {

struct Candidate {
    std::string path;
    int line = 0; ///< where the edited bytes begin, from 1
    Edit edit;
    double score = 0; ///< suspicion x prior x what the failure speaks for x anti-pattern
    Suspect suspect;  ///< the place, with its evidence
};

/// What the failing tests say beside the places.
struct FailureHints {
    std::vector<std::string> exceptions; ///< types that were raised
    std::vector<std::string> expected;   ///< types that were awaited in vain
};

using SourceFiles = std::map<std::string, SourceFile>;

/// Suspects of one file, line 0 standing for all of it. Unordered, unscreened: parsing each result is left to
/// the moment it is drawn.
std::vector<Candidate> candidatesIn(const SourceFile &file, const std::vector<Suspect> &suspects,
                                    const FailureHints &hints);

/// Deterministic: best score first, equal ones by path, position and text. Every eighth draw comes from the
/// family that was drawn least, so that no family starves.
class CandidateQueue {
public:
    explicit CandidateQueue(std::vector<Candidate> candidates);
    std::optional<Candidate> next();
    std::size_t size() const { return m_candidates.size(); }
    std::size_t left() const { return m_left; }

private:
    Candidate take(std::size_t index);
    std::size_t firstLeftOf(Family family);

    std::vector<Candidate> m_candidates;
    std::vector<bool> m_taken;
    std::array<std::size_t, familyCount> m_cursor{};
    std::array<std::size_t, familyCount> m_drawn{};
    std::size_t m_first = 0;
    std::size_t m_left = 0;
    std::size_t m_draws = 0;
};

} // namespace vouchsafe::repair
