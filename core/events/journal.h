#pragma once
// journal.jsonl: the append-only record of a run, each line chained to the one before by sha256.

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/events/event.h"

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// Where a journal stood at some point: the last line's number and hash.
struct JournalPosition {
    std::int64_t seq = 0;
    std::string sha256; ///< of the line without its line feed

    bool operator==(const JournalPosition &) const = default;
};

struct LoadedJournal {
    std::vector<Event> events;
    JournalPosition position;
    bool tornTail = false; ///< a last line without line feed or JSON was dropped
};

/// Reads and checks the chain. A line that is not JSON, out of order or whose `prev` is wrong is
/// ErrorCode::Journal naming the line; only a torn last line is dropped.
Result<LoadedJournal> loadJournal(const std::filesystem::path &file);

/// Appends events. O_APPEND, mode 0600, one write per line, fsync where a phase ends, a verdict or a
/// decision is reached, or the run finishes. Safe from several threads; one process per run.
class Journal {
public:
    /// Creates the file, or goes on behind the last whole line of an existing one (a torn tail is cut off).
    /// Holds a lock on it while it lives: ErrorCode::RunActive where another journal of any process does.
    static Result<Journal> open(const std::filesystem::path &file, std::string run, const Clock &clock);

    Journal(Journal &&other) noexcept;
    Journal &operator=(Journal &&) = delete;
    ~Journal();

    /// Writes the event and returns it with its number and time. A decision without rationale is refused.
    Result<Event> append(EventBody body);
    JournalPosition position() const;

private:
    Journal(int fd, std::string run, JournalPosition position, const Clock &clock);

    mutable std::mutex m_mutex;
    int m_fd;
    std::string m_run;
    JournalPosition m_position;
    const Clock *m_clock;
};

} // namespace vouchsafe
