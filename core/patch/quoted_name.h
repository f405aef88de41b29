#pragma once
// File names as git quotes them in diffs (quote.c: C escapes and octal within double quotes).

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

/// The name as it is, or quoted where it holds quotes, backslashes, control characters or bytes that are not
/// UTF-8. Other characters beyond ASCII stay readable, as with core.quotePath=false.
std::string quotedName(std::string_view name);
bool needsQuotes(std::string_view name);

/// Decodes a quoted name at the start of `text` and removes it from there; nullopt where the quote is broken.
std::optional<std::string> takeQuotedName(std::string_view &text);

} // namespace vouchsafe
