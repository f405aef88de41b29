#pragma once
// The index of one tree: its symbols, how they hang together and which words they hold.

#include "core/base/result.h"
#include "core/index/exclusions.h"
#include "core/index/postings.h"
#include "core/index/symbol_graph.h"
#include "core/model/symbol.h"
#include "core/ports/base_tree.h"
#include "core/syntax/languages.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_map>
#include <vector>

namespace vouchsafe {

struct IndexOptions {
    std::filesystem::path cache; ///< `<cache>/index` of the product; empty: nothing is kept on disk
    ExclusionRules rules;
    std::chrono::milliseconds parseTime{2000};           ///< for one file
    unsigned threads = 0;                                ///< 0: as many as the machine has cores
    std::uint64_t cacheLimit = std::uint64_t{500} << 20; ///< bytes on disk
};

struct IndexedFile {
    std::string path;
    std::string oid;
    Language language = Language::C;
    std::uint32_t firstSymbol = 0; ///< its symbols are one run in SymbolIndex::symbols()
    std::uint32_t symbolCount = 0;
    std::uint32_t lines = 0;
    bool test = false;
    bool partial = false; ///< a syntax error hid some part
};

struct SkippedFile {
    std::string path;
    std::string reason;

    bool operator==(const SkippedFile &) const = default;
};

/// What building did, for the person who asks why a file is not found.
struct IndexStatus {
    int parsed = 0;
    int reused = 0;                   ///< read from the cache
    std::vector<SkippedFile> skipped; ///< source files and secrets that were left out, by path
    std::vector<std::string> notes;   ///< cache rebuilt or not usable
};

/// Immutable after build(); safe from several threads.
class SymbolIndex {
public:
    /// Parses only contents that the cache does not know, on all cores. A cache that cannot be used costs
    /// time and gives a note. Errors: Cancelled (what was parsed so far stays in the cache).
    static Result<std::shared_ptr<const SymbolIndex>> build(const BaseTree &tree, const IndexOptions &options,
                                                            std::stop_token stop = {});

    const std::vector<IndexedFile> &files() const { return m_files; }
    /// By path, then in the order of the file. Their numbers are the graph's first nodes.
    const std::vector<Symbol> &symbols() const { return m_symbols; }
    /// Of the enclosing symbol, or -1.
    const std::vector<int> &parents() const { return m_parents; }
    /// Number of the file of a symbol.
    std::uint32_t fileOf(std::uint32_t symbol) const { return m_fileOf[symbol]; }
    const SymbolGraph &graph() const { return m_graph; }
    /// Documents are the graph's nodes: symbols, then files for what stands outside of symbols.
    const Postings &postings() const { return m_postings; }
    const IndexStatus &status() const { return m_status; }

    const IndexedFile *file(std::string_view path) const;
    /// Numbers of the symbols with this last part of a name, in order.
    std::span<const std::uint32_t> named(std::string_view name) const;
    /// By full id.
    const Symbol *symbol(std::string_view id) const;
    std::uint32_t numberOf(const Symbol &symbol) const
    {
        return static_cast<std::uint32_t>(&symbol - m_symbols.data());
    }

private:
    friend class IndexBuilder;
    std::vector<IndexedFile> m_files;
    std::vector<Symbol> m_symbols;
    std::vector<int> m_parents;
    std::vector<std::uint32_t> m_fileOf;
    std::unordered_map<std::string_view, std::vector<std::uint32_t>> m_byName; ///< views into m_symbols
    SymbolGraph m_graph;
    Postings m_postings;
    IndexStatus m_status;
};

/// Symbols of one file, or of all where `path` is empty, without a cache. A file that is named is read
/// whatever its lines look like. Errors: PathMissing, NotAvailable for a language without a grammar, those of
/// Tree::parse.
Result<std::vector<Symbol>> listSymbols(const BaseTree &tree, std::string_view path,
                                        std::stop_token stop = {});

/// The peer of the benchmark: parses the same files with the same threads and keeps nothing. Returns the
/// bytes.
Result<std::uint64_t> bareParse(const BaseTree &tree, const IndexOptions &options, std::stop_token stop = {});

} // namespace vouchsafe
