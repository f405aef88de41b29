#pragma once
// Small rules about text that several parts share: UTF-8, lines, shell words, globs, showing odd bytes.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

bool isUtf8(std::string_view bytes);
/// Bytes that are not UTF-8 and control characters as `\xff`; everything else as it is.
std::string shown(std::string_view bytes);
/// Replaces what is not UTF-8 by U+FFFD: for texts that must go into JSON and need not come back.
std::string toUtf8Lossy(std::string_view bytes);
/// Lines without their line feeds; a final line feed opens no further line. A CR stays.
std::vector<std::string_view> splitLines(std::string_view text);
std::vector<std::string> split(std::string_view text, char separator);
std::string join(const std::vector<std::string> &parts, std::string_view separator);
std::string_view trimmed(std::string_view text);
std::string lowerAscii(std::string_view text);
std::string replaceAll(std::string text, std::string_view from, std::string_view to);

/// Splits as a POSIX shell splits words, quotes and backslashes included, without expanding anything.
/// An open quote is ErrorCode::CheckInvalid.
Result<std::vector<std::string>> shellWords(std::string_view command);
/// Whether the text needs a shell: an unquoted operator, expansion, glob or assignment before the command.
bool hasShellSyntax(std::string_view command);
/// The words so quoted that a POSIX shell reads them back unchanged.
std::string shellQuoted(const std::vector<std::string> &words);

/// Glob over `/`-separated paths: `*` and `?` stay within one part, `**` crosses parts, `[a-z]` and `[!a-z]`
/// are sets of characters. A pattern without `/` matches the last part anywhere. Bytes that are not UTF-8
/// count as one character each; the locale has no say.
bool globMatches(std::string_view pattern, std::string_view path);

/// Rough count of a model's tokens: bytes divided by 3.2, rounded up.
std::size_t estimatedTokens(std::string_view text);

/// Head and tail of a long text with a line between that says how much was left out; cut at line borders
/// where there are any, at character borders always.
std::string elided(std::string_view text, std::size_t headBytes, std::size_t tailBytes);

} // namespace vouchsafe
