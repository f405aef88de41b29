#include "core/index/exclusions.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace vouchsafe {

namespace {

constexpr std::array<std::string_view, 36> builtFolders{
    ".git",        ".hg",           ".svn",        "node_modules", "bower_components",
    "vendor",      "third_party",   "_vendor",     "target",       "build",
    "dist",        "out",           ".venv",       "venv",         "env",
    ".tox",        ".nox",          "__pycache__", ".mypy_cache",  ".pytest_cache",
    ".ruff_cache", ".eggs",         ".next",       ".nuxt",        "coverage",
    "htmlcov",     ".cargo",        ".gradle",     ".idea",        ".vscode",
    ".cache",      ".parcel-cache", ".turbo",      ".terraform",   "Pods",
    "DerivedData"};

constexpr std::array<std::string_view, 10> generatedNames{
    "*.min.js",      "*.min.css", "*.map",  "*.pb.go",       "*_pb2.py",
    "*_pb2_grpc.py", "*.pb.cc",   "*.pb.h", "*.generated.*", "*.bundle.js"};

constexpr std::array<std::string_view, 4> privateFolders{".ssh", ".gnupg", ".aws", ".kube"};

bool matchesAny(const std::vector<std::string> &globs, std::string_view path)
{
    return std::any_of(globs.begin(), globs.end(),
                       [&](const std::string &glob) { return globMatches(glob, path); });
}

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// The first folder of the path for which `wanted` holds; empty without one.
template <typename Condition>
std::string_view folderWhere(std::string_view path, Condition wanted)
{
    for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/')) {
        const std::string_view part = path.substr(0, slash);
        if (wanted(part))
            return part;
        path.remove_prefix(slash + 1);
    }
    return {};
}

bool isBuiltFolder(std::string_view part)
{
    return part.ends_with(".egg-info") ||
           std::find(builtFolders.begin(), builtFolders.end(), part) != builtFolders.end();
}

bool isPrivateFolder(std::string_view part)
{
    return std::find(privateFolders.begin(), privateFolders.end(), part) != privateFolders.end();
}

} // namespace

bool isSecretName(std::string_view path)
{
    const std::string_view name = lastPart(path);
    const bool bare = name.find('.') == std::string_view::npos;
    const bool environment = name == ".env" || name.starts_with(".env.");
    return environment || name.ends_with(".pem") || name.ends_with(".key") || name.ends_with(".p12") ||
           name.ends_with(".pfx") || (bare && name.starts_with("id_")) || name == ".netrc" ||
           name == ".pypirc" || name == ".git-credentials" || name == ".npmrc" ||
           !folderWhere(path, isPrivateFolder).empty();
}

std::optional<std::string> exclusionByName(const TreeEntry &entry, const ExclusionRules &rules)
{
    constexpr unsigned kindMask = 0170000;
    constexpr unsigned regular = 0100000;
    if (isSecretName(entry.path))
        return "a secret";
    if ((entry.mode & kindMask) != regular)
        return entry.mode == 0160000 ? "a submodule" : "a link";
    if (matchesAny(rules.ignored, entry.path))
        return "left out by your ignore rules";
    const bool included = matchesAny(rules.included, entry.path);
    if (!included && !entry.tracked) {
        if (const std::string_view folder = folderWhere(entry.path, isBuiltFolder); !folder.empty())
            return "in the untracked folder " + std::string(folder);
    }
    const std::string_view name = lastPart(entry.path);
    const bool generated = std::any_of(generatedNames.begin(), generatedNames.end(),
                                       [&](std::string_view glob) { return globMatches(glob, name); });
    if (!included && generated)
        return "generated or minified, by its name";
    if (entry.size > rules.bytes)
        return "larger than " + std::to_string(rules.bytes / 1024) + " KiB";
    return std::nullopt;
}

std::optional<std::string> exclusionByContent(std::string_view source, const ExclusionRules &rules)
{
    constexpr std::size_t headBytes = 1024;
    if (source.size() > rules.bytes)
        return "larger than " + std::to_string(rules.bytes / 1024) + " KiB";
    if (source.find('\0') != std::string_view::npos)
        return "binary";
    const auto lines = static_cast<std::size_t>(std::count(source.begin(), source.end(), '\n')) + 1;
    if (lines > rules.lines)
        return "more than " + std::to_string(rules.lines) + " lines";
    // One long line in a small file is no sign of a minifier.
    if (source.size() > 16 * rules.meanLine && source.size() / lines > rules.meanLine)
        return "minified: lines of " + std::to_string(source.size() / lines) + " bytes on average";
    const std::string_view head = source.substr(0, headBytes);
    const bool marked = (head.find("Code generated") != std::string_view::npos &&
                         head.find("DO NOT EDIT") != std::string_view::npos) ||
                        head.find("@generated") != std::string_view::npos;
    if (marked)
        return "generated, by its first lines";
    return std::nullopt;
}

} // namespace vouchsafe
