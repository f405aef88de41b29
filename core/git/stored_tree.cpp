#include "core/git/stored_tree.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "core/git/file_digest.h"
#include "core/git/record_text.h"

#include <QCryptographicHash>
#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>

namespace vouchsafe {
namespace {

constexpr std::string_view version = "vouchsafe tree 1\n";

std::string octal(unsigned mode)
{
    std::array<char, 16> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), mode, 8);
    return error == std::errc() ? std::string(digits.data(), end) : std::string();
}

bool isIntactFile(const RootedFolder &folder, const TreeEntry &entry)
{
    if (entry.mode == 0160000)
        return true;
    if (entry.mode == 0120000) {
        PlacedFile link;
        const Descriptor parent = folder.openParent(entry.path);
        return parent.valid() && readPlaced(parent.get(), nameOf(entry.path), 4096, link) &&
               S_ISLNK(link.info.st_mode) && blobId(link.bytes) == entry.oid;
    }
    const Descriptor file = folder.openBelow(entry.path, O_RDONLY);
    struct stat info {};
    if (!file.valid() || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) ||
        (info.st_mode & 0777) != (entry.mode & 0777))
        return false;
    const auto digest = digestFile(file.get(), entry.size, entry.path, {});
    return digest && digest->oid == entry.oid;
}

/// A pack ends with the sha1 of all before.
bool isIntactPack(const std::filesystem::path &pack)
{
    constexpr qint64 trailerBytes = 20;
    QFile file(QString::fromStdString(pack.string()));
    if (!file.open(QIODevice::ReadOnly) || file.size() < trailerBytes)
        return false;
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (qint64 left = file.size() - trailerBytes; left > 0;) {
        const QByteArray piece = file.read(std::min<qint64>(left, 1 << 20));
        if (piece.isEmpty())
            return false;
        hash.addData(piece);
        left -= piece.size();
    }
    return file.read(trailerBytes) == hash.result();
}

} // namespace

std::string currentBoot()
{
    return std::string(trimmed(readFile("/proc/sys/kernel/random/boot_id", 256).value_or("unknown")));
}

Result<EntryList> readEntryList(const std::filesystem::path &file)
{
    const auto text = readFile(file);
    if (!text)
        return Failure(text.error());
    const auto damaged = fail(ErrorCode::Io, "the list of a stored tree is damaged", shown(file.string()));
    if (!text->starts_with(version))
        return damaged;
    EntryList list;
    RecordReader reader(std::string_view(*text).substr(version.size()));
    list.boot = reader.upTo('\n');
    list.bytes = reader.number<std::uint64_t>('\n');
    while (reader.ok() && !reader.atEnd()) {
        const std::string_view first = reader.upTo(' ');
        if (first == "end") {
            if (reader.number<std::size_t>('\n') == list.entries.size() && reader.ok())
                return list;
            return damaged;
        }
        TreeEntry entry;
        const auto [stopped, error] =
            std::from_chars(first.data(), first.data() + first.size(), entry.mode, 8);
        entry.oid = reader.upTo(' ');
        entry.size = reader.number<std::uint64_t>(' ');
        entry.tracked = reader.number<int>(' ') != 0;
        entry.path = reader.upTo('\0');
        if (error != std::errc() || stopped != first.data() + first.size() || !isPlainPath(entry.path))
            return damaged;
        list.entries.push_back(std::move(entry));
    }
    return damaged;
}

Status writeEntryList(const std::filesystem::path &file, const EntryList &list)
{
    std::string text(version);
    text += list.boot + "\n" + std::to_string(list.bytes) + "\n";
    for (const TreeEntry &entry : list.entries) {
        text += octal(entry.mode) + ' ' + entry.oid + ' ' + std::to_string(entry.size) +
                (entry.tracked ? " 1 " : " 0 ") + entry.path;
        text += '\0';
    }
    text += "end " + std::to_string(list.entries.size()) + "\n";
    const std::filesystem::path temporary = file.string() + "." + newNonce(6);
    const Descriptor out(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!out.valid() || !writeAll(out.get(), text) || ::rename(temporary.c_str(), file.c_str()) != 0) {
        const int number = errno;
        ::unlink(temporary.c_str());
        return Failure(systemError(number, "cannot write to the tree cache", file));
    }
    return {};
}

Result<std::string> StoredTree::read(std::string_view path) const
{
    const TreeEntry *entry = findEntry(*this, path);
    if (entry == nullptr)
        return fail(ErrorCode::PathMissing, "the tree has no such file", shown(path));
    if (entry->mode == 0160000)
        return fail(ErrorCode::PathMissing, "the path is a submodule, which has no content here",
                    shown(path));
    PlacedFile file;
    const Descriptor parent = m_folder.openParent(entry->path);
    if (!parent.valid() || !readPlaced(parent.get(), nameOf(entry->path), entry->size, file))
        return Failure(
            systemError(errno, "cannot read a file of the tree cache", m_folder.path() / entry->path));
    if (blobId(file.bytes) != entry->oid)
        return fail(ErrorCode::Io, "a file of the tree cache was changed",
                    shown((m_folder.path() / entry->path).string()),
                    "Remove the cache with `vouchsafe doctor --clean` and start again.");
    return std::move(file.bytes);
}

bool isIntact(const std::filesystem::path &folder, const EntryList &list)
{
    const auto root = RootedFolder::open(folder);
    if (!root)
        return false;
    if (!std::all_of(list.entries.begin(), list.entries.end(),
                     [&](const TreeEntry &entry) { return isIntactFile(*root, entry); }))
        return false;
    bool packed = false;
    std::error_code failed;
    for (const auto &file : std::filesystem::directory_iterator(folder / ".git/objects/pack", failed))
        if (file.path().extension() == ".pack")
            packed = isIntactPack(file.path());
    return packed && !failed;
}

} // namespace vouchsafe
