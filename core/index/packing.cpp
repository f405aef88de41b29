#include "core/index/packing.h"

#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace vouchsafe {

namespace {

// Shares of the budget. What one part does not use goes to whole functions.
constexpr double testShare = .15;
constexpr double signatureShare = .2;
constexpr double windowShare = .25; ///< a body larger than this share of the budget is shown in part,
constexpr double smallTokens = 300; ///< but one of this size never
constexpr double weakest = .25;     ///< of the best score
constexpr std::size_t mostBodies = 10;
constexpr int windowLines = 12; ///< on each side of a frame
constexpr std::size_t mostLeftOut = 20;

struct LineRange {
    int start = 0;
    int end = 0;
};

bool isTypeLike(SymbolKind kind)
{
    return kind == SymbolKind::Class || kind == SymbolKind::Struct || kind == SymbolKind::Interface ||
           kind == SymbolKind::Trait || kind == SymbolKind::Enum;
}

/// The lines of one file, cut once.
class SourceLines {
public:
    explicit SourceLines(std::string source) : m_source(std::move(source)), m_lines(splitLines(m_source)) {}
    SourceLines(const SourceLines &) = delete;
    SourceLines &operator=(const SourceLines &) = delete;

    int count() const { return static_cast<int>(m_lines.size()); }
    std::string_view line(int number) const { return m_lines[static_cast<std::size_t>(number - 1)]; }
    std::string text(LineRange range) const
    {
        std::string text;
        for (int number = range.start; number <= range.end && number <= count(); ++number)
            text.append(line(number)).append("\n");
        return isUtf8(text) ? text : toUtf8Lossy(text);
    }

private:
    std::string m_source;
    std::vector<std::string_view> m_lines;
};

class Packer {
public:
    Packer(const Ranking &ranking, const StructuredQuery &query, const SymbolIndex &index,
           const BaseTree &tree, int maxTokens)
        : m_ranking(ranking), m_query(query), m_index(index), m_tree(tree), m_budget(maxTokens)
    {
    }

    Result<ContextBundle> bundle() &&
    {
        const int forTests = m_query.tests.empty() ? 0 : static_cast<int>(testShare * m_budget);
        const bool few = m_ranking.symbols.size() <= 1;
        const int forSignatures = few ? 0 : static_cast<int>(signatureShare * m_budget);
        packBodies(m_budget - forTests - forSignatures, mostBodies, weakest);
        packSignatures(m_budget - forTests);
        packTests(m_budget);
        packBodies(m_budget, m_ranking.symbols.size(), 0);
        nameWhatIsMissing();
        // Best first; heads and tests carry no score of their own.
        std::stable_sort(m_bundle.slices.begin(), m_bundle.slices.end(),
                         [](const Slice &a, const Slice &b) { return a.score > b.score; });
        if (m_failure)
            return tl::unexpected(*m_failure);
        return std::move(m_bundle);
    }

private:
    void packBodies(int limit, std::size_t most, double share)
    {
        if (m_ranking.symbols.empty())
            return;
        const double floor = share * m_ranking.symbols.front().score;
        for (const RankedSymbol &each : m_ranking.symbols) {
            const bool pinned = isPinned(each.node);
            if (!pinned && (each.score < floor || m_packed.size() >= most))
                continue;
            const std::optional<LineRange> range = bodyRange(each);
            if (range && !isPacked(pathOf(each.node), *range) &&
                add(each.node, *range, each.score, each.reason, pinned ? m_budget : limit))
                m_packed.push_back(each.node);
        }
    }

    bool isPinned(std::uint32_t node) const
    {
        return std::find(m_query.pinned.begin(), m_query.pinned.end(), node) != m_query.pinned.end();
    }

    /// Symbols that matter and of which nothing is shown.
    void nameWhatIsMissing()
    {
        std::size_t rank = 0;
        for (const RankedSymbol &each : m_ranking.symbols) {
            ++rank;
            if (each.score < weakest * m_ranking.symbols.front().score || !m_ranking.matched)
                return;
            const std::optional<LineRange> range = bodyRange(each);
            if (range && !holdsPacked(pathOf(each.node), *range))
                leaveOut(idOf(each.node), rank, "budget");
        }
    }

