#pragma once
// The languages whose grammars are compiled in, and how a file's language is told.

#include <optional>
#include <span>
#include <string_view>

namespace vouchsafe {

enum class Language { Python, JavaScript, TypeScript, Tsx, Go, Rust, C, Cpp };

std::span<const Language> allLanguages();
std::string_view
languageName(Language language); ///< `python`, `javascript`, `typescript`, `tsx`, `go`, `rust`, `c`, `cpp`
/// By the file's name, or by a `#!` line at the start of `head`. `.h` is C++ where `head` shows C++ words,
/// else C.
std::optional<Language> languageOf(std::string_view path, std::string_view head = {});

} // namespace vouchsafe
