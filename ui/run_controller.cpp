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

void RunController::openRepository(const std::string &folder)
{
    Q_EMIT problemSolved(Act::OpenRepository);
    Q_EMIT repositoryAsked(folder);
}

void RunController::openRun(const std::string &run)
{
    if (m_view.isLive())
        return;
    Q_EMIT problemSolved(Act::OpenRun);
    Q_EMIT runAsked(run);
}

void RunController::start(const RunOrder &order)
{
    if (m_view.isLive() || !m_repository)
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
    if (m_view.life != RunLife::Ended)
        return;
    Q_EMIT problemSolved(Act::Run);
    setLife(RunLife::Preparing);
    Q_EMIT resumeAsked(m_view.state.run);
}

void RunController::show(int iteration)
{
    const auto &iterations = m_view.state.iterations;
    if (iteration == m_view.shown || m_view.state.iteration(iteration) == nullptr)
        return;
    m_view.shown = iteration;
    m_view.followsNewest = iteration == iterations.back().number;
    m_view.edited = false;
    m_edits.clear();
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
    if (iteration == nullptr || !iteration->patch || m_view.life != RunLife::Ended)
        return;
    Q_EMIT problemSolved(Act::Reject);
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
    if (!patch || m_view.isLive())
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

void RunController::trySample(const std::string &name)
{
    Q_EMIT problemSolved(Act::Sample);
    Q_EMIT sampleAsked(name);
}

void RunController::closeRun()
{
    if (m_view.isLive())
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
    setLife(RunLife::Running);
}

void RunController::receive(const std::vector<Event> &events)
{
    if (events.empty())
        return;
    if (!m_view.state.run.empty() && m_view.state.run != events.front().run) {
        const RunLife life = m_view.life;
        m_view = {};
        m_view.life = life;
        m_edits.clear();
        Q_EMIT outputCleared();
    }
    bool reviewed = false;
    for (const Event &event : events) {
        m_view.state = reduce(std::move(m_view.state), event);
        reviewed = reviewed || std::holds_alternative<PatchProposed>(event.body);
    }
    const int before = m_view.shown;
    if (m_view.followsNewest)
        showNewest();
    announce();
    if (reviewed || before != m_view.shown)
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
    if (const auto &finished = m_view.state.finished; finished && finished->best > 0 && m_view.followsNewest)
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
    if (report.notices.empty())
        return;
    m_view.notices.insert(m_view.notices.end(), report.notices.begin(), report.notices.end());
    announce();
}

void RunController::machineExamined(const std::vector<Finding> &findings)
{
    Q_EMIT examined(findings);
}

void RunController::failed(Act act, const Error &error)
{
    const bool ofARun = act == Act::Run || act == Act::Reject;
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
