#pragma once
// git's object ids over bytes that come in pieces.

#include <QCryptographicHash>

#include <cstdint>
#include <string>
#include <string_view>

namespace vouchsafe {

/// sha1 over "<kind> <size>\0" and the bytes, as git-hash-object(1) does.
class ObjectHash {
public:
    ObjectHash(std::string_view kind, std::uint64_t size) : m_hash(QCryptographicHash::Sha1)
    {
        std::string head = std::string(kind) + ' ' + std::to_string(size);
        head += '\0';
        add(head);
    }
    void add(std::string_view bytes)
    {
        m_hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    }
    std::string hexadecimal() const { return m_hash.result().toHex().toStdString(); }

private:
    QCryptographicHash m_hash;
};

} // namespace vouchsafe
