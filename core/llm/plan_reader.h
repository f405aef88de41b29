#pragma once
// Reads a plan out of a model's answer, however loosely it keeps to the form.

#include "core/model/plan.h"

#include <string_view>

namespace vouchsafe {

/// The first JSON object with a known field, fenced or not, in prose or not; steps, files and risks may be
/// lists of texts or of objects, or one text. Without such an object the first sentence of the answer is the
/// goal. An empty goal means that there was nothing to read. Pure; `author` is left empty.
Plan readPlan(std::string_view answer);

} // namespace vouchsafe
