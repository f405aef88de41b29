#pragma once
// What a person did with a run, in a line.

#include "core/events/event.h"

#include <string>

namespace vouchsafe {

/// `applied (m.py): --yes`. Control characters of names are shown.
std::string actText(const HumanActed &act);

} // namespace vouchsafe
