#include "core/patch/writer.h"

#include "core/base/hash.h"
#include "core/model/line_diff.h"
#include "core/patch/base_text.h"
#include "core/patch/quoted_name.h"

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

namespace vouchsafe {
namespace {

constexpr std::size_t context = 3;
constexpr std::string_view noObject = "0000000000000000000000000000000000000000";

/// Lines with their line feeds, so that one with and one without differ.
std::vector<std::string_view> wholeLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::size_t length = end == std::string_view::npos ? text.size() : end + 1;
        lines.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return lines;
}

std::string octal(unsigned mode)
{
    char text[16];
    std::snprintf(text, sizeof text, "%06o", mode);
    return text;
}

/// In the name lines a tab ends a name that holds blanks, as git writes it.
std::string inNameLine(const std::string &name)
{
    const std::string quoted = quotedName(name);
    return quoted.front() != '"' && name.find(' ') != std::string::npos ? quoted + "\t" : quoted;
}

void addLine(std::string &out, char kind, std::string_view line)
{
    out += kind;
    out += line;
    if (!line.ends_with('\n'))
        out += "\n\\ No newline at end of file\n";
}

std::string range(std::size_t start, std::size_t count)
{
    const std::string first = std::to_string(count == 0 ? start : start + 1);
    return count == 1 ? first : first + "," + std::to_string(count);
}

void addHunks(std::string &out, std::string_view before, std::string_view after)
{
    const std::vector<std::string_view> old = wholeLines(before);
    const std::vector<std::string_view> fresh = wholeLines(after);
    const std::vector<LineChange> changes = lineChanges(old, fresh);
    for (std::size_t i = 0; i < changes.size();) {
        std::size_t end = i + 1;
        while (end < changes.size() &&
               changes[end].oldStart <= changes[end - 1].oldStart + changes[end - 1].oldCount + 2 * context)
            ++end;
        const LineChange &first = changes[i];
        const LineChange &last = changes[end - 1];
        const std::size_t lead = std::min(context, first.oldStart);
        const std::size_t lastOld = last.oldStart + last.oldCount;
        const std::size_t trail = std::min(context, old.size() - lastOld);
        const std::size_t oldStart = first.oldStart - lead;
        const std::size_t newStart = first.newStart - lead;
        out += "@@ -" + range(oldStart, lastOld + trail - oldStart) + " +" +
               range(newStart, last.newStart + last.newCount + trail - newStart) + " @@\n";
        std::size_t at = oldStart;
        for (; i < end; ++i) {
            const LineChange &change = changes[i];
            for (; at < change.oldStart; ++at)
                addLine(out, ' ', old[at]);
            for (; at < change.oldStart + change.oldCount; ++at)
                addLine(out, '-', old[at]);
            for (std::size_t n = 0; n < change.newCount; ++n)
                addLine(out, '+', fresh[change.newStart + n]);
        }
        for (; at < lastOld + trail; ++at)
            addLine(out, ' ', old[at]);
    }
}

/// Share of the larger text that the two have in common, in percent, as git prints it for renames.
std::size_t similarity(const FileChange &file)
{
    if (file.before == file.after)
        return 100;
    const std::vector<std::string_view> old = wholeLines(file.before);
    std::size_t kept = file.before.size();
    for (const LineChange &change : lineChanges(old, wholeLines(file.after)))
        for (std::size_t i = 0; i < change.oldCount; ++i)
            kept -= old[change.oldStart + i].size();
    return std::min<std::size_t>(99, kept * 100 /
                                         std::max<std::size_t>({file.before.size(), file.after.size(), 1}));
}

void addFile(std::string &out, const FileChange &file)
{
    const std::string &oldPath = file.kind == ChangeKind::Rename ? file.from : file.path;
    const bool creates = file.kind == ChangeKind::Create;
    const bool deletes = file.kind == ChangeKind::Delete;
    out += "diff --git " + quotedName("a/" + oldPath) + " " + quotedName("b/" + file.path) + "\n";
    if (creates)
        out += "new file mode " + octal(file.modeAfter) + "\n";
    else if (deletes)
        out += "deleted file mode " + octal(file.modeBefore) + "\n";
    else if (file.modeBefore != file.modeAfter)
        out += "old mode " + octal(file.modeBefore) + "\nnew mode " + octal(file.modeAfter) + "\n";
    if (file.kind == ChangeKind::Rename)
        out += "similarity index " + std::to_string(similarity(file)) + "%\nrename from " +
               quotedName(file.from) + "\nrename to " + quotedName(file.path) + "\n";
    const bool bytesChange = creates || deletes ? true : file.before != file.after;
    if (!bytesChange)
        return;
    out += "index ";
    out += creates ? std::string(noObject) : blobId(file.before);
    out += "..";
    out += deletes ? std::string(noObject) : blobId(file.after);
    if (!creates && !deletes && file.modeBefore == file.modeAfter)
        out += " " + octal(file.modeAfter);
    out += "\n";
    if (file.before == file.after)
        return; // an empty file made or removed
    out += "--- " + (creates ? "/dev/null" : inNameLine("a/" + oldPath)) + "\n";
    out += "+++ " + (deletes ? "/dev/null" : inNameLine("b/" + file.path)) + "\n";
    addHunks(out, file.before, file.after);
}

} // namespace

std::string canonicalDiff(const Patch &patch)
{
    std::string out;
    for (const FileChange &file : patch.files)
        addFile(out, file);
    return out;
}

} // namespace vouchsafe
