#include "ui/run_controller.h"

#include "core/events/reducer.h"

#include <algorithm>

namespace vouchsafe {

std::optional<Patch> RunController::editedPatch() const
{
    if (!m_review || m_edits.empty())
        return std::nullopt;
    Patch patch = m_review->patch;
    patch.origin = "person";
    for (const EditedFile &edited : m_edits)
        for (FileChange &file : patch.files)
            if (file.path == edited.path)
                file.after = edited.after;
    return patch;
}

// What a person typed is never dropped for something else that they ask for.
bool RunController::keepsEdits(Act act)
{
    if (!m_view.edited)
        return false;
    Q_EMIT problem(act,
                   {ErrorCode::NotApproved, "the patch has edits that would be lost",
                    "they are on the screen alone", "Verify the edited patch, or drop the edits first."});
    return true;
}

void RunController::openRepository(const std::string &folder)
{
    if (m_view.isLive() || keepsEdits(Act::OpenRepository))
        return;
    Q_EMIT problemSolved(Act::OpenRepository);
    Q_EMIT repositoryAsked(folder);
}

void RunController::openRun(const std::string &run)
{
    if (m_view.isLive() || keepsEdits(Act::OpenRun))
        return;
    Q_EMIT problemSolved(Act::OpenRun);
    Q_EMIT runAsked(run);
}

void RunController::start(const RunOrder &order)
{
    if (m_view.isLive() || !m_repository || keepsEdits(Act::Run))
        return;
    closeRun();
    m_view.state.task.request = order.request;
    setLife(RunLife::Preparing);
    const std::filesystem::path folder =
        std::filesystem::path(m_repository->root) / std::filesystem::path(m_repository->subfolder);
    Q_EMIT orderPlaced(folder.string(), order);
}

void RunController::goOn(Stride stride)
{
    if (m_view.life == RunLife::Paused || m_view.life == RunLife::Running)
        Q_EMIT goOnAsked(stride);
}

void RunController::pause()
{
    if (m_view.life == RunLife::Running)
        Q_EMIT pauseAsked();
}

void RunController::stop()
{
    if (m_view.life == RunLife::Elsewhere)
        return Q_EMIT stopAsked(); // its end comes with its journal
    if (!m_view.isLive() || m_view.life == RunLife::Stopping)
        return;
    setLife(RunLife::Stopping);
    Q_EMIT stopAsked();
}

void RunController::resume()
{
    if (m_view.life != RunLife::Ended || keepsEdits(Act::Run))
        return;
    Q_EMIT problemSolved(Act::Run);
    setLife(RunLife::Preparing);
    Q_EMIT resumeAsked(m_view.state.run);
}

void RunController::show(int iteration)
{
    const auto &iterations = m_view.state.iterations;
    if (iteration == m_view.shown || m_view.state.iteration(iteration) == nullptr || keepsEdits(Act::Review))
        return;
    m_view.shown = iteration;
    m_view.followsNewest = iteration == iterations.back().number;
    announce();
    refreshReview();
}

void RunController::followNewest()
{
    if (!m_view.state.iterations.empty())
        show(m_view.state.iterations.back().number);
}

void RunController::approve()
{
    if (!m_review || m_view.edited || m_view.life != RunLife::Ended)
        return;
    Q_EMIT problemSolved(Act::Apply);
    Q_EMIT applyAsked(m_review->run, m_review->sha256);
}

void RunController::undo()
{
    Q_EMIT problemSolved(Act::Undo);
    Q_EMIT undoAsked(m_view.state.run);
}

void RunController::reject(const std::string &reason, bool tryAgain)
{
    const Iteration *iteration = m_view.shownIteration();
    if (iteration == nullptr || !iteration->patch || m_view.life != RunLife::Ended || keepsEdits(Act::Reject))
        return;
    Q_EMIT problemSolved(Act::Reject);
    m_rejecting = tryAgain ? m_view.state.run : std::string();
    if (tryAgain)
        setLife(RunLife::Preparing);
    Q_EMIT rejectAsked(m_view.state.run, iteration->patch->sha256, reason, tryAgain);
}

void RunController::edit(const std::vector<EditedFile> &files)
{
    m_edits.clear();
    for (const EditedFile &edited : files) {
        const auto &known = m_review ? m_review->patch.files : std::vector<FileChange>();
        const bool differs = std::any_of(known.begin(), known.end(), [&](const FileChange &file) {
            return file.path == edited.path && file.after != edited.after;
        });
        if (differs)
            m_edits.push_back(edited);
    }
    if (m_view.edited == !m_edits.empty())
        return;
    m_view.edited = !m_edits.empty();
    announce();
}

void RunController::verifyEdited()
{
    const std::optional<Patch> patch = editedPatch();
    if (!patch || m_view.life != RunLife::Ended)
        return;
    const std::string run = m_view.state.run;
    Q_EMIT problemSolved(Act::Run);
    setLife(RunLife::Preparing);
    Q_EMIT verifyAsked(run, *patch);
}

void RunController::readLog(const OutputKey &key)
{
    if (!m_view.state.run.empty())
        Q_EMIT logAsked(m_view.state.run, key);
}

void RunController::examine()
{
    Q_EMIT examineAsked();
}

void RunController::clean()
{
    Q_EMIT cleanAsked();
}

void RunController::trySample(const std::string &name)
{
    if (m_view.isLive() || keepsEdits(Act::Sample))
        return;
    Q_EMIT problemSolved(Act::Sample);
    Q_EMIT sampleAsked(name);
}

void RunController::closeRun()
{
    if (m_view.isLive() || keepsEdits(Act::Run))
        return;
    for (const Act act : {Act::OpenRun, Act::Run, Act::Review, Act::Apply, Act::Undo, Act::Reject})
        Q_EMIT problemSolved(act);
    m_view = {};
    m_edits.clear();
    m_review.reset();
    Q_EMIT outputCleared();
    Q_EMIT reviewChanged();
    announce();
}

void RunController::repositoryOpened(const OpenedRepository &repository)
{
    Q_EMIT problemSolved(Act::OpenRepository);
    if (m_view.isLive() || keepsEdits(Act::OpenRepository))
        return; // asked for before the run began
    closeRun();
    m_repository = repository;
    Q_EMIT repositoryChanged(*m_repository);
}

void RunController::runsListed(const std::vector<RunSummary> &runs)
{
    if (!m_repository)
        return;
    m_repository->runs = runs;
    Q_EMIT repositoryChanged(*m_repository);
}

void RunController::runOpened(const RunState &state, RunLife life, const std::vector<std::string> &notices)
{
    if (m_view.isLive() || keepsEdits(Act::OpenRun))
        return;
    closeRun();
    m_view.state = state;
    m_view.life = life;
    m_view.notices = notices;
    showNewest();
    announce();
    refreshReview();
}

// A new run; the one that was shown until now stays in the list.
void RunController::runPrepared()
{
    if (m_view.life == RunLife::Preparing) // it may have been asked to stop meanwhile
        setLife(RunLife::Running);
}

void RunController::noticed(const std::string &notice)
{
    m_view.notices.push_back(notice);
    announce();
}

void RunController::receive(const std::vector<Event> &events)
{
    if (events.empty())
        return;
    const bool another = m_view.state.run != events.front().run;
    if (!m_view.state.run.empty() && m_view.state.run != events.front().run) {
        const RunLife life = m_view.life;
        m_view = {};
        m_view.life = life;
        m_edits.clear();
        m_review.reset();
        Q_EMIT outputCleared();
        Q_EMIT reviewChanged();
    }
    bool reviewed = another;
    for (const Event &event : events) {
        if (event.seq <= m_view.state.seq)
            continue; // told twice: by the run itself and from its journal
        m_view.state = reduce(std::move(m_view.state), event);
        reviewed = reviewed || std::holds_alternative<PatchProposed>(event.body);
    }
    const int before = m_view.shown;
    if (m_view.followsNewest && !m_view.edited)
        showNewest();
    announce();
    if (!m_view.edited && (reviewed || before != m_view.shown))
        refreshReview();
}

void RunController::held(const PausePoint &point)
{
    if (!m_view.isLive() || m_view.life == RunLife::Stopping)
        return;
    m_view.pause = point;
    setLife(RunLife::Paused);
}

void RunController::released()
{
    if (m_view.life != RunLife::Paused)
        return;
    setLife(RunLife::Running);
}

void RunController::runEnded()
{
    setLife(m_view.state.run.empty() ? RunLife::None : RunLife::Ended);
    if (const auto &finished = m_view.state.finished;
        finished && finished->best > 0 && m_view.followsNewest && !m_view.edited)
        show(finished->best);
}

void RunController::reviewLoaded(const ReviewPatch &review)
{
    if (review.run != m_view.state.run || review.iteration != m_view.shown)
        return; // meanwhile another one is looked at
    Q_EMIT problemSolved(Act::Review);
    m_review = review;
    m_edits.clear();
    m_view.edited = false;
    Q_EMIT reviewChanged();
    announce();
}

void RunController::outputArrived(const std::vector<OutputPiece> &pieces)
{
    Q_EMIT output(pieces);
}

void RunController::treeWritten(const AppliedReport &report)
{
    Q_EMIT problemSolved(report.undone ? Act::Undo : Act::Apply);
    Q_EMIT reported(report);
    if (report.notices.empty() || (!report.run.empty() && report.run != m_view.state.run))
        return;
    m_view.notices.insert(m_view.notices.end(), report.notices.begin(), report.notices.end());
    announce();
}

void RunController::machinePartlyExamined(const std::vector<Finding> &soFar)
{
    Q_EMIT examinedSoFar(soFar);
}

void RunController::machineHolds(const std::vector<Holding> &holdings)
{
    Q_EMIT holdingsChanged(holdings);
}

void RunController::machineCleaned(std::uint64_t bytes, const std::vector<std::string> &what)
{
    Q_EMIT cleaned(bytes, what);
    examine();
}

void RunController::machineExamined(const std::vector<Finding> &findings)
{
    Q_EMIT examined(findings);
}

void RunController::failed(Act act, const Error &error)
{
    const bool ofARun = act == Act::Run || (act == Act::Reject && m_view.life == RunLife::Preparing &&
                                            m_rejecting == m_view.state.run);
    if (ofARun && m_view.isLive())
        setLife(m_view.state.run.empty() ? RunLife::None : RunLife::Ended);
    Q_EMIT problem(act, error);
}

void RunController::setLife(RunLife life)
{
    m_view.life = life;
    if (life != RunLife::Paused)
        m_view.pause.reset();
    announce();
}

void RunController::showNewest()
{
    const RunState &state = m_view.state;
    if (state.finished && state.finished->best > 0)
        m_view.shown = state.finished->best;
    else if (!state.iterations.empty())
        m_view.shown = state.iterations.back().number;
}

void RunController::refreshReview()
{
    m_review.reset();
    m_edits.clear();
    m_view.edited = false;
    Q_EMIT reviewChanged();
    const Iteration *iteration = m_view.shownIteration();
    if (iteration != nullptr && iteration->patch)
        Q_EMIT reviewAsked(m_view.state.run, m_view.shown);
}

void RunController::announce()
{
    Q_EMIT changed(m_view);
}

} // namespace vouchsafe
