#pragma once
// From bytes that a repository, a model or a test wrote to text that a widget may show.

#include <QString>

#include <string_view>

namespace vouchsafe {

/// UTF-8, what is not UTF-8 as U+FFFD. Control characters, bidirectional controls, zero-width characters,
/// line separators and tag characters stand as visible marks (`␛`, `⟨U+202E⟩`), so that what is read is what
/// is there. Tabs and line feeds stay where `lines` says so, else they are marks too.
enum class Lines { Keep, Mark };
QString safeText(std::string_view bytes, Lines lines = Lines::Keep);

/// The same for one code point; itself where it is harmless. Empty marks never come.
QString safeCharacter(char32_t codePoint);
bool isDeceptive(char32_t codePoint); ///< invisible, or moves other characters about

/// One line of at most `most` characters, an ellipsis at the cut; never cut inside a cluster.
QString safeLine(std::string_view bytes, int most = 400);

} // namespace vouchsafe
