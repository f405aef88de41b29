#include "app/run_options.h"

#include <array>
#include <charconv>

namespace vouchsafe {
namespace {

constexpr std::array roles{"architect", "engineer"};

Failure wrong(const std::string &option, const std::string &value, const std::string &wanted)
{
    return fail(ErrorCode::Usage, "the value of " + option + " is not understood",
                "`" + value + "`; wanted is " + wanted);
}

Status setEngineer(const std::string &text, Task &task)
{
    constexpr std::string_view scripted = "scripted:";
    if (text == "auto")
        task.engineer = EngineerKind::Auto;
    else if (text == "builtin")
        task.engineer = EngineerKind::Builtin;
    else if (text == "model")
        task.engineer = EngineerKind::Model;
    else if (text.starts_with(scripted) && text.size() > scripted.size())
        task.engineer = EngineerKind::Scripted;
    else
        return wrong("--engineer", text, "auto, builtin, model or scripted:FILE");
    task.script = task.engineer == EngineerKind::Scripted ? text.substr(scripted.size()) : "";
    return {};
}

Status setBackend(const std::string &text, Task &task)
{
    static constexpr std::array<std::string_view, 4> names{"auto", "bubblewrap", "docker", "podman"};
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == text) {
            task.policy.backend = static_cast<Backend>(i);
            return {};
        }
    return wrong("--sandbox", text, "auto, bubblewrap, docker or podman");
}

template <typename Given, typename Wanted>
Status setPositive(const std::string &option, const std::optional<Given> &given, Wanted &wanted)
{
    if (!given)
        return {};
    if (*given <= 0)
        return wrong(option, std::to_string(*given), "a number above 0");
    wanted = Wanted(*given);
    return {};
}

} // namespace

Result<std::uint64_t> memoryBytes(const std::string &text)
{
    constexpr std::uint64_t least = std::uint64_t{16} << 20;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(end, text.data() + text.size());
    const int shift = unit.empty() || unit == "b" ? 0
                      : unit == "k"               ? 10
                      : unit == "m"               ? 20
                      : unit == "g"               ? 30
                                                  : -1;
    if (error != std::errc{} || shift < 0 || value > (UINT64_MAX >> 1 >> shift) || (value << shift) < least)
        return wrong("--memory", text, "a size such as 512m or 2g, at least 16m");
    return value << shift;
}

Status addModel(const std::string &text, Task &task)
{
    const std::size_t equals = text.find('=');
    const std::size_t colon = text.find(':');
    const bool withRole = equals != std::string::npos && equals < colon;
    const std::string role = withRole ? text.substr(0, equals) : "";
    const std::string model = withRole ? text.substr(equals + 1) : text;
    const std::size_t separator = model.find(':');
    if (separator == std::string::npos || separator == 0 || separator + 1 == model.size())
        return fail(ErrorCode::ModelUnknown, "the model is not named as PROVIDER:NAME", "`" + text + "`");
    const ModelRef named{model.substr(0, separator), model.substr(separator + 1)};
    if (named.provider != "openai")
        return fail(ErrorCode::ModelUnknown, "there is no provider `" + named.provider + "`",
                    "`" + text + "`");
    bool known = role.empty();
    for (const char *each : roles)
        if (role.empty() || role == each) {
            task.models[each] = named;
            known = true;
        }
    if (!known)
        return wrong("--model", text, "a role of architect or engineer before `=`");
    return {};
}

Status applyOptions(const RunOptions &options, Task &task)
{
    Status status;
    if (options.engineer)
        status = setEngineer(*options.engineer, task);
    for (const std::string &model : options.models)
        if (status)
            status = addModel(model, task);
    if (status && options.sandbox)
        status = setBackend(*options.sandbox, task);
    if (status)
        status = setPositive("--attempts", options.attempts, task.limits.attempts);
    if (status)
        status = setPositive("--timeout", options.timeoutSeconds, task.limits.check);
    if (status)
        status = setPositive("--time-limit", options.timeLimitSeconds, task.limits.run);
    if (status)
        status = setPositive("--pids", options.pids, task.policy.pids);
    if (status)
        status = setPositive("--max-cost", options.maxCostUsd, task.limits.costUsd);
    if (status)
        status = setPositive("--max-tokens", options.maxTokens, task.limits.tokens);
    if (status && options.memory) {
        const Result<std::uint64_t> bytes = memoryBytes(*options.memory);
        if (!bytes)
            return Failure(bytes.error());
        task.policy.memoryBytes = *bytes;
    }
    if (!options.checks.empty())
        task.checks = options.checks;
    task.policy.protect.insert(task.policy.protect.end(), options.protect.begin(), options.protect.end());
    task.policy.include.insert(task.policy.include.end(), options.include.begin(), options.include.end());
    return status;
}

} // namespace vouchsafe
