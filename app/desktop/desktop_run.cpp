#include "app/desktop/desktop_run.h"

#include "app/run_requests.h"

namespace vouchsafe {

DesktopRun::DesktopRun(Prepare prepare, Stride first, QObject *parent)
    : QObject(parent),
      m_prepare(std::move(prepare)),
      m_mailbox([this] { onThisThread([this] { empty(); }); }),
      m_gate(first,
             [this](const std::optional<PausePoint> &point) {
                 onThisThread([this, point] {
                     empty(); // what it is held after comes first
                     if (point)
                         Q_EMIT held(*point);
                     else
                         Q_EMIT released();
                 });
             }),
      m_session([this](const std::stop_token &stop) { return work(stop); })
{
}

DesktopRun::~DesktopRun()
{
    cancel();
    m_session.wait();
}

void DesktopRun::start()
{
    m_session.start([this] { onThisThread([this] { end(); }); });
}

void DesktopRun::cancel()
{
    m_session.cancel();
    m_gate.release();
}

Result<RunState> DesktopRun::work(const std::stop_token &stop)
{
    Result<RunRequest> request = m_prepare(stop);
    if (!request)
        return Failure(request.error());
    const RunFolder folder = request->folder;
    request->gate = &m_gate;
    request->sinks = {&m_mailbox, &m_gate};
    const std::vector<Noticed> notices = request->settings.notices;
    Result<std::unique_ptr<RunAssembly>> assembly = RunAssembly::build(std::move(*request), stop);
    if (!assembly) {
        removeUnused(folder);
        for (const Noticed &each : notices) // they may say why
            onThisThread([this, text = each.text] { Q_EMIT noticed(text); });
        return Failure(assembly.error());
    }
    onThisThread([this, run = folder.id] {
        // Without it the window's own stop still works, so its absence is no reason to end the run.
        auto control = RunControl::listen(run, [this] { cancel(); });
        if (control)
            m_control = std::move(*control);
        else
            Q_EMIT noticed("Other programs cannot see or stop this run: " + control.error().context);
        Q_EMIT prepared(run);
    });
    Result<RunState> state = (*assembly)->run(stop);
    assembly->reset(); // the journal is closed before anything else is said of the run
    removeUnused(folder);
    return state;
}

// Calls that are still waiting when this object goes are dropped with it.
void DesktopRun::onThisThread(std::function<void()> act)
{
    QMetaObject::invokeMethod(this, std::move(act), Qt::QueuedConnection);
}

void DesktopRun::empty()
{
    const Mailbox::Contents contents = m_mailbox.take();
    if (!contents.events.empty() || !contents.output.empty())
        Q_EMIT told(contents);
}

void DesktopRun::end()
{
    const Result<RunState> &state = m_session.wait();
    empty();
    m_control.reset();
    Q_EMIT ended(state ? std::nullopt : std::optional(state.error()));
}

} // namespace vouchsafe
