#include "ui/diff/file_facts.h"

#include "core/model/diff_rows.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace vouchsafe {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(vouchsafe::FileFacts)
};

constexpr std::size_t mostPoints = 4; // named in one sentence

std::size_t beyond(std::size_t now, std::size_t before)
{
    return now > before ? now - before : 0;
}

QString octal(unsigned mode)
{
    return QString::number(mode, 8);
}

} // namespace

FileFacts fileFacts(const FileChange &file, const std::stop_token &stop)
{
    const std::vector<std::string_view> before = wholeLines(file.before);
    const std::vector<std::string_view> after = wholeLines(file.after);
    const DiffRows rows(before.size(), after.size(), lineChanges(before, after));
    FileFacts facts{rows.added(), rows.removed(), rows.changes().size()};
    for (const RowChange &change : rows.changes()) {
        if (stop.stop_requested() || facts.nature == ChangeNature::Text)
            break;
        const LineChange &lines = change.lines;
        facts.nature = together(facts.nature, changeNature(before, lines.oldStart, lines.oldCount, after,
                                                           lines.newStart, lines.newCount));
    }
    if (stop.stop_requested())
        return facts;
    const HiddenText old = hiddenText(file.before);
    facts.hidden = hiddenText(file.after);
    facts.hidden.controls = beyond(facts.hidden.controls, old.controls);
    facts.hidden.zeros = beyond(facts.hidden.zeros, old.zeros);
    facts.hidden.invalid = beyond(facts.hidden.invalid, old.invalid);
    for (const auto &[point, count] : old.deceptive)
        if (const auto found = facts.hidden.deceptive.find(point); found != facts.hidden.deceptive.end())
            found->second = beyond(found->second, count);
    std::erase_if(facts.hidden.deceptive, [](const auto &each) { return each.second == 0; });
    return facts;
}

QString hiddenInWords(const HiddenText &hidden)
{
    QStringList parts;
    std::size_t named = 0;
    std::size_t others = 0;
    for (const auto &[point, count] : hidden.deceptive) {
        if (++named > mostPoints)
            others += count;
        else
            parts += Words::tr("U+%1 (%n time(s))", "", static_cast<int>(count))
                         .arg(QString::number(static_cast<unsigned>(point), 16)
                                  .rightJustified(4, QLatin1Char('0'))
                                  .toUpper());
    }
    if (others > 0)
        parts += Words::tr("%n other(s)", "", static_cast<int>(others));
    if (hidden.controls > 0)
        parts += Words::tr("%n control character(s)", "", static_cast<int>(hidden.controls));
    if (hidden.invalid > 0)
        parts += Words::tr("%n byte(s) that are not UTF-8", "", static_cast<int>(hidden.invalid));
    return QLocale().createSeparatedList(parts);
}

QString kindInWords(const FileChange &file)
{
    constexpr unsigned symbolicLink = 0120000;
    constexpr unsigned executable = 0100755;
    QStringList parts;
    switch (file.kind) {
    case ChangeKind::Modify:
        break;
    case ChangeKind::Create:
        parts += Words::tr("new file");
        break;
    case ChangeKind::Delete:
        parts += Words::tr("deleted");
        break;
    case ChangeKind::Rename:
        parts += Words::tr("renamed from %1").arg(safeLine(file.from));
        break;
    }
    const bool modeChanges = file.modeBefore != file.modeAfter && file.kind != ChangeKind::Create &&
                             file.kind != ChangeKind::Delete;
    if (file.modeAfter == symbolicLink && file.kind != ChangeKind::Delete)
        parts += Words::tr("symbolic link");
    else if (modeChanges)
        parts += Words::tr("mode %1, was %2").arg(octal(file.modeAfter), octal(file.modeBefore));
    else if (file.kind == ChangeKind::Create && file.modeAfter == executable)
        parts += Words::tr("executable");
    if (file.before == file.after && modeChanges && file.kind == ChangeKind::Modify)
        parts += Words::tr("content unchanged");
    return parts.join(QStringLiteral(", "));
}

QStringList repairsInWords(const FileChange &file)
{
    QStringList repairs;
    for (const std::string &repair : file.repairs)
        repairs += Words::tr("Repaired in the file's header: %1").arg(safeLine(repair));
    for (const HunkPlacement &hunk : file.hunks)
        for (const std::string &repair : hunk.repairs)
            repairs += Words::tr("Repaired in hunk %1, line %2: %3")
                           .arg(QString::number(hunk.number), QString::number(hunk.line), safeLine(repair));
    return repairs;
}

} // namespace vouchsafe
