#include "core/index/symbol_index.h"

#include "core/base/text.h"
#include "core/index/graph_builder.h"
#include "core/index/record_store.h"
#include "core/index/source_files.h"
#include "core/index/test_rules.h"
#include "core/index/words.h"

#include <algorithm>
#include <optional>

namespace vouchsafe {

namespace {

/// The same content may mean different things by its name: language, and whether functions in it are tests.
std::string recordKey(const SourceFile &file)
{
    const std::string language = file.language ? std::string(languageName(*file.language)) : "by-content";
    return file.entry->oid + ':' + language + (isTestPath(file.entry->path) ? ":test" : "");
}

/// Ids without the path, so that the record serves every path with this content.
void forgetPath(FileRecord &record, std::size_t idPathBytes)
{
    for (Symbol &symbol : record.file.symbols) {
        symbol.id.erase(0, idPathBytes);
        symbol.path.clear();
    }
    record.file.spans.clear();
}

FileRecord skippedRecord(std::string reason)
{
    FileRecord record;
    record.skipped = std::move(reason);
    return record;
}

std::string idPathOf(std::string_view path)
{
    return replaceAll(std::string(path), "::", "%3A%3A");
}

} // namespace

class IndexBuilder {
public:
    IndexBuilder(const BaseTree &tree, const IndexOptions &options, std::stop_token stop)
        : m_tree(tree), m_options(options), m_stop(std::move(stop)), m_index(std::make_shared<SymbolIndex>())
    {
    }

    Result<std::shared_ptr<const SymbolIndex>> built()
    {
        m_files = sourceFiles(m_tree, m_options.rules, m_index->m_status.skipped);
        m_records.resize(m_files.size());
        openStore();
        readKnown();
        parseUnknown();
        keepParsed();
        if (m_stop.stop_requested())
            return cancelled();
        layOut();
        m_index->m_graph =
            buildGraph(m_paths, m_graphFiles, static_cast<std::uint32_t>(m_index->m_symbols.size()), m_stop);
        if (m_stop.stop_requested())
            return cancelled();
        layOutWords();
        return std::shared_ptr<const SymbolIndex>(m_index);
    }

private:
    static Failure cancelled()
    {
        return fail(ErrorCode::Cancelled, "indexing was cancelled", "reading the symbols of the repository");
    }

    void openStore()
    {
        if (m_options.cache.empty())
            return;
        Result<RecordStore> store = RecordStore::open(m_options.cache);
        if (!store) {
            m_index->m_status.notes.push_back(store.error().what + ": " + store.error().context);
            return;
        }
        m_store.emplace(std::move(*store));
        if (!m_store->note().empty())
            m_index->m_status.notes.push_back(m_store->note());
    }

    void readKnown()
    {
        for (std::size_t index = 0; m_store && index < m_files.size() && !m_stop.stop_requested(); ++index) {
            m_records[index] = m_store->find(recordKey(m_files[index]));
            m_index->m_status.reused += m_records[index] ? 1 : 0;
        }
    }

    void parseUnknown()
    {
        for (std::size_t index = 0; index < m_files.size(); ++index)
            if (!m_records[index])
                m_unknown.push_back(index);
        // The largest first, so that no thread begins a long file when the others are done.
        std::stable_sort(m_unknown.begin(), m_unknown.end(), [this](std::size_t a, std::size_t b) {
            return m_files[a].entry->size > m_files[b].entry->size;
        });
        m_encoded.resize(m_unknown.size());
        inParallel(m_unknown.size(), m_options.threads, m_stop, [this](std::size_t at) {
            std::optional<FileRecord> record = parsed(m_files[m_unknown[at]]);
            if (!record)
                return;
            if (m_store)
                m_encoded[at] = encoded(*record);
            m_records[m_unknown[at]] = std::move(record);
        });
    }

    /// Nothing when stopped in between. Does not touch the builder's state: runs on several threads.
    std::optional<FileRecord> parsed(const SourceFile &file) const
    {
        const std::string &path = file.entry->path;
        Result<std::string> source = m_tree.read(path);
        if (!source)
            return skippedRecord("cannot be read: " + source.error().what);
        const std::optional<Language> language = file.language ? file.language : languageOf(path, *source);
        if (!language)
            return skippedRecord({});
        if (std::optional<std::string> reason = exclusionByContent(*source, m_options.rules))
            return skippedRecord(std::move(*reason));
        const ParseLimits limits{.bytes = m_options.rules.bytes, .time = m_options.parseTime};
        Result<FileSymbols> symbols = extractSymbols(path, *language, *source, limits, m_stop);
        if (!symbols && symbols.error().code == ErrorCode::Cancelled)
            return std::nullopt;
        if (!symbols)
            return skippedRecord(symbols.error().what);
        FileRecord record;
        record.file = std::move(*symbols);
        record.words = countWords(record.file, *source);
        record.lines = static_cast<std::uint32_t>(splitLines(*source).size());
        forgetPath(record, idPathOf(path).size());
        return record;
    }

    void keepParsed()
    {
        std::vector<std::pair<std::string, std::string>> fresh;
        for (std::size_t at = 0; at < m_unknown.size(); ++at) {
            const std::optional<FileRecord> &record = m_records[m_unknown[at]];
            if (!record)
                continue;
            ++m_index->m_status.parsed;
            if (!m_encoded[at].empty() && isLasting(*record))
                fresh.emplace_back(recordKey(m_files[m_unknown[at]]), std::move(m_encoded[at]));
        }
        m_encoded.clear();
        if (!m_store || fresh.empty())
            return;
        if (const Status kept = m_store->add(fresh, m_options.cacheLimit); !kept)
            m_index->m_status.notes.push_back(kept.error().what + ": " + kept.error().context);
    }

