#pragma once
// The user's own settings, `vouchsafe.ini` in the config folder: one `name=value` a line, the names of the
// flags.
//
//   attempts=5
//   model=openai:gpt-5
//   check="pytest -q", "make lint"     ; quotes keep a comma inside of one value

#include "core/base/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace vouchsafe {

struct UserValue {
    std::vector<std::string> values;
    int line = 0; ///< from 1
};

/// By name; a section stands before its names (`section/name`). Empty where there is no file. A line that is
/// neither a name with a value nor a section nor a comment is ErrorCode::Settings naming file and line.
Result<std::map<std::string, UserValue>> readUserFile(const std::filesystem::path &file);

} // namespace vouchsafe
