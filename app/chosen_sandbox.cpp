#include "app/chosen_sandbox.h"

#include "app/host_environment.h"
#include "core/base/text.h"
#include "core/verify/images.h"
#include "sandbox/sandbox_choice.h"

namespace vouchsafe {
namespace {

/// Bubblewrap that was asked for by a flag stands above a runtime that stands in a file.
void dropRuntimeOfSettings(SandboxPolicy &policy, const Settings &settings, std::vector<std::string> &notes)
{
    if (policy.backend != Backend::Bubblewrap || policy.runtime.empty() ||
        settings.sandbox.origin != Origin::Flag || settings.runtime.origin == Origin::Flag)
        return;
    notes.push_back("the runtime " + shown(policy.runtime) + " of " + shown(settings.runtime.place) +
                    " is not used: bubblewrap has none");
    policy.runtime.clear();
}

/// Where the image's name came from, for the error about it.
std::string originOf(const ImageChoice &image, const Settings &settings)
{
    return settings.image.value.empty() ? "it is the image for " + image.reason
                                        : "it is named by " + shown(settings.image.place);
}

/// What was said of images where none is used.
Status checkUnused(const Settings &settings, std::vector<std::string> &notes)
{
    const bool flag = settings.image.origin == Origin::Flag || settings.images.origin == Origin::Flag;
    if (flag)
        return fail(ErrorCode::SandboxBackend, "bubblewrap has no images, and it is what would be used",
                    "--image", "say --sandbox podman or --sandbox docker as well, or leave --image out");
    if (!settings.image.value.empty())
        notes.push_back("the image " + shown(settings.image.value) + " of " + shown(settings.image.place) +
                        " is not used: bubblewrap shows this machine's programs");
    if (settings.pull.origin == Origin::Flag)
        notes.emplace_back("--pull is not used: bubblewrap needs no image");
    return {};
}

} // namespace

Result<ChosenSandbox> chosenSandbox(Task &task, const Settings &settings,
                                    const std::vector<PlannedCheck> &checks, const Identity &identity,
                                    const std::string &owner, const std::stop_token &stop)
{
    SandboxPolicy &policy = task.policy;
    ChosenSandbox chosen;
    dropRuntimeOfSettings(policy, settings, chosen.notes);
    const Result<ImageChoice> image = imageFor(checks, policy.image, task.images);
    if (image)
        policy.image = image->reference;
    else if (policy.backend == Backend::Docker || policy.backend == Backend::Podman ||
             !policy.runtime.empty())
        return Failure(image.error());
    Result<SandboxChoice> choice = chooseSandboxes(policy, identity, hostEnvironment(), owner, stop);
    if (!choice) {
        Error error = choice.error();
        if (image && !policy.image.empty() && error.what.find(shown(policy.image)) != std::string::npos)
            error.context += (error.context.empty() ? "" : "; ") + originOf(*image, settings);
        return Failure(error);
    }
    chosen.factory = std::move(choice->factory);
    chosen.notes.insert(chosen.notes.end(), choice->notes.begin(), choice->notes.end());
    if (policy.backend == Backend::Bubblewrap) {
        if (const Status unused = checkUnused(settings, chosen.notes); !unused)
            return Failure(unused.error());
    } else if (image && !image->notice.empty()) {
        chosen.notes.push_back(image->notice);
    }
    return chosen;
}

} // namespace vouchsafe
