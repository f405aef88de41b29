#include "core/index/ranking.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vouchsafe {

namespace {

constexpr double wordShare = .7;
constexpr double walkShare = .3;
constexpr double fileShare = .2;
constexpr double frameFade = .6;   ///< per frame outwards
constexpr double raisedBonus = .2; ///< the innermost frame
constexpr double callerBonus = .3; ///< the frame above it
constexpr double anchorValue = .8; ///< divided by the root of how many bear the name
constexpr double pathValue = .5;
constexpr double pinValue = 2;
constexpr double declarationFactor = .5; ///< a prototype is seldom what has to change
constexpr std::size_t walkStarts = 40;
constexpr std::size_t fileBest = 3; ///< a file counts by its best symbols

struct Reason {
    double value;
    std::string words;
};

bool isWeak(double value)
{
    return value < 1e-9;
}

void normalise(std::vector<double> &values)
{
    const double largest = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    if (largest > 0)
        for (double &value : values)
            value /= largest;
}

class Ranker {
public:
    Ranker(const StructuredQuery &query, const SymbolIndex &index)
        : m_query(query),
          m_index(index),
          m_symbols(index.symbols().size()),
          m_nodes(m_symbols + index.files().size())
    {
    }

    Ranking result() &&
    {
        m_words.assign(m_nodes, 0);
        m_index.postings().score(m_query.words, m_words);
        for (std::size_t node = 0; node < m_symbols; ++node)
            if (m_index.symbols()[node].declaration)
                m_words[node] *= declarationFactor;
        normaliseCandidates();
        m_evidence.assign(m_nodes, 0);
        collectEvidence();
        Ranking ranking;
        ranking.matched = walk();
        m_file = fileScores();
        for (std::uint32_t node = 0; node < m_nodes; ++node) {
            if (!isCandidate(node))
                continue;
            const double score = wordShare * m_words[node] + walkShare * m_walk[node] +
                                 fileShare * m_file[fileOf(node)] + m_evidence[node];
            // The file's score alone would list whole files.
            if (isWeak(m_words[node]) && isWeak(m_walk[node]) && isWeak(m_evidence[node]))
                continue;
            ranking.symbols.push_back({node, score, {}, 0});
        }
        sort(ranking.symbols);
        constexpr std::size_t explained = 200;
        ranking.symbols.resize(std::min(ranking.symbols.size(), explained));
        for (RankedSymbol &each : ranking.symbols)
            explain(each, ranking.matched);
        return ranking;
    }

private:
    std::uint32_t fileOf(std::uint32_t node) const
    {
        return node < m_symbols ? m_index.fileOf(node) : node - static_cast<std::uint32_t>(m_symbols);
    }

    /// Symbols outside of tests; a file only where it has no symbol that could be ranked instead.
    bool isCandidate(std::uint32_t node) const
    {
        const IndexedFile &file = m_index.files()[fileOf(node)];
        if (node >= m_symbols)
            return !file.test && file.symbolCount == 0;
        const SymbolKind kind = m_index.symbols()[node].kind;
        const bool pinned =
            std::find(m_query.pinned.begin(), m_query.pinned.end(), node) != m_query.pinned.end();
        return pinned || (!file.test && kind != SymbolKind::Field && kind != SymbolKind::Module &&
                          kind != SymbolKind::Test && kind != SymbolKind::Fixture);
    }

    void normaliseCandidates()
    {
        double largest = 0;
        for (std::uint32_t node = 0; node < m_nodes; ++node)
            if (isCandidate(node))
                largest = std::max(largest, m_words[node]);
        for (double &value : m_words)
            value = largest > 0 ? std::min(1.0, value / largest) : 0;
    }

    void collectEvidence()
    {
        for (const FoundFrame &frame : m_query.frames) {
            m_evidence[frame.symbol] += std::pow(frameFade, frame.depth);
            m_evidence[frame.symbol] += frame.depth == 0 ? raisedBonus : frame.depth == 1 ? callerBonus : 0;
        }
        for (const auto &[symbol, strength] : m_query.anchors)
            m_evidence[symbol] += anchorValue * strength;
        for (const std::string &path : m_query.paths) {
            const IndexedFile &file = *m_index.file(path);
            for (std::uint32_t at = 0; at < file.symbolCount; ++at)
                m_evidence[file.firstSymbol + at] += pathValue;
            m_evidence[m_symbols + fileNumber(file)] += pathValue;
        }
        for (const std::uint32_t symbol : m_query.pinned)
            m_evidence[symbol] += pinValue;
    }

