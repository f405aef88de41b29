#pragma once
// Writes one git packfile of whole objects: for the one-commit repository of a stored tree.

#include "core/base/result.h"
#include "core/git/git_library.h"

#include <QCryptographicHash>
#include <zlib.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace vouchsafe {

/// The format is gitformat-pack(5), version 2, without deltas, deflated at level 1; libgit2's indexer writes
/// the file and its index and so checks every object on the way. One file instead of a loose object each:
/// 10,000 small files are the cost of a checkout otherwise. Use from one thread, objects one after the other.
class PackWriter {
public:
    enum class Kind { Commit = 1, Tree = 2, Blob = 3 };

    /// `objects` is how many will follow.
    static Result<std::unique_ptr<PackWriter>> begin(const std::filesystem::path &packFolder,
                                                     std::size_t objects);
    ~PackWriter();
    PackWriter(const PackWriter &) = delete;
    PackWriter &operator=(const PackWriter &) = delete;

    void beginObject(Kind kind, std::uint64_t size);
    Status add(std::string_view bytes);
    Status endObject();
    Status object(Kind kind, std::string_view bytes);
    /// Writes pack-<hash>.pack and .idx.
    Status finish();
    std::uint64_t bytes() const { return m_total; }

private:
    PackWriter(GitIndexer indexer, std::filesystem::path folder);
    Status deflated(std::string_view bytes, int flush);
    Status flushed();

    GitIndexer m_indexer;
    std::filesystem::path m_folder;
    QCryptographicHash m_hash;
    z_stream m_deflate{};
    std::string m_buffer;
    std::uint64_t m_total = 0;
};

} // namespace vouchsafe
