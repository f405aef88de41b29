#include "core/syntax/grammars.h"
#include "core/syntax/guarded_memory.h"
#include "core/syntax/node_access.h"
#include "core/syntax/predicates.h"
#include "core/syntax/query_pieces.h"
#include "core/syntax/tree.h"

namespace vouchsafe {

namespace {

struct QueryDeleter {
    void operator()(TSQuery *query) const { ts_query_delete(query); }
};
struct CursorDeleter {
    void operator()(TSQueryCursor *cursor) const { ts_query_cursor_delete(cursor); }
};

// Patterns that are begun but not ended yet. Real files stay below 100; nested garbage would make matching
// quadratic without a bound.
constexpr std::uint32_t openMatches = 4096;

std::string_view faultName(TSQueryError error)
{
    switch (error) {
    case TSQueryErrorNone:
        return "no fault";
    case TSQueryErrorSyntax:
        return "a syntax error";
    case TSQueryErrorNodeType:
        return "an unknown node";
    case TSQueryErrorField:
        return "an unknown field";
    case TSQueryErrorCapture:
        return "an unknown capture";
    case TSQueryErrorStructure:
        return "an impossible pattern";
    case TSQueryErrorLanguage:
        return "a grammar of another version";
    }
    return "an unknown fault";
}

} // namespace

struct Query::Data {
    std::unique_ptr<TSQuery, QueryDeleter> query;
    std::vector<std::string_view> names;            ///< by capture index
    std::vector<std::vector<Predicate>> predicates; ///< by pattern
};

Result<Query> Query::compile(Language language, std::string_view text)
{
    guardSyntaxMemory();
    std::uint32_t offset = 0;
    TSQueryError error = TSQueryErrorNone;
    auto data = std::make_unique<Data>();
    data->query.reset(ts_query_new(grammarOf(language), text.data(), static_cast<std::uint32_t>(text.size()),
                                   &offset, &error));
    if (!data->query) {
        const std::string_view rest = text.substr(std::min<std::size_t>(offset, text.size()));
        const std::string_view line = rest.substr(0, std::min<std::size_t>(rest.find('\n'), 40));
        return fail(ErrorCode::Internal,
                    "the query has " + std::string(faultName(error)) + " at byte " + std::to_string(offset) +
                        ": " + std::string(line),
                    "compiling a query for " + std::string(languageName(language)), "correct the query file");
    }
    const std::uint32_t captures = ts_query_capture_count(data->query.get());
    for (std::uint32_t id = 0; id < captures; ++id) {
        std::uint32_t length = 0;
        const char *name = ts_query_capture_name_for_id(data->query.get(), id, &length);
        data->names.emplace_back(name, length);
    }
    const std::uint32_t patterns = ts_query_pattern_count(data->query.get());
    for (std::uint32_t pattern = 0; pattern < patterns; ++pattern) {
        Result<std::vector<Predicate>> predicates = predicatesOf(data->query.get(), pattern);
        if (!predicates)
            return tl::unexpected(predicates.error());
        data->predicates.push_back(std::move(*predicates));
    }
    return Query(std::move(data));
}

Query::Query(std::unique_ptr<Data> data) : m_data(std::move(data))
{
}
Query::Query(Query &&) noexcept = default;
Query &Query::operator=(Query &&) noexcept = default;
Query::~Query() = default;

const std::vector<std::string_view> &Query::captureNames() const
{
    return m_data->names;
}

void Query::run(const Node &node, std::string_view source,
                const std::function<void(int pattern, const std::vector<Capture> &)> &match,
                const std::stop_token &stop) const
{
    if (node.isNull())
        return;
    const std::unique_ptr<TSQueryCursor, CursorDeleter> cursor(ts_query_cursor_new());
    ts_query_cursor_set_match_limit(cursor.get(), openMatches);
    TSQueryMatch found;
    std::vector<Capture> captures;
    forEachQueryPiece(NodeAccess::raw(node), [&](TSNode piece) {
        ts_query_cursor_exec(cursor.get(), m_data->query.get(), piece);
        while (!stop.stop_requested() && ts_query_cursor_next_match(cursor.get(), &found)) {
            captures.clear();
            for (std::uint16_t at = 0; at < found.capture_count; ++at)
                captures.push_back({m_data->names[found.captures[at].index],
                                    NodeAccess::node(found.captures[at].node), found.captures[at].index});
            const auto &predicates = m_data->predicates[found.pattern_index];
            const bool holds =
                std::all_of(predicates.begin(), predicates.end(),
                            [&](const Predicate &predicate) { return predicate.holds(captures, source); });
            if (holds)
                match(found.pattern_index, captures);
        }
        return !stop.stop_requested();
    });
}

} // namespace vouchsafe
