// vouchsafe doctor: what works on this machine, what to do where it does not, what the caches hold.
#include "app/cli/command.h"
#include "app/host_environment.h"
#include "app/machine_storage.h"
#include "core/base/dirs.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/verify/images.h"
#include "sandbox/identity.h"
#include "sandbox/machine_probe.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <ostream>

namespace vouchsafe::cli {
namespace {

/// Without a working sandbox of any kind nothing can be proven here.
int statusOf(const std::vector<Finding> &findings)
{
    const auto runs = [](const Finding &finding) {
        const bool container =
            (finding.topic.starts_with("docker ") || finding.topic.starts_with("podman ")) &&
            finding.topic != "docker group" && finding.topic != "podman user numbers" &&
            !finding.topic.ends_with(" images");
        return (finding.topic == "bubblewrap" || container) && finding.state == Finding::State::Works;
    };
    return std::any_of(findings.begin(), findings.end(), runs)
               ? 0
               : errorEntry(ErrorCode::SandboxMissing).exitStatus;
}

constexpr std::array<const char *, 3> states{"works", "limited", "missing"};

const char *nameOf(Finding::State state)
{
    return states[static_cast<std::size_t>(state)];
}

void showFindings(const Context &context, const std::vector<Finding> &findings)
{
    for (const Finding &finding : findings) {
        std::string state = nameOf(finding.state);
        state.resize(9, ' ');
        context.out << state << finding.topic << ": " << finding.detail << '\n';
        if (!finding.remedy.empty())
            context.out << "         remedy: " << finding.remedy << '\n';
    }
    context.out.flush();
}

void showHolding(const Context &context, const Holding &holding)
{
    context.out << "disk     " << holding.what << ": ";
    if (holding.count > 0)
        context.out << holding.count << ", ";
    context.out << mebibytes(holding.bytes) << " in " << holding.place << '\n';
}

nlohmann::json documentOf(const std::vector<Finding> &findings, const std::vector<Holding> &holdings)
{
    nlohmann::json rows = nlohmann::json::array();
    for (const Finding &finding : findings)
        rows.push_back({{"topic", finding.topic},
                        {"state", nameOf(finding.state)},
                        {"detail", finding.detail},
                        {"remedy", finding.remedy}});
    nlohmann::json disk = nlohmann::json::array();
    for (const Holding &holding : holdings)
        disk.push_back({{"what", holding.what},
                        {"place", holding.place},
                        {"bytes", holding.bytes},
                        {"count", holding.count},
                        {"cleans", holding.cleans}});
    return {{"findings", rows}, {"disk", disk}};
}

/// One that just failed is not asked again.
std::vector<Backend> enginesThatAnswered(const std::vector<Finding> &findings)
{
    std::vector<Backend> kinds;
    for (const Finding &finding : findings) {
        if (finding.state != Finding::State::Works)
            continue;
        if (finding.topic == "docker")
            kinds.push_back(Backend::Docker);
        if (finding.topic == "podman")
            kinds.push_back(Backend::Podman);
    }
    return kinds;
}

int doctor(const Context &context, bool cleaning)
{
    const Directories directories = userDirectories();
    const Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return report(context, identity.error());
    std::optional<MachineCleaned> cleaned;
    if (cleaning) {
        auto done = cleanMachine(*identity, directories, hostEnvironment(), {});
        if (!done)
            return report(context, done.error());
        cleaned = std::move(*done);
        if (!context.json)
            context.out << "freed    " << mebibytes(cleaned->bytes)
                        << (cleaned->words.empty() ? "" : ": " + join(cleaned->words, ", ")) << '\n';
    }
    std::vector<Finding> findings;
    MachineProbe probe(*identity, hostEnvironment());
    probe.lookForImages(languageImages());
    probe.examine(
        [&](const std::vector<Finding> &part) {
            findings.insert(findings.end(), part.begin(), part.end());
            if (!context.json)
                showFindings(context, part);
        },
        {});
    std::vector<Holding> holdings = folderHoldings(*identity, directories, context.dataFolder);
    if (!context.json) {
        for (const Holding &holding : holdings)
            showHolding(context, holding);
        context.out.flush();
    }
    const auto inEngines = engineHoldingsOf(enginesThatAnswered(findings), *identity, hostEnvironment(), {});
    if (context.json) {
        holdings.insert(holdings.end(), inEngines.begin(), inEngines.end());
        nlohmann::json all = documentOf(findings, holdings);
        if (cleaned)
            all["freed"] = {{"bytes", cleaned->bytes}, {"what", cleaned->words}};
        context.out << dumped(all) << '\n';
    } else {
        for (const Holding &holding : inEngines)
            showHolding(context, holding);
    }
    return statusOf(findings);
}

} // namespace

Command addDoctor(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("doctor", "Say what works on this machine, with the remedy where it does not");
    const auto cleaning = std::make_shared<bool>(false);
    parser->add_flag("--clean", *cleaning,
                     "Remove caches, unused layers and what dead programs left; runs are kept");
    return {parser, [cleaning](const Context &context) { return doctor(context, *cleaning); }};
}

} // namespace vouchsafe::cli
