#pragma once
// Whole small files of the kernel's, and their lines.

#include "sandbox/inside/bytes.h"

namespace vouchsafe::inside {

/// At most 1 MiB of it. False with errno set.
bool readFile(const char *path, Bytes &into);

/// Takes the next line off a text, without its line feed.
std::string_view takeLine(std::string_view &text);
/// Takes the next word off a line; words stand behind one or more of `apart`.
std::string_view takeWord(std::string_view &line, char apart = ' ');
/// What stands before the first `at`, which goes too; all of it where there is none.
std::string_view takeUntil(std::string_view &text, char at);

} // namespace vouchsafe::inside
