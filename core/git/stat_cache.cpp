#include "core/git/stat_cache.h"

#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/git/record_text.h"
#include "core/git/rooted_folder.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>

namespace vouchsafe {
namespace {

constexpr std::string_view version = "vouchsafe stat 1\n";
constexpr std::int64_t racyNs = 2'000'000'000;

std::int64_t nanoseconds(const struct timespec &time)
{
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

FileStamp stampOf(const struct stat &info)
{
    return {static_cast<std::uint64_t>(info.st_size), nanoseconds(info.st_mtim), nanoseconds(info.st_ctim),
            info.st_ino, info.st_mode};
}

StatCache StatCache::load(const std::filesystem::path &file)
{
    StatCache cache;
    const auto text = readFile(file);
    if (!text || !text->starts_with(version))
        return cache;
    RecordReader reader(std::string_view(*text).substr(version.size()));
    while (reader.ok() && !reader.atEnd()) {
        const std::string_view oid = reader.upTo(' ');
        if (oid == "end")
            return reader.number<std::size_t>('\n') == cache.m_records.size() && reader.ok() ? cache
                                                                                             : StatCache();
        Record record;
        record.digest.oid = oid;
        record.stamp.size = reader.number<std::uint64_t>(' ');
        record.stamp.mtimeNs = reader.number<std::int64_t>(' ');
        record.stamp.ctimeNs = reader.number<std::int64_t>(' ');
        record.stamp.inode = reader.number<std::uint64_t>(' ');
        record.stamp.mode = reader.number<unsigned>(' ');
        record.digest.largePointer = reader.number<int>(' ') != 0;
        record.digest.secret = reader.upTo('\0');
        const std::string_view path = reader.upTo('\0');
        if (reader.ok() && oid.size() == 40)
            cache.m_records.emplace(path, std::move(record));
    }
    return {}; // cut off or damaged
}

Status StatCache::save(const std::filesystem::path &file) const
{
    std::string text(version);
    for (const auto &[path, record] : m_records) {
        const FileStamp &stamp = record.stamp;
        text += record.digest.oid + ' ' + std::to_string(stamp.size) + ' ' + std::to_string(stamp.mtimeNs) +
                ' ' + std::to_string(stamp.ctimeNs) + ' ' + std::to_string(stamp.inode) + ' ' +
                std::to_string(stamp.mode) + (record.digest.largePointer ? " 1 " : " 0 ") +
                record.digest.secret;
        text += '\0';
        text += path;
        text += '\0';
    }
    text += "end " + std::to_string(m_records.size()) + "\n";
    // Not synced: what a power cut damages is dropped on load.
    const std::filesystem::path temporary = file.string() + "." + newNonce(6);
    const Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!out.valid() || !writeAll(out.get(), text) || ::rename(temporary.c_str(), file.c_str()) != 0) {
        const int number = errno;
        ::unlink(temporary.c_str());
        return Failure(systemError(number, "cannot write the tree cache's notes", file));
    }
    return {};
}

const FileDigest *StatCache::find(const std::string &path, const FileStamp &stamp) const
{
    const auto it = m_records.find(path);
    return it != m_records.end() && it->second.stamp == stamp ? &it->second.digest : nullptr;
}

void StatCache::remember(const std::string &path, const FileStamp &stamp, FileDigest digest,
                         std::int64_t hashedAtNs)
{
    if (stamp.ctimeNs + racyNs <= hashedAtNs)
        m_records.insert_or_assign(path, Record{stamp, std::move(digest)});
    else
        m_records.erase(path);
}

} // namespace vouchsafe
