#include "tests/core/patch/random_patches.h"

#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe::test {
namespace {

std::string line(Dice &dice)
{
    static const std::vector<std::string> common{"",
                                                 "}",
                                                 "\treturn 0;",
                                                 "    pass",
                                                 "-- a comment",
                                                 "++ counter",
                                                 "@@ not a header @@",
                                                 "--- a/x",
                                                 "+++ b/x",
                                                 "diff --git a/x b/x",
                                                 "\\ No newline at end of file",
                                                 "```",
                                                 "caf\xE9",
                                                 "trailing   ",
                                                 " "};
    if (dice.oneIn(3))
        return common[dice.below(common.size())];
    return std::string(dice.below(5), ' ') + "value_" + std::to_string(dice.below(40)) + " = " +
           std::to_string(dice.below(9));
}

std::string text(Dice &dice)
{
    std::string bytes = dice.oneIn(8) ? "\xEF\xBB\xBF" : "";
    const std::size_t style = dice.below(4); // 0, 1: LF; 2: CRLF; 3: mixed
    const std::size_t lines = dice.oneIn(8) ? 0 : dice.below(40);
    for (std::size_t i = 0; i < lines; ++i)
        bytes += line(dice) + (style == 2 || (style == 3 && dice.oneIn(2)) ? "\r\n" : "\n");
    if (lines > 0 && dice.oneIn(3))
        bytes += "last line";
    return lines == 0 ? std::string{} : bytes;
}

std::vector<std::string> wholeLines(const std::string &bytes)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t end = bytes.find('\n', at);
        const std::size_t next = end == std::string::npos ? bytes.size() : end + 1;
        lines.push_back(bytes.substr(at, next - at));
        at = next;
    }
    return lines;
}

std::string changedText(const std::string &bytes, Dice &dice)
{
    std::vector<std::string> lines = wholeLines(bytes);
    const std::string end = dice.oneIn(5) ? "\r\n" : "\n";
    for (std::size_t i = 0; i < 1 + dice.below(5); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(dice.below(lines.size() + 1));
        const bool inside = at < static_cast<std::ptrdiff_t>(lines.size());
        if (dice.oneIn(3) && inside)
            lines.erase(lines.begin() + at);
        else if (dice.oneIn(2) && inside)
            lines[static_cast<std::size_t>(at)] = line(dice) + end;
        else if (!inside && !lines.empty() && !lines.back().ends_with('\n'))
            lines.back() += end;
        else
            lines.insert(lines.begin() + at, line(dice) + end);
    }
    std::string changed;
    for (const std::string &one : lines)
        changed += one;
    if (changed.ends_with('\n') && dice.oneIn(4))
        changed.pop_back();
    return changed;
}

} // namespace

FakeTree treeOf(const Files &files)
{
    FakeTree tree;
    for (const auto &[path, file] : files)
        tree.add(path, file.bytes, file.mode);
    return tree;
}

Files applied(Files files, const Patch &patch)
{
    for (const FileChange &change : patch.files) {
        if (change.kind == ChangeKind::Rename)
            files.erase(change.from);
        if (change.kind == ChangeKind::Delete)
            files.erase(change.path);
    }
    for (const FileChange &change : patch.files)
        if (change.kind != ChangeKind::Delete)
            files[change.path] = {change.after, change.modeAfter};
    return files;
}

std::string difference(const Files &actual, const Files &wanted)
{
    const auto shownFile = [](const Files &files, const std::string &path) -> std::string {
        const auto at = files.find(path);
        if (at == files.end())
            return "absent";
        char mode[16];
        std::snprintf(mode, sizeof mode, "%06o ", at->second.mode);
        return mode + shown(at->second.bytes);
    };
    Files all = wanted;
    all.insert(actual.begin(), actual.end());
    std::string text;
    for (const auto &[path, file] : all)
        if (shownFile(actual, path) != shownFile(wanted, path))
            text += shown(path) + "\n  is:     " + shownFile(actual, path) +
                    "\n  wanted: " + shownFile(wanted, path) + "\n";
    return text;
}

Files awkwardFiles(Dice &dice)
{
    static const std::vector<std::string> names{"plain.txt",
                                                "dir/in side.c",
                                                "dir/deep/er.py",
                                                "quo\"te.txt",
                                                "back\\slash.md",
                                                "caf\xC3\xA9.py",
                                                "raw\xFF\xFE.bin",
                                                "a/b/c.h",
                                                "b/first.h",
                                                " leading",
                                                "x"};
    Files files;
    for (const std::string &name : names)
        if (!dice.oneIn(3))
            files[name] = {text(dice), dice.oneIn(4) ? 0100755U : 0100644U};
    return files;
}

