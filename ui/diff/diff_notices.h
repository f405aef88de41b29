#pragma once
// Which sentences stand above the diff of a file: pure, so that tests read them.

#include "ui/diff/file_facts.h"
#include "ui/diff/notice_strip.h"
#include "ui/diff/prepared_diff.h"
#include "ui/run_view.h"

namespace vouchsafe {

/// Of a file of the patch whose bytes are `file`; `shown` and `facts` may be null while they are made.
QList<DiffNotice> diffNotices(const ReviewPatch &review, const FileChange &file, const PreparedDiff *shown,
                              const FileFacts *facts);
/// `File src/calc.py, 28 lines changed, 20 added, 8 removed, change 2 of 5`.
QString positionInWords(const FileChange &file, const PreparedDiff &shown,
                        std::optional<std::size_t> current);

} // namespace vouchsafe
