#include "core/index/import_resolver.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {

namespace {

std::string_view folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view lastPart(std::string_view path)
{
    return path.substr(path.rfind('/') + 1);
}

/// `a/b` and `../c/./d` give `a/c/d`.
std::string joinedPath(std::string_view folder, std::string_view relative)
{
    std::vector<std::string> parts;
    for (const std::string_view path : {folder, relative})
        for (std::string &part : split(path, '/')) {
            if (part.empty() || part == ".")
                continue;
            if (part == ".." && !parts.empty())
                parts.pop_back();
            else if (part != "..")
                parts.push_back(std::move(part));
        }
    return join(parts, "/");
}

std::size_t sharedPrefix(std::string_view a, std::string_view b)
{
    const auto mismatch = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::size_t>(mismatch.first - a.begin());
}

} // namespace

ImportResolver::ImportResolver(const std::vector<std::string> &paths) : m_paths(paths)
{
    for (std::uint32_t index = 0; index < paths.size(); ++index) {
        m_byName[lastPart(paths[index])].push_back(index);
        m_byFolder[folderOf(paths[index])].push_back(index);
    }
}

std::vector<std::uint32_t> ImportResolver::resolve(const Import &import, std::string_view importer,
                                                   Language language) const
{
    switch (language) {
    case Language::Python:
        return python(import, importer);
    case Language::JavaScript:
    case Language::TypeScript:
    case Language::Tsx:
        return script(import.module, importer);
    case Language::Go:
        return goPackage(import.module);
    case Language::Rust:
        return rust(import.module, importer);
    case Language::C:
    case Language::Cpp:
        if (std::vector<std::uint32_t> beside = exactly(joinedPath(folderOf(importer), import.module));
            !beside.empty())
            return beside;
        return endingIn(import.module, importer);
    }
    return {};
}

std::vector<std::uint32_t> ImportResolver::exactly(const std::string &path) const
{
    const auto found = m_byName.find(lastPart(path));
    if (found == m_byName.end())
        return {};
    for (const std::uint32_t index : found->second)
        if (m_paths[index] == path)
            return {index};
    return {};
}

std::vector<std::uint32_t> ImportResolver::endingIn(std::string_view suffix, std::string_view near) const
{
    const auto found = m_byName.find(lastPart(suffix));
    if (found == m_byName.end())
        return {};
    const std::uint32_t *best = nullptr;
    std::size_t bestShared = 0;
    for (const std::uint32_t &index : found->second) {
        const std::string &path = m_paths[index];
        const bool ends = path == suffix || (path.size() > suffix.size() && path.ends_with(suffix) &&
                                             path[path.size() - suffix.size() - 1] == '/');
        const std::size_t shared = sharedPrefix(path, near);
        if (ends && (best == nullptr || shared > bestShared)) {
            best = &index;
            bestShared = shared;
        }
    }
    return best != nullptr ? std::vector{*best} : std::vector<std::uint32_t>();
}

std::vector<std::uint32_t> ImportResolver::first(const std::vector<std::string> &candidates,
                                                 std::string_view near) const
{
    for (const std::string &candidate : candidates)
        if (std::vector<std::uint32_t> found = near.empty() ? exactly(candidate) : endingIn(candidate, near);
            !found.empty())
            return found;
    return {};
}

std::vector<std::uint32_t> ImportResolver::python(const Import &import, std::string_view importer) const
{
    std::string_view module = import.module;
    std::size_t dots = 0;
    while (dots < module.size() && module[dots] == '.')
        ++dots;
    const std::string rest = replaceAll(std::string(module.substr(dots)), ".", "/");
    const bool relative = dots > 0;
    std::string base = rest;
    if (relative) {
        std::string up;
        for (std::size_t level = 1; level < dots; ++level)
            up += "../";
        base = joinedPath(folderOf(importer), up + rest);
    }
    std::vector<std::string> candidates;
    const std::string prefix = base.empty() ? base : base + '/';
    // `from pkg import name` may mean the module pkg/name.
    if (!import.name.empty())
        candidates.insert(candidates.end(),
                          {prefix + import.name + ".py", prefix + import.name + "/__init__.py"});
    candidates.insert(candidates.end(), {base + ".py", prefix + "__init__.py"});
    if (relative)
        return first(candidates, {});
    for (const std::string &candidate : candidates) {
        const std::vector<std::uint32_t> found = endingIn(candidate, importer);
        if (found.empty())
            continue;
        // `import json` does not mean pkg/json.py: absolute names begin outside of packages.
        const std::string &path = m_paths[found.front()];
        const std::string_view root =
            folderOf(std::string_view(path).substr(0, path.size() - candidate.size()));
        const std::string package = root.empty() ? "__init__.py" : std::string(root) + "/__init__.py";
        if (path.size() == candidate.size() || exactly(package).empty())
            return found;
    }
    return {};
}

std::vector<std::uint32_t> ImportResolver::script(std::string_view module, std::string_view importer) const
{
    if (!module.starts_with('.'))
        return {};
    std::string base = joinedPath(folderOf(importer), module);
    // TypeScript names the compiled file.
    const std::string stem = base.ends_with(".js") ? base.substr(0, base.size() - 3) : base;
    std::vector<std::string> candidates{base};
    for (const char *ending : {".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".d.ts", "/index.ts",
                               "/index.tsx", "/index.js", "/index.jsx"})
        candidates.push_back(stem + ending);
    return first(candidates, {});
}

std::vector<std::uint32_t> ImportResolver::goPackage(std::string_view module) const
{
    // The module's own name is a prefix that no folder has: drop parts from the left until one fits.
    for (std::string_view rest = module;;) {
        if (const auto found = m_byFolder.find(rest); found != m_byFolder.end())
            return found->second;
        const std::size_t slash = rest.find('/');
        if (slash == std::string_view::npos)
            return {};
        rest.remove_prefix(slash + 1);
    }
}

std::vector<std::uint32_t> ImportResolver::rust(std::string_view module, std::string_view importer) const
{
    module = module.substr(0, module.find_first_of("{*"));
    std::vector<std::string> parts;
    for (std::string &part : split(replaceAll(std::string(module), "::", "/"), '/')) {
        part = std::string(trimmed(part.substr(0, part.find(" as "))));
        if (!part.empty() && part != "crate" && part != "self" && part != "super")
            parts.push_back(std::move(part));
    }
    // The last parts may be items of the module.
    for (; !parts.empty(); parts.pop_back()) {
        const std::string path = join(parts, "/");
        if (std::vector<std::uint32_t> found = first({path + ".rs", path + "/mod.rs"}, importer);
            !found.empty())
            return found;
    }
    return {};
}

} // namespace vouchsafe
