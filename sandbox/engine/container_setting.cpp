#include "sandbox/engine/container_setting.h"

#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/engine/engine_json.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

constexpr std::size_t wordsShown = 2000;

std::string words(const HostResult &result)
{
    const std::string_view errors = trimmed(result.errors);
    return toUtf8Lossy(errors.substr(0, wordsShown));
}

std::vector<std::string> textsOf(const nlohmann::json &list)
{
    std::vector<std::string> texts;
    if (list.is_array())
        for (const auto &text : list)
            if (text.is_string())
                texts.push_back(text.get<std::string>());
    return texts;
}

std::string defaultPath(const nlohmann::json &config)
{
    constexpr std::string_view start = "PATH=";
    if (const auto list = config.find("Env"); list != config.end() && list->is_array()) {
        for (const auto &variable : *list) {
            const std::string text = variable.is_string() ? variable.get<std::string>() : std::string();
            if (text.starts_with(start))
                return text.substr(start.size());
        }
    }
    return "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
}

} // namespace

Result<std::string> ContainerSetting::call(const std::vector<std::string> &arguments, const std::string &what,
                                           std::stop_token stop, const std::string &input) const
{
    auto result = callEngine(engine, programs, arguments, std::move(stop), std::chrono::seconds(60), input);
    if (!result)
        return Failure(result.error());
    if (result->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, what, words(*result));
    return std::move(result->output);
}

Result<std::string> ContainerSetting::seccompFile(const std::string &runtime) const
{
    const auto profile = seccompProfile(engine, runtime);
    if (!profile)
        return Failure(profile.error());
    // Named by what it holds: written once, and never while a client reads it.
    const std::filesystem::path file = scratch->path() / ("seccomp-" + sha256(*profile).substr(0, 16));
    std::error_code error;
    if (!std::filesystem::exists(file, error)) {
        if (Status written = writeFileAtomic(file, *profile); !written)
            return Failure(written.error());
    }
    return file.string();
}

Result<std::string> ContainerSetting::hostsFile() const
{
    const std::filesystem::path file = scratch->path() / "hosts";
    std::error_code error;
    if (std::filesystem::exists(file, error))
        return file.string();
    if (Status written = writeFileAtomic(file, "127.0.0.1 localhost vouchsafe\n::1 localhost\n"); !written)
        return Failure(written.error());
    // Whoever it is inside reads it.
    std::filesystem::permissions(file, std::filesystem::perms(0444), error);
    if (error)
        return fail(ErrorCode::Io, "a file of the sandbox cannot be made readable", file.string());
    return file.string();
}

Status ContainerSetting::removeContainer(const std::string &name) const
{
    // `rm -f` kills at once with docker; podman would wait ten seconds for an answer to SIGTERM. With `-v`
    // the volumes go that an image asks for.
    std::vector<std::string> arguments = {"rm", "-f", "-v"};
    if (engine.kind == Backend::Podman)
        arguments.insert(arguments.end(), {"-t", "0", "--ignore"});
    arguments.push_back(name);
    auto removed = callEngine(engine, programs, arguments, {}, std::chrono::seconds(20));
    if (!removed)
        return Failure(removed.error());
    if (removed->exitCode == 0)
        return {};
    // It was not there, or another removal has begun: what counts is that there is none.
    auto list = callEngine(engine, programs, {"ps", "-aq", "--filter", "name=^/?" + name + "$"}, {});
    if (!list)
        return Failure(list.error());
    if (list->exitCode == 0 && trimmed(list->output).empty())
        return {};
    return fail(ErrorCode::SandboxSetup, "a container cannot be removed", words(*removed));
}

Status ContainerSetting::removeVolume(const std::string &name) const
{
    auto removed = call({"volume", "rm", "-f", name}, "a volume cannot be removed");
    return removed ? Status() : Failure(removed.error());
}

std::string containerName()
{
    return "vs-" + newNonce(8);
}

Result<ContainerImage> ContainerImages::find(const ContainerSetting &setting, const SandboxPolicy &policy)
{
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_known.find(policy.image); known != m_known.end())
        return known->second;
    auto id = imageId(setting.engine, setting.programs, policy, setting.environment, {});
    if (!id)
        return Failure(id.error());
    auto text = setting.call({"image", "inspect", *id}, "the engine does not describe an image");
    if (!text)
        return Failure(text.error());
    auto list = nlohmann::json::parse(*text, nullptr, false);
    if (!list.is_array() || list.empty() || !list[0].is_object() || !list[0]["Config"].is_object())
        return fail(ErrorCode::SandboxSetup, "the engine does not describe an image", shown(policy.image));
    const auto &config = list[0]["Config"];
    ContainerImage image{*id, defaultPath(config), {}, textsOf(jsonAt(config, {"Env"})), {}};
    if (const auto volumes = config.find("Volumes"); volumes != config.end() && volumes->is_object()) {
        for (const auto &[folder, nothing] : volumes->items())
            image.volumes.push_back(folder);
    }
    const auto annotations = jsonAt(list[0], {"Annotations"});
    for (const auto &[name, value] : annotations.items())
        image.annotations.push_back(name);
    return m_known[policy.image] = std::move(image);
}

bool CheckedShapes::has(const std::string &shape)
{
    const std::lock_guard lock(m_mutex);
    return m_shapes.contains(shape);
}

void CheckedShapes::add(const std::string &shape)
{
    const std::lock_guard lock(m_mutex);
    m_shapes.insert(shape);
}

void LiveContainers::add(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    m_names.insert(name);
}

void LiveContainers::gone(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    m_names.erase(name);
    m_brokenOff.erase(name);
}

void LiveContainers::brokenOff(const std::string &name)
{
    const std::lock_guard lock(m_mutex);
    m_names.erase(name);
    m_brokenOff.insert(name);
}

bool LiveContainers::any()
{
    const std::lock_guard lock(m_mutex);
    return !m_names.empty();
}

void LiveContainers::removeAll(const ContainerSetting &setting)
{
    std::set<std::string> names;
    {
        const std::lock_guard lock(m_mutex);
        names = m_names;
        names.insert(m_brokenOff.begin(), m_brokenOff.end());
    }
    for (const std::string &name : names) {
        if (setting.removeContainer(name))
            gone(name);
    }
}

} // namespace vouchsafe