    /// What was left out by a limit, a clock or a reading error may be different next time.
    static bool isLasting(const FileRecord &record) { return record.skipped.empty() && record.lines > 0; }

    /// Numbers files and symbols by path and gives the records their paths back.
    void layOut()
    {
        SymbolIndex &index = *m_index;
        for (std::size_t at = 0; at < m_files.size(); ++at) {
            FileRecord &record = *m_records[at];
            const TreeEntry &entry = *m_files[at].entry;
            if (!record.skipped.empty())
                index.m_status.skipped.push_back({entry.path, record.skipped});
            if (!record.skipped.empty() || record.lines == 0)
                continue;
            const auto firstSymbol = static_cast<std::uint32_t>(index.m_symbols.size());
            const auto number = static_cast<std::uint32_t>(index.m_files.size());
            const bool test = isTestPath(entry.path);
            index.m_files.push_back({entry.path, entry.oid, record.file.language, firstSymbol,
                                     static_cast<std::uint32_t>(record.file.symbols.size()), record.lines,
                                     test, record.file.partial});
            m_paths.push_back(entry.path);
            m_graphFiles.push_back({&record, firstSymbol, test});
            const std::string idPath = idPathOf(entry.path);
            for (std::size_t symbol = 0; symbol < record.file.symbols.size(); ++symbol) {
                const int parent = record.file.parents[symbol];
                index.m_symbols.push_back(record.file.symbols[symbol]);
                index.m_symbols.back().id.insert(0, idPath);
                index.m_symbols.back().path = entry.path;
                index.m_parents.push_back(parent < 0 ? -1 : static_cast<int>(firstSymbol) + parent);
                index.m_fileOf.push_back(number);
            }
        }
        for (std::uint32_t number = 0; number < index.m_symbols.size(); ++number)
            index.m_byName[index.m_symbols[number].name].push_back(number);
        std::sort(index.m_status.skipped.begin(), index.m_status.skipped.end(),
                  [](const SkippedFile &a, const SkippedFile &b) { return a.path < b.path; });
    }

    void layOutWords()
    {
        SymbolIndex &index = *m_index;
        const auto symbols = static_cast<std::uint32_t>(index.m_symbols.size());
        for (std::uint32_t file = 0; file < index.m_files.size(); ++file) {
            const FileRecord &record = *m_graphFiles[file].record;
            const std::uint32_t first = m_graphFiles[file].firstSymbol;
            const auto own = static_cast<std::uint32_t>(record.file.symbols.size());
            for (const WordCount &count : record.words.counts) {
                const std::uint32_t document = count.symbol == own ? symbols + file : first + count.symbol;
                index.m_postings.add(document, count.field, record.words.words[count.word], count.count);
            }
            const std::vector<std::string> pathWords = wordsOfPath(index.m_files[file].path);
            for (const std::string &word : pathWords) {
                index.m_postings.add(symbols + file, WordField::Path, word, 1);
                for (std::uint32_t symbol = 0; symbol < own; ++symbol)
                    index.m_postings.add(first + symbol, WordField::Path, word, 1);
            }
        }
        index.m_postings.build(symbols + static_cast<std::uint32_t>(index.m_files.size()));
    }

    static std::vector<std::string> wordsOfPath(std::string_view path)
    {
        const std::size_t dot = path.rfind('.');
        std::vector<std::string> words = wordsOf(path.substr(0, dot));
        std::sort(words.begin(), words.end());
        words.erase(std::unique(words.begin(), words.end()), words.end());
        return words;
    }

    const BaseTree &m_tree;
    const IndexOptions &m_options;
    std::stop_token m_stop;
    std::shared_ptr<SymbolIndex> m_index;
    std::optional<RecordStore> m_store;
    std::vector<SourceFile> m_files;
    std::vector<std::optional<FileRecord>> m_records; ///< by source file
    std::vector<std::size_t> m_unknown;               ///< source files that the cache does not know
    std::vector<std::string> m_encoded;               ///< by unknown file
    std::vector<std::string> m_paths;                 ///< by indexed file
    std::vector<GraphFile> m_graphFiles;              ///< by indexed file
};

Result<std::shared_ptr<const SymbolIndex>>
SymbolIndex::build(const BaseTree &tree, const IndexOptions &options, std::stop_token stop)
{
    return IndexBuilder(tree, options, std::move(stop)).built();
}

const IndexedFile *SymbolIndex::file(std::string_view path) const
{
    const auto found =
        std::lower_bound(m_files.begin(), m_files.end(), path,
                         [](const IndexedFile &file, std::string_view wanted) { return file.path < wanted; });
    return found != m_files.end() && found->path == path ? &*found : nullptr;
}

std::span<const std::uint32_t> SymbolIndex::named(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? std::span<const std::uint32_t>() : std::span(found->second);
}

const Symbol *SymbolIndex::symbol(std::string_view id) const
{
    const std::string path = replaceAll(std::string(id.substr(0, id.find("::"))), "%3A%3A", "::");
    const IndexedFile *owner = file(path);
    if (owner == nullptr)
        return nullptr;
    const auto first = m_symbols.begin() + owner->firstSymbol;
    const auto last = first + owner->symbolCount;
    const auto found = std::find_if(first, last, [&](const Symbol &symbol) { return symbol.id == id; });
    return found != last ? &*found : nullptr;
}

} // namespace vouchsafe