Patch randomPatch(const Files &files, Dice &dice)
{
    Patch patch;
    for (const auto &[path, file] : files) {
        FileChange change;
        change.path = path;
        change.before = file.bytes;
        change.after = file.bytes;
        change.modeBefore = change.modeAfter = file.mode;
        switch (dice.below(7)) {
        case 0:
            change.kind = ChangeKind::Delete;
            change.after.clear();
            break;
        case 1:
            change.kind = ChangeKind::Rename;
            change.from = path;
            change.path = "moved/" + path;
            if (dice.oneIn(2))
                change.after = changedText(file.bytes, dice);
            break;
        case 2:
            change.modeAfter = file.mode == 0100644 ? 0100755U : 0100644U;
            if (dice.oneIn(2))
                change.after = changedText(file.bytes, dice);
            break;
        case 3:
            continue;
        default:
            change.after = changedText(file.bytes, dice);
        }
        if (change.kind == ChangeKind::Modify && change.after == change.before &&
            change.modeAfter == change.modeBefore)
            continue;
        patch.files.push_back(std::move(change));
    }
    for (const char *name : {"new.txt", "new dir/file with blanks", "neu\xC3\xBC"}) {
        if (dice.oneIn(2))
            continue;
        FileChange change;
        change.path = name;
        change.kind = ChangeKind::Create;
        change.after = text(dice);
        change.modeAfter = dice.oneIn(3) ? 0100755U : 0100644U;
        patch.files.push_back(std::move(change));
    }
    return patch;
}

std::string codeText(Dice &dice, std::size_t functions)
{
    static const std::vector<std::string> phrases{
        "if (value == nullptr)", "return result;", "result += value;",
        "log(\"done\");",        "count++;",       "continue;"};
    std::string text = "#include <vector>\n\n";
    for (std::size_t f = 0; f < functions; ++f) {
        text += "int function_" + std::to_string(f) + "(int value)\n{\n";
        const std::size_t lines = 3 + dice.below(9);
        for (std::size_t i = 0; i < lines; ++i) {
            if (dice.oneIn(6))
                text += "\n";
            else if (dice.oneIn(3))
                text += "\t" + phrases[dice.below(phrases.size())] + "\n";
            else
                text += "\tconst int local_" + std::to_string(dice.below(9)) + " = compute(value, " +
                        std::to_string(dice.below(60)) + ");" + (dice.oneIn(12) ? "  " : "") + "\n";
        }
        text += "}\n\n";
    }
    return text;
}

std::string edited(const std::string &text, Dice &dice, std::size_t edits)
{
    std::vector<std::string> lines = wholeLines(text);
    for (std::size_t i = 0; i < edits; ++i) {
        const std::size_t at = dice.below(lines.size());
        const std::string fresh = "\tint fresh_" + std::to_string(dice.below(1000)) + " = 1;\n";
        if (dice.oneIn(3))
            lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), fresh);
        else if (dice.oneIn(3))
            lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
        else
            lines[at] = fresh;
    }
    std::string result;
    for (const std::string &one : lines)
        result += one;
    return result;
}

const char *damageName(Damage damage)
{
    constexpr const char *names[] = {"counts",           "offsets",         "prefixes",
                                     "blank context",    "trailing blanks", "tabs to spaces",
                                     "fences and prose", "carriage returns"};
    return names[static_cast<int>(damage)];
}

std::string damaged(const std::string &diff, Damage damage, Dice &dice)
{
    std::string out = damage == Damage::FencesAndProse ? "Here is what I would do:\n\n```diff\n" : "";
    for (std::string one : wholeLines(diff)) {
        one.pop_back();
        const bool header = one.starts_with("@@ ");
        const bool body =
            !header && (one.starts_with(' ') || ((one.starts_with('+') && !one.starts_with("+++ b/")) ||
                                                 (one.starts_with('-') && !one.starts_with("--- a/"))));
        int start = 0;
        int count = 1;
        const std::size_t plus = one.find(" +");
        if (header)
            std::sscanf(one.c_str(), "@@ -%d,%d", &start, &count);
        switch (damage) {
        case Damage::Counts:
            if (header)
                one = "@@ -" + std::to_string(start) + "," +
                      std::to_string(count + 1 + static_cast<int>(dice.below(4))) + one.substr(plus);
            break;
        case Damage::Offsets:
            if (header)
                one = "@@ -" + std::to_string(start + 3 + static_cast<int>(dice.below(90))) + "," +
                      std::to_string(count) + one.substr(plus);
            break;
        case Damage::Prefixes:
            if (one.starts_with("diff --git ") || one.starts_with("index "))
                continue;
            if (one.starts_with("--- a/") || one.starts_with("+++ b/"))
                one.erase(4, 2);
            break;
        case Damage::BlankContext:
            if (one == " ")
                one.clear();
            break;
        case Damage::TrailingBlanks:
            if (body)
                one.erase(one.find_last_not_of(' ') + 1);
            break;
        case Damage::TabsToSpaces:
            if (body)
                one = replaceAll(one, "\t", "    ");
            break;
        case Damage::CarriageReturns:
            one += "\r";
            break;
        case Damage::FencesAndProse:
            break;
        }
        out += one + "\n";
    }
    return damage == Damage::FencesAndProse
               ? out + "```\n\nThis keeps the rest as it is.\n- No other file changes.\n"
               : out;
}

} // namespace vouchsafe::test
