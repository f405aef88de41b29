#pragma once
// The `#…?` conditions of a query's patterns. Private to core/syntax.

#include "core/base/result.h"
#include "core/syntax/tree.h"

#include <tree_sitter/api.h>

#include <QRegularExpression>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

/// One of `#eq?`, `#match?`, `#any-of?` and their `#not-…?` forms. With several nodes under one capture all
/// must hold.
class Predicate {
public:
    /// ErrorCode::Internal with the words of what is unknown or malformed.
    static Result<Predicate> read(const TSQuery *query, const TSQueryPredicateStep *steps,
                                  std::uint32_t count);
    bool holds(const std::vector<Capture> &captures, std::string_view source) const;

private:
    enum class Kind { EqualText, EqualCapture, Match, AnyOf };
    bool holdsFor(std::string_view text, const std::vector<Capture> &captures, std::string_view source) const;

    Kind m_kind = Kind::EqualText;
    bool m_wanted = true;
    std::string_view m_capture; ///< lives in the query
    std::string_view m_other;   ///< the second capture's name
    std::vector<std::string> m_texts;
    QRegularExpression m_pattern;
};

/// The conditions of one pattern.
Result<std::vector<Predicate>> predicatesOf(const TSQuery *query, std::uint32_t pattern);

} // namespace vouchsafe
