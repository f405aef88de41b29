#pragma once
// What the list of files says about a changed file: counts and what a look may miss.

#include "core/model/patch.h"
#include "ui/diff/change_nature.h"
#include "ui/diff/shown_text.h"

#include <QString>
#include <QStringList>

#include <stop_token>

namespace vouchsafe {

struct FileFacts {
    std::size_t added = 0; ///< lines
    std::size_t removed = 0;
    std::size_t changes = 0;
    ChangeNature nature = ChangeNature::None;
    HiddenText hidden; ///< that the proposal has more of than the base

    bool operator==(const FileFacts &) const = default;
};

/// Reads the whole file: off the GUI thread.
FileFacts fileFacts(const FileChange &file, const std::stop_token &stop);
/// `U+202E (2 times), 3 control characters`; empty where there is nothing.
QString hiddenInWords(const HiddenText &hidden);
/// `new file`, `deleted`, `renamed from …`, `executable now`; empty for a plain modification.
QString kindInWords(const FileChange &file);
/// `2 hunks were placed elsewhere or repaired` and what was done, one entry each.
QStringList repairsInWords(const FileChange &file);

} // namespace vouchsafe
