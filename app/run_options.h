#pragma once
// The options that `run` and `verify` share, as they were given; what was not given is absent.

#include "core/base/result.h"
#include "core/model/task.h"

#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

struct RunOptions {
    std::string repository;
    std::optional<std::string> engineer; ///< `auto`, `builtin`, `model`, `scripted:FILE`
    std::vector<std::string> models;     ///< `[ROLE=]PROVIDER:NAME`
    std::vector<std::string> checks;
    std::vector<std::string> protect;
    std::vector<std::string> include;
    std::optional<std::string> sandbox;
    std::optional<int> attempts;
    std::optional<int> timeoutSeconds;
    std::optional<int> timeLimitSeconds;
    std::optional<std::string> memory; ///< `512m`, `2g`, or bytes
    std::optional<int> pids;
    std::optional<double> maxCostUsd;
    std::optional<std::int64_t> maxTokens;
};

/// Lays what was given over `task`. ErrorCode::Usage or ModelUnknown names the option that is wrong.
Status applyOptions(const RunOptions &options, Task &task);

/// `512m`, `2g`, `1073741824`; at least 16 MiB.
Result<std::uint64_t> memoryBytes(const std::string &text);
/// `openai:gpt-5`, `architect=openai:gpt-5`; without a role for both.
Status addModel(const std::string &text, Task &task);

} // namespace vouchsafe