    /// Of what the packed call or are called by: the head alone.
    void packSignatures(int limit)
    {
        std::set<std::uint32_t> done(m_packed.begin(), m_packed.end());
        const std::vector<std::uint32_t> packed = m_packed;
        for (const std::uint32_t node : packed) {
            if (node >= m_index.symbols().size())
                continue;
            const std::string name = m_index.symbols()[node].name;
            for (const bool forward : {true, false}) {
                const std::vector<std::uint32_t> neighbours =
                    forward ? m_index.graph().called(node) : m_index.graph().callers(node);
                for (const std::uint32_t neighbour : neighbours) {
                    if (neighbour >= m_index.symbols().size() || !done.insert(neighbour).second ||
                        m_index.files()[m_index.fileOf(neighbour)].test)
                        continue;
                    const std::optional<LineRange> head = headRange(neighbour);
                    if (head && !isPacked(pathOf(neighbour), *head))
                        add(neighbour, *head, 0,
                            (forward ? "head of what " + name + " calls" : "head of a caller of " + name),
                            limit);
                }
            }
        }
    }

    void packTests(int limit)
    {
        for (const std::uint32_t test : m_query.tests) {
            const Symbol &symbol = m_index.symbols()[test];
            LineRange range{symbol.start, symbol.end};
            const std::string reason = "failing test";
            if (isPacked(symbol.path, range) || add(test, range, 0, reason, limit))
                continue;
            range.end = std::min(range.end, range.start + 2 * windowLines);
            if (!add(test, range, 0, reason + ", its beginning", limit))
                leaveOut(symbol.id, 0, "budget");
        }
    }

    const std::string &idOf(std::uint32_t node) const
    {
        return node < m_index.symbols().size() ? m_index.symbols()[node].id : pathOf(node);
    }

    const std::string &pathOf(std::uint32_t node) const
    {
        const std::size_t symbols = m_index.symbols().size();
        return m_index.files()[node < symbols ? m_index.fileOf(node) : node - symbols].path;
    }

    /// The whole with the comment above it; a part of what is too large.
    std::optional<LineRange> bodyRange(const RankedSymbol &each)
    {
        const SourceLines *lines = linesOf(pathOf(each.node));
        if (lines == nullptr || lines->count() == 0)
            return std::nullopt;
        LineRange range{1, lines->count()};
        if (each.node < m_index.symbols().size()) {
            const Symbol &symbol = m_index.symbols()[each.node];
            range = {symbol.start, std::min(symbol.end, lines->count())};
            const bool whole = fits(*lines, range) && !holdsPacked(symbol.path, range);
            if (isTypeLike(symbol.kind) && !whole)
                range = typeHead(each.node);
            range.start = commentAbove(*lines, range.start);
        }
        if (fits(*lines, range))
            return range;
        // Round the frame, else the beginning.
        const int middle = each.line > 0 ? each.line : range.start + windowLines;
        LineRange window{std::max(range.start, middle - windowLines),
                         std::min(range.end, middle + windowLines)};
        while (!fits(*lines, window) && window.end > window.start)
            window.end = window.start + (window.end - window.start) / 2;
        return window;
    }

    /// The lines of a type before its first method that follows on later lines.
    LineRange typeHead(std::uint32_t node) const
    {
        const Symbol &symbol = m_index.symbols()[node];
        LineRange head{symbol.start, symbol.end};
        for (std::uint32_t at = node + 1; at < m_index.symbols().size(); ++at) {
            const Symbol &inner = m_index.symbols()[at];
            if (inner.path != symbol.path || inner.start > symbol.end)
                break;
            if (inner.kind != SymbolKind::Field && inner.start > symbol.start) {
                head.end = std::min(head.end, inner.start - 1);
                break;
            }
        }
        return head;
    }

