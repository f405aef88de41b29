#pragma once
// Compares a container that an engine made with its plan: an engine's own settings can add to what was asked.

#include "core/base/result.h"
#include "sandbox/attestation.h"
#include "sandbox/engine/container_argv.h"

#include <string>
#include <string_view>

namespace vouchsafe {

/// `inspected` is what `container inspect NAME` printed before the start. ErrorCode::SandboxSetup names
/// mounts, variables, devices, rights and namespaces that the plan does not have.
Status checkContainer(const ContainerPlan &plan, std::string_view inspected);

/// Equal for containers that differ in names alone: their own, those of volumes and folders of the host.
std::string containerShape(const ContainerPlan &plan);

/// What the probe in a container of this plan has to see; its mounts are the plan's and the engines' own.
WantedInside wantedInside(const ContainerPlan &plan);

} // namespace vouchsafe
