#pragma once
// The entries of a translation file, and lupdate as people run it.

#include <QString>
#include <QStringList>

#include <vector>

namespace vouchsafe::test {

/// One string of the window in one language.
struct Entry {
    QString context; ///< the class, as lupdate understood it
    QString source;
    QString comment;
    bool plural = false;
    bool unfinished = false;
    QStringList translations; ///< one for each form of a number
};
/// Of a *.ts file; empty where it cannot be read.
std::vector<Entry> readEntries(const QString &file);

/// What translations/update.sh does to the files of a folder, and says to stderr.
struct Updated {
    bool worked = false;
    QString said;
};
Updated updateTranslations(const QString &folder);

/// Every string of the window that lupdate finds, through a language made up in `folder`.
std::vector<Entry> everyEntry(const QString &folder);

} // namespace vouchsafe::test
