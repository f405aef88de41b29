#pragma once
// The files of a patch as rows: where, what, how much, and what a person should know first.

#include "ui/diff/file_facts.h"
#include "ui/run_view.h"
#include "ui/support/theme.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace vouchsafe {

/// Facts come in later, file by file.
class PatchFilesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Path, Kind, Added, Removed, Marks };

    explicit PatchFilesModel(const Theme &theme, QObject *parent = nullptr);

    void setPatch(const ReviewPatch *review); ///< null: no rows; read during the call
    void setStale(const std::vector<std::string> &stale);
    void setFacts(std::size_t file, const FileFacts &facts);
    void setEdited(std::size_t file, bool edited);
    const std::optional<FileFacts> &facts(std::size_t file) const { return m_rows[file].facts; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        std::string rawPath;
        QString path;
        QString kind;
        QStringList marks; ///< of the patch
        QString sensitive; ///< why
        bool stale = false;
        bool edited = false;
        std::optional<FileFacts> facts;
    };
    QStringList marksOf(const Row &row) const;
    void changed(std::size_t file);

    const Theme &m_theme;
    std::vector<Row> m_rows;
};

} // namespace vouchsafe
