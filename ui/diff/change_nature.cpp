#include "ui/diff/change_nature.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>

namespace vouchsafe {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(vouchsafe::ChangeNature)
};

constexpr std::size_t mostBytes = std::size_t{4} << 20; // of Unicode text that is brought to one form

std::string_view withoutEnd(std::string_view line)
{
    if (line.ends_with('\n'))
        line.remove_suffix(1);
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

std::string withoutBlanks(const std::vector<std::string_view> &lines, std::size_t first, std::size_t count)
{
    std::string rest;
    for (std::size_t i = first; i < first + count; ++i)
        std::copy_if(lines[i].begin(), lines[i].end(), std::back_inserter(rest), [](char c) {
            return c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\v' && c != '\f';
        });
    return rest;
}

QString composed(const std::string &bytes)
{
    return QString::fromStdString(bytes).normalized(QString::NormalizationForm_C);
}

} // namespace

ChangeNature changeNature(const std::vector<std::string_view> &before, std::size_t beforeFirst,
                          std::size_t beforeCount, const std::vector<std::string_view> &after,
                          std::size_t afterFirst, std::size_t afterCount)
{
    if (beforeCount == afterCount) {
        bool sameText = true;
        bool finalOnly = true;
        bool same = true;
        for (std::size_t i = 0; i < beforeCount && sameText; ++i) {
            const std::string_view old = before[beforeFirst + i];
            const std::string_view fresh = after[afterFirst + i];
            same = same && old == fresh;
            sameText = withoutEnd(old) == withoutEnd(fresh);
            const std::string_view shorter = old.size() < fresh.size() ? old : fresh;
            const std::string_view longer = old.size() < fresh.size() ? fresh : old;
            const std::string_view rest = longer.substr(std::min(shorter.size(), longer.size()));
            finalOnly =
                finalOnly && (old == fresh || (!shorter.ends_with('\n') && (rest == "\n" || rest == "\r\n")));
        }
        if (sameText)
            return same        ? ChangeNature::None
                   : finalOnly ? ChangeNature::FinalNewline
                               : ChangeNature::LineEnds;
    }
    const std::string old = withoutBlanks(before, beforeFirst, beforeCount);
    const std::string fresh = withoutBlanks(after, afterFirst, afterCount);
    if (old == fresh)
        return ChangeNature::Whitespace;
    const bool ascii = std::all_of(old.begin(), old.end(), [](char c) { return (c & 0x80) == 0; });
    if (!ascii && old.size() < mostBytes && fresh.size() < mostBytes && composed(old) == composed(fresh))
        return ChangeNature::UnicodeForm;
    return ChangeNature::Text;
}

ChangeNature together(ChangeNature one, ChangeNature other)
{
    if (one == other || other == ChangeNature::None)
        return one;
    if (one == ChangeNature::None)
        return other;
    const bool blanks = one < ChangeNature::UnicodeForm && other < ChangeNature::UnicodeForm;
    return blanks ? ChangeNature::Whitespace : ChangeNature::Text;
}

QString inWords(ChangeNature nature)
{
    switch (nature) {
    case ChangeNature::None:
    case ChangeNature::Text:
        break;
    case ChangeNature::FinalNewline:
        return Words::tr("Only the line end at the end of the file changes.");
    case ChangeNature::LineEnds:
        return Words::tr("Only line ends change.");
    case ChangeNature::Whitespace:
        return Words::tr("Only whitespace changes.");
    case ChangeNature::UnicodeForm:
        return Words::tr("Only the Unicode form of characters changes; the text reads the same.");
    }
    return {};
}

QString shortName(ChangeNature nature)
{
    switch (nature) {
    case ChangeNature::None:
    case ChangeNature::Text:
        break;
    case ChangeNature::FinalNewline:
        return Words::tr("final line end only");
    case ChangeNature::LineEnds:
        return Words::tr("line ends only");
    case ChangeNature::Whitespace:
        return Words::tr("whitespace only");
    case ChangeNature::UnicodeForm:
        return Words::tr("Unicode form only");
    }
    return {};
}

} // namespace vouchsafe
