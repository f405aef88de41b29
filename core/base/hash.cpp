#include "core/base/hash.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"
#include "core/base/text.h"

#include <QCryptographicHash>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

QByteArrayView view(std::string_view bytes)
{
    return {bytes.data(), static_cast<qsizetype>(bytes.size())};
}

} // namespace

std::string sha256(std::string_view bytes)
{
    return QCryptographicHash::hash(view(bytes), QCryptographicHash::Sha256).toHex().toStdString();
}

Result<std::string> sha256OfFile(const std::filesystem::path &path)
{
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.valid())
        return Failure(systemError(errno, "cannot read a file to hash it", path));
    struct stat info {};
    if (::fstat(file.get(), &info) != 0)
        return Failure(systemError(errno, "cannot read a file to hash it", path));
    if (!S_ISREG(info.st_mode))
        return fail(ErrorCode::Io, "not a regular file", shown(path.string()));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    std::array<char, 65536> chunk;
    for (;;) {
        const ssize_t count = ::read(file.get(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Failure(systemError(errno, "cannot read a file to hash it", path));
        if (count == 0)
            return hash.result().toHex().toStdString();
        hash.addData(QByteArrayView(chunk.data(), count));
    }
}

std::string blobId(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    const std::string head = "blob " + std::to_string(bytes.size()) + '\0';
    hash.addData(view(head));
    hash.addData(view(bytes));
    return hash.result().toHex().toStdString();
}

} // namespace vouchsafe
