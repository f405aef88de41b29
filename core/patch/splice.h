#pragma once
// Carries placed hunks out on the original bytes.

#include "core/patch/base_text.h"
#include "core/patch/placement.h"
#include "core/patch/refusal.h"

#include <string>
#include <vector>

namespace vouchsafe {

/// The new bytes. Kept and untouched lines are copied from the file, byte for byte; an added line takes the
/// line end that the patch gives it where the patch knows the file's, else that of the line it replaces or
/// follows. The final newline stays as it is unless the hunk says otherwise. Hunks may share kept lines,
/// which is noted in their records; changed lines that overlap are ErrorCode::PatchOverlap, naming both.
Read<std::string> spliced(const BaseText &text, const std::string &path, std::vector<PlacedHunk> &hunks);

/// The bytes of a file that consists of added lines. `keepCr`: CRs of a text whose every line has one count.
std::string createdBytes(const std::vector<ReceivedHunk> &hunks, bool keepCr);

} // namespace vouchsafe
