#include "app/desktop/install_first.h"

#include "app/prepare_job.h"
#include "core/base/text.h"

#include <algorithm>

namespace vouchsafe {

Status installFirst(const std::string &repository, std::map<std::string, std::vector<std::string>> flags,
                    const std::stop_token &stop, const std::function<void(const std::string &)> &say)
{
    const auto asked = flags.find("prepare");
    if (asked == flags.end())
        return {};
    flags.erase(asked);
    const Result<PrepareJob> job = makePrepareJob(repository, flags, systemLookup, stop);
    if (!job)
        return Failure(job.error());
    if (job->request.plan.empty() || job->already)
        return {};
    for (const std::string &notice : job->notices)
        say(notice);
    std::vector<std::string> hosts;
    for (const AllowedHost &host : job->request.hosts)
        hosts.push_back(shownHost(host));
    say("Installing dependencies inside the sandbox; it reaches " + join(hosts, ", ") + " and nothing else.");
    DiscardOutput discard;
    const PrepareResult result =
        carryOut(*job, stop, discard, [&](const PlannedStep &step) { say("Running " + step.shown); });
    const auto refused = std::count_if(result.log.begin(), result.log.end(),
                                       [](const ProxyLogEntry &entry) { return !entry.allowed; });
    if (refused > 0)
        say("Refused " + std::to_string(refused) + (refused == 1 ? " connection" : " connections") +
            " while installing; `vouchsafe prepare --log` lists them.");
    return result.done;
}

} // namespace vouchsafe
