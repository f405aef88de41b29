#include "core/syntax/grammars.h"

#include <cassert>

extern "C" {
const TSLanguage *tree_sitter_python(void);
const TSLanguage *tree_sitter_javascript(void);
const TSLanguage *tree_sitter_typescript(void);
const TSLanguage *tree_sitter_tsx(void);
const TSLanguage *tree_sitter_go(void);
const TSLanguage *tree_sitter_rust(void);
const TSLanguage *tree_sitter_c(void);
const TSLanguage *tree_sitter_cpp(void);
}

namespace vouchsafe {

const TSLanguage *grammarOf(Language language)
{
    switch (language) {
    case Language::Python:
        return tree_sitter_python();
    case Language::JavaScript:
        return tree_sitter_javascript();
    case Language::TypeScript:
        return tree_sitter_typescript();
    case Language::Tsx:
        return tree_sitter_tsx();
    case Language::Go:
        return tree_sitter_go();
    case Language::Rust:
        return tree_sitter_rust();
    case Language::C:
        return tree_sitter_c();
    case Language::Cpp:
        return tree_sitter_cpp();
    }
    assert(false);
    return nullptr;
}

} // namespace vouchsafe
