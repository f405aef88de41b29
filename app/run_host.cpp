#include "app/run_host.h"

#include "app/run_control.h"
#include "app/signals.h"

#include <QCoreApplication>
#include <QEventLoop>

namespace vouchsafe {

Result<RunState> hostRun(const std::string &run, Session::Work work, std::string &notice)
{
    QEventLoop events;
    Session session(std::move(work));
    const StopSignals signals([&session] { session.cancel(); });
    const auto control = RunControl::listen(run, [&session] { session.cancel(); });
    if (!control)
        notice = "`vouchsafe cancel` cannot reach this run: " + control.error().context;
    session.start([&events] { QMetaObject::invokeMethod(&events, "quit", Qt::QueuedConnection); });
    events.exec();
    return session.wait();
}

} // namespace vouchsafe
