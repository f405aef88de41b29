#include "ui/models/verdict_text.h"

#include "core/base/text.h"
#include "ui/models/figures.h"
#include "ui/support/safe_text.h"

#include <QCoreApplication>

namespace vouchsafe {
namespace {

constexpr int longestSentence = 1000; // characters
constexpr std::size_t shownHash = 12; // digits
constexpr qsizetype mostNotes = 6;

struct Says {
    Q_DECLARE_TR_FUNCTIONS(VerdictText)
};

QString networkText(const Attestation &seen)
{
    if (seen.interfaces.empty() || (seen.interfaces.size() == 1 && seen.interfaces[0] == "lo"))
        return Says::tr("no network");
    QStringList interfaces;
    for (const std::string &name : seen.interfaces)
        interfaces << safeLine(name, 40);
    return Says::tr("network: %1").arg(interfaces.join(QLatin1Char(' ')));
}

QString sandboxText(const Attestation &seen)
{
    QString backend = safeLine(seen.engine.empty() ? seen.backend : seen.engine, 60);
    if (!seen.runtime.empty())
        backend = Says::tr("%1 with %2").arg(backend, safeLine(seen.runtime, 40));
    QStringList parts{Says::tr("Sandbox: %1").arg(backend)};
    if (!seen.kernel.empty())
        parts << Says::tr("kernel %1").arg(safeLine(seen.kernel, 60));
    parts << networkText(seen) << Says::tr("uid %1").arg(seen.uid);
    const bool none = seen.capabilities.find_first_not_of('0') == std::string::npos;
    parts << (none ? Says::tr("no capabilities")
                   : Says::tr("capabilities %1").arg(safeLine(seen.capabilities, 40)));
    parts << Says::tr("seccomp %1").arg(seen.seccomp);
    if (!seen.workspace.empty())
        parts << Says::tr("workspace: %1").arg(safeLine(seen.workspace, 40));
    if (!seen.memoryLimit.empty())
        parts << Says::tr("memory: %1").arg(safeLine(seen.memoryLimit, 60));
    if (!seen.refused.empty())
        parts << Says::tr("forbidden acts refused: %1").arg(seen.refused.size());
    if (!seen.unseen.empty())
        parts << Says::tr("not observable: %1").arg(safeLine(join(seen.unseen, " "), 80));
    return parts.join(Says::tr(", "));
}

QString engineerText(const Task &task)
{
    const auto model = task.models.find("engineer");
    const QString name = model == task.models.end()
                             ? QString()
                             : safeLine(model->second.provider + ":" + model->second.name, 80);
    switch (task.engineer) {
    case EngineerKind::Builtin:
        return Says::tr("Engineer: built in");
    case EngineerKind::Scripted:
        return Says::tr("Engineer: recorded replies");
    case EngineerKind::Tools:
        return Says::tr("Engineer: %1 with tools").arg(name);
    case EngineerKind::Model:
        return Says::tr("Engineer: %1").arg(name);
    case EngineerKind::Auto:
        return name.isEmpty() ? Says::tr("Engineer: built in")
                              : Says::tr("Engineer: built in, then %1").arg(name);
    }
    return {};
}

QString givenText(const RunState &state)
{
    return state.forkedFrom.empty()
               ? Says::tr("Patch: given by you")
               : Says::tr("Patch: your edit of run %1").arg(safeLine(state.forkedFrom, 60));
}

QString patchText(const ProposedPatch &patch)
{
    if (patch.files.empty())
        return Says::tr("No patch, the tree stays as it is");
    const QString what =
        QStringList{Says::tr("%n file(s)", "", static_cast<int>(patch.files.size())),
                    Says::tr("%n line(s) added", "", patch.added), Says::tr("%n removed", "", patch.removed)}
            .join(Says::tr(", "));
    return patch.origin.empty() ? what : Says::tr("%1, by %2").arg(what, authorWord(patch.origin));
}

void judge(VerdictText &text, const Iteration &iteration)
{
    const Verdict &verdict = *iteration.verdict;
    text.mark = outcomeMark(verdict.outcome);
    text.headline = outcomeWord(verdict.outcome);
    text.reason = safeLine(verdict.reason, longestSentence);
    if (verdict.counts != LedgerCounts())
        text.counts = countsText(verdict.counts);
    // What the headline and the counts say already is not said twice.
    const bool counted = !text.counts.isEmpty() && text.mark == Mark::Good &&
                         text.reason.startsWith(text.headline + QLatin1Char(':'), Qt::CaseInsensitive);
    if (counted || text.reason.compare(text.headline, Qt::CaseInsensitive) == 0)
        text.reason.clear();
    for (const std::string &note : verdict.notes)
        text.notes << safeLine(note, longestSentence);
    if (text.notes.size() > mostNotes) {
        const auto more = static_cast<int>(text.notes.size() - mostNotes);
        text.notes = text.notes.mid(0, mostNotes);
        text.notes << Says::tr("and %n more note(s)", "", more);
    }
    const int alternatives = iteration.patch ? iteration.patch->alternatives : 0;
    if (verdict.ambiguous)
        text.warnings << Says::tr("Other edits pass the same tests and behave differently: choose yourself.");
    if (alternatives > 0)
        text.warnings << Says::tr("Other edits that pass the same tests and were not chosen: %1.")
                             .arg(countText(alternatives));
    if (text.mark == Mark::Good && !text.warnings.isEmpty())
        text.mark = Mark::Warned;
}

/// What happened to it since counts more than how it was judged.
void addDeeds(VerdictText &text, const RunView &view, const Iteration &iteration)
{
    const QString judged = text.headline;
    if (view.edited) {
        text.mark = Mark::Warned;
        text.headline = Says::tr("not verified: edited");
        text.counts.clear();
        text.reason = Says::tr("What is shown has edits that nothing has judged. The patch before them: %1.")
                          .arg(judged.isEmpty() ? Says::tr("not judged") : judged);
    } else if (iteration.declined) {
        text.mark = Mark::Bad;
        text.headline = Says::tr("rejected: %1").arg(safeLine(*iteration.declined, longestSentence));
        text.reason = Says::tr("Before that it was judged: %1.")
                          .arg(judged.isEmpty() ? Says::tr("not judged") : judged);
    } else if (view.state.applied() && view.state.finished && view.state.finished->best == iteration.number) {
        text.headline = Says::tr("applied, %1").arg(judged);
    }
}

QString waitingText(const RunView &view)
{
    switch (view.life) {
    case RunLife::None:
        return Says::tr("No verdict");
    case RunLife::Preparing:
        return Says::tr("The run is being prepared");
    case RunLife::Running:
    case RunLife::Paused:
    case RunLife::Stopping:
    case RunLife::Elsewhere:
        return Says::tr("No verdict yet");
    case RunLife::Ended:
        return Says::tr("Ended without a verdict");
    }
    return {};
}

} // namespace

QString countsText(const LedgerCounts &counts)
{
    QStringList parts{Says::tr("%n test(s)", "", counts.total), Says::tr("%n fixed", "", counts.failToPass),
                      Says::tr("%n broken", "", counts.passToFail)};
    if (counts.failToFail > 0)
        parts << Says::tr("%n still failing", "", counts.failToFail);
    if (counts.added > 0)
        parts << Says::tr("%n new", "", counts.added);
    if (counts.vanished > 0)
        parts << Says::tr("%n vanished", "", counts.vanished);
    if (counts.newlySkipped > 0)
        parts << Says::tr("%n newly skipped", "", counts.newlySkipped);
    return parts.join(Says::tr(", "));
}

QString spentText(const RunState &state)
{
    const Limits &limits = state.task.limits;
    const int used = state.spent.attempts - state.attemptsForgiven; // a rejection grants attempts anew
    QStringList parts{Says::tr("%1 of %n attempt(s) used", "", limits.attempts).arg(countText(used)),
                      Says::tr("%1 of %2").arg(durationText(state.spent.time), durationText(limits.run))};
    const std::int64_t tokens = state.spent.cost.promptTokens + state.spent.cost.completionTokens;
    if (limits.tokens)
        parts << Says::tr("%1 of %2 tokens").arg(countText(tokens), countText(*limits.tokens));
    else if (tokens > 0)
        parts << Says::tr("%1 tokens").arg(countText(tokens));
    if (limits.costUsd)
        parts << Says::tr("%1 of %2").arg(moneyText(state.spent.cost.usd), moneyText(*limits.costUsd));
    else if (state.spent.cost.usd > 0)
        parts << moneyText(state.spent.cost.usd);
    return parts.join(Says::tr(", "));
}

QString proofText(const RunState &state)
{
    if (state.seq == 0)
        return {};
    QStringList parts;
    parts << (state.attestation ? sandboxText(*state.attestation) : Says::tr("Sandbox: not attested"));
    parts << (state.givenPatch ? givenText(state) : engineerText(state.task));
    if (!state.policySha256.empty())
        parts << Says::tr("policy %1").arg(safeLine(state.policySha256.substr(0, shownHash), 20));
    return parts.join(Says::tr(" · "));
}

VerdictText verdictText(const RunView &view)
{
    VerdictText text;
    text.proof = proofText(view.state);
    if (view.state.seq > 0)
        text.spent = spentText(view.state);
    const Iteration *iteration = view.shownIteration();
    if (iteration != nullptr && iteration->patch)
        text.patch = patchText(*iteration->patch);
    if (iteration != nullptr && iteration->verdict) {
        judge(text, *iteration);
        addDeeds(text, view, *iteration);
        return text;
    }
    text.any = false;
    text.headline = waitingText(view);
    if (view.life == RunLife::Ended && view.state.finished) {
        const RunFinished &finished = *view.state.finished;
        text.any = true;
        text.mark = outcomeMark(finished.outcome);
        text.headline = outcomeWord(finished.outcome);
        text.reason = finished.stop == StopReason::Cancelled ? Says::tr("You stopped the run.")
                                                             : stopReasonText(finished);
    } else if (view.life == RunLife::Ended) {
        text.mark = Mark::Warned;
        text.reason = Says::tr("The run was interrupted. It can be resumed.");
    }
    if (iteration != nullptr && iteration->patch)
        addDeeds(text, view, *iteration);
    return text;
}

} // namespace vouchsafe
