#pragma once
// What a person or a model needs to hear when a hunk has no place, or several.

#include "core/patch/base_text.h"
#include "core/patch/candidates.h"
#include "core/patch/received.h"
#include "core/patch/refusal.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// The nearest real lines and the first line of the hunk that is not among them.
Refused noMatch(const BaseText &text, const std::string &path, const ReceivedHunk &hunk);

/// The lines at which the old side fits equally well.
Refused ambiguous(const BaseText &text, const std::string &path, const ReceivedHunk &hunk,
                  const std::vector<Candidate> &places);

/// `hunk 3 of src/a.py`
std::string hunkName(const std::string &path, const ReceivedHunk &hunk);

} // namespace vouchsafe
