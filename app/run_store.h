#pragma once
// Where runs are kept, how one is named, and what stands in a run's folder.

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/events/journal.h"
#include "core/events/run_state.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vouchsafe {

/// `<data>/runs/<run-id>/`, mode 0700.
struct RunFolder {
    std::string id;
    std::filesystem::path path;

    std::filesystem::path journal() const { return path / "journal.jsonl"; }
    std::filesystem::path outcome() const { return path / "outcome.json"; }
    std::filesystem::path patch() const { return path / "patch.diff"; }
};

class RunStore {
public:
    explicit RunStore(std::filesystem::path dataFolder);

    /// A new folder under a new name, with `output/` and `reports/`.
    Result<RunFolder> create(const Clock &clock) const;
    /// By full name, unique prefix or `last`: RunUnknown, or RunAmbiguous naming the candidates.
    Result<RunFolder> find(const std::string &name) const;
    /// Oldest first.
    std::vector<RunFolder> all() const;
    std::filesystem::path dataFolder() const { return m_data; }

private:
    std::filesystem::path m_data;
};

/// The fold of a run's journal, and how the journal was found.
struct LoadedRun {
    RunFolder folder;
    LoadedJournal journal;
    RunState state;
};
Result<LoadedRun> loadRun(const RunFolder &folder);

} // namespace vouchsafe
