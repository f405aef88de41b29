#include "core/syntax/highlighter.h"

#include "core/syntax/highlight_query.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace vouchsafe {

namespace {

constexpr ParseLimits limits{.bytes = std::size_t{32} << 20, .time = std::chrono::seconds(5)};

/// A captured node. Small, since a large file has millions; 32 bits suffice below the size limit.
struct Coloured {
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    std::uint16_t pattern = 0;
    SyntaxRole role = SyntaxRole::Plain;
};

/// Outer before inner; of the same bytes, the earlier pattern first.
bool paintedBefore(const Coloured &left, const Coloured &right)
{
    if (left.start != right.start)
        return left.start < right.start;
    if (left.end != right.end)
        return left.end > right.end;
    return left.pattern < right.pattern;
}

/// Cuts nested captures into spans that do not overlap.
class Flattener {
public:
    void take(const Coloured &next)
    {
        closeUntil(next.start);
        emitUntil(next.start);
        m_open.push_back(next);
    }

    std::vector<SyntaxSpan> spans() &&
    {
        closeUntil(std::numeric_limits<std::uint32_t>::max());
        return std::move(m_spans);
    }

private:
    void closeUntil(std::uint32_t byte)
    {
        while (!m_open.empty() && m_open.back().end <= byte) {
            emitUntil(m_open.back().end);
            m_open.pop_back();
        }
    }

    /// The innermost open capture owns the bytes up to here.
    void emitUntil(std::uint32_t byte)
    {
        if (!m_open.empty() && byte > m_at && m_open.back().role != SyntaxRole::Plain) {
            const SyntaxRole role = m_open.back().role;
            if (!m_spans.empty() && m_spans.back().end == m_at && m_spans.back().role == role)
                m_spans.back().end = byte;
            else
                m_spans.push_back({m_at, byte, role});
        }
        m_at = std::max(m_at, byte);
    }

    std::vector<Coloured> m_open; ///< outermost first
    std::vector<SyntaxSpan> m_spans;
    std::uint32_t m_at = 0; ///< everything before is decided
};

/// Stops early when `stop` is asked to, and at the time limit.
std::vector<Coloured> capturesOf(const Tree &tree, const HighlightQuery &query, std::stop_source &stop,
                                 std::chrono::steady_clock::time_point end)
{
    constexpr std::size_t between = 4096; // looking at the clock costs more than a match
    std::size_t matches = 0;
    std::vector<Coloured> captures;
    query.query.run(
        tree.root(), tree.source(),
        [&](int pattern, const std::vector<Capture> &found) {
            for (const Capture &capture : found) {
                const std::optional<SyntaxRole> role = query.roles[capture.id];
                const Coloured coloured{static_cast<std::uint32_t>(capture.node.startByte()),
                                        static_cast<std::uint32_t>(capture.node.endByte()),
                                        static_cast<std::uint16_t>(pattern),
                                        role.value_or(SyntaxRole::Plain)};
                // What the parser inserted itself has no bytes.
                if (role && coloured.start < coloured.end)
                    captures.push_back(coloured);
            }
            if (++matches % between == 0 && std::chrono::steady_clock::now() > end)
                stop.request_stop();
        },
        stop.get_token());
    return captures;
}

} // namespace

Result<std::vector<SyntaxSpan>> syntaxSpans(Language language, std::string source, std::stop_token stop)
{
    const auto end = std::chrono::steady_clock::now() + limits.time;
    const Result<const HighlightQuery *> query = highlightQuery(language);
    if (!query)
        return tl::unexpected(query.error());
    const Result<Tree> tree = Tree::parse(language, std::move(source), limits, stop);
    if (!tree)
        return tl::unexpected(tree.error());
    std::stop_source early;
    const std::stop_callback onStop(stop, [&] { early.request_stop(); });
    std::vector<Coloured> captures = capturesOf(*tree, **query, early, end);
    const std::string context = "colouring " + std::string(languageName(language)) + " source of " +
                                std::to_string(tree->source().size()) + " bytes";
    if (stop.stop_requested())
        return fail(ErrorCode::Cancelled, "colouring was cancelled", context);
    if (early.stop_requested())
        return fail(ErrorCode::Timeout,
                    "colouring took longer than " + std::to_string(limits.time.count()) + " ms", context,
                    "show this file without colours");
    std::sort(captures.begin(), captures.end(), paintedBefore);
    Flattener flattener;
    for (const Coloured &capture : captures)
        flattener.take(capture);
    return std::move(flattener).spans();
}

} // namespace vouchsafe
