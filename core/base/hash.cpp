#include "core/base/hash.h"

#include <QCryptographicHash>
#include <QFile>

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
    QFile file(QString::fromStdString(path.string()));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!file.open(QIODevice::ReadOnly) || !hash.addData(&file))
        return fail(ErrorCode::Io, "cannot read a file to hash it",
                    path.string() + ": " + file.errorString().toStdString());
    return hash.result().toHex().toStdString();
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
