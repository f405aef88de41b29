#include "core/git/file_digest.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/git/object_hash.h"
#include "core/git/secret_files.h"

#include <algorithm>
#include <cerrno>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr std::size_t pieceBytes = 256 * 1024;
constexpr std::uint64_t pointerBytes = 1024; // the Git LFS specification's own bound

void judge(FileDigest &digest, std::string_view head, std::uint64_t size, const std::string &path)
{
    digest.secret = secretByContent(path, head.substr(0, secretHeadBytes));
    digest.largePointer =
        size <= pointerBytes && head.starts_with("version https://git-lfs.github.com/spec/");
}

Failure changed(const std::string &path)
{
    return fail(ErrorCode::TreeStale, "a file changed while it was read", path);
}

} // namespace

Result<FileDigest> digestFile(int fd, std::uint64_t size, const std::string &path,
                              const std::stop_token &stop, const ByteSink &sink)
{
    ObjectHash hash("blob", size);
    FileDigest digest;
    std::string piece(std::min<std::uint64_t>(pieceBytes, size + 1), '\0');
    std::uint64_t total = 0;
    for (;;) {
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "reading the tree was cancelled");
        const ssize_t count = ::read(fd, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Failure(systemError(errno, "cannot read a file of the tree", path));
        if (count == 0)
            break;
        const std::string_view bytes(piece.data(), static_cast<std::size_t>(count));
        if (total == 0)
            judge(digest, bytes, size, path);
        total += bytes.size();
        if (total > size)
            return changed(path);
        hash.add(bytes);
        if (sink)
            if (const Status status = sink(bytes); !status)
                return Failure(status.error());
    }
    if (total != size)
        return changed(path);
    digest.oid = hash.hexadecimal();
    return digest;
}

FileDigest digestBytes(std::string_view bytes, const std::string &path)
{
    FileDigest digest;
    digest.oid = blobId(bytes);
    judge(digest, bytes, bytes.size(), path);
    return digest;
}

} // namespace vouchsafe
