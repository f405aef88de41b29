#pragma once
// The queries of resources/queries, compiled, with the meaning of their captures
// (resources/queries/README.md).

#include "core/model/symbol.h"
#include "core/syntax/tree.h"

#include <optional>
#include <vector>

namespace vouchsafe {

enum class CaptureRole {
    None,
    Symbol,
    Scope,
    Name,
    Owner,
    Declarator,
    Call,
    MacroCall,
    Arguments,
    Qualifier,
    Inherits,
    Import,
    ImportName,
    Alias,
    Comment,
    String,
    Doc,
    Orphan
};

struct CaptureMeaning {
    CaptureRole role = CaptureRole::None;
    SymbolKind kind = SymbolKind::Function; ///< of a Symbol
    bool declaration = false;               ///< of a Symbol
};

struct SymbolQuery {
    Query query;
    std::vector<CaptureMeaning> meanings; ///< by Capture::id
};

/// `symbol.method.declaration` and so on; nothing for an unknown name.
std::optional<CaptureMeaning> captureMeaning(std::string_view name);
/// Compiled at the first use, then shared by all threads; lives as long as the program.
Result<const SymbolQuery *> symbolQuery(Language language);

} // namespace vouchsafe
