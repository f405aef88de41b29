#pragma once
// The compiled-in grammars. Private to core/syntax.

#include "core/syntax/languages.h"

#include <tree_sitter/api.h>

namespace vouchsafe {

/// Never null; lives as long as the program.
const TSLanguage *grammarOf(Language language);

} // namespace vouchsafe
