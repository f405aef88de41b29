#pragma once
// Which files and functions are tests, by the conventions of each language.

#include "core/model/symbol.h"
#include "core/syntax/languages.h"

#include <string_view>

namespace vouchsafe {

/// `tests/…`, `test_x.py`, `x_test.go`, `x.spec.ts` and the like.
bool isTestPath(std::string_view path);
/// Test or Fixture where the name, the path or the `decorators` (source text before the function) say so;
/// else `kind`.
SymbolKind testKind(SymbolKind kind, Language language, std::string_view path, std::string_view name,
                    std::string_view decorators);

} // namespace vouchsafe
