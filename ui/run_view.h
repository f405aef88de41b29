#pragma once
// What the window shows: a run as its journal tells it, and the few facts that no journal holds.

#include "core/base/result.h"
#include "core/events/run_state.h"
#include "core/model/patch.h"
#include "core/ports/sandbox.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// Where a run stands in this window.
enum class RunLife {
    None,      ///< no run is shown
    Preparing, ///< asked for; the repository is read and the run put together
    Running,
    Paused,    ///< held before a phase or after an event, until a person goes on
    Stopping,  ///< asked to stop, not ended yet
    Ended,     ///< at its end, or interrupted: `state.finished` tells which
    Elsewhere, ///< under way in another process; its journal is followed
};

/// How far a run that is held, or that is about to start, goes before it is held again.
enum class Stride { ToTheEnd, NextPhase, NextEvent, NextIteration };

/// Why a run is held.
struct PausePoint {
    std::optional<Phase> before; ///< the phase that comes next; none: inside a phase, after an event
    std::string after;           ///< kind of the event that was just recorded, `check.finished`

    bool operator==(const PausePoint &) const = default;
};

/// Given to every panel on each change. Valid during the call only; panels keep what they need of it.
struct RunView {
    RunState state;
    RunLife life = RunLife::None;
    std::optional<PausePoint> pause;  ///< for RunLife::Paused
    int shown = 0;                    ///< number of the iteration that is looked at; 0: none yet
    bool followsNewest = true;        ///< `shown` moves on with the run
    bool edited = false;              ///< the shown patch has edits of the person that nothing has judged
    std::vector<std::string> notices; ///< of loading: a torn journal, a record without its log

    const Iteration *shownIteration() const { return state.iteration(shown); }
    bool isLive() const
    {
        return life == RunLife::Preparing || life == RunLife::Running || life == RunLife::Paused ||
               life == RunLife::Stopping;
    }
};

/// What a person wants done when pressing Run. `flags` are those of `vouchsafe run`, by name without dashes.
struct RunOrder {
    std::string request;
    std::map<std::string, std::vector<std::string>> flags;
    Stride stride = Stride::ToTheEnd;

    bool operator==(const RunOrder &) const = default;
};

struct RunSummary {
    std::string id;
    std::string startedAt; ///< RFC 3339, UTC
    std::string repository;
    std::string request;
    std::optional<Outcome> outcome; ///< none: not ended
    bool live = false;              ///< a process has it under way
    bool applied = false;
    bool rejected = false;        ///< by a person, since its end
    std::optional<Error> problem; ///< its journal cannot be read

    bool operator==(const RunSummary &) const = default;
};

struct OpenedRepository {
    std::string root;      ///< absolute, bytes as the system has them
    std::string subfolder; ///< that was opened, relative to the root; empty: the root
    std::string branch;    ///< empty: HEAD is detached
    std::string commit;
    std::vector<RunSummary> runs;    ///< of this repository, newest first
    std::vector<std::string> checks; ///< that would run, as shown to people
    std::vector<std::string> models; ///< that are configured, `openai:gpt-5`
    std::optional<Error> noChecks;   ///< why there are none
    std::string suggestedTask;       ///< of a sample, else empty

    bool operator==(const OpenedRepository &) const = default;
};

/// The bytes of one iteration's patch, checked against the hashes of the journal.
struct ReviewPatch {
    std::string run;
    int iteration = 0;
    std::string sha256;             ///< of the canonical diff: what an approval binds
    std::string diff;               ///< canonical, raw bytes
    Patch patch;                    ///< on the run's own base tree
    bool whole = true;              ///< false: the base tree is gone, so files hold the hunks' lines alone
    std::vector<std::string> tests; ///< files of it that decide what the tests say
    std::vector<std::string> sensitive; ///< `path: why`, files that run outside of the sandbox later
    std::vector<std::string> stale;     ///< files that the working tree has changed since

    bool operator==(const ReviewPatch &) const = default;
};

/// A file that is to be edited or was: what `Edit` hands back.
struct EditedFile {
    std::string path;
    std::string after; ///< all of its bytes

    bool operator==(const EditedFile &) const = default;
};

/// Which output: of one execution of a check of an iteration (0: the baseline). A proof runs a check several
/// times, and each time prints a text of its own.
struct OutputKey {
    int iteration = 0;
    std::string run; ///< ProofRun::name
    int check = 1;

    auto operator<=>(const OutputKey &) const = default;
};

/// Live output, or the end of a log.
struct OutputPiece {
    OutputKey key;
    std::string bytes;
    std::uint64_t skipped = 0; ///< bytes before these that are only in the log
    std::string file;          ///< of the end of a log the absolute path of the whole, else empty

    bool operator==(const OutputPiece &) const = default;
};

struct AppliedReport {
    bool undone = false; ///< of an undo
    std::vector<std::string> files;
    std::vector<std::string> notices;
    std::string run; ///< that was applied or undone

    bool operator==(const AppliedReport &) const = default;
};

/// What an error is about; decides the place where it is shown.
enum class Act { OpenRepository, OpenRun, Run, Review, Apply, Undo, Reject, ReadLog, Sample, Examine, Clean };

} // namespace vouchsafe
