#pragma once
// A workspace that is made ahead, while there is time, for the sandbox that will be opened next.

#include "sandbox/workspace.h"

#include <future>
#include <memory>
#include <mutex>

namespace vouchsafe {

/// Safe from several threads. The destructor removes what nobody took.
class WaitingWorkspace {
public:
    /// Begins on a thread of its own. What waited before goes, unless it is the same.
    void begin(const WorkspaceSpec &spec, const Identity &identity, bool overlay);
    /// The one for this spec (its files apart, which are laid now), or none: then it has to be made.
    std::unique_ptr<Workspace> take(const WorkspaceSpec &spec);
    void drop();

private:
    using Made = std::future<Result<std::unique_ptr<Workspace>>>;

    std::mutex m_lock;
    WorkspaceSpec m_spec; ///< without files
    Made m_made;
};

} // namespace vouchsafe
