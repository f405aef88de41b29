#include "core/index/test_rules.h"

#include <cctype>

namespace vouchsafe {

namespace {

bool isTestFolder(std::string_view part)
{
    return part == "test" || part == "tests" || part == "testing" || part == "__tests__" || part == "spec" ||
           part == "specs" || part == "testdata";
}

/// `Test` followed by anything but a small letter, as the go command wants it.
bool hasGoPrefix(std::string_view name, std::string_view prefix)
{
    return name.starts_with(prefix) && (name.size() == prefix.size() ||
                                        std::islower(static_cast<unsigned char>(name[prefix.size()])) == 0);
}

} // namespace

bool isTestPath(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    const std::string_view name = path.substr(slash + 1);
    std::string_view folders = slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
    while (!folders.empty()) {
        const std::size_t end = folders.find('/');
        if (isTestFolder(folders.substr(0, end)))
            return true;
        folders = end == std::string_view::npos ? std::string_view() : folders.substr(end + 1);
    }
    const std::string_view stem = name.substr(0, name.find('.'));
    return stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_tests") ||
           stem == "conftest" || stem == "tests" || name.find(".test.") != std::string_view::npos ||
           name.find(".spec.") != std::string_view::npos;
}

SymbolKind testKind(SymbolKind kind, Language language, std::string_view path, std::string_view name,
                    std::string_view decorators)
{
    if (kind != SymbolKind::Function && kind != SymbolKind::Method)
        return kind;
    switch (language) {
    case Language::Python:
        if (decorators.find("fixture") != std::string_view::npos)
            return SymbolKind::Fixture;
        return name.starts_with("test") && isTestPath(path) ? SymbolKind::Test : kind;
    case Language::Go:
        if (!path.ends_with("_test.go") || kind != SymbolKind::Function)
            return kind;
        if (name == "TestMain")
            return SymbolKind::Fixture;
        return hasGoPrefix(name, "Test") || hasGoPrefix(name, "Benchmark") || hasGoPrefix(name, "Fuzz") ||
                       hasGoPrefix(name, "Example")
                   ? SymbolKind::Test
                   : kind;
    case Language::Rust:
        // `#[test]`, `#[tokio::test]`, `#[test_case(…)]`; not `#[cfg(test)]`.
        return decorators.find("[test") != std::string_view::npos ||
                       decorators.find("::test") != std::string_view::npos
                   ? SymbolKind::Test
                   : kind;
    default:
        return kind;
    }
}

} // namespace vouchsafe
