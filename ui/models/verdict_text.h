#pragma once
// What the bar of the verdict says: drawn by the application alone, from the verdict's own fields.

#include "ui/models/words.h"
#include "ui/run_view.h"

#include <QStringList>

namespace vouchsafe {

struct VerdictText {
    Mark mark = Mark::None;
    QString headline;     ///< outcome or what was done with the patch
    QString counts;       ///< `181 tests, 1 fixed, 0 broken`
    QString reason;       ///< the verdict's own sentence
    QStringList warnings; ///< whole sentences
    QStringList notes;
    QString spent;   ///< attempts, time, tokens and money
    QString proof;   ///< what it was proven in, one line
    QString patch;   ///< `2 files, 6 lines added, 1 removed, by openai:gpt-5`
    bool any = true; ///< false: there is nothing to judge yet

    bool operator==(const VerdictText &) const = default;
};

VerdictText verdictText(const RunView &view);
QString countsText(const LedgerCounts &counts);
QString proofText(const RunState &state); ///< sandbox, attestation, engineer, policy
QString spentText(const RunState &state); ///< attempts, time, tokens and money, of what is allowed

} // namespace vouchsafe
