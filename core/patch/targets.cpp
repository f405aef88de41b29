#include "core/patch/targets.h"

#include "core/base/text.h"
#include "core/patch/paths.h"
#include "core/patch/section_names.h"

#include <algorithm>
#include <map>

namespace vouchsafe {
namespace {

constexpr unsigned linkMode = 0120000;
constexpr unsigned submoduleMode = 0160000;
constexpr std::uint64_t maxFileBytes = std::uint64_t{64} << 20;

Read<unsigned> modeFrom(const std::string &text, const std::string &path)
{
    if (text == "100644")
        return 0100644U;
    if (text == "100755")
        return 0100755U;
    if (text == "120000")
        return linkMode;
    if (text == "160000")
        return refuse(ErrorCode::PatchGitlink, "the patch changes a submodule", shown(path));
    return refuse(ErrorCode::PatchMode, "the patch asks for the file mode " + shown(text), shown(path));
}

/// Every changed line is a submodule's commit.
bool isSubmoduleBody(const ReceivedFile &file)
{
    bool any = false;
    for (const ReceivedHunk &hunk : file.hunks)
        for (const BodyLine &line : hunk.lines) {
            if (!line.text.starts_with("Subproject commit "))
                return false;
            any = true;
        }
    return any;
}

class Resolver {
public:
    Resolver(const BaseTree &tree, const PatchContext &context)
        : m_tree(tree), m_context(context), m_names(tree, context)
    {
    }

    Read<std::vector<Target>> resolve(ReceivedPatch &patch)
    {
        std::vector<SectionNames> names;
        for (ReceivedFile &file : patch.files) {
            auto found = sectionNames(file);
            if (!found)
                return Refused(found.error());
            names.push_back(*found);
        }
        // Changes of existing files first: they show whether this patch writes prefixes.
        for (const bool fresh : {false, true})
            for (std::size_t i = 0; i < patch.files.size(); ++i)
                if (isFresh(names[i]) == fresh)
                    if (auto step = section(patch.files[i], names[i], patch.notices, i); !step)
                        return Refused(step.error());
        std::stable_sort(m_targets.begin(), m_targets.end(),
                         [](const auto &a, const auto &b) { return a.first < b.first; });
        std::vector<Target> targets;
        for (auto &[order, target] : m_targets)
            targets.push_back(std::move(target));
        if (auto step = checkWays(targets); !step)
            return Refused(step.error());
        return targets;
    }

private:
    using Step = tl::expected<void, PatchRefusal>;

    static bool isFresh(const SectionNames &names) { return names.creates; }

    Step section(ReceivedFile &file, const SectionNames &names, std::vector<std::string> &notices,
                 std::size_t order)
    {
        const std::string shownName = shown(names.newName.empty() ? names.oldName : names.newName);
        if (file.binaryData)
            return refuse(ErrorCode::PatchBinary, "the patch holds binary data", shownName);
        if (file.binaryNotice && file.hunks.empty()) {
            notices.push_back(shownName + " is binary and has no data in the patch: left out");
            return {};
        }
        Target target;
        target.hunks = std::move(file.hunks);
        target.repairs = std::move(file.repairs);
        file.hunks.clear();
        Step step = file.renameFrom || file.copyFrom ? moved(file, target)
                    : names.creates                  ? created(file, names, target)
                                                     : changed(file, names, target);
        if (!step)
            return step;
        const bool acts = !target.hunks.empty() || target.kind == ChangeKind::Rename || target.copy ||
                          target.modeBefore != target.modeAfter || !file.createdMode.empty() ||
                          !file.deletedMode.empty() || file.deletesWithout || file.createsOrFills;
        if (!acts && file.newMode.empty())
            return refuse(ErrorCode::PatchEmpty, "a section of the patch changes nothing",
                          shown(target.path) + " has neither hunks nor a new mode");
        return join(std::move(target), order);
    }

