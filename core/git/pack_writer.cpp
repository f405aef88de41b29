#include "core/git/pack_writer.h"

#include <array>

namespace vouchsafe {
namespace {

constexpr std::size_t bufferBytes = 1 << 20;

std::string bigEndian(std::uint32_t value)
{
    std::string text;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        text += static_cast<char>((value >> shift) & 0xffU);
    return text;
}

} // namespace

PackWriter::PackWriter(GitIndexer indexer, std::filesystem::path folder)
    : m_indexer(std::move(indexer)), m_folder(std::move(folder)), m_hash(QCryptographicHash::Sha1)
{
    deflateInit(&m_deflate, 1);
}

PackWriter::~PackWriter()
{
    deflateEnd(&m_deflate);
}

Result<std::unique_ptr<PackWriter>> PackWriter::begin(const std::filesystem::path &packFolder,
                                                      std::size_t objects)
{
    startGit();
    git_indexer *made = nullptr;
    if (git_indexer_new(&made, packFolder.c_str(), 0444, nullptr, nullptr) != 0)
        return gitFailure(ErrorCode::Io, "cannot begin a packfile", packFolder);
    std::unique_ptr<PackWriter> writer(new PackWriter(GitIndexer(made), packFolder));
    writer->m_buffer = "PACK" + bigEndian(2) + bigEndian(static_cast<std::uint32_t>(objects));
    return writer;
}

void PackWriter::beginObject(Kind kind, std::uint64_t size)
{
    auto head = static_cast<unsigned>((static_cast<unsigned>(kind) << 4U) | (size & 0x0fU));
    for (size >>= 4U; size != 0; size >>= 7U) {
        m_buffer += static_cast<char>(head | 0x80U);
        head = static_cast<unsigned>(size & 0x7fU);
    }
    m_buffer += static_cast<char>(head);
    deflateReset(&m_deflate);
}

Status PackWriter::deflated(std::string_view bytes, int flush)
{
    std::array<char, 65536> room;
    // zlib's interface predates const.
    m_deflate.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
    m_deflate.avail_in = static_cast<uInt>(bytes.size());
    do {
        m_deflate.next_out = reinterpret_cast<Bytef *>(room.data());
        m_deflate.avail_out = static_cast<uInt>(room.size());
        deflate(&m_deflate, flush);
        m_buffer.append(room.data(), room.size() - m_deflate.avail_out);
    } while (m_deflate.avail_out == 0);
    return m_buffer.size() < bufferBytes ? Status() : flushed();
}

Status PackWriter::add(std::string_view bytes)
{
    return bytes.empty() ? Status() : deflated(bytes, Z_NO_FLUSH);
}

Status PackWriter::endObject()
{
    return deflated({}, Z_FINISH);
}

Status PackWriter::object(Kind kind, std::string_view bytes)
{
    beginObject(kind, bytes.size());
    if (Status status = add(bytes); !status)
        return status;
    return endObject();
}

Status PackWriter::flushed()
{
    m_hash.addData(QByteArrayView(m_buffer.data(), static_cast<qsizetype>(m_buffer.size())));
    m_total += m_buffer.size();
    git_indexer_progress progress{};
    if (git_indexer_append(m_indexer.get(), m_buffer.data(), m_buffer.size(), &progress) != 0)
        return gitFailure(ErrorCode::Io, "cannot write a packfile", m_folder);
    m_buffer.clear();
    return {};
}

Status PackWriter::finish()
{
    if (Status status = flushed(); !status)
        return status;
    const std::string trailer = m_hash.result().toStdString();
    git_indexer_progress progress{};
    if (git_indexer_append(m_indexer.get(), trailer.data(), trailer.size(), &progress) != 0 ||
        git_indexer_commit(m_indexer.get(), &progress) != 0)
        return gitFailure(ErrorCode::Io, "cannot finish a packfile", m_folder);
    return {};
}

} // namespace vouchsafe
