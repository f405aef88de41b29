#include "sandbox/engine/container_state.h"

#include "core/base/text.h"
#include "sandbox/exit_signal.h"
#include "sandbox/limit_passed.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;

/// Fields that are missing or of another kind read as empty: what counts is asked for by the caller.
template <typename T>
T field(const Json &object, const char *name)
{
    const auto found = object.is_object() ? object.find(name) : object.end();
    if constexpr (std::is_same_v<T, std::string>)
        return found != object.end() && found->is_string() ? found->template get<T>() : T();
    else if constexpr (std::is_same_v<T, bool>)
        return found != object.end() && found->is_boolean() && found->template get<T>();
    else
        return found != object.end() && found->is_number_integer() ? found->template get<T>() : T();
}

void setupFailed(RunResult &result, const std::string &why, std::string_view clientWords)
{
    result.ending = Ending::SetupFailed;
    const std::string_view words = trimmed(clientWords);
    result.setupError = words.empty() ? why : why + ": " + toUtf8Lossy(words);
}

void judgeWords(RunResult &result, const ContainerState &state, const inside::LastWords &words,
                std::string_view clientWords)
{
    using End = inside::LastWords::End;
    if (words.end == End::Failed) {
        const bool command = words.step == "start" || words.step == "chdir";
        setupFailed(result,
                    (command ? "the command cannot be started: " : "the workspace cannot be filled: ") +
                        words.step + " " + words.error,
                    {});
        return;
    }
    const int said = words.end == End::Exit ? words.value : 128 + words.value;
    if (said != state.exitCode) {
        setupFailed(result,
                    "the engine recorded status " + std::to_string(state.exitCode) +
                        " where the sandbox reported " + std::to_string(said),
                    clientWords);
        return;
    }
    result.exitCode = words.end == End::Exit ? words.value : 0;
    result.signal = words.end == End::Signal ? words.value : signalOfExitCode(words.value);
    result.ending = result.signal != 0 ? Ending::Signalled : Ending::Exited;
    const bool failed = result.ending != Ending::Exited || result.exitCode != 0;
    if (state.memoryKill || words.oom > 0)
        result.limit = "memory";
    else if (failed && words.pids > 0)
        result.limit = "pids"; // a program that copes with a refused fork has not failed for it
    else
        result.limit = limitOfSignal(result.signal);
    if (!result.limit.empty())
        result.ending = Ending::LimitReached;
}

} // namespace

Result<ContainerState> containerState(std::string_view json)
{
    const Json list = Json::parse(json, nullptr, false);
    if (!list.is_array() || list.size() != 1 || !list[0].is_object() || !list[0].contains("State"))
        return fail(ErrorCode::SandboxSetup, "the engine does not tell how a container ended",
                    shown(std::string(json.substr(0, 200))));
    const Json &container = list[0];
    const Json &state = container["State"];
    ContainerState result;
    result.status = field<std::string>(state, "Status");
    result.running = field<bool>(state, "Running");
    result.memoryKill = field<bool>(state, "OOMKilled");
    result.exitCode = field<int>(state, "ExitCode");
    result.error = field<std::string>(state, "Error");
    // podman has a field of its own and says only `oci` in docker's.
    result.runtime = field<std::string>(container, "OCIRuntime");
    if (const auto host = container.find("HostConfig"); result.runtime.empty() && host != container.end())
        result.runtime = field<std::string>(*host, "Runtime");
    return result;
}

Status sameRuntime(const ContainerState &state, const std::string &asked)
{
    if (asked.empty() || state.runtime == asked)
        return {};
    return fail(ErrorCode::SandboxBackend, "the engine used another runtime than the one asked for",
                shown(state.runtime) + " in the place of " + shown(asked));
}

void judgeContainer(RunResult &result, const ContainerState &state,
                    const std::optional<inside::LastWords> &words, std::string_view clientWords)
{
    if (state.running || state.status != "exited") {
        const bool never = !state.running && state.status == "created";
        const std::string why = never ? "the engine could not start the container"
                                      : "the engine's client ended before the container did";
        setupFailed(result, state.error.empty() ? why : why + ": " + state.error,
                    state.error.empty() ? clientWords : std::string_view());
        return;
    }
    if (words) {
        judgeWords(result, state, *words, clientWords);
        return;
    }
    // The helper, process 1, was killed: whoever did that, the command did not end by itself.
    if (state.memoryKill) {
        result.ending = Ending::LimitReached;
        result.limit = "memory";
        return;
    }
    if (const int signal = signalOfExitCode(state.exitCode); signal != 0) {
        result.ending = Ending::Signalled;
        result.signal = signal;
        return;
    }
    setupFailed(result,
                "the sandbox ended without its last words, with status " + std::to_string(state.exitCode),
                clientWords);
}

} // namespace vouchsafe
