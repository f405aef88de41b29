#pragma once
// Frames into a helper and frames out of it, until its container has ended well.

#include "core/base/result.h"
#include "sandbox/engine/container_process.h"
#include "sandbox/inside_frames.h"

#include <functional>
#include <string>

namespace vouchsafe {

struct FrameExchange {
    /// Appends the next frames to what goes in; false: there are no more.
    std::function<bool(std::string &)> more = [](std::string &) { return false; };
    std::function<void(inside::Frame)> frame = [](inside::Frame) {};
};

/// `what` failed is said where the helper ends badly, or nothing moves for a minute.
Status exchangeFrames(ContainerProcess &process, const FrameExchange &exchange, const std::string &what);

} // namespace vouchsafe