    Step changed(const ReceivedFile &file, const SectionNames &names, Target &target)
    {
        auto existing = existingFile(m_names, names, file.plainNames);
        if (!existing)
            return Refused(existing.error());
        const bool missing = existing->path.empty();
        const TreeEntry *entry = missing ? nullptr : findEntry(m_tree, existing->path);
        if (auto way = checkParents(missing ? existing->missing : existing->path); !way)
            return way;
        if (file.indexMode == "160000" || file.oldMode == "160000" || file.newMode == "160000" ||
            file.deletedMode == "160000" || (entry && entry->mode == submoduleMode) ||
            ((!entry || entry->mode == linkMode) && isSubmodule(target)))
            return refuse(ErrorCode::PatchGitlink, "the patch changes a submodule",
                          shown(missing ? existing->missing : existing->path));
        if (missing) {
            if (!names.deletes && onlyAdds(target) && startsAtNothing(target))
                return createdInstead(names, file, target);
            return missingFile(existing->missing);
        }
        if (!existing->note.empty())
            target.repairs.push_back(existing->note);
        m_unprefixed = m_unprefixed || (!existing->stripped && existing->note.empty());
        m_prefixed = m_prefixed || existing->stripped;
        target.path = existing->path;
        target.kind = names.deletes ? ChangeKind::Delete : ChangeKind::Modify;
        target.showsNoLines = file.deletesWithout;
        return load(file, *entry, target);
    }

    Step createdInstead(const SectionNames &names, const ReceivedFile &file, Target &target)
    {
        target.repairs.emplace_back("the file does not exist, so its added lines make a new one");
        SectionNames fresh = names;
        fresh.oldName.clear();
        return created(file, fresh, target);
    }

    Step created(const ReceivedFile &file, const SectionNames &names, Target &target)
    {
        const std::string &name = names.newName.empty() ? names.oldName : names.newName;
        auto readings = m_names.readings(name, file.plainNames);
        if (!readings)
            return Refused(readings.error());
        const bool alikeNames = !file.gitHeader.empty() && names.oldName == names.newName;
        const bool strip = !file.plainNames && !alikeNames && !(m_unprefixed && !m_prefixed);
        const Reading reading = m_names.forNewFile(*readings, name, strip);
        if (!reading.note.empty())
            target.repairs.push_back(reading.note);
        target.path = reading.path;
        target.kind = ChangeKind::Create;
        target.modeBefore = 0100644;
        if (auto mode = modeFrom(file.createdMode.empty() ? "100644" : file.createdMode, target.path))
            target.modeAfter = *mode;
        else
            return Refused(mode.error());
        if (isSubmodule(target))
            return refuse(ErrorCode::PatchGitlink, "the patch adds a submodule", shown(target.path));
        if (auto fresh = checkNewPath(target.path); !fresh)
            return fresh;
        if (const TreeEntry *entry = findEntry(m_tree, target.path)) {
            target.exists = true;
            const unsigned wanted = target.modeAfter;
            if (auto loaded = load(file, *entry, target); !loaded)
                return loaded;
            target.modeAfter = file.createdMode.empty() ? target.modeBefore : wanted;
        }
        return {};
    }

    Step moved(const ReceivedFile &file, Target &target)
    {
        const bool rename = file.renameFrom.has_value();
        const auto &from = rename ? file.renameFrom : file.copyFrom;
        const auto &to = rename ? file.renameTo : file.copyTo;
        if (!to)
            return refuse(ErrorCode::PatchContradiction, "a rename or copy has no new name", shown(*from));
        if (file.newName && *file.newName != *to && !file.newName->ends_with("/" + *to))
            return refuse(ErrorCode::PatchContradiction, "the new names of a rename disagree",
                          "`" + shown(*to) + "` and `" + shown(*file.newName) + "`");
        SectionNames source;
        source.oldName = *from;
        auto existing = existingFile(m_names, source, true);
        auto readings = m_names.readings(*to, true);
        if (!existing || !readings)
            return Refused(existing ? readings.error() : existing.error());
        if (existing->path.empty())
            return missingFile(existing->missing);
        if (!existing->note.empty())
            target.repairs.push_back(existing->note);
        target.from = existing->path;
        target.copy = !rename;
        target.kind = rename ? ChangeKind::Rename : ChangeKind::Create;
        target.path = readings->front().path;
        for (const Reading &reading : *readings)
            if (existing->note == reading.note) {
                target.path = reading.path;
                break;
            }
        if (auto way = checkParents(target.from); !way)
            return way;
        if (auto fresh = checkNewPath(target.path); !fresh)
            return fresh;
        if (target.path == target.from)
            return refuse(ErrorCode::PatchContradiction, "a file is renamed to its own name",
                          shown(target.path));
        return load(file, *findEntry(m_tree, target.from), target);
    }

