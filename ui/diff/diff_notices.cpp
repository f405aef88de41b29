#include "ui/diff/diff_notices.h"

#include "core/base/text.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace vouchsafe {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(vouchsafe::DiffNotices)
};

QString number(std::size_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

void addShown(QList<DiffNotice> &notices, const PreparedDiff &shown)
{
    if (shown.hiddenRows > 0)
        notices.push_back({true, Words::tr("This file is too big to be shown whole: %1 rows with %2 changes "
                                           "follow that are not shown. They belong to the patch.")
                                     .arg(number(shown.hiddenRows), number(shown.hiddenChanges))});
    const std::size_t cuts = shown.left->cuts.size() + shown.right->cuts.size();
    if (cuts > 0)
        notices.push_back({true, Words::tr("%n line(s) are too long to be shown whole. All of their bytes "
                                           "belong to the patch.",
                                           "", static_cast<int>(cuts))});
    if (shown.left->hidden.zeros + shown.right->hidden.zeros > 0)
        notices.push_back({true, Words::tr("The file holds bytes that are not text.")});
    if (shown.coding.crLf)
        notices.push_back({false, Words::tr("Lines end with CR LF on both sides.")});
    const auto blankChanges =
        std::count_if(shown.diff.natures.begin(), shown.diff.natures.end(), [](ChangeNature nature) {
            return nature != ChangeNature::Text && nature != ChangeNature::None;
        });
    if (shown.nature == ChangeNature::Text && blankChanges > 0)
        notices.push_back({false, Words::tr("%n of the changes is of whitespace, line ends or Unicode forms "
                                            "only.",
                                            "", static_cast<int>(blankChanges))});
}

} // namespace

QList<DiffNotice> diffNotices(const ReviewPatch &review, const FileChange &file, const PreparedDiff *shown,
                              const FileFacts *facts)
{
    QList<DiffNotice> notices;
    const auto warn = [&](const QString &text) { notices.push_back({true, text}); };
    const auto note = [&](const QString &text) { notices.push_back({false, text}); };
    if (!review.whole)
        warn(Words::tr("The base of this patch is gone: only the lines around its changes are known, without "
                       "their numbers."));
    const std::string named = vouchsafe::shown(file.path); // as the review names it
    if (std::find(review.stale.begin(), review.stale.end(), named) != review.stale.end())
        warn(
            Words::tr("The working tree has changed this file since. The patch cannot be applied as it is."));
    for (const std::string &entry : review.sensitive)
        if (entry == named)
            warn(Words::tr("This file runs outside of the sandbox later."));
        else if (entry.starts_with(named + ": "))
            warn(Words::tr("Look closely: %1.").arg(safeLine(entry.substr(named.size() + 2))));
    if (std::find(review.tests.begin(), review.tests.end(), named) != review.tests.end())
        note(Words::tr("This file decides what the tests say."));
    if (facts != nullptr && !hiddenInWords(facts->hidden).isEmpty())
        warn(Words::tr("The proposal adds characters that are not seen or move others about: %1.")
                 .arg(hiddenInWords(facts->hidden)));
    if (file.before == file.after && file.modeBefore != file.modeAfter)
        warn(Words::tr("Only the mode changes: %1.").arg(kindInWords(file)));
    const ChangeNature nature = shown != nullptr   ? shown->nature
                                : facts != nullptr ? facts->nature
                                                   : ChangeNature::None;
    if (!inWords(nature).isEmpty())
        warn(inWords(nature));
    if (shown != nullptr)
        addShown(notices, *shown);
    for (const QString &repair : repairsInWords(file))
        note(repair);
    for (const std::string &each : review.patch.notices)
        note(safeText(each));
    return notices;
}

QString positionInWords(const FileChange &file, const PreparedDiff &shown, std::optional<std::size_t> current)
{
    const QString path = safeLine(file.path);
    const std::size_t changes = shown.diff.rows.changes().size();
    const auto lines = static_cast<int>(shown.added + shown.removed);
    if (changes == 0)
        return kindInWords(file).isEmpty()
                   ? Words::tr("File %1, no line changed").arg(path)
                   : Words::tr("File %1, no line changed, %2").arg(path, kindInWords(file));
    if (!current)
        return Words::tr("File %1, %n line(s) changed, %2 added, %3 removed, %4 changes in all", "", lines)
            .arg(path, number(shown.added), number(shown.removed), number(changes));
    const QString at =
        Words::tr("File %1, %n line(s) changed, %2 added, %3 removed, change %4 of %5", "", lines)
            .arg(path, number(shown.added), number(shown.removed), number(*current + 1), number(changes));
    const QString nature = shortName(shown.diff.natures[*current]);
    return nature.isEmpty() ? at : Words::tr("%1, %2").arg(at, nature);
}

} // namespace vouchsafe
