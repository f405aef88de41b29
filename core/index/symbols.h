#pragma once
// What one source file defines, calls and imports.

#include "core/base/result.h"
#include "core/model/symbol.h"
#include "core/syntax/languages.h"
#include "core/syntax/tree.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

enum class ReferenceKind : std::uint8_t { Call, Inherits };

struct Reference {
    std::string name;      ///< `join`
    std::string qualifier; ///< `os.path`, `self`; `?` where it is an expression; empty without one
    int line = 0;          ///< from 1
    int symbol = -1;       ///< index of the innermost symbol around it; -1 at file level
    ReferenceKind kind = ReferenceKind::Call;

    bool operator==(const Reference &) const = default;
};

struct Import {
    std::string module; ///< as written: `os.path`, `.m`, `./x`, `a/b`, `std::collections::HashMap`, `x.h`
    std::string name;   ///< what is taken out of it; empty: the module itself
    std::string alias;  ///< its name here, where that differs
    int line = 0;

    bool operator==(const Import &) const = default;
};

enum class SpanKind : std::uint8_t { Comment, Doc, String };

/// Text that is no code.
struct Span {
    std::size_t start = 0; ///< byte
    std::size_t end = 0;   ///< one past
    SpanKind kind = SpanKind::Comment;

    bool operator==(const Span &) const = default;
};

struct FileSymbols {
    Language language = Language::C;
    std::vector<Symbol> symbols; ///< in the order of their first byte; an enclosing one comes first
    std::vector<int> parents;    ///< per symbol the index of the enclosing one, or -1
    std::vector<Reference> references;
    std::vector<Import> imports;
    std::vector<Span> spans; ///< sorted, not overlapping
    bool partial = false;    ///< the grammar could not read some part; the rest stands
};

/// Symbol ids are distinct in the file; `path` is kept as given, with `::` in it written `%3A%3A` in ids.
/// Errors: those of Tree::parse.
Result<FileSymbols> extractSymbols(std::string_view path, Language language, std::string_view source,
                                   const ParseLimits &limits = {}, std::stop_token stop = {});

} // namespace vouchsafe
