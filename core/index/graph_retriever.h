#pragma once
// The retriever: words, evidence and the symbol graph, without embeddings and without a model.

#include "core/index/symbol_index.h"
#include "core/ports/retriever.h"

#include <memory>
#include <mutex>

namespace vouchsafe {

/// The index is built at the first retrieve() and kept, since the tree does not change. Same tree and same
/// request: same bundle. Safe from several threads.
class GraphRetriever final : public Retriever {
public:
    GraphRetriever(std::shared_ptr<const BaseTree> tree, IndexOptions options);
    /// With an index that is there already; it must be of `tree`.
    GraphRetriever(std::shared_ptr<const BaseTree> tree, std::shared_ptr<const SymbolIndex> index);

    /// Errors: Cancelled, and those of reading the tree. A file that the task names but that is not indexed
    /// stands among what was left out, with the reason.
    Result<ContextBundle> retrieve(const RetrievalRequest &request, std::stop_token stop) override;

    Result<std::shared_ptr<const SymbolIndex>> index(std::stop_token stop);

private:
    std::shared_ptr<const BaseTree> m_tree;
    IndexOptions m_options;
    std::mutex m_mutex; ///< guards m_index
    std::shared_ptr<const SymbolIndex> m_index;
};

} // namespace vouchsafe
