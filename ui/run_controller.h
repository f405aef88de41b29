#pragma once
// The window's side of a run: folds its events into the view that panels render, and hands on what a person
// asks for.

#include "core/ports/probe.h"
#include "ui/run_view.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vouchsafe {

/// Between the panels and the program around them. What stands under `Q_SIGNALS` as `…Asked` is answered by
/// app/desktop through the slots named beside it, never at once; nothing here blocks. GUI thread.
class RunController : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    const RunView &view() const { return m_view; }
    const std::optional<OpenedRepository> &repository() const { return m_repository; }
    /// Of the shown iteration, once its bytes are there.
    const std::optional<ReviewPatch> &review() const { return m_review; }
    /// The shown patch with the person's edits; none without edits.
    std::optional<Patch> editedPatch() const;

    // --- what a person asks for ---
    void openRepository(const std::string &folder);
    void openRun(const std::string &run);
    void start(const RunOrder &order);
    void goOn(Stride stride); ///< of a run that is held
    void pause();
    void stop();
    void resume(); ///< goes on with a run that was interrupted or cancelled
    void show(int iteration);
    void followNewest();
    void approve(); ///< applies the offered patch; the window has asked by now
    void undo();
    void reject(const std::string &reason, bool tryAgain);
    void edit(const std::vector<EditedFile> &files); ///< empty: all edits are dropped
    void verifyEdited();
    void readLog(const OutputKey &key);
    void examine();
    void clean();                            ///< the window has asked by now
    void trySample(const std::string &name); ///< `python`, `javascript`, `c`
    void closeRun();                         ///< back to writing a task; not while it is live

public Q_SLOTS:
    // --- what the program answers ---
    void repositoryOpened(const vouchsafe::OpenedRepository &repository);
    void runsListed(const std::vector<vouchsafe::RunSummary> &runs);
    void runOpened(const vouchsafe::RunState &state, vouchsafe::RunLife life,
                   const std::vector<std::string> &notices);
    void runPrepared();
    void noticed(const std::string &notice); ///< beside the journal: what this window could not do
    void receive(const std::vector<vouchsafe::Event> &events);
    void held(const vouchsafe::PausePoint &point);
    void released();
    void runEnded();
    void reviewLoaded(const vouchsafe::ReviewPatch &review);
    void outputArrived(const std::vector<vouchsafe::OutputPiece> &pieces);
    void treeWritten(const vouchsafe::AppliedReport &report);
    void machinePartlyExamined(const std::vector<vouchsafe::Finding> &soFar);
    void machineExamined(const std::vector<vouchsafe::Finding> &findings);
    void machineHolds(const std::vector<vouchsafe::Holding> &holdings);
    void machineCleaned(std::uint64_t bytes, const std::vector<std::string> &what);
    void failed(vouchsafe::Act act, const vouchsafe::Error &error);

Q_SIGNALS:
    // --- for panels; arguments are valid during the call ---
    void changed(const vouchsafe::RunView &view);
    void repositoryChanged(const vouchsafe::OpenedRepository &repository);
    void reviewChanged(); ///< review() or editedPatch() is another one
    void outputCleared();
    void output(const std::vector<vouchsafe::OutputPiece> &pieces);
    void reported(const vouchsafe::AppliedReport &report);
    void examinedSoFar(const std::vector<vouchsafe::Finding> &findings);
    void examined(const std::vector<vouchsafe::Finding> &findings);
    void holdingsChanged(const std::vector<vouchsafe::Holding> &holdings);
    void cleaned(std::uint64_t bytes, const std::vector<std::string> &what);
    void problem(vouchsafe::Act act, const vouchsafe::Error &error);
    void problemSolved(vouchsafe::Act act); ///< the same act is tried again or went well

    // --- for the program ---
    void repositoryAsked(const std::string &folder);                               // repositoryOpened
    void runAsked(const std::string &run);                                         // runOpened
    void orderPlaced(const std::string &folder, const vouchsafe::RunOrder &order); // runPrepared, receive…
    void goOnAsked(vouchsafe::Stride stride);                                      // released
    void pauseAsked();                                                             // held
    void stopAsked();                                                              // runEnded
    void resumeAsked(const std::string &run);                                      // runPrepared, receive…
    void reviewAsked(const std::string &run, int iteration);                       // reviewLoaded
    void verifyAsked(const std::string &run, const vouchsafe::Patch &patch);       // runPrepared, receive…
    void applyAsked(const std::string &run, const std::string &patchSha256);       // treeWritten
    void undoAsked(const std::string &run);                                        // treeWritten
    /// The reason is recorded; with `tryAgain` the run goes on with it.
    void rejectAsked(const std::string &run, const std::string &patchSha256, const std::string &reason,
                     bool tryAgain);                                        // receive
    void logAsked(const std::string &run, const vouchsafe::OutputKey &key); // outputArrived
    void examineAsked();                                                    // machineExamined, machineHolds
    void cleanAsked();                                                      // machineCleaned
    void sampleAsked(const std::string &name);                              // repositoryOpened

private:
    void setLife(RunLife life);
    bool keepsEdits(Act act);
    void showNewest();
    void refreshReview();
    void announce();

    RunView m_view;
    std::optional<OpenedRepository> m_repository;
    std::optional<ReviewPatch> m_review;
    std::vector<EditedFile> m_edits;
    std::string m_rejecting; ///< run that is to go on as soon as its rejection is recorded
};

} // namespace vouchsafe
