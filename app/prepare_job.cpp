#include "app/prepare_job.h"

#include "app/attempt_log.h"
#include "app/chosen_sandbox.h"
#include "app/ecosystems.h"
#include "app/host_environment.h"
#include "core/base/hash.h"
#include "core/base/text.h"
#include "core/settings/settings.h"
#include "core/verify/plan_checks.h"
#include "sandbox/host_toolchains.h"

namespace vouchsafe {
namespace {

// Installations kept beside the newest; each may be large.
constexpr std::size_t keptInstallations = 8;

std::vector<std::string> noticesOf(const BaseTree &tree)
{
    std::vector<std::string> notices;
    if (!filesOf(tree, {".devcontainer/*Dockerfile*", ".devcontainer/*Containerfile*"}).empty())
        notices.emplace_back(
            "the Dockerfile in .devcontainer is not built: an engine builds with its own network, which no "
            "list "
            "of hosts bounds. Build it yourself (`docker build -t NAME .devcontainer`) and say --image NAME");
    const bool otherLock = !filesOf(tree, {"yarn.lock", "pnpm-lock.yaml"}).empty() &&
                           filesOf(tree, {"package-lock.json", "npm-shrinkwrap.json"}).empty();
    if (otherLock)
        notices.emplace_back(
            "yarn.lock and pnpm-lock.yaml are not read: npm installs what package.json asks for");
    if (!filesOf(tree, {"poetry.lock", "uv.lock", "pdm.lock", "Pipfile.lock"}).empty())
        notices.emplace_back(
            "locks of poetry, uv, pdm and pipenv are not read: pip installs what requirements and "
            "pyproject.toml ask for");
    return notices;
}

Status complete(PrepareJob &job, const Settings &settings)
{
    PrepareRequest &request = job.request;
    auto hosts = allowedHosts(request.plan, settings.allowHost.value);
    if (!hosts)
        return Failure(hosts.error());
    request.hosts = std::move(*hosts);
    auto variables = variablesOf(settings.prepareEnvironment.value);
    if (!variables)
        return Failure(variables.error());
    request.environment = std::move(*variables);
    auto certificates = certificateBundle(settings.prepareCertificate.value);
    if (!certificates)
        return Failure(certificates.error());
    request.certificates = std::move(*certificates);
    return {};
}

} // namespace

Result<PrepareJob> makePrepareJob(const std::string &repository,
                                  const std::map<std::string, std::vector<std::string>> &flags,
                                  const NameLookup &lookup, const std::stop_token &stop)
{
    const Directories directories = userDirectories();
    Result<OpenedTree> tree = openTree(repository, directories, stop);
    if (!tree)
        return Failure(tree.error());
    const Result<Settings> settings = loadSettings({flags, {}, directories.config, tree->repository.root});
    if (!settings)
        return Failure(settings.error());
    PrepareJob job{std::move(*tree), {}, nullptr, {}, {}};
    Task task;
    settings->applyTo(task);
    job.request.lookup = lookup;
    job.request.base = job.tree.snapshot.tree->folder();
    for (const Noticed &notice : settings->notices)
        job.notices.push_back(notice.text);
    const std::map<std::string, std::string> environment = hostEnvironment();
    // In the sandbox of later runs, and in their image: what is installed in one fits no other. Checks that
    // cannot be planned are the run's to tell of.
    const auto checks = planChecks(*job.tree.snapshot.tree, task.checks);
    Result<ChosenSandbox> chosen = chosenSandbox(
        task, *settings, checks.value_or(std::vector<PlannedCheck>{}), job.tree.identity, "prepare", stop);
    if (!chosen)
        return Failure(chosen.error());
    job.request.policy = task.policy;
    job.notices.insert(job.notices.end(), chosen->notes.begin(), chosen->notes.end());
    job.factory = std::move(chosen->factory);
    std::vector<HostToolchain> toolchains;
    if (job.request.policy.backend == Backend::Bubblewrap)
        toolchains = hostToolchains(job.tree.identity, environment);
    Result<PrepareGround> ground =
        prepareGround(job.request.policy, job.tree.identity, environment, toolchains, stop);
    if (!ground)
        return Failure(ground.error());
    ground->repository = sha256(job.tree.repository.root.string());
    ground->environment = settings->prepareEnvironment.value;
    job.request.toolchains = std::move(toolchains);
    job.request.plan = planPrepare(*job.tree.snapshot.tree, *ground);
    if (const Status completed = complete(job, *settings); !completed)
        return Failure(completed.error());
    for (const std::vector<std::string> &more :
         {noticesOf(*job.tree.snapshot.tree), job.request.plan.notices})
        job.notices.insert(job.notices.end(), more.begin(), more.end());
    job.already = preparedFor(job.request.plan, job.tree.identity);
    return job;
}

PrepareResult carryOut(const PrepareJob &job, const std::stop_token &stop, OutputSink &output,
                       const std::function<void(const PlannedStep &)> &step)
{
    PrepareResult result = prepare(job.request, job.tree.identity, *job.factory, stop, output, step);
    if (result.done)
        forgetAttempt(job.request.plan, job.tree.identity);
    else if (const Status kept = keepAttempt(job.request.plan, job.tree.identity, result.log); !kept)
        result.done.error().context += "; its log could not be kept: " + kept.error().what;
    prunePrepared(job.tree.identity, keptInstallations);
    return result;
}

} // namespace vouchsafe
