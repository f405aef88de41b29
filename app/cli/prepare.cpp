// vouchsafe prepare REPO: installs the project's dependencies with limited network, for runs without any.
#include "app/attempt_log.h"
#include "app/cli/command.h"
#include "app/cli/prepare_first.h"
#include "app/cli/run_flags.h"
#include "app/prepare_failure.h"
#include "app/prepare_job.h"
#include "app/signals.h"
#include "core/base/text.h"
#include "core/events/event_json.h"

#include <nlohmann/json.hpp>

#include <QEventLoop>

#include <iostream>
#include <thread>
#include <unistd.h>

namespace vouchsafe::cli {
namespace {

struct PrepareCommand {
    std::string repository;
    FlagValues flags;
    bool yes = false;
    bool again = false;
    bool log = false;
};

/// What the tools say, line by line, their control characters shown.
class LinesTo final : public OutputSink {
public:
    explicit LinesTo(std::ostream *to) : m_to(to) {}
    ~LinesTo() override { flush(); }
    LinesTo(const LinesTo &) = delete;
    LinesTo &operator=(const LinesTo &) = delete;

    void output(Stream, std::string_view chunk) override
    {
        m_line += chunk;
        std::size_t end = 0;
        while ((end = m_line.find('\n')) != std::string::npos) {
            say(m_line.substr(0, end));
            m_line.erase(0, end + 1);
        }
        if (m_line.size() > longest)
            flush();
    }

private:
    static constexpr std::size_t longest = 4096;

    void say(const std::string &line)
    {
        if (m_to != nullptr)
            *m_to << "  " << shown(trimmed(toUtf8Lossy(line))) << '\n' << std::flush;
    }
    void flush()
    {
        if (!m_line.empty())
            say(std::exchange(m_line, {}));
    }

