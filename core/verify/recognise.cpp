#include "core/verify/recognise.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::uint64_t largestRead = 1 << 20;
constexpr int mostReads = 200; // per rule; a big suite shows its runner in its first files

bool hasTarget(const std::string &makefile, const std::string &target)
{
    for (const std::string_view line : splitLines(makefile)) {
        const auto colon = line.find(':');
        if (colon == std::string_view::npos || line.starts_with("\t") || line.substr(colon).starts_with(":="))
            continue;
        const auto names = split(std::string(line.substr(0, colon)), ' ');
        if (std::find(names.begin(), names.end(), target) != names.end())
            return true;
    }
    return false;
}

bool fits(const BaseTree &tree, const TreeEntry &entry, const Recognition &way)
{
    if (entry.mode != 0100644 && entry.mode != 0100755)
        return false;
    if (way.contains.empty() && way.target.empty())
        return true;
    if (entry.size > largestRead)
        return false;
    const auto bytes = tree.read(entry.path);
    if (!bytes)
        return false;
    if (!way.target.empty())
        return hasTarget(*bytes, way.target);
    return bytes->find(way.contains) != std::string::npos;
}

bool fits(const BaseTree &tree, const Recognition &way)
{
    if (!way.file.empty()) {
        const TreeEntry *entry = findEntry(tree, way.file);
        return entry != nullptr && fits(tree, *entry, way);
    }
    int reads = 0;
    for (const TreeEntry &entry : tree.entries()) {
        if (!globMatches(way.glob, entry.path))
            continue;
        if (fits(tree, entry, way))
            return true;
        if (++reads >= mostReads)
            return false;
    }
    return false;
}

} // namespace

std::optional<std::string> recognised(const BaseTree &tree, const Toolchain &toolchain)
{
    for (const Recognition &way : toolchain.recognise)
        if (fits(tree, way))
            return way.target;
    return std::nullopt;
}

} // namespace vouchsafe
