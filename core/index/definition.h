#pragma once
// From a captured node to what it defines: name, owner, range, signature. Private to core/index.

#include "core/model/symbol.h"
#include "core/syntax/tree.h"

#include <string>
#include <string_view>

namespace vouchsafe {

/// A definition or scope as the query captured it.
struct Definition {
    Node node;
    std::size_t nameByte = 0; ///< where its name stands: two captures of one name are one definition
    std::string name;
    std::string owner = {}; ///< type outside of `node` whose member it is; empty for none
    SymbolKind kind = SymbolKind::Function;
    bool declaration = false;
    bool scope = false;                  ///< lends its name only
    Node body = {};                      ///< where the grammar has put it outside of `node`; else null
    std::size_t cut = std::string::npos; ///< where another definition begins that the grammar took for a part
    int pattern = 0; ///< of two definitions of one name the one of the earlier pattern stands
};

/// The name at the bottom of a C or C++ declarator.
struct DeclaredName {
    Node node;             ///< null where there is none
    std::string owner;     ///< `A.B` of `A::B::f`
    bool function = false; ///< its innermost declarator is a parameter list
};
DeclaredName declaredName(Node declarator, std::string_view source);

/// `Bag` of `*Bag[T]`, `B` of `&'a mut crate::B<T>`, empty of `module.exports`.
std::string typeName(std::string_view written);

/// The node with what belongs to it around: `export`, decorators, `template <…>`, the declaration of which it
/// is the only part.
Node widened(Node node);
/// The first decorator or attribute that stands as a sibling before the node; the node itself without one.
Node firstDecorator(Node node);

/// The first line without the body, from its keyword on, blanks collapsed, at most 160 bytes.
std::string signatureOf(Node definition, std::string_view source);

} // namespace vouchsafe