    /// From the first line to the one that opens the body, six at most.
    std::optional<LineRange> headRange(std::uint32_t node)
    {
        constexpr int longest = 6;
        const Symbol &symbol = m_index.symbols()[node];
        const SourceLines *lines = linesOf(symbol.path);
        if (lines == nullptr)
            return std::nullopt;
        int end = symbol.start;
        for (; end < symbol.end && end < symbol.start + longest - 1 && end < lines->count(); ++end) {
            const std::string_view line = trimmed(lines->line(end));
            if (!line.starts_with('@') && !line.starts_with('#') &&
                (line.ends_with(':') || line.ends_with('{')))
                break;
        }
        return LineRange{symbol.start, std::min(end, lines->count())};
    }

    static int commentAbove(const SourceLines &lines, int start)
    {
        while (start > 1) {
            const std::string_view line = trimmed(lines.line(start - 1));
            const bool comment = line.starts_with("//") || line.starts_with('#') || line.starts_with('*') ||
                                 line.starts_with("/*");
            if (!comment || line.starts_with("#include") || line.starts_with("#!") ||
                line.starts_with("#define"))
                break;
            --start;
        }
        return start;
    }

    bool fits(const SourceLines &lines, LineRange range) const
    {
        return static_cast<double>(estimatedTokens(lines.text(range))) <=
               std::max(windowShare * m_budget, smallTokens);
    }

    bool isPacked(const std::string &path, LineRange range) const
    {
        const auto own = m_ranges.find(path);
        return own != m_ranges.end() &&
               std::any_of(own->second.begin(), own->second.end(), [&](LineRange other) {
                   return other.start <= range.start && range.end <= other.end;
               });
    }

    bool holdsPacked(const std::string &path, LineRange range) const
    {
        const auto own = m_ranges.find(path);
        return own != m_ranges.end() &&
               std::any_of(own->second.begin(), own->second.end(), [&](LineRange other) {
                   return range.start <= other.end && other.start <= range.end;
               });
    }

    /// False where the budget up to `limit` is not enough, or other slices have these lines.
    bool add(std::uint32_t node, LineRange range, double score, const std::string &reason, int limit)
    {
        const std::string &path = pathOf(node);
        const SourceLines *lines = linesOf(path);
        if (lines == nullptr)
            return false;
        // Lines that a neighbour has taken are not shown twice.
        for (const LineRange &other : m_ranges[path]) {
            if (other.start <= range.start && range.start <= other.end)
                range.start = other.end + 1;
            if (range.start < other.start && other.start <= range.end)
                range.end = other.start - 1;
        }
        if (range.start > range.end)
            return false;
        std::string text = lines->text(range);
        const int tokens = static_cast<int>(estimatedTokens(text));
        if (m_bundle.tokens + tokens > limit)
            return false;
        m_ranges[path].push_back(range);
        m_bundle.tokens += tokens;
        m_bundle.slices.push_back(
            {idOf(node), path, range.start, range.end, std::move(text), score, reason, tokens});
        return true;
    }

    void leaveOut(const std::string &id, std::size_t rank, const std::string &reason)
    {
        if (m_bundle.leftOut.size() < mostLeftOut)
            m_bundle.leftOut.push_back(
                {id, rank > 0 ? reason + " (rank " + std::to_string(rank) + ")" : reason});
    }

    const SourceLines *linesOf(const std::string &path)
    {
        if (const auto known = m_lines.find(path); known != m_lines.end())
            return &known->second;
        Result<std::string> source = m_tree.read(path);
        if (!source) {
            m_failure = source.error();
            return nullptr;
        }
        return &m_lines.try_emplace(path, std::move(*source)).first->second;
    }

    const Ranking &m_ranking;
    const StructuredQuery &m_query;
    const SymbolIndex &m_index;
    const BaseTree &m_tree;
    int m_budget;
    ContextBundle m_bundle;
    std::vector<std::uint32_t> m_packed;
    std::map<std::string, std::vector<LineRange>> m_ranges; ///< what each file has given already
    std::map<std::string, SourceLines> m_lines;
    std::optional<Error> m_failure;
};

} // namespace

Result<ContextBundle> packed(const Ranking &ranking, const StructuredQuery &query, const SymbolIndex &index,
                             const BaseTree &tree, int maxTokens)
{
    return Packer(ranking, query, index, tree, maxTokens).bundle();
}

} // namespace vouchsafe