    std::ostream *m_to;
    std::string m_line;
};

/// Runs `work` on a thread of its own while signals can cancel it.
template <typename Work>
auto cancellable(const Work &work)
{
    QEventLoop events;
    std::stop_source stop;
    const StopSignals signals([&] { stop.request_stop(); });
    std::optional<decltype(work(stop.get_token()))> result;
    std::thread thread([&] {
        result.emplace(work(stop.get_token()));
        QMetaObject::invokeMethod(&events, "quit", Qt::QueuedConnection);
    });
    events.exec();
    thread.join();
    return std::move(*result);
}

void tellPlan(std::ostream &to, const PrepareJob &job)
{
    for (const std::string &notice : job.notices)
        to << "notice    " << shown(notice) << '\n';
    for (const PlannedStep &step : job.request.plan.steps)
        to << "runs      " << shown(step.shown) << '\n';
    for (const AllowedHost &host : job.request.hosts)
        to << "reaches   " << shownHost(host) << '\n';
    to << "          inside the sandbox, as code with limited network; all other hosts are refused\n";
}

bool agreed(std::ostream &to)
{
    if (::isatty(STDIN_FILENO) == 0)
        return false;
    to << "Install? [y/N] " << std::flush;
    std::string answer;
    if (!std::getline(std::cin, answer))
        to << '\n';
    const std::string word = lowerAscii(trimmed(answer));
    return word == "y" || word == "yes";
}

void tellLog(std::ostream &to, const std::vector<ProxyLogEntry> &log)
{
    std::size_t carried = 0;
    std::size_t refused = 0;
    for (const ProxyLogEntry &entry : log) {
        const bool failed = isFailedConnection(entry);
        if (!entry.allowed || failed)
            to << (failed ? "failed    " : "refused   ") << shownEntry(entry) << '\n';
        refused += entry.allowed ? 0 : 1;
        carried += entry.allowed && !failed ? 1 : 0;
    }
    to << "proxy     " << carried << (carried == 1 ? " connection carried, " : " connections carried, ")
       << refused << " refused, " << log.size() - carried - refused << " failed\n";
}

nlohmann::json document(const PrepareJob &job, const std::vector<ProxyLogEntry> &log, bool ok)
{
    nlohmann::json entries = nlohmann::json::array();
    for (const ProxyLogEntry &entry : log)
        entries.push_back(
            {{"at", std::chrono::duration_cast<std::chrono::seconds>(entry.at.time_since_epoch()).count()},
             {"host", shown(entry.host)},
             {"port", entry.port},
             {"allowed", entry.allowed},
             {"why", shown(entry.why)},
             {"sent", entry.bytesUp},
             {"received", entry.bytesDown}});
    nlohmann::json steps = nlohmann::json::array();
    for (const PlannedStep &step : job.request.plan.steps)
        steps.push_back(step.shown);
    nlohmann::json hosts = nlohmann::json::array();
    for (const AllowedHost &host : job.request.hosts)
        hosts.push_back(shownHost(host));
    return {{"kind", "prepared"},
            {"ok", ok},
            {"digest", job.request.plan.digest},
            {"ecosystems", job.request.plan.ecosystems},
            {"steps", steps},
            {"hosts", hosts},
            {"notices", job.notices},
            {"log", entries}};
}

int end(const Context &context, const PrepareJob &job, const std::string &words)
{
    if (context.json)
        context.out << dumped(document(job, {}, true)) << '\n' << std::flush;
    remark(context, words);
    return 0;
}

int tellKeptLog(const Context &context, const PrepareJob &job)
{
    Result<std::vector<std::string>> lines = preparedLog(job.request.plan, job.tree.identity);
    if (auto failed = attemptLog(job.request.plan, job.tree.identity)) {
        remark(context, "the last installation failed; what it asked for:");
        lines = std::move(*failed);
    }
    if (!lines)
        return report(context, lines.error());
    for (const std::string &line : *lines)
        context.out << shown(line) << '\n';
    return 0;
}

/// Installs what was shown and agreed to, and tells how it went.
PrepareResult installed(const Context &context, std::ostream &to, const PrepareJob &job)
{
    LinesTo lines(context.quiet ? nullptr : &to);
    PrepareResult result = cancellable([&](const std::stop_token &stop) {
        return carryOut(job, stop, lines, [&](const PlannedStep &step) {
            if (!context.quiet)
                to << "running   " << shown(step.shown) << '\n' << std::flush;
        });
    });
    if (!context.quiet)
        tellLog(to, result.log);
    return result;
}

int prepare(const Context &context, const PrepareCommand &command)
{
    std::ostream &to = context.json ? context.err : context.out;
    const Result<PrepareJob> job = cancellable([&](const std::stop_token &stop) {
        return makePrepareJob(command.repository, command.flags, systemLookup, stop);
    });
    if (!job)
        return report(context, job.error());
    if (command.log)
        return tellKeptLog(context, *job);
    if (job->request.plan.empty())
        return end(context, *job,
                   "nothing to prepare: no file at the root asks for packages (requirements, pyproject.toml, "
                   "setup.py, package.json, go.mod, Cargo.toml)");
    if (job->already && !command.again)
        return end(context, *job, "already prepared as these files ask for (--again repeats it)");
    if (!context.quiet)
        tellPlan(to, *job);
    if (!command.yes && !agreed(to))
        return report(context, {ErrorCode::NotApproved, "nobody agreed to the installation",
                                "preparing " + shown(command.repository), "Answer y, or give --yes."});
    const PrepareResult result = installed(context, to, *job);
    if (context.json)
        context.out << dumped(document(*job, result.log, result.done.has_value())) << '\n' << std::flush;
    if (!result.done)
        return report(context, result.done.error());
    remark(context, "prepared: runs on these files find the packages, without network");
    return 0;
}

} // namespace

Status prepareFirst(const Context &context, const std::string &repository, const FlagValues &flags)
{
    std::ostream &to = context.json ? context.err : context.out;
    const Result<PrepareJob> job = cancellable(
        [&](const std::stop_token &stop) { return makePrepareJob(repository, flags, systemLookup, stop); });
    if (!job)
        return Failure(job.error());
    if (job->request.plan.empty() || job->already)
        return {};
    if (!context.quiet)
        tellPlan(to, *job);
    return installed(context, to, *job).done;
}

Command addPrepare(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("prepare", "Install dependencies with limited network, for runs without any");
    const auto command = std::make_shared<PrepareCommand>();
    parser->add_option("REPO", command->repository, "A folder of a git repository")->required();
    addSandboxFlags(*parser, command->flags);
    parser
        ->add_option("--allow,--allow-host", command->flags["allow-host"],
                     "A host to reach beside the package indexes, as NAME or NAME:PORT; repeatable")
        ->type_name("HOST")
        ->expected(1)
        ->take_all();
    parser->add_flag("--yes", command->yes, "Install without asking");
    parser->add_flag("--again", command->again, "Install even where it was done before");
    parser->add_flag("--log", command->log,
                     "Show what the proxy was asked for last time, and install nothing");
    return {parser, [command](const Context &context) { return prepare(context, *command); }};
}

} // namespace vouchsafe::cli
