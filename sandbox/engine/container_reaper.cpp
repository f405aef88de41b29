#include "sandbox/engine/container_owner.h"
#include "sandbox/engine/container_sandbox.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

using Json = nlohmann::json;

Result<std::string> asked(const Engine &engine, HostProgram &programs,
                          const std::vector<std::string> &arguments, const std::stop_token &stop)
{
    auto result = callEngine(engine, programs, arguments, stop);
    if (!result)
        return Failure(result.error());
    // What others remove meanwhile makes `inspect` fail for all that is still there; those come next time.
    if (result->exitCode != 0)
        return std::string();
    return std::move(result->output);
}

std::string labelOf(const Json &entry)
{
    const auto labels = [](const Json &object) -> const Json * {
        const auto found = object.is_object() ? object.find("Labels") : object.end();
        return object.is_object() && found != object.end() && found->is_object() ? &*found : nullptr;
    };
    const Json *found = labels(entry);
    if (const auto config = entry.find("Config"); found == nullptr && config != entry.end())
        found = labels(*config);
    const auto label = found != nullptr ? found->find(ownerLabel) : Json::const_iterator();
    return found != nullptr && label != found->end() && label->is_string() ? label->get<std::string>()
                                                                           : std::string();
}

/// Names of the entries of an inspection whose owner is dead.
std::vector<std::string> orphans(const std::string &inspected, const char *name, const OwnerMark &self,
                                 bool shared)
{
    std::vector<std::string> found;
    const Json list = Json::parse(inspected, nullptr, false);
    if (!list.is_array())
        return found;
    for (const Json &entry : list) {
        const auto called = entry.is_object() ? entry.find(name) : entry.end();
        if (!entry.is_object() || called == entry.end() || !called->is_string())
            continue;
        const auto owner = ownerFrom(labelOf(entry));
        if (owner && ownerIsDead(*owner, self, processStart, shared))
            found.push_back(called->get<std::string>());
    }
    return found;
}

/// One kind of thing: how it is listed, inspected and removed.
struct Kept {
    std::vector<std::string> list;
    std::vector<std::string> inspect;
    const char *name;
    std::vector<std::string> remove;
};

Result<int> reap(const Engine &engine, HostProgram &programs, const std::stop_token &stop, Kept kept,
                 const OwnerMark &self)
{
    auto listed = asked(engine, programs, kept.list, stop);
    if (!listed)
        return Failure(listed.error());
    int gone = 0;
    const auto names = splitLines(*listed);
    if (names.empty())
        return 0;
    kept.inspect.insert(kept.inspect.end(), names.begin(), names.end());
    auto inspected = asked(engine, programs, kept.inspect, stop);
    if (!inspected)
        return Failure(inspected.error());
    for (const std::string &orphan : orphans(*inspected, kept.name, self, engine.remote)) {
        std::vector<std::string> remove = kept.remove;
        remove.push_back(orphan);
        const auto removed = callEngine(engine, programs, remove, stop);
        if (!removed)
            return Failure(removed.error());
        gone += removed->exitCode == 0 ? 1 : 0;
    }
    return gone;
}

} // namespace

Result<int> reapContainers(const Engine &engine, HostProgram &programs, std::stop_token stop)
{
    const OwnerMark self = ownerMark();
    const std::string filter = std::string("label=") + ownerLabel;
    Kept containers{{"ps", "--all", "--quiet", "--no-trunc", "--filter", filter},
                    {"container", "inspect"},
                    "Id",
                    {"rm", "-f", "-v"}};
    if (engine.kind == Backend::Podman)
        containers.remove.insert(containers.remove.end(), {"-t", "0"});
    const auto first = reap(engine, programs, stop, containers, self);
    if (!first)
        return first;
    const auto second = reap(engine, programs, stop,
                             {{"volume", "ls", "--quiet", "--filter", filter},
                              {"volume", "inspect"},
                              "Name",
                              {"volume", "rm", "-f"}},
                             self);
    if (!second)
        return second;
    return *first + *second;
}

} // namespace vouchsafe
