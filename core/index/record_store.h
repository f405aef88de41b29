#pragma once
// The index on disk: one SQLite file of records keyed by content.

#include "core/base/result.h"
#include "core/index/file_record.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// `record(key, used, data)`: one row a content, WAL, one writer at a time; a reader never waits. Rows of
/// another recordVersion, and a file that SQLite finds damaged, are thrown away and built again: it is only a
/// cache. One blob per file instead of rows per symbol: opening 10,000 files is then 10,000 reads, not a
/// million. Use from one thread.
class RecordStore {
public:
    /// In `folder`, made where it is missing. Errors: those of the file system.
    static Result<RecordStore> open(const std::filesystem::path &folder);
    RecordStore(RecordStore &&) noexcept;
    RecordStore &operator=(RecordStore &&) noexcept;
    ~RecordStore();

    /// Nothing where it is not there or damaged.
    std::optional<FileRecord> find(std::string_view key);
    /// All in one transaction; afterwards the oldest rows go where the file has grown past `limit` bytes.
    Status add(const std::vector<std::pair<std::string, std::string>> &encodedByKey, std::uint64_t limit);
    /// What was thrown away on opening, in words; empty when nothing was.
    const std::string &note() const;

private:
    struct Data;
    explicit RecordStore(std::unique_ptr<Data> data);
    std::unique_ptr<Data> m_data;
};

} // namespace vouchsafe
