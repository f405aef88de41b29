#include "core/index/file_record.h"

#include "core/index/record_bytes.h"

#include <algorithm>

namespace vouchsafe {

namespace {

constexpr std::size_t checksumBytes = 8;

/// FNV-1a over eight bytes at a time: enough against torn and rotten pages, and nearly free.
std::uint64_t checksum(std::string_view bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325;
    std::size_t at = 0;
    for (; at + 8 <= bytes.size(); at += 8) {
        std::uint64_t block = 0;
        std::copy_n(bytes.data() + at, 8, reinterpret_cast<char *>(&block));
        hash = (hash ^ block) * 0x100000001b3;
        hash ^= hash >> 29;
    }
    for (; at < bytes.size(); ++at)
        hash = (hash ^ static_cast<unsigned char>(bytes[at])) * 0x100000001b3;
    return hash;
}

/// -1 and up as 0 and up.
std::uint64_t shifted(int index)
{
    return static_cast<std::uint64_t>(index + 1);
}

void writeSymbols(ByteWriter &out, const FileSymbols &file)
{
    out.number(file.symbols.size());
    std::size_t lastByte = 0;
    for (std::size_t index = 0; index < file.symbols.size(); ++index) {
        const Symbol &symbol = file.symbols[index];
        out.text(std::string_view(symbol.id).substr(symbol.path.size()));
        out.text(symbol.name);
        out.number(static_cast<std::uint64_t>(symbol.kind) * 2 + (symbol.declaration ? 1 : 0));
        out.number(static_cast<std::uint64_t>(symbol.start));
        out.number(static_cast<std::uint64_t>(symbol.end - symbol.start));
        out.number(symbol.startByte - std::min(lastByte, symbol.startByte));
        out.number(symbol.endByte - symbol.startByte);
        lastByte = symbol.startByte;
        out.text(symbol.signature);
        out.number(shifted(file.parents[index]));
    }
}

void readSymbols(ByteReader &in, FileSymbols &file)
{
    const std::size_t count = in.count();
    file.symbols.reserve(count);
    std::size_t lastByte = 0;
    for (std::size_t index = 0; index < count && in.good(); ++index) {
        Symbol symbol;
        symbol.id = in.text();
        symbol.name = in.text();
        const std::uint64_t kind = in.number();
        symbol.kind =
            static_cast<SymbolKind>(std::min<std::uint64_t>(kind / 2, static_cast<int>(SymbolKind::Fixture)));
        symbol.declaration = kind % 2 == 1;
        symbol.start = static_cast<int>(in.number());
        symbol.end = symbol.start + static_cast<int>(in.number());
        symbol.startByte = lastByte + in.number();
        symbol.endByte = symbol.startByte + in.number();
        lastByte = symbol.startByte;
        symbol.signature = in.text();
        file.parents.push_back(std::min(static_cast<int>(in.number()) - 1, static_cast<int>(index) - 1));
        file.symbols.push_back(std::move(symbol));
    }
}

void writeReferences(ByteWriter &out, const FileSymbols &file)
{
    out.number(file.references.size());
    for (const Reference &reference : file.references) {
        out.text(reference.name);
        out.text(reference.qualifier);
        out.number(static_cast<std::uint64_t>(reference.line));
        out.number(shifted(reference.symbol) * 2 + static_cast<std::uint64_t>(reference.kind));
    }
    out.number(file.imports.size());
    for (const Import &import : file.imports) {
        out.text(import.module);
        out.text(import.name);
        out.text(import.alias);
        out.number(static_cast<std::uint64_t>(import.line));
    }
}

void readReferences(ByteReader &in, FileSymbols &file)
{
    const std::size_t references = in.count();
    file.references.reserve(references);
    for (std::size_t index = 0; index < references && in.good(); ++index) {
        Reference reference;
        reference.name = in.text();
        reference.qualifier = in.text();
        reference.line = static_cast<int>(in.number());
        const std::uint64_t packed = in.number();
        reference.symbol =
            std::min(static_cast<int>(packed / 2) - 1, static_cast<int>(file.symbols.size()) - 1);
        reference.kind = static_cast<ReferenceKind>(packed % 2);
        file.references.push_back(std::move(reference));
    }
    const std::size_t imports = in.count();
    for (std::size_t index = 0; index < imports && in.good(); ++index) {
        Import import;
        import.module = in.text();
        import.name = in.text();
        import.alias = in.text();
        import.line = static_cast<int>(in.number());
        file.imports.push_back(std::move(import));
    }
}

void writeWords(ByteWriter &out, const FileWords &words)
{
    out.number(words.words.size());
    for (const std::string &word : words.words)
        out.text(word);
    out.number(words.counts.size());
    std::uint32_t lastSymbol = 0;
    for (const WordCount &count : words.counts) {
        out.number(count.symbol - lastSymbol);
        lastSymbol = count.symbol;
        out.number(count.word);
        out.number(static_cast<std::uint64_t>(count.count) * 8 + static_cast<std::uint64_t>(count.field));
    }
}

bool readWords(ByteReader &in, FileRecord &record)
{
    const std::size_t words = in.count();
    record.words.words.reserve(words);
    for (std::size_t index = 0; index < words && in.good(); ++index)
        record.words.words.emplace_back(in.text());
    const std::size_t counts = in.count();
    record.words.counts.reserve(counts);
    std::uint32_t symbol = 0;
    for (std::size_t index = 0; index < counts && in.good(); ++index) {
        symbol += static_cast<std::uint32_t>(in.number());
        const auto word = static_cast<std::uint32_t>(in.number());
        const std::uint64_t packed = in.number();
        if (word >= words || symbol > record.file.symbols.size() || packed % 8 >= wordFieldCount)
            return false;
        record.words.counts.push_back(
            {word, symbol, static_cast<WordField>(packed % 8), static_cast<std::uint16_t>(packed / 8)});
    }
    return in.good();
}

} // namespace

bool FileRecord::operator==(const FileRecord &other) const
{
    return file.language == other.file.language && file.symbols == other.file.symbols &&
           file.parents == other.file.parents && file.references == other.file.references &&
           file.imports == other.file.imports && file.partial == other.file.partial && words == other.words &&
           lines == other.lines && skipped == other.skipped;
}

std::string encoded(const FileRecord &record)
{
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(record.file.language) * 2 + (record.file.partial ? 1 : 0));
    out.number(record.lines);
    out.text(record.skipped);
    writeSymbols(out, record.file);
    writeReferences(out, record.file);
    writeWords(out, record.words);
    const std::string body = std::move(out).take();
    const std::uint64_t sum = checksum(body);
    std::string bytes(checksumBytes, '\0');
    for (std::size_t at = 0; at < checksumBytes; ++at)
        bytes[at] = static_cast<char>(sum >> (8 * at));
    return bytes + body;
}

std::optional<FileRecord> decodedRecord(std::string_view bytes)
{
    if (bytes.size() < checksumBytes)
        return std::nullopt;
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < checksumBytes; ++at)
        sum |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at])) << (8 * at);
    bytes.remove_prefix(checksumBytes);
    if (checksum(bytes) != sum)
        return std::nullopt;
    ByteReader in(bytes);
    FileRecord record;
    const std::uint64_t head = in.number();
    if (head / 2 > static_cast<std::uint64_t>(Language::Cpp))
        return std::nullopt;
    record.file.language = static_cast<Language>(head / 2);
    record.file.partial = head % 2 == 1;
    record.lines = static_cast<std::uint32_t>(in.number());
    record.skipped = in.text();
    readSymbols(in, record.file);
    readReferences(in, record.file);
    if (!readWords(in, record) || !in.good() || !in.atEnd())
        return std::nullopt;
    return record;
}

} // namespace vouchsafe
