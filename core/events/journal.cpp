#include "core/events/journal.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr std::uint64_t largestJournal = std::uint64_t{1} << 30;

/// Whether the event must be on the disk before the run goes on.
bool isMilestone(const EventBody &body)
{
    return std::holds_alternative<RunStarted>(body) || std::holds_alternative<PhaseFinished>(body) ||
           std::holds_alternative<PatchProposed>(body) || std::holds_alternative<VerdictReached>(body) ||
           std::holds_alternative<RouteDecided>(body) || std::holds_alternative<RunFinished>(body) ||
           std::holds_alternative<HumanActed>(body);
}

/// Whether the event is a decision whose rationale is empty.
bool lacksRationale(const EventBody &body)
{
    const std::string *rationale = nullptr;
    if (const auto *route = std::get_if<RouteDecided>(&body))
        rationale = &route->rationale;
    else if (const auto *finished = std::get_if<RunFinished>(&body))
        rationale = &finished->rationale;
    else if (const auto *act = std::get_if<HumanActed>(&body))
        rationale = &act->rationale;
    return rationale != nullptr && trimmed(*rationale).empty();
}

struct ReadJournal {
    LoadedJournal loaded;
    std::size_t wholeBytes = 0; ///< up to and with the last whole line
};

Failure brokenAt(std::size_t line, const std::string &why, const std::filesystem::path &file)
{
    return fail(ErrorCode::Journal, "the journal is broken at line " + std::to_string(line),
                shown(file.string()) + ": " + why);
}

Result<ReadJournal> readJournal(const std::filesystem::path &file)
{
    const Result<std::string> bytes = readFile(file, largestJournal);
    if (!bytes)
        return Failure(bytes.error());
    ReadJournal read;
    std::string_view rest = *bytes;
    for (std::size_t number = 1; !rest.empty(); ++number) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) {
            read.loaded.tornTail = true; // the write of the last line did not end
            break;
        }
        const std::string_view line = rest.substr(0, end);
        Result<Event> event = eventFromLine(line);
        if (!event && number == 1 && !event.error().remedy.empty())
            return Failure(event.error()); // of a newer version, not broken
        if (!event)
            return brokenAt(number, event.error().context, file);
        if (event->seq != read.loaded.position.seq + 1)
            return brokenAt(number, "its number is " + std::to_string(event->seq), file);
        if (event->prev != read.loaded.position.sha256)
            return brokenAt(number, "the line before is not the one that it was written after", file);
        read.loaded.position = {event->seq, sha256(line)};
        read.loaded.events.push_back(std::move(*event));
        rest.remove_prefix(end + 1);
        read.wholeBytes += end + 1;
    }
    return read;
}

} // namespace

Result<LoadedJournal> loadJournal(const std::filesystem::path &file)
{
    Result<ReadJournal> read = readJournal(file);
    if (!read)
        return Failure(read.error());
    return std::move(read->loaded);
}

Result<Journal> Journal::open(const std::filesystem::path &file, std::string run, const Clock &clock)
{
    Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!opened.valid())
        return Failure(systemError(errno, "cannot open the journal", file));
    // Two writers would both continue the chain from the same line.
    if (::flock(opened.get(), LOCK_EX | LOCK_NB) != 0)
        return fail(ErrorCode::RunActive, "another process writes the run's journal", shown(file.string()));
    const Result<ReadJournal> read = readJournal(file);
    if (!read)
        return Failure(read.error());
    if (read->loaded.tornTail && ::ftruncate(opened.get(), static_cast<off_t>(read->wholeBytes)) != 0)
        return Failure(systemError(errno, "cannot cut off the torn end of the journal", file));
    return Journal(opened.release(), std::move(run), read->loaded.position, clock);
}

Journal::Journal(int fd, std::string run, JournalPosition position, const Clock &clock)
    : m_fd(fd), m_run(std::move(run)), m_position(std::move(position)), m_clock(&clock)
{
}

Journal::Journal(Journal &&other) noexcept
    : m_fd(std::exchange(other.m_fd, -1)),
      m_run(std::move(other.m_run)),
      m_position(std::move(other.m_position)),
      m_clock(other.m_clock)
{
}

Journal::~Journal()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<Event> Journal::append(EventBody body)
{
    if (lacksRationale(body))
        return fail(ErrorCode::Internal, "a decision without a reason was refused",
                    "recording " + std::string(eventKind(body)));
    const std::lock_guard lock(m_mutex);
    Event event{m_position.seq + 1, timestamp(m_clock->wall()), m_run, m_position.sha256, std::move(body)};
    const std::string line = toLine(event);
    const std::string bytes = line + '\n';
    const off_t before = ::lseek(m_fd, 0, SEEK_END);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(m_fd, bytes.data() + done, bytes.size() - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0) {
            const Error error =
                systemError(errno, "cannot write the journal", "journal.jsonl of run " + m_run);
            // A half line would make the next one unreadable; what is whole stays.
            if (before >= 0 && ::ftruncate(m_fd, before) != 0)
                return fail(error.code, error.what, error.context + "; its torn end could not be cut off");
            return Failure(error);
        }
        done += static_cast<std::size_t>(written);
    }
    if (isMilestone(event.body) && ::fdatasync(m_fd) != 0 && errno != EINVAL && errno != ENOTSUP)
        return Failure(systemError(errno, "cannot store the journal", "journal.jsonl of run " + m_run));
    m_position = {event.seq, sha256(line)};
    return event;
}

JournalPosition Journal::position() const
{
    const std::lock_guard lock(m_mutex);
    return m_position;
}

} // namespace vouchsafe