    /// Bytes and modes of a file that is there.
    Step load(const ReceivedFile &file, const TreeEntry &entry, Target &target)
    {
        if (entry.mode == submoduleMode)
            return refuse(ErrorCode::PatchGitlink, "the patch changes a submodule", shown(entry.path));
        const bool saysLink = file.indexMode == "120000" || file.oldMode == "120000" ||
                              file.deletedMode == "120000" || file.createdMode == "120000" ||
                              target.kind == ChangeKind::Rename;
        if (entry.mode == linkMode && !saysLink)
            return refuse(ErrorCode::PatchLink, "a path of the patch is a symbolic link", shown(entry.path));
        if (entry.size > maxFileBytes)
            return refuse(ErrorCode::PatchTooLarge, "a file is larger than 64 MiB", shown(entry.path));
        auto bytes = m_tree.read(entry.path);
        if (!bytes)
            return Refused(PatchRefusal{bytes.error(), {}});
        target.before = std::move(*bytes);
        target.modeBefore = entry.mode;
        target.modeAfter = entry.mode;
        if (!file.newMode.empty()) {
            auto mode = modeFrom(file.newMode, entry.path);
            if (!mode)
                return Refused(mode.error());
            target.modeAfter = *mode;
        }
        if ((target.modeAfter == linkMode) != (target.modeBefore == linkMode))
            return refuse(ErrorCode::PatchMode, "the patch turns a file into a link or back",
                          shown(entry.path));
        return {};
    }

    Step missingFile(const std::string &path) const
    {
        return refuse(ErrorCode::PatchMissingFile, "there is no file " + shown(path),
                      "in the tree that the patch is for", m_names.alike(path));
    }

    /// No part of the way may be a link or a submodule of the tree.
    Step checkParents(const std::string &path) const
    {
        for (std::string_view parent = parentOf(path); !parent.empty(); parent = parentOf(parent)) {
            const TreeEntry *entry = findEntry(m_tree, parent);
            if (entry && entry->mode == linkMode)
                return refuse(ErrorCode::PatchLink, "a path of the patch goes through a symbolic link",
                              shown(path) + " through " + shown(parent));
            if (entry && entry->mode == submoduleMode)
                return refuse(ErrorCode::PatchGitlink, "a path of the patch lies in a submodule",
                              shown(path) + " in " + shown(parent));
        }
        return {};
    }

    Step checkNewPath(const std::string &path) const
    {
        if (auto way = checkParents(path); !way)
            return way;
        if (hasHiddenCharacters(path))
            return refuse(ErrorCode::PatchName, "a new file's name holds characters that cannot be seen",
                          shown(path));
        if (const std::string twin = m_names.twinOf(path); !twin.empty())
            return refuse(ErrorCode::PatchName, "a new file's name is another spelling of one that exists",
                          shown(path), {{twin, 1, {}}});
        const std::string top = path.substr(0, path.find('/'));
        const std::string root = plainPath(m_context.repository);
        if (top.size() < path.size() && root.starts_with(top + "/") && !m_names.isFolder(top))
            return refuse(ErrorCode::PatchOutside, "a path leads out of the repository",
                          "/" + shown(path) + " looks like an absolute path of another place");
        return {};
    }

    static bool isSubmodule(const Target &target)
    {
        ReceivedFile body;
        body.hunks = target.hunks;
        return isSubmoduleBody(body);
    }

    static bool onlyAdds(const Target &target)
    {
        return !target.hunks.empty() &&
               std::all_of(target.hunks.begin(), target.hunks.end(), [](const auto &hunk) {
                   return std::all_of(hunk.lines.begin(), hunk.lines.end(),
                                      [](const BodyLine &line) { return line.kind == '+' || line.bare; });
               });
    }

