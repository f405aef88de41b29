#pragma once
// How symbols and files hang together: containment, calls, inheritance, imports, tests.

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace vouchsafe {

enum class EdgeKind : std::uint8_t { Contains, Calls, Inherits, Imports, Tests };

struct GraphEdge {
    std::uint32_t to = 0;
    float weight = 0; ///< of a walker's step this way, before the division by the sum at its start
    EdgeKind kind = EdgeKind::Contains;
    bool forward = true; ///< from container, caller, heir, importer, test to the other; else back

    bool operator==(const GraphEdge &) const = default;
};

/// Nodes 0 to symbols - 1 are the symbols of the index, then come its files. Immutable; safe from several
/// threads.
class SymbolGraph {
public:
    /// Collects edges; the same edge added twice counts its weight once more.
    class Builder {
    public:
        void add(std::uint32_t from, std::uint32_t to, EdgeKind kind, double forward, double backward);
        SymbolGraph frozen(std::uint32_t nodes) &&;

    private:
        struct Entry {
            std::uint32_t from;
            GraphEdge edge;
        };
        std::vector<Entry> m_entries;
    };

    std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(m_offsets.size() - 1); }
    std::size_t edgeCount() const { return m_edges.size() / 2; }
    /// Both directions, sorted by target, kind and direction.
    std::span<const GraphEdge> edges(std::uint32_t node) const;
    /// Callees of `node` (tests included), or its callers.
    std::vector<std::uint32_t> called(std::uint32_t node) const;
    std::vector<std::uint32_t> callers(std::uint32_t node) const;

private:
    std::vector<std::size_t> m_offsets = {0}; ///< by node; one more at the end
    std::vector<GraphEdge> m_edges;
};

/// Personalised PageRank by forward push: the share of a walker's time at each node, who starts at `restart`
/// (node and weight, any sum) and goes on with probability `onward`. Steps are followed while they carry more
/// than `tolerance`. Deterministic. Returns one value per node.
std::vector<double> pageRank(const SymbolGraph &graph,
                             std::span<const std::pair<std::uint32_t, double>> restart, double onward = .6,
                             double tolerance = 1e-5);

} // namespace vouchsafe
