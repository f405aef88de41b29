#pragma once
// Parsed source: trees, nodes and queries. The only door to tree-sitter.

#include "core/base/result.h"
#include "core/syntax/languages.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// A place in a Tree; cheap to copy, valid while its Tree lives. A null node answers null and empty to
/// everything.
class Node {
public:
    Node() = default;

    bool isNull() const;
    std::string_view type() const; ///< `binary_operator`, `<=`
    bool isNamed() const;
    bool isError() const;   ///< an ERROR node
    bool isMissing() const; ///< inserted by the parser
    bool hasError() const;  ///< an error somewhere below
    std::size_t startByte() const;
    std::size_t endByte() const; ///< one past
    int startLine() const;       ///< from 1
    int endLine() const;         ///< line of the last byte, from 1
    int startColumn() const;     ///< bytes, from 0
    Node parent() const;
    int childCount() const;
    Node child(int index) const;
    int namedChildCount() const;
    Node namedChild(int index) const;
    Node childByField(std::string_view field) const;
    std::string_view fieldOfChild(int index) const; ///< empty where the child has none
    Node nextSibling() const;
    Node previousSibling() const;
    Node nextNamedSibling() const;
    Node previousNamedSibling() const;
    Node smallestAt(std::size_t startByte,
                    std::size_t endByte) const; ///< named descendant that spans the bytes
    std::string_view text(std::string_view source) const;
    bool operator==(const Node &other) const;

private:
    friend class Tree;
    friend class Query;
    friend struct NodeAccess; ///< the implementation's bridge to the library's type
    std::uint32_t m_context[4] = {};
    const void *m_id = nullptr;
    const void *m_tree = nullptr;
};

struct ParseLimits {
    std::size_t bytes = std::size_t{1} << 20;
    std::chrono::milliseconds time{2000};
};

/// One parsed file with its source. Movable; use from one thread at a time. Walk it with iteration, not
/// recursion, or bound the depth: real files nest 20,000 levels.
class Tree {
public:
    /// ErrorCode::Timeout past the time limit, ErrorCode::Io past the size limit or where more pieces stand
    /// side by side than the library can count, Cancelled on stop.
    static Result<Tree> parse(Language language, std::string source, const ParseLimits &limits = {},
                              std::stop_token stop = {});
    Tree(Tree &&) noexcept;
    Tree &operator=(Tree &&) noexcept;
    ~Tree();

    Language language() const;
    const std::string &source() const;
    Node root() const;
    bool hasError() const;

private:
    struct Data;
    explicit Tree(std::unique_ptr<Data> data);
    std::unique_ptr<Data> m_data;
};

struct Capture {
    std::string_view name; ///< `definition.function`, `name`
    Node node;
    std::uint32_t id = 0; ///< index in Query::captureNames()
};

/// A compiled query of resources/queries. Compile once per language; matching is safe from several threads.
class Query {
public:
    /// ErrorCode::Internal with the offset and the wrong name where the text does not fit the grammar.
    static Result<Query> compile(Language language, std::string_view text);
    Query(Query &&) noexcept;
    Query &operator=(Query &&) noexcept;
    ~Query();

    /// Each name once, in the order of the text; lives as long as the Query.
    const std::vector<std::string_view> &captureNames() const;
    /// Calls `match` once per match, with the pattern's index and its captures; #eq?, #match?, #any-of? and
    /// their #not- forms are honoured. Ends early on stop.
    void run(const Node &node, std::string_view source,
             const std::function<void(int pattern, const std::vector<Capture> &)> &match,
             const std::stop_token &stop = {}) const;

private:
    struct Data;
    explicit Query(std::unique_ptr<Data> data);
    std::unique_ptr<Data> m_data;
};

} // namespace vouchsafe