    std::size_t fileNumber(const IndexedFile &file) const
    {
        return static_cast<std::size_t>(&file - m_index.files().data());
    }

    /// False where there was nothing to start from and the walk started everywhere.
    bool walk()
    {
        std::vector<std::pair<double, std::uint32_t>> best;
        for (std::uint32_t node = 0; node < m_symbols; ++node)
            if (m_words[node] > 0 && isCandidate(node))
                best.emplace_back(-m_words[node], node);
        const auto middle = best.begin() + static_cast<std::ptrdiff_t>(std::min(best.size(), walkStarts));
        std::partial_sort(best.begin(), middle, best.end());
        std::vector<double> starts(m_nodes, 0);
        for (auto each = best.begin(); each != middle; ++each)
            starts[each->second] += each->first * each->first;
        for (const auto &[symbol, strength] : m_query.anchors)
            starts[symbol] += strength * strength;
        for (const FoundFrame &frame : m_query.frames)
            starts[frame.symbol] += 1;
        for (const std::uint32_t symbol : m_query.pinned)
            starts[symbol] += 1;
        for (const std::uint32_t test : m_query.tests)
            starts[test] += 1;
        std::vector<std::pair<std::uint32_t, double>> restart;
        for (std::uint32_t node = 0; node < m_nodes; ++node)
            if (starts[node] > 0)
                restart.emplace_back(node, starts[node]);
        const bool matched = !restart.empty();
        for (std::uint32_t node = 0; !matched && node < m_symbols; ++node)
            restart.emplace_back(node, 1);
        m_walk = restart.empty() ? std::vector<double>(m_nodes, 0) : pageRank(m_index.graph(), restart);
        for (std::uint32_t node = 0; node < m_nodes; ++node)
            if (!isCandidate(node))
                m_walk[node] = 0;
        normalise(m_walk);
        return matched;
    }

    std::vector<double> fileScores() const
    {
        std::vector<std::array<double, fileBest>> best(m_index.files().size());
        for (std::uint32_t node = 0; node < m_nodes; ++node) {
            if (!isCandidate(node))
                continue;
            auto &own = best[fileOf(node)];
            if (m_words[node] > own.back()) {
                own.back() = m_words[node];
                std::sort(own.begin(), own.end(), std::greater<>());
            }
        }
        std::vector<double> scores;
        for (const auto &own : best)
            scores.push_back((own[0] + own[1] + own[2]) / fileBest);
        normalise(scores);
        return scores;
    }

    void sort(std::vector<RankedSymbol> &symbols) const
    {
        // Nodes are numbered by path and place, so their order breaks ties as promised. Scores that differ by
        // rounding only are ties.
        std::sort(symbols.begin(), symbols.end(), [](const RankedSymbol &a, const RankedSymbol &b) {
            const double first = std::round(a.score * 1e9);
            const double second = std::round(b.score * 1e9);
            return first != second ? first > second : a.node < b.node;
        });
    }

    void explain(RankedSymbol &each, bool matched) const
    {
        if (!matched) {
            each.reason = "no match: showing the map";
            return;
        }
        std::vector<Reason> reasons;
        for (const FoundFrame &frame : m_query.frames) {
            if (frame.symbol != each.node)
                continue;
            each.line = frame.line;
            reasons.push_back({2, "frame " + std::to_string(frame.depth + 1) + " of the traceback, " +
                                      frame.path + ':' + std::to_string(frame.line)});
        }
        if (std::find(m_query.pinned.begin(), m_query.pinned.end(), each.node) != m_query.pinned.end())
            reasons.push_back({3, "pinned by you"});
        if (const auto anchor = m_query.anchors.find(each.node); anchor != m_query.anchors.end())
            reasons.push_back({anchorValue * anchor->second, "named in the task"});
        if (std::find(m_query.paths.begin(), m_query.paths.end(), m_index.files()[fileOf(each.node)].path) !=
            m_query.paths.end())
            reasons.push_back({pathValue, "the task names its file"});
        explainWords(each.node, reasons);
        explainWalk(each.node, reasons);
        std::stable_sort(reasons.begin(), reasons.end(),
                         [](const Reason &a, const Reason &b) { return a.value > b.value; });
        constexpr std::size_t mostReasons = 4;
        reasons.resize(std::min(reasons.size(), mostReasons));
        for (const Reason &reason : reasons)
            each.reason += each.reason.empty() ? reason.words : "; " + reason.words;
        if (each.reason.empty())
            each.reason = "near other matches";
    }

