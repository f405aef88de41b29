#pragma once
// Answers what the window asks for: opens, runs, reads and applies, all off the window's thread.

#include "app/desktop/desktop_run.h"
#include "app/run_store.h"
#include "core/base/result.h"
#include "ui/run_controller.h"
#include "ui/support/background.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace vouchsafe {

/// Connected to one controller for life; call from its thread. The destructor cancels the run and waits.
class Desktop : public QObject {
    Q_OBJECT
public:
    Desktop(RunController &controller, std::filesystem::path dataFolder, QObject *parent = nullptr);
    ~Desktop() override;

private:
    void connectReading();
    void connectRunning();
    void connectActing();

    void openRepository(const std::string &folder);
    void openRun(const std::string &name);
    void follow();
    void readReviewOf(int iteration);
    void examineMachine();
    void countHoldings();
    void cleanMachineHere();
    void trySample(const std::string &name);
    void listRuns();

    void launch(DesktopRun::Prepare prepare, Stride first);
    void order(const std::string &folder, const RunOrder &order);
    void resume(const std::string &run);
    void verifyEdited(const std::string &run, const Patch &patch);
    void cancelElsewhere();
    void finishRun(const std::optional<Error> &error);

    void apply(const std::string &run, const std::string &patchSha256);
    void undo(const std::string &run);
    void reject(const std::string &run, const std::string &patchSha256, const std::string &reason,
                bool tryAgain);
    /// One act on a finished run; another one that is asked for meanwhile fails.
    void act(Act kind, std::function<Result<AppliedReport>(const RunStore &)> work,
             std::function<void(const AppliedReport &)> done);

    RunController &m_controller;
    RunStore m_store;
    std::unique_ptr<DesktopRun> m_run;
    Background m_opening;
    Background m_openingRun;
    Background m_follow;
    Background m_cancelling;
    Background m_reading;
    Background m_logs;
    Background m_listing;
    Background m_examining;
    Background m_counting;
    Background m_cleaning;
    Background m_acting;      ///< apply, undo, reject
    bool m_busy = false;      ///< one of them is under way
    QTimer m_follower;        ///< of a run in another process
    bool m_following = false; ///< its journal is being read
};

} // namespace vouchsafe
