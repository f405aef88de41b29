#include "sandbox/waiting_workspace.h"

#include <utility>

namespace vouchsafe {
namespace {

WorkspaceSpec withoutFiles(WorkspaceSpec spec)
{
    spec.files.clear();
    return spec;
}

} // namespace

void WaitingWorkspace::begin(const WorkspaceSpec &spec, const Identity &identity, bool overlay)
{
    WorkspaceSpec wanted = withoutFiles(spec);
    Made old; // goes after the lock: it may still be in the making
    const std::lock_guard lock(m_lock);
    if (m_made.valid() && m_spec == wanted)
        return;
    old = std::exchange(m_made, std::async(std::launch::async, [wanted, identity, overlay] {
                            return Workspace::make(wanted, identity, overlay);
                        }));
    m_spec = std::move(wanted);
}

std::unique_ptr<Workspace> WaitingWorkspace::take(const WorkspaceSpec &spec)
{
    Made made;
    {
        const std::lock_guard lock(m_lock);
        if (!m_made.valid() || m_spec != withoutFiles(spec))
            return nullptr;
        made = std::move(m_made);
    }
    // What failed ahead is tried again by the caller, who says so if it fails again.
    auto workspace = made.get();
    if (!workspace || !(*workspace)->layMore(spec.files))
        return nullptr;
    return std::move(*workspace);
}

void WaitingWorkspace::drop()
{
    Made old;
    const std::lock_guard lock(m_lock);
    old = std::move(m_made);
}

} // namespace vouchsafe
