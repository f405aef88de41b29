#pragma once
// A definition in the source, as the index and the command line show it.

#include <cstddef>
#include <string>
#include <string_view>

namespace vouchsafe {

enum class SymbolKind {
    Function,
    Method,
    Class,
    Struct,
    Interface,
    Trait,
    Enum,
    Module,
    Constant,
    Variable,
    Field,
    Macro,
    Type,
    Test,
    Fixture
};

struct Symbol {
    std::string id;   ///< `path::Qualified.name`, `#2` for a twin
    std::string name; ///< last part
    SymbolKind kind = SymbolKind::Function;
    std::string path;
    int start = 0; ///< first line with decorators, from 1
    int end = 0;   ///< last line, included
    std::size_t startByte = 0;
    std::size_t endByte = 0; ///< one past
    std::string signature;   ///< first line without body, shortened
    bool declaration = false;

    bool operator==(const Symbol &) const = default;
};

std::string_view symbolKindName(SymbolKind kind);

} // namespace vouchsafe
