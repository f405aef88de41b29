#include "ui/models/words.h"

#include "ui/support/safe_text.h"

#include <QCoreApplication>

namespace vouchsafe {
namespace {

constexpr int longestReason = 2000; // characters
constexpr int longestAuthor = 120;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

} // namespace

QString markGlyph(Mark mark)
{
    switch (mark) {
    case Mark::None:
        return {};
    case Mark::Done:
    case Mark::Good:
        return QStringLiteral("✓");
    case Mark::Warned:
        return QStringLiteral("!");
    case Mark::Bad:
        return QStringLiteral("✗");
    case Mark::Current:
        return QStringLiteral("●");
    case Mark::Held:
        return QStringLiteral("‖");
    case Mark::Ended:
        return QStringLiteral("■");
    }
    return {};
}

QString marked(Mark mark, const QString &words)
{
    const QString glyph = markGlyph(mark);
    if (glyph.isEmpty() || words.isEmpty())
        return glyph + words;
    return glyph + QLatin1Char(' ') + words;
}

QString phaseWord(Phase phase)
{
    switch (phase) {
    case Phase::Retrieve:
        return Words::tr("Retrieve");
    case Phase::Reproduce:
        return Words::tr("Reproduce");
    case Phase::Architect:
        return Words::tr("Plan");
    case Phase::Engineer:
        return Words::tr("Patch");
    case Phase::Verify:
        return Words::tr("Verify");
    case Phase::Route:
        return Words::tr("Route");
    }
    return {};
}

QString outcomeWord(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Proven:
        return Words::tr("passes all tests");
    case Outcome::PassingWeak:
        return Words::tr("passes, with no evidence of effect");
    case Outcome::StillFailing:
        return Words::tr("tests still fail");
    case Outcome::Regressed:
        return Words::tr("breaks tests that passed before");
    case Outcome::BuildBroken:
        return Words::tr("does not build");
    case Outcome::NotApplied:
        return Words::tr("the patch could not be placed");
    case Outcome::NoPatch:
        return Words::tr("no patch was found");
    case Outcome::Timeout:
        return Words::tr("a time limit was reached");
    case Outcome::Limit:
        return Words::tr("a resource limit was reached");
    case Outcome::Flaky:
        return Words::tr("the same tree passed and failed");
    case Outcome::NoTests:
        return Words::tr("no test was run");
    case Outcome::Environment:
        return Words::tr("the tests could not be run here");
    case Outcome::Tampered:
        return Words::tr("the proof was interfered with");
    case Outcome::Refused:
        return Words::tr("refused");
    case Outcome::Cancelled:
        return Words::tr("cancelled");
    }
    return {};
}

Mark outcomeMark(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Proven:
        return Mark::Good;
    case Outcome::PassingWeak:
    case Outcome::Timeout:
    case Outcome::Limit:
    case Outcome::Flaky:
    case Outcome::NoTests:
        return Mark::Warned;
    case Outcome::StillFailing:
    case Outcome::Regressed:
    case Outcome::BuildBroken:
    case Outcome::NotApplied:
    case Outcome::NoPatch:
    case Outcome::Environment:
    case Outcome::Tampered:
    case Outcome::Refused:
        return Mark::Bad;
    case Outcome::Cancelled:
        return Mark::Ended;
    }
    return Mark::None;
}

QString statusWord(TestStatus status)
{
    switch (status) {
    case TestStatus::Passed:
        return Words::tr("passed");
    case TestStatus::Failed:
        return Words::tr("failed");
    case TestStatus::Error:
        return Words::tr("error");
    case TestStatus::Skipped:
        return Words::tr("skipped");
    case TestStatus::ExpectedFailure:
        return Words::tr("failed as expected");
    }
    return {};
}

Mark statusMark(TestStatus status)
{
    switch (status) {
    case TestStatus::Passed:
        return Mark::Done;
    case TestStatus::Failed:
    case TestStatus::Error:
        return Mark::Bad;
    case TestStatus::Skipped:
    case TestStatus::ExpectedFailure:
        return Mark::None;
    }
    return Mark::None;
}

QString changeWord(TestChange change)
{
    switch (change) {
    case TestChange::FailToPass:
        return Words::tr("fixed");
    case TestChange::PassToPass:
        return Words::tr("still passes");
    case TestChange::FailToFail:
        return Words::tr("still failing");
    case TestChange::PassToFail:
        return Words::tr("broke");
    case TestChange::Vanished:
        return Words::tr("vanished");
    case TestChange::NewlySkipped:
        return Words::tr("newly skipped");
    case TestChange::New:
        return Words::tr("new");
    case TestChange::NewFailing:
        return Words::tr("new, fails");
    case TestChange::Other:
        return Words::tr("counts neither way");
    }
    return {};
}

