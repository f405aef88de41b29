#pragma once
// Events to and from one line of JSON:
// {"v":1,"seq":17,"at":"…","run":"…","prev":"<sha256>","kind":"verdict.reached","data":{…}}
// Texts that are not UTF-8 (paths, diffs) are written as {"base64":"…"}.

#include "core/base/result.h"
#include "core/events/event.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vouchsafe {

std::string_view eventKind(const EventBody &body); ///< `verdict.reached`
std::string toLine(const Event &event);            ///< without the line feed
Result<Event> eventFromLine(std::string_view line);

/// The same forms for outcome.json and `--json`.
nlohmann::json toJson(const Task &task);
std::optional<Task> taskFromJson(const nlohmann::json &json);
nlohmann::json toJson(const Verdict &verdict);
nlohmann::json toJson(const Attestation &attestation);
nlohmann::json toJson(const ContextBundle &context);
nlohmann::json toJson(const Cost &cost);
nlohmann::json toJson(const LedgerCounts &counts);
nlohmann::json bytesJson(std::string_view bytes); ///< a string, or {"base64":…}
/// The JSON as one line of UTF-8; anything else in it is replaced by U+FFFD.
std::string dumped(const nlohmann::json &json);

} // namespace vouchsafe