    static bool startsAtNothing(const Target &target)
    {
        return target.hunks.size() == 1 &&
               (!target.hunks.front().numbered || target.hunks.front().oldStart == 0 ||
                target.hunks.front().oldCount == 0);
    }

    Step join(Target target, std::size_t order)
    {
        const auto [at, added] = m_byPath.try_emplace(target.path, m_targets.size());
        if (added) {
            m_targets.emplace_back(order, std::move(target));
            return {};
        }
        Target &first = m_targets[at->second].second;
        if (first.kind != ChangeKind::Modify || target.kind != ChangeKind::Modify)
            return refuse(ErrorCode::PatchContradiction, "two sections of the patch contradict each other",
                          "both are about " + shown(target.path));
        for (ReceivedHunk &hunk : target.hunks)
            first.hunks.push_back(std::move(hunk));
        for (std::string &repair : target.repairs)
            first.repairs.push_back(std::move(repair));
        if (target.modeAfter != target.modeBefore)
            first.modeAfter = target.modeAfter;
        return {};
    }

    /// What the patch itself puts or leaves in the way of its new paths.
    Step checkWays(const std::vector<Target> &targets) const
    {
        std::vector<std::string> gone;
        for (const Target &target : targets) {
            if (target.kind == ChangeKind::Delete)
                gone.push_back(target.path);
            if (target.kind == ChangeKind::Rename)
                gone.push_back(target.from);
        }
        std::sort(gone.begin(), gone.end());
        if (std::adjacent_find(gone.begin(), gone.end()) != gone.end())
            return refuse(ErrorCode::PatchContradiction, "a file is removed or renamed twice",
                          shown(*std::adjacent_find(gone.begin(), gone.end())));
        const auto isGone = [&](const std::string &path) {
            return std::binary_search(gone.begin(), gone.end(), path);
        };
        std::map<std::string_view, const Target *> byPath;
        for (const Target &target : targets)
            byPath.emplace(target.path, &target);
        for (const Target &target : targets) {
            if (target.kind == ChangeKind::Modify && isGone(target.path))
                return refuse(ErrorCode::PatchContradiction, "a file is both changed and renamed away",
                              shown(target.path));
            if (target.kind != ChangeKind::Create && target.kind != ChangeKind::Rename)
                continue;
            if ((target.kind == ChangeKind::Rename || target.copy) && m_names.exists(target.path) &&
                !isGone(target.path))
                return refuse(ErrorCode::PatchExists, "a rename or copy would replace a file",
                              shown(target.path));
            if (const std::string below = m_names.firstBelow(target.path, gone); !below.empty())
                return refuse(ErrorCode::PatchContradiction, "a new file has the name of a folder",
                              shown(target.path) + " against " + shown(below));
            for (std::string_view parent = parentOf(target.path); !parent.empty();
                 parent = parentOf(parent)) {
                const std::string way(parent);
                if (m_names.exists(way) && !isGone(way))
                    return refuse(ErrorCode::PatchContradiction, "a new file lies below the name of a file",
                                  shown(target.path) + " below " + shown(way));
                const auto made = byPath.find(way);
                if (made == byPath.end() || made->second->kind == ChangeKind::Delete)
                    continue;
                const bool link = made->second->modeAfter == linkMode;
                return refuse(link ? ErrorCode::PatchLink : ErrorCode::PatchContradiction,
                              link ? "a path of the patch goes through a link that the patch makes"
                                   : "a new file lies below another new file",
                              shown(target.path) + " below " + shown(way));
            }
        }
        return {};
    }

    const BaseTree &m_tree;
    const PatchContext &m_context;
    Names m_names;
    std::vector<std::pair<std::size_t, Target>> m_targets; ///< with the number of their section
    std::map<std::string, std::size_t> m_byPath;           ///< index in m_targets
    bool m_prefixed = false;
    bool m_unprefixed = false;
};

} // namespace

Read<std::vector<Target>> targetsOf(ReceivedPatch &patch, const BaseTree &tree, const PatchContext &context)
{
    return Resolver(tree, context).resolve(patch);
}

} // namespace vouchsafe
