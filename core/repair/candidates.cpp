#include "core/repair/candidates.h"

#include "core/repair/operators/shapes.h"
#include "core/repair/surroundings.h"
#include "core/repair/walk.h"

#include <algorithm>
#include <tuple>

namespace vouchsafe::repair {
namespace {

constexpr double antiPatternShare = .3;
constexpr std::size_t starvationPeriod = 8;

constexpr std::array<Operator, familyCount> pythonOperators{compareEdits,  negateEdits,   connectiveEdits,
                                                            offByOneEdits, constantEdits, arithmeticEdits,
                                                            swapEdits,     guardEdits};

struct Rule {
    std::string_view exception; ///< last part of its name
    Family family;
    double weight;
};

/// Which families an exception speaks for; everything else keeps its weight.
constexpr std::array rules{
    Rule{"ZeroDivisionError", Family::Guard, 2},  Rule{"ZeroDivisionError", Family::Compare, 1.3},
    Rule{"IndexError", Family::OffByOne, 1.5},    Rule{"IndexError", Family::Compare, 1.3},
    Rule{"IndexError", Family::Guard, 1.3},       Rule{"TypeError", Family::Swap, 1.5},
    Rule{"TypeError", Family::Guard, 1.3},        Rule{"AttributeError", Family::Guard, 1.5},
    Rule{"KeyError", Family::Constant, 1.3},      Rule{"ValueError", Family::Guard, 1.3},
    Rule{"RecursionError", Family::Compare, 1.5}, Rule{"RecursionError", Family::OffByOne, 1.3},
    Rule{"RecursionError", Family::Guard, 1.5},   Rule{"StopIteration", Family::Guard, 1.5},
};
constexpr double awaitedGuard = 2;  ///< a missing exception is most often a missing guard
constexpr double awaitedTest = 1.3; ///< or a test that is the wrong way round

double weightOf(Family family, const FailureHints &hints)
{
    double weight = 1;
    for (const std::string &exception : hints.exceptions) {
        const std::string_view last = std::string_view(exception).substr(exception.rfind('.') + 1);
        for (const Rule &rule : rules)
            if (rule.family == family && rule.exception == last)
                weight = std::max(weight, rule.weight);
    }
    if (!hints.expected.empty() && family == Family::Guard)
        weight = std::max(weight, awaitedGuard);
    if (!hints.expected.empty() && (family == Family::Negate || family == Family::Compare))
        weight = std::max(weight, awaitedTest);
    return weight;
}

/// The suspects of one file, by line.
class Places {
public:
    explicit Places(const std::vector<Suspect> &suspects)
    {
        for (const Suspect &suspect : suspects) {
            if (suspect.line == 0)
                m_wholeFile = suspect;
            else
                m_byLine.emplace(suspect.line, suspect);
        }
    }
    bool mayHold(int firstLine, int lastLine) const
    {
        const auto at = m_byLine.lower_bound(firstLine);
        return m_wholeFile.has_value() || (at != m_byLine.end() && at->first <= lastLine);
    }
    const Suspect *at(int line) const
    {
        const auto found = m_byLine.find(line);
        if (found != m_byLine.end())
            return &found->second;
        return m_wholeFile ? &*m_wholeFile : nullptr;
    }

private:
    std::map<int, Suspect> m_byLine;
    std::optional<Suspect> m_wholeFile;
};

/// Surroundings of each function, built when its first node is met.
class SurroundingsCache {
public:
    SurroundingsCache(const Tree &tree, const FailureHints &hints) : m_tree(tree), m_hints(hints) {}
    const Surroundings &of(const Node &function)
    {
        const std::size_t key = function.isNull() ? m_tree.source().size() + 1 : function.startByte();
        const auto found = m_known.find(key);
        if (found != m_known.end())
            return found->second;
        return m_known.emplace(key, surroundingsOf(m_tree, function, m_hints.expected)).first->second;
    }

private:
    const Tree &m_tree;
    const FailureHints &m_hints;
    std::map<std::size_t, Surroundings> m_known;
};

int lineOf(std::string_view source, std::size_t byte)
{
    return 1 + static_cast<int>(
                   std::count(source.begin(), source.begin() + static_cast<std::ptrdiff_t>(byte), '\n'));
}

bool before(const Candidate &a, const Candidate &b)
{
    return std::tie(b.score, a.path, a.edit.start, a.edit.end, a.edit.replacement) <
           std::tie(a.score, b.path, b.edit.start, b.edit.end, b.edit.replacement);
}

} // namespace

std::vector<Candidate> candidatesIn(const SourceFile &file, const std::vector<Suspect> &suspects,
                                    const FailureHints &hints)
{
    const Places places(suspects);
    SurroundingsCache surroundings(file.tree, hints);
    std::vector<Candidate> candidates;
    walk(file.tree.root(), [&](const Node &node) {
        if (isPlace(node) && !places.mayHold(node.startLine(), node.endLine()))
            return false;
        if (!node.isNamed())
            return true;
        const Node place = enclosingPlace(node);
        const Suspect *suspect = place.isNull() ? nullptr : places.at(place.startLine());
        if (suspect == nullptr)
            return true;
        const Site site{file.tree, node, surroundings.of(enclosingFunction(place))};
        std::vector<Edit> edits;
        for (const Operator make : pythonOperators)
            make(site, edits);
        for (Edit &edit : edits) {
            const double score = suspect->suspicion * edit.prior * weightOf(edit.family, hints) *
                                 (edit.antiPattern ? antiPatternShare : 1);
            const int line = lineOf(file.tree.source(), edit.start);
            candidates.push_back({file.path, line, std::move(edit), score, *suspect});
        }
        return true;
    });
    return candidates;
}

CandidateQueue::CandidateQueue(std::vector<Candidate> candidates)
    : m_candidates(std::move(candidates)), m_taken(m_candidates.size(), false), m_left(m_candidates.size())
{
    std::sort(m_candidates.begin(), m_candidates.end(), before);
}

std::size_t CandidateQueue::firstLeftOf(Family family)
{
    std::size_t &cursor = m_cursor[static_cast<std::size_t>(family)];
    while (cursor < m_candidates.size() && (m_taken[cursor] || m_candidates[cursor].edit.family != family))
        ++cursor;
    return cursor;
}

Candidate CandidateQueue::take(std::size_t index)
{
    m_taken[index] = true;
    --m_left;
    ++m_drawn[static_cast<std::size_t>(m_candidates[index].edit.family)];
    return m_candidates[index];
}

std::optional<Candidate> CandidateQueue::next()
{
    if (m_left == 0)
        return std::nullopt;
    if (++m_draws % starvationPeriod == 0) {
        std::size_t rarest = m_candidates.size();
        for (int i = 0; i < familyCount; ++i) {
            const std::size_t index = firstLeftOf(static_cast<Family>(i));
            if (index == m_candidates.size())
                continue;
            const auto drawn = [&](std::size_t at) {
                return m_drawn[static_cast<std::size_t>(m_candidates[at].edit.family)];
            };
            if (rarest == m_candidates.size() || drawn(index) < drawn(rarest))
                rarest = index;
        }
        return take(rarest);
    }
    while (m_taken[m_first])
        ++m_first;
    return take(m_first);
}

} // namespace vouchsafe::repair
