#include "core/index/record_store.h"

#include "core/base/files.h"

#include <sqlite3.h>

#include <chrono>
#include <system_error>
#include <utility>

namespace vouchsafe {

namespace {

struct DatabaseCloser {
    void operator()(sqlite3 *database) const { sqlite3_close_v2(database); }
};
struct StatementCloser {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, DatabaseCloser>;
using Statement = std::unique_ptr<sqlite3_stmt, StatementCloser>;

constexpr int busyMilliseconds = 3000;

Failure storeError(sqlite3 *database, int code, const std::filesystem::path &file)
{
    const int kind = code & 0xff;
    const ErrorCode error = kind == SQLITE_FULL                              ? ErrorCode::DiskFull
                            : kind == SQLITE_PERM || kind == SQLITE_READONLY ? ErrorCode::Permission
                                                                             : ErrorCode::Io;
    return fail(error, "the index on disk cannot be used", file.string() + ": " + sqlite3_errmsg(database),
                "check the folder and its free space; the file can be deleted at any time");
}

Statement prepared(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = nullptr;
    sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
    return Statement(statement);
}

std::int64_t today()
{
    return std::chrono::duration_cast<std::chrono::days>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::int64_t singleNumber(sqlite3 *database, const char *sql)
{
    const Statement statement = prepared(database, sql);
    return statement && sqlite3_step(statement.get()) == SQLITE_ROW ? sqlite3_column_int64(statement.get(), 0)
                                                                    : -1;
}

int ran(sqlite3 *database, const std::string &sql)
{
    return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr);
}

/// Opens, asks for the version, makes the table. The code of SQLite where something fails.
int prepare(const std::filesystem::path &file, Database &database, std::string &note)
{
    sqlite3 *raw = nullptr;
    int code = sqlite3_open_v2(file.c_str(), &raw,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    database.reset(raw);
    if (code != SQLITE_OK)
        return code;
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, busyMilliseconds);
    code = ran(raw, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
    if (code != SQLITE_OK)
        return code;
    const std::int64_t version = singleNumber(raw, "PRAGMA user_version");
    if (version < 0)
        return sqlite3_errcode(raw);
    if (version != recordVersion) {
        if (version != 0)
            note = "the index was of another version and is built anew";
        code = ran(raw,
                   "BEGIN IMMEDIATE; DROP TABLE IF EXISTS record; CREATE TABLE record(key TEXT PRIMARY KEY, "
                   "used INTEGER NOT NULL, data BLOB NOT NULL); PRAGMA user_version=" +
                       std::to_string(recordVersion) + "; COMMIT;");
        if (code != SQLITE_OK)
            return code;
    }
    const Statement probe = prepared(raw, "SELECT key FROM record LIMIT 1");
    if (!probe)
        return sqlite3_errcode(raw);
    code = sqlite3_step(probe.get());
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

bool isDamage(int code)
{
    const int kind = code & 0xff;
    return kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB || kind == SQLITE_FORMAT || kind == SQLITE_ERROR;
}

} // namespace

struct RecordStore::Data {
    std::filesystem::path file;
    Database database;
    Statement find;
    std::string note;
};

Result<RecordStore> RecordStore::open(const std::filesystem::path &folder)
{
    if (const Status made = makePrivateFolder(folder); !made)
        return tl::unexpected(made.error());
    auto data = std::make_unique<Data>();
    data->file = folder / "symbols.db";
    int code = prepare(data->file, data->database, data->note);
    if (isDamage(code)) {
        data->database.reset();
        std::error_code ignored;
        for (const char *suffix : {"", "-wal", "-shm"})
            std::filesystem::remove(data->file.string() + suffix, ignored);
        data->note = "the index was damaged and is built anew";
        code = prepare(data->file, data->database, data->note);
    }
    if (code != SQLITE_OK)
        return storeError(data->database.get(), code, data->file);
    data->find = prepared(data->database.get(), "SELECT data FROM record WHERE key=?1");
    return RecordStore(std::move(data));
}

RecordStore::RecordStore(std::unique_ptr<Data> data) : m_data(std::move(data))
{
}
RecordStore::RecordStore(RecordStore &&) noexcept = default;
RecordStore &RecordStore::operator=(RecordStore &&) noexcept = default;
RecordStore::~RecordStore() = default;

const std::string &RecordStore::note() const
{
    return m_data->note;
}

std::optional<FileRecord> RecordStore::find(std::string_view key)
{
    sqlite3_stmt *statement = m_data->find.get();
    sqlite3_bind_text(statement, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
    std::optional<FileRecord> found;
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const auto *bytes = static_cast<const char *>(sqlite3_column_blob(statement, 0));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, 0));
        if (bytes != nullptr)
            found = decodedRecord({bytes, size});
    }
    sqlite3_reset(statement);
    return found;
}

Status RecordStore::add(const std::vector<std::pair<std::string, std::string>> &encodedByKey,
                        std::uint64_t limit)
{
    sqlite3 *database = m_data->database.get();
    if (const int code = ran(database, "BEGIN IMMEDIATE"); code != SQLITE_OK)
        return storeError(database, code, m_data->file);
    const Statement insert =
        prepared(database, "INSERT OR REPLACE INTO record(key, used, data) VALUES(?1, ?2, ?3)");
    int code = insert ? SQLITE_DONE : sqlite3_errcode(database);
    for (const auto &[key, bytes] : encodedByKey) {
        if (code != SQLITE_DONE)
            break;
        sqlite3_bind_text(insert.get(), 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
        sqlite3_bind_int64(insert.get(), 2, today());
        sqlite3_bind_blob64(insert.get(), 3, bytes.data(), bytes.size(), SQLITE_STATIC);
        code = sqlite3_step(insert.get());
        sqlite3_reset(insert.get());
    }
    if (code == SQLITE_DONE)
        code = ran(database, "COMMIT");
    if (code != SQLITE_OK) {
        const Failure failure = storeError(database, code, m_data->file);
        ran(database, "ROLLBACK");
        return failure;
    }
    const std::int64_t size =
        singleNumber(database, "PRAGMA page_count") * singleNumber(database, "PRAGMA page_size");
    if (size > 0 && static_cast<std::uint64_t>(size) > limit)
        ran(database,
            "DELETE FROM record WHERE key IN (SELECT key FROM record ORDER BY used LIMIT (SELECT count(*)/4 "
            "FROM record)); VACUUM;");
    return {};
}

} // namespace vouchsafe
