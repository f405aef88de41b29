#include "core/patch/section_names.h"

#include "core/base/text.h"
#include "core/patch/quoted_name.h"

#include <algorithm>
#include <array>
#include <optional>

namespace vouchsafe {
namespace {

constexpr std::string_view devNull = "/dev/null";

std::string_view withoutFirstPart(std::string_view name)
{
    const std::size_t slash = name.find('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

/// Splits what follows `diff --git `. Without quotes only two names that are equal but for their first part
/// can be told apart when they hold blanks.
std::optional<std::pair<std::string, std::string>> splitHeader(std::string_view text)
{
    if (text.starts_with('"')) {
        auto first = takeQuotedName(text);
        if (!first || !text.starts_with(' '))
            return std::nullopt;
        text.remove_prefix(1);
        auto second = text.starts_with('"') ? takeQuotedName(text) : std::string(text);
        if (!second)
            return std::nullopt;
        return std::pair(*first, *second);
    }
    if (const std::size_t quote = text.find(" \""); quote != std::string_view::npos) {
        std::string_view rest = text.substr(quote + 1);
        if (auto second = takeQuotedName(rest))
            return std::pair(std::string(text.substr(0, quote)), *second);
        return std::nullopt;
    }
    std::optional<std::pair<std::string, std::string>> only;
    std::size_t blanks = 0;
    for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
        const std::string_view first = text.substr(0, at);
        const std::string_view second = text.substr(at + 1);
        ++blanks;
        if (first == second || withoutFirstPart(first) == withoutFirstPart(second))
            return std::pair(std::string(first), std::string(second));
        only = std::pair(std::string(first), std::string(second));
    }
    return blanks == 1 ? only : std::nullopt;
}

/// Whether the header can be read as these two names; one that is /dev/null there has the other's place.
bool headerAgrees(std::string_view header, const SectionNames &names)
{
    const std::string &first = names.oldName.empty() ? names.newName : names.oldName;
    const std::string &second = names.newName.empty() ? names.oldName : names.newName;
    const auto same = [](std::string_view a, std::string_view b) {
        return a == b || withoutFirstPart(a) == withoutFirstPart(b);
    };
    if (const auto split = splitHeader(header))
        return same(split->first, first) && same(split->second, second);
    return header.starts_with(first + " ") && header.ends_with(" " + second);
}

/// `m.py.orig` beside `m.py`: the old name of a backup that tools compare with.
bool isBackupOf(std::string_view oldName, std::string_view newName)
{
    constexpr std::array<std::string_view, 4> endings{".orig", ".old", ".bak", "~"};
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
        return oldName.ends_with(ending) &&
               withoutFirstPart(oldName.substr(0, oldName.size() - ending.size())) ==
                   withoutFirstPart(newName);
    });
}

} // namespace

Read<SectionNames> sectionNames(const ReceivedFile &file)
{
    SectionNames names;
    const bool paired = file.oldName && file.newName;
    if (paired) {
        names.oldName = *file.oldName == devNull ? std::string{} : *file.oldName;
        names.newName = *file.newName == devNull ? std::string{} : *file.newName;
        if (names.oldName.empty() && names.newName.empty())
            return refuse(ErrorCode::PatchContradiction, "a section has /dev/null on both sides");
        if (!file.gitHeader.empty() && !file.renameFrom && !file.copyFrom &&
            !headerAgrees(file.gitHeader, names))
            return refuse(ErrorCode::PatchContradiction,
                          "the header and the name lines of a section disagree",
                          "`diff --git " + shown(file.gitHeader) + "` against `" + shown(names.oldName) +
                              "` and `" + shown(names.newName) + "`");
        names.creates = names.oldName.empty();
        names.deletes = names.newName.empty();
    } else if (!file.renameFrom && !file.copyFrom) {
        const auto split = splitHeader(file.gitHeader);
        if (!split)
            return refuse(ErrorCode::PatchContradiction,
                          "the names in a section's header cannot be told apart",
                          "`diff --git " + shown(file.gitHeader) + "`");
        names.oldName = split->first;
        names.newName = split->second;
    }
    names.creates = names.creates || !file.createdMode.empty();
    names.deletes = names.deletes || !file.deletedMode.empty() || file.deletesWithout;
    if (names.creates && names.deletes)
        return refuse(ErrorCode::PatchContradiction, "a section both creates and deletes its file",
                      "the section of `" + shown(names.newName + names.oldName) + "`");
    return names;
}

Read<Existing> existingFile(const Names &names, const SectionNames &section, bool plain)
{
    const std::string &second = section.newName.empty() ? section.oldName : section.newName;
    const bool backup = isBackupOf(section.oldName, second);
    const std::string &first = section.oldName.empty() || backup ? second : section.oldName;
    auto olds = names.readings(first, plain);
    auto news = names.readings(second, plain);
    if (!olds || !news)
        return Refused((olds ? news : olds).error());

    Existing result;
    std::vector<Reading> hits;
    bool agree = false;
    for (const Reading &reading : *olds) {
        const bool common = std::any_of(news->begin(), news->end(), [&](const Reading &other) {
            return other.path == reading.path && other.strip == reading.strip;
        });
        if (!common)
            continue;
        if (!agree)
            result.missing = reading.path;
        agree = true;
        if (names.exists(reading.path) || !names.twinOf(reading.path).empty())
            hits.push_back(reading);
    }
    if (!agree)
        return refuse(ErrorCode::PatchContradiction, "a section names two different files and is no rename",
                      "`" + shown(first) + "` and `" + shown(second) + "`");
    if (hits.empty())
        return result;
    const Reading *chosen = &hits.front();
    const auto unstripped =
        std::find_if(hits.begin(), hits.end(), [](const Reading &r) { return r.strip == 0; });
    if (chosen->strip == 1 && unstripped != hits.end()) {
        // Both names are spelled alike, so there is probably no prefix; with a real folder a/ nobody can
        // tell.
        if (isUsualPrefix(first.substr(0, first.find('/'))))
            return refuse(ErrorCode::PatchAmbiguous, "a file name can mean two files",
                          "`" + shown(first) + "` is " + shown(chosen->path) + " or " +
                              shown(unstripped->path),
                          {{chosen->path, 1, {}}, {unstripped->path, 1, {}}});
        chosen = &*unstripped;
    }
    result.path = chosen->path;
    result.note = chosen->note;
    result.stripped = chosen->strip == 1;
    result.missing.clear();
    if (!names.exists(result.path)) {
        result.path = names.twinOf(result.path);
        result.note = "name taken in the tree's Unicode form";
    }
    return result;
}

} // namespace vouchsafe
