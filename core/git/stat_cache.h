#pragma once
// What every file's stat was when its bytes were hashed, so that an unchanged file is not read again.

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unordered_map>

namespace vouchsafe {

/// What reading a file's bytes told.
struct FileDigest {
    std::string oid;           ///< git blob id, 40 hexadecimal digits
    bool largePointer = false; ///< a Git LFS pointer in place of content
    std::string secret;        ///< reason, when the content is one

    bool operator==(const FileDigest &) const = default;
};

/// The fields of a file's stat that tell a change. ctime cannot be set back by a program, so a file that was
/// rewritten with its old size and mtime still differs.
struct FileStamp {
    std::uint64_t size = 0;
    std::int64_t mtimeNs = 0;
    std::int64_t ctimeNs = 0;
    std::uint64_t inode = 0;
    unsigned mode = 0;

    bool operator==(const FileStamp &) const = default;
};

FileStamp stampOf(const struct stat &info);

/// One file per repository in the store's folder. Records are `oid size mtime ctime inode mode flags secret
/// NUL path NUL`, after a first line that names the version and before a last one that counts them; whatever
/// does not read as that is dropped whole. Use from one thread.
///
/// A file that changed less than two seconds before it was hashed is not remembered: on coarse clocks it
/// could change again without a new stamp (git's "racy" entries, with room for file systems that count in
/// seconds).
class StatCache {
public:
    static StatCache load(const std::filesystem::path &file);
    Status save(const std::filesystem::path &file) const;

    /// Null when the file is unknown or its stamp differs.
    const FileDigest *find(const std::string &path, const FileStamp &stamp) const;
    /// `hashedAtNs`: wall clock before the file was read.
    void remember(const std::string &path, const FileStamp &stamp, FileDigest digest,
                  std::int64_t hashedAtNs);

    bool operator==(const StatCache &) const = default;

private:
    struct Record {
        FileStamp stamp;
        FileDigest digest;
        bool operator==(const Record &) const = default;
    };
    std::unordered_map<std::string, Record> m_records;
};

} // namespace vouchsafe
