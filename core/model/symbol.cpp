#include "core/model/symbol.h"

#include <array>

namespace vouchsafe {

std::string_view symbolKindName(SymbolKind kind)
{
    // In the order of the enumeration.
    static constexpr std::array<std::string_view, 15> names{
        "function", "method",   "class", "struct", "interface", "trait", "enum",   "module",
        "constant", "variable", "field", "macro",  "type",      "test",  "fixture"};
    return names.at(static_cast<std::size_t>(kind));
}

} // namespace vouchsafe
