#include "core/index/symbol_graph.h"

#include <algorithm>
#include <deque>
#include <tuple>

namespace vouchsafe {

namespace {

auto orderOf(const GraphEdge &edge)
{
    return std::tuple(edge.to, edge.kind, edge.forward);
}

bool isCall(const GraphEdge &edge)
{
    return edge.kind == EdgeKind::Calls || edge.kind == EdgeKind::Tests;
}

std::vector<std::uint32_t> callNeighbours(const SymbolGraph &graph, std::uint32_t node, bool forward)
{
    std::vector<std::uint32_t> found;
    for (const GraphEdge &edge : graph.edges(node))
        if (isCall(edge) && edge.forward == forward)
            found.push_back(edge.to);
    return found;
}

} // namespace

void SymbolGraph::Builder::add(std::uint32_t from, std::uint32_t to, EdgeKind kind, double forward,
                               double backward)
{
    if (from == to)
        return;
    m_entries.push_back({from, {to, static_cast<float>(forward), kind, true}});
    m_entries.push_back({to, {from, static_cast<float>(backward), kind, false}});
}

SymbolGraph SymbolGraph::Builder::frozen(std::uint32_t nodes) &&
{
    std::stable_sort(m_entries.begin(), m_entries.end(), [](const Entry &a, const Entry &b) {
        return a.from != b.from ? a.from < b.from : orderOf(a.edge) < orderOf(b.edge);
    });
    SymbolGraph graph;
    graph.m_offsets.assign(1, 0);
    graph.m_edges.reserve(m_entries.size());
    std::uint32_t node = 0;
    for (const Entry &entry : m_entries) {
        for (; node < entry.from; ++node)
            graph.m_offsets.push_back(graph.m_edges.size());
        const bool twin = graph.m_edges.size() > graph.m_offsets.back() &&
                          orderOf(graph.m_edges.back()) == orderOf(entry.edge);
        if (twin)
            graph.m_edges.back().weight += entry.edge.weight;
        else
            graph.m_edges.push_back(entry.edge);
    }
    for (; node < nodes; ++node)
        graph.m_offsets.push_back(graph.m_edges.size());
    return graph;
}

std::span<const GraphEdge> SymbolGraph::edges(std::uint32_t node) const
{
    return std::span(m_edges).subspan(m_offsets[node], m_offsets[node + 1] - m_offsets[node]);
}

std::vector<std::uint32_t> SymbolGraph::called(std::uint32_t node) const
{
    return callNeighbours(*this, node, true);
}

std::vector<std::uint32_t> SymbolGraph::callers(std::uint32_t node) const
{
    return callNeighbours(*this, node, false);
}

std::vector<double> pageRank(const SymbolGraph &graph,
                             std::span<const std::pair<std::uint32_t, double>> restart, double onward,
                             double tolerance)
{
    std::vector<double> rank(graph.nodeCount(), 0);
    std::vector<double> waiting(graph.nodeCount(), 0);
    std::vector<bool> queued(graph.nodeCount(), false);
    std::deque<std::uint32_t> queue;
    double sum = 0;
    for (const auto &[node, weight] : restart)
        sum += weight;
    for (const auto &[node, weight] : restart) {
        waiting[node] += weight / sum;
        if (!queued[node]) {
            queued[node] = true;
            queue.push_back(node);
        }
    }
    while (!queue.empty()) {
        const std::uint32_t node = queue.front();
        queue.pop_front();
        queued[node] = false;
        const double mass = waiting[node];
        waiting[node] = 0;
        rank[node] += (1 - onward) * mass;
        double total = 0;
        for (const GraphEdge &edge : graph.edges(node))
            total += edge.weight;
        if (total <= 0)
            continue;
        for (const GraphEdge &edge : graph.edges(node)) {
            waiting[edge.to] += onward * mass * edge.weight / total;
            if (!queued[edge.to] && waiting[edge.to] > tolerance) {
                queued[edge.to] = true;
                queue.push_back(edge.to);
            }
        }
    }
    return rank;
}

} // namespace vouchsafe
