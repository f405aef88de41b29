#pragma once
// The values that a run starts from, each with where it came from.
//
// A setting has one name: flag `--time-limit`, variable VOUCHSAFE_TIME_LIMIT, `time-limit` in vouchsafe.ini
// and in a repository's .vouchsafe.toml. Strongest first: flag, environment, the user's file, the
// repository's file.
//
//   name                                   from the repository's file
//   protect                                always, added to the others
//   protect-readonly                       only `yes`
//   attempts timeout time-limit memory     only what is lower than the value so far; a flag of the person's
//   pids cpus disk max-cost max-tokens     stands above it
//   context-tokens
//   check image ignore                     after trust, where nothing stronger is given (ignore: added)
//   include sandbox runtime pull engineer  never
//   model reproduce openai-base-url
//   allow-host prepare-environment
//   prepare-certificate
//
// An image is `REF` or `LANGUAGE=REF`; a REF for all takes the place of everything that weaker sources named.
// Weakest of all is the image of the repository's development container, after trust.
//
// Lists in the environment have one value a line. openai-base-url has the variable OPENAI_BASE_URL.

#include "core/base/result.h"
#include "core/events/event.h"
#include "core/settings/values.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

enum class Origin { Default, Repository, UserFile, Environment, Flag };

template <typename T>
struct Setting {
    T value{};
    Origin origin = Origin::Default; ///< of the strongest part where several were put together
    std::string place; ///< for people: `--attempts`, `VOUCHSAFE_ATTEMPTS`, `/…/vouchsafe.ini line 3`

    bool operator==(const Setting &) const = default;
};

struct Settings {
    Setting<std::vector<std::string>> check;
    Setting<std::vector<std::string>> protect;
    Setting<bool> protectReadOnly; ///< protected paths are read-only inside
    Setting<std::vector<std::string>> include;
    Setting<std::vector<std::string>> ignore; ///< globs that the index leaves out
    Setting<int> attempts{Limits{}.attempts, {}, {}};
    Setting<std::chrono::seconds> timeout{Limits{}.check, {}, {}};
    Setting<std::chrono::seconds> timeLimit{Limits{}.run, {}, {}};
    Setting<std::optional<double>> maxCost;
    Setting<std::optional<std::int64_t>> maxTokens;
    Setting<int> contextTokens{Task{}.maxContextTokens, {}, {}};
    Setting<std::uint64_t> memory{SandboxPolicy{}.memoryBytes, {}, {}};
    Setting<unsigned> pids{SandboxPolicy{}.pids, {}, {}};
    Setting<unsigned> cpus{SandboxPolicy{}.cpuPercent, {}, {}};          ///< percent of one processor
    Setting<std::uint64_t> disk{SandboxPolicy{}.workspaceBytes, {}, {}}; ///< bytes that a run may write
    Setting<Backend> sandbox{Backend::Auto, {}, {}};
    Setting<std::string> runtime;
    Setting<std::string> image;                         ///< for all checks
    Setting<std::map<std::string, std::string>> images; ///< for those of one language
    Setting<bool> pull;                                 ///< an image may be fetched
    Setting<EngineerChoice> engineer;
    Setting<std::map<std::string, ModelRef>> models; ///< by role
    Setting<Reproduction> reproduce{Reproduction::Auto, {}, {}};
    Setting<std::string> openAiBaseUrl{"https://api.openai.com/v1", {}, {}};
    Setting<std::vector<std::string>> allowHost;          ///< that `prepare` may reach, beside the indexes
    Setting<std::vector<std::string>> prepareEnvironment; ///< `NAME=value` for its tools
    Setting<std::string> prepareCertificate;              ///< a file with what its tools trust besides
    bool repositoryTrusted = false;
    std::vector<Noticed> notices; ///< what of the files was ignored and why, what the repository lowered

    /// Lays every value over the task; its request, repository and base stay.
    void applyTo(Task &task) const;
};

struct SettingsSources {
    std::map<std::string, std::vector<std::string>> flags; ///< by name without dashes, values in their order
    /// A variable's value; empty: the process's own environment.
    std::function<std::optional<std::string>(const std::string &name)> environment;
    std::filesystem::path configFolder; ///< holds vouchsafe.ini and the list of trusted repositories
    std::filesystem::path repository;   ///< root of the working tree; empty: none
};

/// A value that cannot be read is ErrorCode::Usage for a flag, else ErrorCode::Settings naming variable, or
/// file and line; a model that is not PROVIDER:NAME is ErrorCode::ModelUnknown.
Result<Settings> loadSettings(const SettingsSources &sources);

} // namespace vouchsafe
