#include "core/syntax/tree.h"

#include "core/syntax/grammars.h"
#include "core/syntax/guarded_memory.h"
#include "core/syntax/node_access.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace vouchsafe {

namespace {

struct ParserDeleter {
    void operator()(TSParser *parser) const { ts_parser_delete(parser); }
};
struct TreeDeleter {
    void operator()(TSTree *tree) const { ts_tree_delete(tree); }
};

/// One parser a thread: making one costs more than parsing a small file.
TSParser &threadParser()
{
    thread_local const std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
    return *parser;
}

} // namespace

struct Tree::Data {
    Language language;
    std::string source;
    std::unique_ptr<TSTree, TreeDeleter> tree;
};

Result<Tree> Tree::parse(Language language, std::string source, const ParseLimits &limits,
                         std::stop_token stop)
{
    const std::string context = "parsing " + std::string(languageName(language)) + " source of " +
                                std::to_string(source.size()) + " bytes";
    // Positions in the library are 32 bits wide.
    const std::size_t largest =
        std::min<std::size_t>(limits.bytes, std::numeric_limits<std::uint32_t>::max());
    if (source.size() > largest)
        return fail(ErrorCode::Io, "the source is larger than " + std::to_string(largest) + " bytes", context,
                    "leave this file out or raise the size limit");
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "parsing was cancelled", context);

    guardSyntaxMemory();
    TSParser &parser = threadParser();
    tookTooWideRow();
    if (!ts_parser_set_language(&parser, grammarOf(language)))
        return fail(ErrorCode::Internal, "the grammar does not fit the tree-sitter library", context,
                    "build with the grammar versions of resources/grammars");

    std::size_t cancelled = 0;
    const std::stop_callback onStop(stop, [&] { std::atomic_ref(cancelled).store(1); });
    ts_parser_set_cancellation_flag(&parser, &cancelled);
    ts_parser_set_timeout_micros(
        &parser, static_cast<std::uint64_t>(
                     std::chrono::duration_cast<std::chrono::microseconds>(limits.time).count()));
    std::unique_ptr<TSTree, TreeDeleter> tree(
        ts_parser_parse_string(&parser, nullptr, source.data(), static_cast<std::uint32_t>(source.size())));
    ts_parser_set_cancellation_flag(&parser, nullptr);
    if (!tree) {
        // Otherwise the next parse would resume this one.
        ts_parser_reset(&parser);
        if (stop.stop_requested())
            return fail(ErrorCode::Cancelled, "parsing was cancelled", context);
        return fail(ErrorCode::Timeout,
                    "parsing took longer than " + std::to_string(limits.time.count()) + " ms", context,
                    "leave this file out or raise the time limit");
    }
    if (tookTooWideRow())
        return fail(ErrorCode::Io, "the source has too many pieces side by side", context,
                    "leave this file out");
    return Tree(std::make_unique<Data>(Data{language, std::move(source), std::move(tree)}));
}

Tree::Tree(std::unique_ptr<Data> data) : m_data(std::move(data))
{
}
Tree::Tree(Tree &&) noexcept = default;
Tree &Tree::operator=(Tree &&) noexcept = default;
Tree::~Tree() = default;

Language Tree::language() const
{
    return m_data->language;
}

const std::string &Tree::source() const
{
    return m_data->source;
}

Node Tree::root() const
{
    return NodeAccess::node(ts_tree_root_node(m_data->tree.get()));
}

bool Tree::hasError() const
{
    return root().hasError();
}

} // namespace vouchsafe
