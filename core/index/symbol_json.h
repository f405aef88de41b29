#pragma once
// Symbols and context as the command line prints them.

#include "core/model/context_bundle.h"
#include "core/model/symbol.h"

#include <string>

namespace vouchsafe {

/// `{"id":…,"kind":…,"path":…,"start":…,"end":…,"signature":…,"declaration":…}` on one line, without a line
/// feed. Bytes that are not UTF-8 come out as U+FFFD.
std::string symbolJson(const Symbol &symbol);
/// `{"slices":[{"id","path","start","end","score","reason","tokens"}],"left_out":[{"id","reason"}],"tokens":N}`.
std::string contextJson(const ContextBundle &bundle);

} // namespace vouchsafe
