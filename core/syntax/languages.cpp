#include "core/syntax/languages.h"

#include "core/syntax/cplusplus_header.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vouchsafe {

namespace {

using enum Language;

constexpr std::array all{Python, JavaScript, TypeScript, Tsx, Go, Rust, C, Cpp};

constexpr std::array<std::pair<std::string_view, Language>, 26> extensions{{
    {"py", Python},      {"pyi", Python},
    {"pyw", Python},     {"js", JavaScript},
    {"mjs", JavaScript}, {"cjs", JavaScript},
    {"jsx", JavaScript}, {"ts", TypeScript},
    {"mts", TypeScript}, {"cts", TypeScript},
    {"tsx", Tsx},        {"go", Go},
    {"rs", Rust},        {"c", C},
    {"cc", Cpp},         {"cpp", Cpp},
    {"cxx", Cpp},        {"c++", Cpp},
    {"hh", Cpp},         {"hpp", Cpp},
    {"hxx", Cpp},        {"h++", Cpp},
    {"ipp", Cpp},        {"tpp", Cpp},
    {"inl", Cpp},        {"C", Cpp},
}};

/// The interpreter of a `#!` line: `python3` of `#!/usr/bin/env -S python3 -u`.
std::optional<Language> byInterpreter(std::string_view head)
{
    if (!head.starts_with("#!"))
        return std::nullopt;
    std::string_view line = head.substr(2, head.find('\n') - 2);
    while (!line.empty()) {
        const std::size_t from = line.find_first_not_of(" \t\r");
        if (from == std::string_view::npos)
            return std::nullopt;
        line.remove_prefix(from);
        const std::string_view word = line.substr(0, line.find_first_of(" \t\r"));
        line.remove_prefix(word.size());
        const std::string_view program = word.substr(word.rfind('/') + 1);
        if (program == "env" || word.starts_with('-') || word.find('=') != std::string_view::npos)
            continue;
        if (program.starts_with("python") || program.starts_with("pypy"))
            return Python;
        if (program == "node" || program == "nodejs" || program == "bun")
            return JavaScript;
        if (program == "deno" || program == "ts-node" || program == "tsx")
            return TypeScript;
        return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

std::span<const Language> allLanguages()
{
    return all;
}

std::string_view languageName(Language language)
{
    // In the order of the enumeration.
    static constexpr std::array<std::string_view, 8> names{"python", "javascript", "typescript", "tsx",
                                                           "go",     "rust",       "c",          "cpp"};
    return names.at(static_cast<std::size_t>(language));
}

std::optional<Language> languageOf(std::string_view path, std::string_view head)
{
    const std::string_view name = path.substr(path.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) {
        if (name == "SConstruct" || name == "SConscript" || name == "wscript")
            return Python;
        return byInterpreter(head);
    }
    const std::string_view extension = name.substr(dot + 1);
    if (extension == "h")
        return showsCplusplus(head) ? Cpp : C;
    const auto *found = std::find_if(extensions.begin(), extensions.end(),
                                     [&](const auto &row) { return row.first == extension; });
    return found == extensions.end() ? std::nullopt : std::optional(found->second);
}

} // namespace vouchsafe