Mark changeMark(TestChange change)
{
    switch (change) {
    case TestChange::FailToPass:
        return Mark::Good;
    case TestChange::PassToPass:
    case TestChange::New:
        return Mark::Done;
    case TestChange::FailToFail:
    case TestChange::PassToFail:
    case TestChange::NewFailing:
        return Mark::Bad;
    case TestChange::Vanished:
    case TestChange::NewlySkipped:
        return Mark::Warned;
    case TestChange::Other:
        return Mark::None;
    }
    return Mark::None;
}

QString stopWord(StopReason reason)
{
    switch (reason) {
    case StopReason::Verified:
        return Words::tr("The proof holds");
    case StopReason::Attempts:
        return Words::tr("All attempts are used");
    case StopReason::NoProgress:
        return Words::tr("No progress any more");
    case StopReason::Budget:
        return Words::tr("The budget is spent");
    case StopReason::Time:
        return Words::tr("The time is over");
    case StopReason::Environment:
        return Words::tr("The tests could not be run here");
    case StopReason::NothingFound:
        return Words::tr("Nothing was found to try");
    case StopReason::RefusedByModel:
        return Words::tr("The model refused");
    case StopReason::Cancelled:
        return Words::tr("You stopped the run");
    case StopReason::Error:
        return Words::tr("An error ended the run");
    }
    return {};
}

Mark stopMark(StopReason reason)
{
    switch (reason) {
    case StopReason::Verified:
        return Mark::Good;
    case StopReason::Attempts:
    case StopReason::NoProgress:
    case StopReason::Budget:
    case StopReason::Time:
    case StopReason::NothingFound:
    case StopReason::RefusedByModel:
        return Mark::Warned;
    case StopReason::Environment:
    case StopReason::Error:
        return Mark::Bad;
    case StopReason::Cancelled:
        return Mark::Ended;
    }
    return Mark::None;
}

QString routeWord(Route route)
{
    switch (route) {
    case Route::Start:
        return Words::tr("start");
    case Route::Engineer:
        return Words::tr("next: another patch");
    case Route::Architect:
        return Words::tr("next: a new plan");
    case Route::Stop:
        return Words::tr("stop");
    }
    return {};
}

QString actWord(HumanActed::Act act)
{
    switch (act) {
    case HumanActed::Act::Approved:
        return Words::tr("Approved");
    case HumanActed::Act::RejectedPatch:
        return Words::tr("Rejected");
    case HumanActed::Act::Edited:
        return Words::tr("Edited");
    case HumanActed::Act::Applied:
        return Words::tr("Applied");
    case HumanActed::Act::Undone:
        return Words::tr("Undone");
    case HumanActed::Act::CancelAsked:
        return Words::tr("Asked to stop");
    }
    return {};
}

Mark actMark(HumanActed::Act act)
{
    switch (act) {
    case HumanActed::Act::Approved:
    case HumanActed::Act::Applied:
        return Mark::Done;
    case HumanActed::Act::RejectedPatch:
        return Mark::Bad;
    case HumanActed::Act::Edited:
    case HumanActed::Act::Undone:
        return Mark::None;
    case HumanActed::Act::CancelAsked:
        return Mark::Ended;
    }
    return Mark::None;
}

QString endingWord(Ending ending, int exitCode)
{
    switch (ending) {
    case Ending::Exited:
        return Words::tr("exit %1").arg(exitCode);
    case Ending::Signalled:
        return Words::tr("ended by a signal");
    case Ending::TimedOut:
        return Words::tr("time limit reached");
    case Ending::Cancelled:
        return Words::tr("cancelled");
    case Ending::LimitReached:
        return Words::tr("limit reached");
    case Ending::SetupFailed:
        return Words::tr("could not be started");
    }
    return {};
}

QString stopReasonText(const RunFinished &finished)
{
    return finished.stop == StopReason::Cancelled ? stopWord(finished.stop)
                                                  : safeLine(finished.rationale, longestReason);
}

QString authorWord(std::string_view author)
{
    constexpr std::string_view search = "builtin: ";
    if (author == "builtin")
        return Words::tr("the built-in engineer");
    if (author.starts_with(search))
        return Words::tr("the built-in engineer: %1")
            .arg(safeLine(author.substr(search.size()), longestAuthor));
    return author == "person" ? Words::tr("you") : safeLine(author, longestAuthor);
}

} // namespace vouchsafe
