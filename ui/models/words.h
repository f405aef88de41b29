#pragma once
// The window's words for phases, outcomes, tests, routes and acts, and the mark that stands beside them.

#include "core/events/event.h"

#include <QString>

#include <string_view>

namespace vouchsafe {

/// How something stands; a glyph and words stand beside every colour. Done is over without a claim; Good is
/// kept for what the tests say.
enum class Mark { None, Done, Good, Warned, Bad, Current, Held, Ended };

QString markGlyph(Mark mark); ///< `✓`; empty for None
/// `✓ passes all tests`
QString marked(Mark mark, const QString &words);

QString phaseWord(Phase phase); ///< Retrieve, Reproduce, Plan, Patch, Verify, Route

QString outcomeWord(Outcome outcome); ///< OutcomeRule::shown, translated
Mark outcomeMark(Outcome outcome);

QString statusWord(TestStatus status);
Mark statusMark(TestStatus status);
QString changeWord(TestChange change); ///< fixed, still failing, broke …
Mark changeMark(TestChange change);

QString stopWord(StopReason reason); ///< a short sentence without its full stop
Mark stopMark(StopReason reason);
QString routeWord(Route route); ///< what comes next
QString actWord(HumanActed::Act act);
Mark actMark(HumanActed::Act act);
QString endingWord(Ending ending, int exitCode);

/// Why the run ended: the loop's own reason, but for a Stop, whose reason is the person.
QString stopReasonText(const RunFinished &finished);
/// Plan::author or Patch::origin: `the built-in engineer: flip comparison`, `you`, `openai:gpt-5`
QString authorWord(std::string_view author);

} // namespace vouchsafe
