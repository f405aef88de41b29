#include "sandbox/engine_probe.h"

#include "core/base/files.h"
#include "core/base/text.h"
#include "sandbox/empty_tree.h"
#include "sandbox/engine/container_sandbox.h"
#include "sandbox/host_program.h"

#include <algorithm>
#include <filesystem>
#include <pwd.h>
#include <unistd.h>

namespace vouchsafe {
namespace {

using State = Finding::State;

const char *nameOf(Backend kind)
{
    return kind == Backend::Docker ? "docker" : "podman";
}

std::string remedyOf(const Error &error)
{
    return error.remedy.empty() ? std::string(errorEntry(error.code).remedy) : error.remedy;
}

std::string detailOf(const Error &error)
{
    return onOneLine(error.context.empty() ? error.what : error.what + ": " + error.context);
}

/// Without ranges of numbers a podman without root fails at the first image that has a second user, so they
/// are looked at before it is asked. Other sources than the files are podman's to know.
std::vector<Finding> rangeFindings(const std::map<std::string, std::string> &environment)
{
    const auto given = environment.find("CONTAINER_HOST");
    if (::geteuid() == 0 || (given != environment.end() && !given->second.empty()))
        return {};
    const passwd *user = ::getpwuid(::geteuid());
    const std::string name = user != nullptr ? user->pw_name : std::to_string(::geteuid());
    std::vector<std::string> without;
    for (const char *path : {"/etc/subuid", "/etc/subgid"})
        if (!hasRange(readFile(path).value_or(""), name, ::geteuid()))
            without.emplace_back(path);
    if (without.empty())
        return {};
    return {{"podman user numbers", State::Limited,
             "there is no range for " + shown(name) + " in " + join(without, " and "),
             "usermod --add-subuids 100000-165535 --add-subgids 100000-165535 " + shown(name)}};
}

/// Two blocks of zeros are an archive without files.
Status layEmptyImage(const Engine &engine, HostProgram &programs, const std::stop_token &stop)
{
    const auto there = callEngine(engine, programs, {"image", "inspect", emptyImage}, stop);
    if (!there)
        return Failure(there.error());
    if (there->exitCode == 0)
        return {};
    const auto imported = callEngine(engine, programs, {"import", "-", emptyImage}, stop,
                                     std::chrono::seconds(30), std::string(1024, '\0'));
    if (!imported)
        return Failure(imported.error());
    if (imported->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, "the engine takes no image",
                    std::string(trimmed(toUtf8Lossy(imported->errors))));
    return {};
}

Finding engineFinding(const Engine &engine)
{
    std::string detail = engine.version + " at " + engine.endpoint;
    if (engine.rootless)
        detail += ", rootless";
    if (engine.remote)
        detail += ", on another machine: workspaces travel as archives";
    return {nameOf(engine.kind), State::Works, detail, {}};
}

Finding runtimeFinding(const Engine &engine, const std::string &runtime, const Result<Attestation> &seen)
{
    const std::string topic = std::string(nameOf(engine.kind)) + " " + runtime;
    if (!seen)
        return {topic, State::Missing, detailOf(seen.error()),
                seen.error().remedy.empty()
                    ? "take another runtime of this engine with --runtime, or mend this one by its own words"
                    : seen.error().remedy};
    const bool strong = std::find(engine.gvisor.begin(), engine.gvisor.end(), runtime) != engine.gvisor.end();
    std::string detail = "a container ran: no capabilities, no network but its own lo";
    if (strong)
        detail += "; gVisor, the strongest tier here: its own kernel answers";
    if (!seen->system.empty())
        detail += " (" + seen->system + ")";
    return {topic, State::Works, detail, {}};
}

} // namespace

Result<std::string> emptyClientFolder(const Identity &identity)
{
    const AsIdentity rights(identity);
    const std::filesystem::path folder = identity.cache / "engine-client";
    if (const Status made = makePrivateFolder(folder); !made)
        return Failure(made.error());
    std::error_code error;
    if (!std::filesystem::is_empty(folder, error) || error)
        return fail(ErrorCode::SandboxSetup, "the folder of the engines' clients is not empty",
                    folder.string(), "Remove what is in it.");
    return folder.string();
}

Result<Engine> findUserEngine(Backend kind, const Identity &identity,
                              const std::map<std::string, std::string> &environment, HostProgram &programs,
                              std::stop_token stop)
{
    const Result<std::string> folder = emptyClientFolder(identity);
    if (!folder)
        return Failure(folder.error());
    return findEngine(kind, environment, *folder, programs, std::move(stop));
}

std::vector<std::string> probedRuntimes(const Engine &engine)
{
    std::vector<std::string> names;
    for (const std::string &runtime : engine.runtimes)
        if (!runtime.starts_with("io.containerd.") &&
            std::find(names.begin(), names.end(), runtime) == names.end())
            names.push_back(runtime);
    if (names.empty())
        names.emplace_back(); // the engine's own, whatever it is called
    return names;
}

std::vector<Finding> engineFindings(Backend kind, const Identity &identity,
                                    const std::map<std::string, std::string> &environment,
                                    std::stop_token stop, const LanguageImages &images)
{
    SystemProgram programs;
    const Result<Engine> engine = findUserEngine(kind, identity, environment, programs, stop);
    // Nobody needs every engine: an absent one is no fault, one that does not answer is.
    if (!engine && engine.error().code == ErrorCode::SandboxMissing)
        return {{nameOf(kind), State::Limited, detailOf(engine.error()), {}}};
    const std::vector<Finding> ranges =
        kind == Backend::Podman ? rangeFindings(environment) : std::vector<Finding>();
    std::vector<Finding> all = ranges;
    if (!engine) {
        all.push_back({nameOf(kind), State::Missing, detailOf(engine.error()), remedyOf(engine.error())});
        return all;
    }
    all.push_back(engineFinding(*engine));
    if (kind == Backend::Docker && !engine->rootless && !engine->remote && ::geteuid() != 0)
        all.push_back({"docker group", State::Limited,
                       "who may use this engine has the power of root on this machine",
                       "podman, or docker in rootless mode, needs no such right"});
    if (const Status laid = layEmptyImage(*engine, programs, stop); !laid) {
        all.push_back({std::string(nameOf(kind)) + " images", State::Missing, detailOf(laid.error()),
                       remedyOf(laid.error())});
        return all;
    }
    bool works = false;
    const EmptyTree tree(identity);
    ContainerFactory factory(identity, *engine, {"doctor"}, environment);
    for (const std::string &runtime : probedRuntimes(*engine)) {
        SandboxPolicy policy;
        policy.backend = kind;
        policy.runtime = runtime;
        policy.image = emptyImage;
        const auto seen = tree.attest(factory, policy, stop);
        all.push_back(runtimeFinding(*engine, runtime.empty() ? engine->defaultRuntime : runtime, seen));
        works = works || seen;
    }
    if (works && !images.empty())
        all.push_back(imageFinding(*engine, programs, environment, images, stop));
    return all;
}

Finding imageFinding(const Engine &engine, HostProgram &programs,
                     const std::map<std::string, std::string> &environment, const LanguageImages &images,
                     const std::stop_token &stop)
{
    const std::string topic = std::string(nameOf(engine.kind)) + " images";
    std::vector<std::string> here;
    std::vector<std::string> missing;
    std::vector<std::string> commands;
    for (const auto &[language, image] : images) {
        SandboxPolicy policy;
        policy.image = image;
        const auto id = imageId(engine, programs, policy, environment, stop);
        if (!id && id.error().code != ErrorCode::SandboxBackend)
            return {topic, State::Limited, detailOf(id.error()), remedyOf(id.error())};
        (id ? here : missing).push_back(language + " (" + image + ")");
        if (!id)
            commands.push_back(std::string("`") + nameOf(engine.kind) + " pull " + fullName(engine, image) +
                               "`");
    }
    const std::string has = here.empty() ? "" : "here: " + join(here, ", ");
    if (missing.empty())
        return {topic, State::Works, has, {}};
    return {topic, State::Limited, has + (has.empty() ? "" : "; ") + "not here: " + join(missing, ", "),
            "fetch what you need: " + join(commands, ", ")};
}

bool hasRange(std::string_view text, const std::string &name, unsigned uid)
{
    for (const std::string_view line : splitLines(text))
        if (line.starts_with(name + ":") || line.starts_with(std::to_string(uid) + ":"))
            return true;
    return false;
}

std::string onOneLine(std::string_view words)
{
    std::vector<std::string> lines;
    for (const std::string_view line : splitLines(words))
        if (const std::string_view text = trimmed(line); !text.empty())
            lines.push_back(shown(text));
    return join(lines, " / ");
}

} // namespace vouchsafe
