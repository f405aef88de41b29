#include "core/index/graph_retriever.h"

#include "core/index/packing.h"
#include "core/index/ranking.h"

#include <utility>

namespace vouchsafe {

namespace {

/// Skipped files whose name stands in the task.
void addSkipped(const RetrievalRequest &request, const SymbolIndex &index, ContextBundle &bundle)
{
    for (const SkippedFile &file : index.status().skipped) {
        const std::string name = file.path.substr(file.path.rfind('/') + 1);
        if (request.text.find(name) != std::string::npos)
            bundle.leftOut.push_back({file.path, file.reason});
    }
}

} // namespace

GraphRetriever::GraphRetriever(std::shared_ptr<const BaseTree> tree, IndexOptions options)
    : m_tree(std::move(tree)), m_options(std::move(options))
{
}

GraphRetriever::GraphRetriever(std::shared_ptr<const BaseTree> tree, std::shared_ptr<const SymbolIndex> index)
    : m_tree(std::move(tree)), m_index(std::move(index))
{
}

Result<std::shared_ptr<const SymbolIndex>> GraphRetriever::index(std::stop_token stop)
{
    const std::scoped_lock lock(m_mutex);
    if (!m_index) {
        Result<std::shared_ptr<const SymbolIndex>> built =
            SymbolIndex::build(*m_tree, m_options, std::move(stop));
        if (!built)
            return built;
        m_index = std::move(*built);
    }
    return m_index;
}

Result<ContextBundle> GraphRetriever::retrieve(const RetrievalRequest &request, std::stop_token stop)
{
    const Result<std::shared_ptr<const SymbolIndex>> own = index(stop);
    if (!own)
        return tl::unexpected(own.error());
    const StructuredQuery query = analyse(request, **own, *m_tree);
    const Ranking ranking = ranked(query, **own);
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "finding the code was cancelled", "ranking symbols for the task");
    Result<ContextBundle> bundle = packed(ranking, query, **own, *m_tree, request.maxTokens);
    if (bundle)
        addSkipped(request, **own, *bundle);
    return bundle;
}

} // namespace vouchsafe
