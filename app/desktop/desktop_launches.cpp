#include "app/desktop/desktop.h"

#include "app/apply_run.h"
#include "app/desktop/install_first.h"
#include "app/run_requests.h"
#include "core/patch/patch_doctor.h"

namespace vouchsafe {

void Desktop::launch(DesktopRun::Prepare prepare, Stride first)
{
    if (m_run)
        return; // the controller lets no second one begin
    // What was asked for before the run began comes too late.
    m_opening.cancel();
    m_openingRun.cancel();
    m_follower.stop();
    m_run = std::make_unique<DesktopRun>(std::move(prepare), first);
    connect(m_run.get(), &DesktopRun::prepared, this, [this] {
        m_controller.runPrepared();
        listRuns();
    });
    connect(m_run.get(), &DesktopRun::noticed, &m_controller, &RunController::noticed);
    connect(m_run.get(), &DesktopRun::told, this, [this](const Mailbox::Contents &contents) {
        m_controller.receive(contents.events);
        if (!contents.output.empty())
            m_controller.outputArrived(contents.output);
    });
    connect(m_run.get(), &DesktopRun::held, &m_controller, &RunController::held);
    connect(m_run.get(), &DesktopRun::released, &m_controller, &RunController::released);
    connect(m_run.get(), &DesktopRun::ended, this, &Desktop::finishRun);
    m_run->start();
}

void Desktop::order(const std::string &folder, const RunOrder &order)
{
    NewRun run{folder, order.flags, order.request};
    run.flags.erase("prepare");
    const auto say = [this](const std::string &text) { // from the run's thread, which ends before this object
        QMetaObject::invokeMethod(
            this, [this, text] { m_controller.noticed(text); }, Qt::QueuedConnection);
    };
    launch(
        [run = std::move(run), flags = order.flags, data = m_store.dataFolder(),
         say](const std::stop_token &stop) -> Result<RunRequest> {
            if (const Status installed = installFirst(run.repository, flags, stop, say); !installed)
                return Failure(installed.error());
            return newRun(run, data, stop);
        },
        order.stride);
}

void Desktop::resume(const std::string &run)
{
    launch(
        [store = m_store, run](const std::stop_token &stop) -> Result<RunRequest> {
            const Result<RunFolder> folder = store.find(run);
            const Result<LoadedRun> loaded = folder ? loadRun(*folder) : Failure(folder.error());
            return loaded ? resumedRun(*loaded, stop) : Failure(loaded.error());
        },
        Stride::ToTheEnd);
}

// The edited patch is judged on the tree as it is now, in a run of its own that names the one it came from.
void Desktop::verifyEdited(const std::string &run, const Patch &patch)
{
    const Task task = m_controller.view().state.task;
    launch(
        [store = m_store, run, patch, task](const std::stop_token &stop) -> Result<RunRequest> {
            const std::string diff = PatchDoctor().render(patch);
            if (const Result<RunFolder> folder = store.find(run))
                if (const Status noted = recordEdit(*folder, diff); !noted)
                    return Failure(noted.error());
            Result<RunRequest> request =
                newRun({task.repository, {}, task.request, diff, run}, store.dataFolder(), stop);
            if (request) {
                request->task.checks = task.checks;
                request->task.policy = task.policy;
                request->task.limits.check = task.limits.check;
            }
            return request;
        },
        Stride::ToTheEnd);
}

} // namespace vouchsafe
