#pragma once
// What a repository's development container says that may count here: its image, or its Dockerfile.
//
// The file is JSON with comments and trailing commas (containers.dev). Only `image` is taken, after trust; a
// Dockerfile is built by `vouchsafe prepare` alone. Everything in it that would do something on the host,
// widen the container or run a command is named and left out.

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vouchsafe {

struct DevContainer {
    std::string image;                ///< empty: none, or none that stands for itself (`${localEnv:…}`)
    std::string dockerfile;           ///< as written, relative to the file's folder; empty: none
    std::vector<std::string> ignored; ///< what is asked for and not done, by its names in the file

    bool operator==(const DevContainer &) const = default;
};

/// ErrorCode::Settings where it is not an object in JSON with comments.
Result<DevContainer> parseDevContainer(std::string_view text);

/// The file as it was found below a root: `.devcontainer/devcontainer.json`, `.devcontainer.json`, or the
/// only
/// `.devcontainer/NAME/devcontainer.json`.
struct DevContainerFile {
    std::string path; ///< relative to the root; empty: there is none
    std::string text;
    std::string notice; ///< why what is there was not read: a link, too large, several

    bool operator==(const DevContainerFile &) const = default;
};

/// Reads regular files of at most 256 KiB, never through a link. Nothing in a repository makes it fail.
DevContainerFile findDevContainer(const std::filesystem::path &root);

} // namespace vouchsafe
