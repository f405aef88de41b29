#pragma once
// What a transaction is about to do, on disk before it does it.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

inline constexpr std::string_view applyJournalName = "apply.journal";

/// One JSON object, replaced as a whole at each turn of its state. The operations themselves are in
/// `apply.record`; paths are hexadecimal since they need not be UTF-8.
struct ApplyJournal {
    enum class State {
        Staging,   ///< no target was touched
        Ready,     ///< all new files are on disk, targets are being exchanged
        Committed, ///< all targets are exchanged; only cleaning up is left
    };
    State state = State::Staging;
    bool undo = false;
    std::string nonce;                    ///< in the names of staged files
    std::vector<std::size_t> operations;  ///< which of the record's, in this order
    std::vector<std::string> madeFolders; ///< that the transaction makes, outermost first
    std::vector<std::uint64_t> inodes;    ///< of the staged files, one for each operation; from Ready on

    bool operator==(const ApplyJournal &) const = default;
};

std::string journalText(const ApplyJournal &journal);
/// Absent is no error. ErrorCode::Journal when it cannot be read.
Result<std::optional<ApplyJournal>> readApplyJournal(const std::filesystem::path &runFolder);

/// Where the new file of an operation is staged, and where the old one waits on file systems without
/// exchange.
std::string stagedPath(const ApplyJournal &journal, std::size_t operation, const std::string &path);
std::string waitingPath(const ApplyJournal &journal, std::size_t operation, const std::string &path);

} // namespace vouchsafe
