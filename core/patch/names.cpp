#include "core/patch/names.h"

#include "core/base/text.h"
#include "core/patch/paths.h"

#include <QString>

#include <algorithm>

namespace vouchsafe {
namespace {

bool isDrive(std::string_view name)
{
    return name.size() > 2 && ((name[0] | 0x20) >= 'a' && (name[0] | 0x20) <= 'z') && name[1] == ':' &&
           (name[2] == '/' || name[2] == '\\');
}

std::string_view firstPart(std::string_view path)
{
    return path.substr(0, path.find('/'));
}

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x80; });
}

QString composed(const std::string &name)
{
    return QString::fromStdString(name).normalized(QString::NormalizationForm_C);
}

/// First entry whose path is not less than `path`.
auto lowerBound(const std::vector<TreeEntry> &entries, std::string_view path)
{
    return std::lower_bound(
        entries.begin(), entries.end(), path,
        [](const TreeEntry &entry, std::string_view wanted) { return entry.path < wanted; });
}

} // namespace

bool isUsualPrefix(std::string_view part)
{
    return part.size() == 1 && std::string_view("abciow12").find(part.front()) != std::string_view::npos;
}

Refused Names::outside(const std::string &name) const
{
    return refuse(
        ErrorCode::PatchOutside, "a path leads out of the repository",
        "the name `" + elided(shown(name), 200, 60) + "`" +
            (m_context.repository.empty() ? "" : " in the repository " + shown(m_context.repository)));
}

std::optional<std::string> Names::belowRepository(std::string_view absolute) const
{
    if (m_context.repository.empty())
        return std::nullopt;
    const std::string root = "/" + plainPath(m_context.repository) + "/";
    const std::string path = "/" + plainPath(absolute);
    if (!path.starts_with(root) || path.size() == root.size())
        return std::nullopt;
    return path.substr(root.size());
}

Read<std::vector<Reading>> Names::readings(const std::string &name, bool plain) const
{
    if (auto refusal = nameRefusal(name))
        return Refused(std::move(*refusal));
    if (isDrive(name) || name.starts_with("~/") || name.starts_with("\\"))
        return outside(name);

    std::string rest;
    const std::size_t slash = name.find('/');
    if (slash != std::string::npos)
        rest = name.substr(slash + 1);
    const bool absolute = name.starts_with('/') || rest.starts_with('/');
    if (auto below = belowRepository(name.starts_with('/') ? name : rest))
        return std::vector<Reading>{{*below, 0, false, "absolute path read as " + shown(*below)}};
    if (auto below = belowRepository(name))
        return std::vector<Reading>{{*below, 0, false, "absolute path read as " + shown(*below)}};
    if (absolute)
        return outside(name);

    std::vector<Reading> found;
    const auto add = [&](const std::string &path, int strip, const std::string &note) {
        if (path.empty())
            return;
        if (!m_context.subfolder.empty()) {
            found.push_back({plainPath(m_context.subfolder + "/" + path), strip, false, note});
            found.push_back({path, strip, true, "path read from the repository's root"});
        } else {
            found.push_back({path, strip, false, note});
        }
    };
    if (slash != std::string::npos && !plain)
        add(plainPath(rest), 1,
            isUsualPrefix(firstPart(name)) || firstPart(name) == "." ? "" : "leading folder left out");
    add(plainPath(name), 0, {});
    if (slash != std::string::npos && plain)
        add(plainPath(rest), 1, "leading folder left out");
    if (found.empty())
        return refuse(ErrorCode::PatchName, "a file name is empty", "the name `" + shown(name) + "`");
    return found;
}

bool Names::isFolder(std::string_view path) const
{
    return !firstBelow(path, {}).empty();
}

std::string Names::firstBelow(std::string_view path, const std::vector<std::string> &gone) const
{
    const std::string folder = std::string(path) + "/";
    const auto &entries = m_tree.entries();
    for (auto at = lowerBound(entries, folder); at != entries.end() && at->path.starts_with(folder); ++at)
        if (!std::binary_search(gone.begin(), gone.end(), at->path))
            return at->path;
    return {};
}

Reading Names::forNewFile(const std::vector<Reading> &readings, const std::string &name,
                          bool stripPrefix) const
{
    const int strip = stripPrefix && isUsualPrefix(firstPart(name)) ? 1 : 0;
    const Reading *chosen = &readings.front();
    for (const Reading &reading : readings)
        if (reading.strip == strip) {
            chosen = &reading;
            break;
        }
    // With an opened folder `sub`, `sub/new.py` means the repository's own sub, unless there is a sub/sub.
    for (const Reading &reading : readings)
        if (reading.strip == strip && reading.fromRoot && !isFolder(parentOf(chosen->path)) &&
            reading.path.starts_with(m_context.subfolder + "/"))
            return reading;
    return *chosen;
}

std::string Names::twinOf(const std::string &path) const
{
    if (isAscii(path) || !isUtf8(path))
        return {};
    const QString wanted = composed(path);
    for (const TreeEntry &entry : m_tree.entries())
        if (entry.path != path && !isAscii(entry.path) && isUtf8(entry.path) &&
            composed(entry.path) == wanted)
            return entry.path;
    return {};
}

std::vector<PatchPlace> Names::alike(std::string_view path) const
{
    std::vector<PatchPlace> places;
    const std::string last = lowerAscii(path.substr(path.rfind('/') + 1));
    for (const TreeEntry &entry : m_tree.entries()) {
        const std::string_view name = std::string_view(entry.path).substr(entry.path.rfind('/') + 1);
        if (lowerAscii(name) == last && places.size() < 8)
            places.push_back({entry.path, 1, {}});
    }
    return places;
}

} // namespace vouchsafe
