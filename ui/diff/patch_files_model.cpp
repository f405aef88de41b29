#include "ui/diff/patch_files_model.h"

#include "core/base/text.h"
#include "ui/support/safe_text.h"

#include <QLocale>

#include <algorithm>

namespace vouchsafe {
namespace {

QString counted(const std::optional<FileFacts> &facts, QChar sign, std::size_t FileFacts::*lines)
{
    if (!facts)
        return QStringLiteral("…");
    if ((*facts).*lines == 0)
        return {};
    return sign + QLocale().toString(static_cast<qulonglong>((*facts).*lines));
}

/// Of the entries `path: why`.
QString whySensitive(const std::vector<std::string> &entries, const std::string &path)
{
    for (const std::string &entry : entries) {
        if (entry == path)
            return PatchFilesModel::tr("it runs outside of the sandbox later");
        if (entry.size() > path.size() + 2 && entry.starts_with(path) &&
            entry.compare(path.size(), 2, ": ") == 0)
            return safeLine(entry.substr(path.size() + 2));
    }
    return {};
}

} // namespace

PatchFilesModel::PatchFilesModel(const Theme &theme, QObject *parent)
    : QAbstractTableModel(parent), m_theme(theme)
{
    connect(&theme, &Theme::changed, this, [this] {
        if (!m_rows.empty())
            Q_EMIT dataChanged(index(0, Added), index(rowCount() - 1, Marks), {Qt::ForegroundRole});
    });
}

void PatchFilesModel::setPatch(const ReviewPatch *review)
{
    beginResetModel();
    m_rows.clear();
    for (const FileChange &file : review != nullptr ? review->patch.files : std::vector<FileChange>()) {
        Row row;
        row.rawPath = file.path;
        row.path = safeLine(file.path);
        row.kind = kindInWords(file);
        const std::string named = shown(file.path); // as the review names it
        if (std::find(review->tests.begin(), review->tests.end(), named) != review->tests.end())
            row.marks += tr("test file");
        row.sensitive = whySensitive(review->sensitive, named);
        if (!row.sensitive.isEmpty())
            row.marks += tr("sensitive");
        const auto repaired =
            std::count_if(file.hunks.begin(), file.hunks.end(), [](const HunkPlacement &hunk) {
                return !hunk.repairs.empty() || hunk.relocatedBy != 0;
            });
        if (repaired > 0)
            row.marks += tr("%n hunk(s) repaired", "", static_cast<int>(repaired));
        else if (!file.repairs.empty())
            row.marks += tr("header repaired");
        row.stale = std::find(review->stale.begin(), review->stale.end(), named) != review->stale.end();
        m_rows.push_back(std::move(row));
    }
    endResetModel();
}

void PatchFilesModel::setStale(const std::vector<std::string> &stale)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool now = std::find(stale.begin(), stale.end(), shown(m_rows[i].rawPath)) != stale.end();
        if (m_rows[i].stale == now)
            continue;
        m_rows[i].stale = now;
        changed(i);
    }
}

void PatchFilesModel::setFacts(std::size_t file, const FileFacts &facts)
{
    if (m_rows[file].facts == facts)
        return;
    m_rows[file].facts = facts;
    changed(file);
}

void PatchFilesModel::setEdited(std::size_t file, bool edited)
{
    if (m_rows[file].edited == edited)
        return;
    m_rows[file].edited = edited;
    changed(file);
}

void PatchFilesModel::changed(std::size_t file)
{
    const int row = static_cast<int>(file);
    Q_EMIT dataChanged(index(row, Path), index(row, Marks));
}

int PatchFilesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PatchFilesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : Marks + 1;
}

QStringList PatchFilesModel::marksOf(const Row &row) const
{
    QStringList marks;
    if (row.edited)
        marks += tr("edited, not verified");
    if (row.stale)
        marks += tr("changed in the working tree");
    marks += row.marks;
    if (row.facts && !hiddenInWords(row.facts->hidden).isEmpty())
        marks += tr("hidden characters");
    if (row.facts && !inWords(row.facts->nature).isEmpty())
        marks += shortName(row.facts->nature);
    return marks;
}

QVariant PatchFilesModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    const auto text = [&]() -> QString {
        switch (index.column()) {
        case Path:
            return row.path;
        case Kind:
            return row.kind;
        case Added:
            return counted(row.facts, QLatin1Char('+'), &FileFacts::added);
        case Removed:
            return counted(row.facts, QChar(u'−'), &FileFacts::removed);
        default:
            return marksOf(row).join(QStringLiteral(" · "));
        }
    };
    switch (role) {
    case Qt::DisplayRole:
        return text();
    case Qt::ToolTipRole:
        if (index.column() == Marks && !row.sensitive.isEmpty())
            return tr("Sensitive: %1.").arg(row.sensitive).toHtmlEscaped();
        return text().toHtmlEscaped();
    case Qt::AccessibleTextRole:
        if (index.column() == Path && row.facts)
            return tr("%1, %2 lines added, %3 removed. %4")
                .arg(row.path, QString::number(row.facts->added), QString::number(row.facts->removed),
                     (QStringList(row.kind) + marksOf(row)).join(QStringLiteral(", ")));
        return text();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(index.column() == Added || index.column() == Removed
                                       ? Qt::AlignRight | Qt::AlignVCenter
                                       : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        switch (index.column()) {
        case Kind:
            return m_theme.colours().dimmed;
        case Added:
            return m_theme.colours().good;
        case Removed:
            return m_theme.colours().bad;
        case Marks:
            return m_theme.colours().warning;
        default:
            return {};
        }
    default:
        return {};
    }
}

QVariant PatchFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Path:
        return tr("File");
    case Kind:
        return tr("Change");
    case Added:
        return tr("Added");
    case Removed:
        return tr("Removed");
    default:
        return tr("To know");
    }
}

} // namespace vouchsafe
