#pragma once
// One run that this window has under way.

#include "app/desktop/mailbox.h"
#include "app/desktop/step_gate.h"
#include "app/run_assembly.h"
#include "app/run_control.h"
#include "core/loop/session.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace vouchsafe {

/// Reads the repository, puts the run together and carries it out on a thread of its own; tells of it on the
/// thread that made it. `vouchsafe cancel` reaches it. The destructor cancels and waits.
class DesktopRun : public QObject {
    Q_OBJECT
public:
    using Prepare = std::function<Result<RunRequest>(std::stop_token)>;

    DesktopRun(Prepare prepare, Stride first, QObject *parent = nullptr);
    ~DesktopRun() override;

    void start();
    void goOn(Stride stride) { m_gate.goOn(stride); }
    void pause() { m_gate.pause(); }
    void cancel();

Q_SIGNALS:
    void prepared(const std::string &run);
    void told(const vouchsafe::Mailbox::Contents &contents);
    void held(const vouchsafe::PausePoint &point);
    void released();
    void noticed(const std::string &notice);
    /// The last that comes. The error is there where the run did not come to an end of its own.
    void ended(const std::optional<vouchsafe::Error> &error);

private:
    Result<RunState> work(const std::stop_token &stop);
    void onThisThread(std::function<void()> act);
    void empty();
    void end();

    Prepare m_prepare;
    Mailbox m_mailbox;
    StepGate m_gate;
    std::unique_ptr<RunControl> m_control;
    Session m_session;
};

} // namespace vouchsafe
