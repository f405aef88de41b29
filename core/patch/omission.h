#pragma once
// Lines that stand for code which was left out.

#include <string_view>

namespace vouchsafe {

/// Whether the line is nothing but a remark that other code goes here: `# ... rest unchanged ...`,
/// `// existing code`. Dots within code are none.
bool isOmission(std::string_view line);

} // namespace vouchsafe
