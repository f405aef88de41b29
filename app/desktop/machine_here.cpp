#include "app/desktop/machine_here.h"

#include "app/host_environment.h"
#include "core/base/dirs.h"
#include "core/settings/settings.h"
#include "core/verify/images.h"
#include "sandbox/identity.h"
#include "sandbox/machine_probe.h"

namespace vouchsafe {

std::vector<Finding> findingsHere(const std::function<void(const std::vector<Finding> &)> &soFar,
                                  const std::stop_token &stop)
{
    const Result<Identity> identity = sandboxIdentity(userDirectories());
    if (!identity)
        return {{"sandbox", Finding::State::Missing, identity.error().what, identity.error().remedy}};
    std::vector<Finding> all;
    MachineProbe probe(*identity, hostEnvironment());
    probe.lookForImages(languageImages());
    probe.examine(
        [&](const std::vector<Finding> &part) {
            all.insert(all.end(), part.begin(), part.end());
            soFar(all);
        },
        stop);
    return all;
}

std::vector<Holding> holdingsHere(const std::filesystem::path &dataFolder, const std::stop_token &stop)
{
    const Directories directories = userDirectories();
    const Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return {};
    return machineHoldings(*identity, directories, dataFolder, hostEnvironment(), stop);
}

Result<MachineCleaned> cleanHere(const std::stop_token &stop)
{
    const Directories directories = userDirectories();
    const Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return Failure(identity.error());
    return cleanMachine(*identity, directories, hostEnvironment(), stop);
}

Finding modelFinding()
{
    const Result<Settings> settings = loadSettings({{}, {}, userDirectories().config, {}});
    if (!settings)
        return {"model", Finding::State::Missing, settings.error().context, settings.error().remedy};
    if (settings->models.value.empty())
        return {"model", Finding::State::Limited, "no model is configured; the built-in engineer needs none",
                "To use one: `model = openai:NAME` in vouchsafe.ini, and its key in OPENAI_API_KEY."};
    const ModelRef &model = settings->models.value.begin()->second;
    return {"model", Finding::State::Works, model.provider + ":" + model.name + " is configured", {}};
}

} // namespace vouchsafe
