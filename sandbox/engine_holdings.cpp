#include "sandbox/engine_holdings.h"

#include "core/base/text.h"
#include "sandbox/engine/container_owner.h"
#include "sandbox/engine/container_sandbox.h"
#include "sandbox/engine_probe.h"

#include <charconv>

namespace vouchsafe {
namespace {

struct Image {
    std::string id;
    std::uint64_t bytes = 0;
};

/// Lines of a listing; the engine's own words where it refuses.
Result<std::vector<std::string>> listed(const Engine &engine, HostProgram &programs,
                                        const std::vector<std::string> &arguments,
                                        const std::stop_token &stop)
{
    const auto result = callEngine(engine, programs, arguments, stop);
    if (!result)
        return Failure(result.error());
    if (result->exitCode != 0)
        return fail(ErrorCode::SandboxSetup, "the engine does not list what it holds",
                    std::string(trimmed(toUtf8Lossy(result->errors))));
    std::vector<std::string> lines;
    for (const std::string_view line : splitLines(result->output))
        if (!trimmed(line).empty())
            lines.emplace_back(trimmed(line));
    return lines;
}

Result<std::vector<Image>> ourImages(const Engine &engine, HostProgram &programs, const std::stop_token &stop)
{
    std::vector<Image> images;
    auto ids =
        listed(engine, programs,
               {"image", "ls", "--no-trunc", "-q", "--filter", std::string("reference=") + emptyImage}, stop);
    if (!ids)
        return Failure(ids.error());
    for (const std::string &id : *ids) {
        const auto size = listed(engine, programs, {"image", "inspect", "--format", "{{.Size}}", id}, stop);
        Image image{id, 0};
        if (size && !size->empty())
            std::from_chars(size->front().data(), size->front().data() + size->front().size(), image.bytes);
        images.push_back(image);
    }
    return images;
}

std::string nameOf(const Engine &engine)
{
    return engine.kind == Backend::Docker ? "docker" : "podman";
}

} // namespace

Result<std::vector<Holding>> engineHoldings(const Engine &engine, HostProgram &programs, std::stop_token stop)
{
    const auto images = ourImages(engine, programs, stop);
    if (!images)
        return Failure(images.error());
    Holding ofImages{nameOf(engine) + " images", engine.endpoint, 0, images->size(), true};
    for (const Image &image : *images)
        ofImages.bytes += image.bytes;
    std::vector<Holding> all{ofImages};
    const std::string label = std::string("label=") + runLabel;
    const auto containers =
        listed(engine, programs, {"ps", "-a", "-q", "--no-trunc", "--filter", label}, stop);
    if (!containers)
        return Failure(containers.error());
    all.push_back({nameOf(engine) + " containers", engine.endpoint, 0, containers->size(), true});
    const auto volumes = listed(engine, programs, {"volume", "ls", "-q", "--filter", label}, stop);
    if (!volumes)
        return Failure(volumes.error());
    all.push_back({nameOf(engine) + " volumes", engine.endpoint, 0, volumes->size(), true});
    return all;
}

Result<EngineCleaned> cleanEngine(const Engine &engine, HostProgram &programs, std::stop_token stop)
{
    const auto orphans = reapContainers(engine, programs, stop);
    if (!orphans)
        return Failure(orphans.error());
    const auto images = ourImages(engine, programs, stop);
    if (!images)
        return Failure(images.error());
    EngineCleaned cleaned{*orphans, 0, 0};
    for (const Image &image : *images) {
        // Without force: an image that a container stands on is refused, and stays.
        const auto removed = callEngine(engine, programs, {"image", "rm", image.id}, stop);
        if (!removed)
            return Failure(removed.error());
        if (removed->exitCode != 0)
            continue;
        ++cleaned.images;
        cleaned.bytes += image.bytes;
    }
    return cleaned;
}

} // namespace vouchsafe
