#include "app/desktop/desktop.h"

#include "app/apply_run.h"
#include "app/desktop/machine_here.h"
#include "app/desktop/repository_reader.h"
#include "app/desktop/run_list.h"
#include "app/desktop/run_reader.h"
#include "app/run_control.h"
#include "app/run_requests.h"
#include "core/base/dirs.h"
#include "core/patch/patch_doctor.h"

#include <QCoreApplication>
#include <QPointer>

namespace vouchsafe {
namespace {

constexpr int followEveryMs = 700;

Result<AppliedReport> reportOf(bool undone, const std::string &run, const Result<AppliedRun> &written)
{
    if (!written)
        return Failure(written.error());
    return AppliedReport{undone, written->files, written->notices, run};
}

} // namespace

Desktop::Desktop(RunController &controller, std::filesystem::path dataFolder, QObject *parent)
    : QObject(parent), m_controller(controller), m_store(std::move(dataFolder))
{
    m_follower.setInterval(followEveryMs);
    connect(&m_follower, &QTimer::timeout, this, &Desktop::follow);
    connectReading();
    connectRunning();
    connectActing();
}

Desktop::~Desktop() = default;

void Desktop::connectReading()
{
    connect(&m_controller, &RunController::repositoryAsked, this, &Desktop::openRepository);
    connect(&m_controller, &RunController::runAsked, this, &Desktop::openRun);
    connect(&m_controller, &RunController::reviewAsked, this,
            [this](const std::string &, int iteration) { readReviewOf(iteration); });
    connect(&m_controller, &RunController::logAsked, this,
            [this](const std::string &run, const OutputKey &key) {
                m_logs.start(
                    [store = m_store, state = m_controller.view().state, run, key](const std::stop_token &) {
                        const Result<RunFolder> folder = store.find(run);
                        return folder ? readLog(*folder, state, key) : Failure(folder.error());
                    },
                    [this](const Result<OutputPiece> &piece) {
                        if (piece)
                            m_controller.outputArrived({*piece});
                        else
                            m_controller.failed(Act::ReadLog, piece.error());
                    });
            });
    connect(&m_controller, &RunController::examineAsked, this, &Desktop::examineMachine);
    connect(&m_controller, &RunController::cleanAsked, this, &Desktop::cleanMachineHere);
    connect(&m_controller, &RunController::sampleAsked, this, &Desktop::trySample);
}

void Desktop::connectRunning()
{
    connect(&m_controller, &RunController::orderPlaced, this, &Desktop::order);
    connect(&m_controller, &RunController::resumeAsked, this, &Desktop::resume);
    connect(&m_controller, &RunController::verifyAsked, this, &Desktop::verifyEdited);
    connect(&m_controller, &RunController::goOnAsked, this, [this](Stride stride) {
        if (m_run)
            m_run->goOn(stride);
    });
    connect(&m_controller, &RunController::pauseAsked, this, [this] {
        if (m_run)
            m_run->pause();
    });
    connect(&m_controller, &RunController::stopAsked, this, [this] {
        if (m_run)
            m_run->cancel();
        else
            cancelElsewhere();
    });
}

void Desktop::connectActing()
{
    connect(&m_controller, &RunController::applyAsked, this, &Desktop::apply);
    connect(&m_controller, &RunController::undoAsked, this, &Desktop::undo);
    connect(&m_controller, &RunController::rejectAsked, this, &Desktop::reject);
}

void Desktop::openRepository(const std::string &folder)
{
    m_opening.start([store = m_store,
                     folder](const std::stop_token &stop) { return readRepository(folder, store, stop); },
                    [this](const Result<OpenedRepository> &opened) {
                        if (opened)
                            m_controller.repositoryOpened(*opened);
                        else
                            m_controller.failed(Act::OpenRepository, opened.error());
                    });
}

void Desktop::openRun(const std::string &name)
{
    struct Opened {
        Result<ReadRun> run;
        std::optional<OpenedRepository> repository; ///< the run's own, where another one or none was open
    };
    const std::string open = m_controller.repository() ? m_controller.repository()->root : std::string();
    m_openingRun.start(
        [store = m_store, name, open](const std::stop_token &stop) {
            const Result<RunFolder> folder = store.find(name);
            Opened opened{folder ? readRun(*folder) : Failure(folder.error()), {}};
            const std::string own = opened.run ? opened.run->state.task.repository : open;
            if (own != open)
                if (Result<OpenedRepository> repository = readRepository(own, store, stop))
                    opened.repository = std::move(*repository);
            return opened;
        },
        [this](const Opened &opened) {
            if (!opened.run)
                return m_controller.failed(Act::OpenRun, opened.run.error());
            if (opened.repository)
                m_controller.repositoryOpened(*opened.repository);
            m_controller.runOpened(opened.run->state, opened.run->life, opened.run->notices);
            if (opened.run->life == RunLife::Elsewhere)
                m_follower.start();
        });
}

// The journal is read again as a whole: other processes' runs are watched, not driven, so this is rare.
void Desktop::follow()
{
    const RunView &view = m_controller.view();
    if (view.life != RunLife::Elsewhere)
        return m_follower.stop();
    if (std::exchange(m_following, true))
        return; // a long journal takes longer than a tick
    m_follow.start(
        [store = m_store, name = view.state.run](const std::stop_token &) -> Result<LoadedRun> {
            const Result<RunFolder> folder = store.find(name);
            return folder ? loadRun(*folder) : Failure(folder.error());
        },
        [this](const Result<LoadedRun> &run) {
            m_following = false;
            const RunView &shown = m_controller.view();
            if (!run || shown.life != RunLife::Elsewhere || shown.state.run != run->folder.id)
                return;
            if (run->state.seq > shown.state.seq)
                m_controller.receive(run->journal.events); // what it knows it drops
            if (!runOwner(run->folder.id))
                m_controller.runEnded();
        });
}

void Desktop::readReviewOf(int iteration)
{
    m_reading.start([state = m_controller.view().state,
                     iteration](const std::stop_token &stop) { return readReview(state, iteration, stop); },
                    [this](const Result<ReviewPatch> &review) {
                        if (review)
                            m_controller.reviewLoaded(*review);
                        else
                            m_controller.failed(Act::Review, review.error());
                    });
}

void Desktop::examineMachine()
{
    m_examining.start(
        [self = QPointer<Desktop>(this)](const std::stop_token &stop) {
            std::vector<Finding> findings = findingsHere(
                [&](const std::vector<Finding> &soFar) {
                    QMetaObject::invokeMethod(
                        QCoreApplication::instance(),
                        [self, stop, soFar] {
                            if (self && !stop.stop_requested())
                                self->m_controller.machinePartlyExamined(soFar);
                        },
                        Qt::QueuedConnection);
                },
                stop);
            findings.push_back(modelFinding());
            return findings;
        },
        [this](const std::vector<Finding> &findings) {
            m_controller.machineExamined(findings);
            countHoldings();
        });
}

void Desktop::countHoldings()
{
    m_counting.start(
        [data = m_store.dataFolder()](const std::stop_token &stop) { return holdingsHere(data, stop); },
        [this](const std::vector<Holding> &holdings) { m_controller.machineHolds(holdings); });
}

void Desktop::cleanMachineHere()
{
    m_cleaning.start([](const std::stop_token &stop) { return cleanHere(stop); },
                     [this](const Result<MachineCleaned> &cleaned) {
                         if (cleaned)
                             m_controller.machineCleaned(cleaned->bytes, cleaned->words);
                         else
                             m_controller.failed(Act::Clean, cleaned.error());
                     });
}

void Desktop::trySample(const std::string &name)
{
    m_opening.start(
        [name, data = m_store.dataFolder()](const std::stop_token &) { return copySample(name, data); },
        [this](const Result<std::filesystem::path> &folder) {
            if (folder)
                openRepository(folder->string());
            else
                m_controller.failed(Act::Sample, folder.error());
        });
}

void Desktop::listRuns()
{
    if (!m_controller.repository())
        return;
    m_listing.start([root = m_controller.repository()->root,
                     store = m_store](const std::stop_token &stop) { return runsOf(root, store, stop); },
                    [this](const std::vector<RunSummary> &runs) { m_controller.runsListed(runs); });
}

void Desktop::cancelElsewhere()
{
    m_cancelling.start(
        [run = m_controller.view().state.run](const std::stop_token &) { return cancelRun(run); },
        [this](const Status &cancelled) {
            if (!cancelled)
                m_controller.failed(Act::Run, cancelled.error());
        });
}

void Desktop::finishRun(const std::optional<Error> &error)
{
    m_controller.runEnded();
    if (error && error->code != ErrorCode::Cancelled)
        m_controller.failed(Act::Run, *error);
    m_run.release()->deleteLater(); // it is the sender
    listRuns();
}

void Desktop::apply(const std::string &run, const std::string &patchSha256)
{
    act(
        Act::Apply,
        [run, patchSha256](const RunStore &store) -> Result<AppliedReport> {
            const Result<RunFolder> folder = store.find(run);
            if (!folder)
                return Failure(folder.error());
            return reportOf(false, run,
                            applyRun(*folder, store.dataFolder(), "approved in the window", patchSha256));
        },
        [this](const AppliedReport &report) { m_controller.treeWritten(report); });
}

void Desktop::undo(const std::string &run)
{
    act(
        Act::Undo,
        [run](const RunStore &store) -> Result<AppliedReport> {
            const Result<RunFolder> folder = store.find(run);
            return folder ? reportOf(true, run, undoRun(*folder, store.dataFolder()))
                          : Failure(folder.error());
        },
        [this](const AppliedReport &report) { m_controller.treeWritten(report); });
}

void Desktop::reject(const std::string &run, const std::string &patchSha256, const std::string &reason,
                     bool tryAgain)
{
    act(
        Act::Reject,
        [run, patchSha256, reason](const RunStore &store) -> Result<AppliedReport> {
            const Result<RunFolder> folder = store.find(run);
            const Status rejected =
                folder ? rejectPatch(*folder, patchSha256, reason) : Status(Failure(folder.error()));
            return rejected ? Result<AppliedReport>(AppliedReport()) : Failure(rejected.error());
        },
        [this, run, tryAgain](const AppliedReport &) {
            if (tryAgain)
                resume(run);
        });
}

void Desktop::act(Act kind, std::function<Result<AppliedReport>(const RunStore &)> work,
                  std::function<void(const AppliedReport &)> done)
{
    if (std::exchange(m_busy, true))
        return m_controller.failed(kind, {ErrorCode::TreeBusy, "another act on this run is not done yet",
                                          "approving, undoing or rejecting", "Wait a moment and try again."});
    struct Answer {
        Result<AppliedReport> report;
        std::vector<Event> news; ///< what the journal has and the view has not
    };
    const RunState &shown = m_controller.view().state;
    m_acting.start(
        [store = m_store, work = std::move(work), run = shown.run,
         known = shown.seq](const std::stop_token &) {
            Answer answer{work(store), {}};
            const Result<RunFolder> folder = store.find(run);
            const Result<LoadedJournal> journal =
                folder ? loadJournal(folder->journal()) : Failure(folder.error());
            if (journal && static_cast<std::int64_t>(journal->events.size()) > known)
                answer.news.assign(journal->events.begin() + known, journal->events.end());
            return answer;
        },
        [this, kind, run = shown.run, done = std::move(done)](const Answer &answer) {
            m_busy = false;
            if (m_controller.view().state.run == run)
                m_controller.receive(answer.news);
            if (answer.report)
                done(*answer.report);
            else
                m_controller.failed(kind, answer.report.error());
            listRuns();
        });
}

} // namespace vouchsafe
