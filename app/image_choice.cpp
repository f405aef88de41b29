#include "app/image_choice.h"

#include "core/verify/images.h"

namespace vouchsafe {

Result<std::string> chooseImage(const std::vector<PlannedCheck> &checks,
                                const std::map<std::string, std::string> &byLanguage, SandboxPolicy &policy)
{
    const Result<ImageChoice> image = imageFor(checks, policy.image, byLanguage);
    if (image) {
        policy.image = image->reference;
        return image->notice;
    }
    const bool engine = policy.backend == Backend::Docker || policy.backend == Backend::Podman;
    if (engine || !policy.runtime.empty())
        return Failure(image.error());
    return std::string();
}

} // namespace vouchsafe
