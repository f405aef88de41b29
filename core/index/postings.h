#pragma once
// BM25F over symbols, in memory: which symbols hold which words, ready to be scored.

#include "core/index/file_words.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vouchsafe {

/// One word in one document.
struct Posting {
    std::uint32_t document = 0;
    float frequency = 0;     ///< over all fields, weighted and divided by the fields' relative lengths
    std::uint8_t fields = 0; ///< bit per WordField
};

struct WeightedWord {
    std::string word; ///< as appendWords() gives it
    double weight = 1;
};

/// Robertson and Zaragoza's BM25F with k1 = 1.2; the fields' weights and length corrections stand in the
/// source. Documents are numbered by the caller. Immutable after build(); safe from several threads.
class Postings {
public:
    void add(std::uint32_t document, WordField field, std::string_view word, std::uint32_t count);
    /// Once, after the last add().
    void build(std::uint32_t documents);

    std::span<const Posting> of(std::string_view word) const;
    /// ln(1 + (N - df + 0.5) / (df + 0.5)); 0 for a word that nowhere occurs.
    double rarity(std::string_view word) const;
    /// Adds each word's part to `scores`, which has one place per document.
    void score(std::span<const WeightedWord> words, std::vector<double> &scores) const;

private:
    struct Raw {
        std::uint32_t word;
        std::uint32_t document;
        std::uint32_t count;
        WordField field;
    };
    std::uint32_t idOf(std::string_view word);

    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> m_ids;
    std::vector<Raw> m_raw;
    std::vector<Posting> m_postings;
    std::vector<std::size_t> m_offsets; ///< by word; one more at the end
    std::uint32_t m_documents = 0;
};

} // namespace vouchsafe