    /// `name has "parse", "url" (2 of 6 words)`, by the field in which the words weigh most.
    void explainWords(std::uint32_t node, std::vector<Reason> &reasons) const
    {
        static constexpr std::array<std::string_view, wordFieldCount> fieldWords{
            "name has ", "its type has ", "path has ", "parameters have ",
            "doc says ", "text says ",    "body has "};
        std::array<std::vector<std::string>, wordFieldCount> byField;
        for (const WeightedWord &word : m_query.words) {
            const auto postings = m_index.postings().of(word.word);
            const auto found = std::lower_bound(
                postings.begin(), postings.end(), node,
                [](const Posting &posting, std::uint32_t wanted) { return posting.document < wanted; });
            if (found == postings.end() || found->document != node)
                continue;
            for (std::size_t field = 0; field < wordFieldCount; ++field)
                if ((found->fields & (1U << field)) != 0) {
                    byField[field].push_back(word.word);
                    break;
                }
        }
        constexpr std::size_t shownWords = 3;
        for (std::size_t field = 0; field < wordFieldCount; ++field) {
            if (byField[field].empty())
                continue;
            std::string words(fieldWords[field]);
            for (std::size_t at = 0; at < std::min(byField[field].size(), shownWords); ++at)
                words += (at > 0 ? ", \"" : "\"") + byField[field][at] + '"';
            words += " (" + std::to_string(byField[field].size()) + " of " +
                     std::to_string(m_query.words.size()) + " words)";
            reasons.push_back({m_words[node] * wordShare / static_cast<double>(field + 1), words});
        }
    }

    /// The neighbour from which most of the walker's time comes.
    void explainWalk(std::uint32_t node, std::vector<Reason> &reasons) const
    {
        const GraphEdge *strongest = nullptr;
        double flow = 0;
        for (const GraphEdge &edge : m_index.graph().edges(node)) {
            if (edge.to >= m_symbols)
                continue;
            const double own = m_walk[edge.to] * edge.weight;
            const bool matches = m_words[edge.to] > .5 || m_evidence[edge.to] > 0;
            if (matches && own > flow) {
                flow = own;
                strongest = &edge;
            }
        }
        if (strongest == nullptr)
            return;
        const std::string name = m_index.symbols()[strongest->to].name;
        std::string words;
        switch (strongest->kind) {
        case EdgeKind::Calls:
        case EdgeKind::Tests:
            words = strongest->forward ? "calls " + name + ", which matches"
                                       : "called by " + name + ", which matches";
            break;
        case EdgeKind::Contains:
            words = strongest->forward ? "contains " + name + ", which matches"
                                       : "in " + name + ", which matches";
            break;
        case EdgeKind::Inherits:
            words = strongest->forward ? "inherits from " + name : "base of " + name;
            break;
        case EdgeKind::Imports:
            return;
        }
        reasons.push_back({m_walk[node] * walkShare, words});
    }

    const StructuredQuery &m_query;
    const SymbolIndex &m_index;
    std::size_t m_symbols;
    std::size_t m_nodes;
    std::vector<double> m_words;    ///< BM25F, at most 1
    std::vector<double> m_walk;     ///< PageRank, at most 1
    std::vector<double> m_file;     ///< by file, at most 1
    std::vector<double> m_evidence; ///< added as it is
};

} // namespace

Ranking ranked(const StructuredQuery &query, const SymbolIndex &index)
{
    return Ranker(query, index).result();
}

} // namespace vouchsafe
