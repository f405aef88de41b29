#pragma once
// The HTML entities that chat windows put in place of markup characters.

#include <string>
#include <string_view>

namespace vouchsafe {

bool hasEntities(std::string_view text);
/// Decodes each entity once: `&amp;lt;` is `&lt;`.
std::string withoutEntities(std::string_view text);

} // namespace vouchsafe
