// vouchsafe doctor: what works on this machine, what to do where it does not, what the caches hold.
#include "app/cli/command.h"
#include "app/host_environment.h"
#include "core/base/dirs.h"
#include "core/base/text.h"
#include "core/events/event_json.h"
#include "core/git/tree_store.h"
#include "sandbox/identity.h"
#include "sandbox/machine_probe.h"

#include <nlohmann/json.hpp>

#include <array>
#include <ostream>

namespace vouchsafe::cli {
namespace {

std::uint64_t bytesBelow(const std::filesystem::path &folder)
{
    std::uint64_t sum = 0;
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator
             it(folder, std::filesystem::directory_options::skip_permission_denied, error),
         end;
         it != end; it.increment(error)) {
        if (error)
            break;
        if (it->is_regular_file(error) && !it->is_symlink(error))
            sum += it->file_size(error);
    }
    return sum;
}

std::string megabytes(std::uint64_t bytes)
{
    return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB";
}

/// Trees that a run uses stay, as does the newest; runs and settings are never touched.
Status clean(const Identity &identity, const std::filesystem::path &index)
{
    if (const Status pruned = TreeStore(identity.cache, identity.uid, identity.gid).prune(0); !pruned)
        return pruned;
    std::error_code error;
    std::filesystem::remove_all(index, error);
    if (error)
        return fail(ErrorCode::Io, "the symbol index could not be removed",
                    index.string() + ": " + error.message());
    return {};
}

/// Without a working sandbox nothing can be proven here.
int statusOf(const std::vector<Finding> &findings)
{
    for (const Finding &finding : findings)
        if (finding.topic == "bubblewrap" && finding.state != Finding::State::Works)
            return errorEntry(ErrorCode::SandboxMissing).exitStatus;
    return 0;
}

int doctor(const Context &context, bool cleaning)
{
    const Directories directories = userDirectories();
    const Result<Identity> identity = sandboxIdentity(directories);
    if (!identity)
        return report(context, identity.error());
    if (cleaning)
        if (const Status cleaned = clean(*identity, directories.cache / "index"); !cleaned)
            return report(context, cleaned.error());
    static constexpr std::array<const char *, 3> states{"works", "limited", "missing"};
    const std::vector<Finding> findings = MachineProbe(*identity, hostEnvironment()).examine();
    const std::uint64_t cacheBytes = bytesBelow(identity->cache);
    const std::uint64_t runBytes = bytesBelow(context.dataFolder / "runs");
    if (context.json) {
        nlohmann::json rows = nlohmann::json::array();
        for (const Finding &finding : findings)
            rows.push_back({{"topic", finding.topic},
                            {"state", states[static_cast<std::size_t>(finding.state)]},
                            {"detail", finding.detail},
                            {"remedy", finding.remedy}});
        context.out << dumped({{"findings", rows},
                               {"cache", {{"folder", identity->cache.string()}, {"bytes", cacheBytes}}},
                               {"runs",
                                {{"folder", (context.dataFolder / "runs").string()}, {"bytes", runBytes}}}})
                    << '\n';
        return statusOf(findings);
    }
    for (const Finding &finding : findings) {
        std::string state = states[static_cast<std::size_t>(finding.state)];
        state.resize(9, ' ');
        context.out << state << finding.topic << ": " << finding.detail << '\n';
        if (!finding.remedy.empty())
            context.out << "         remedy: " << finding.remedy << '\n';
    }
    context.out << "caches   " << megabytes(cacheBytes) << " in " << identity->cache.string() << '\n';
    context.out << "runs     " << megabytes(runBytes) << " in " << (context.dataFolder / "runs").string()
                << '\n';
    return statusOf(findings);
}

} // namespace

Command addDoctor(CLI::App &parent)
{
    CLI::App *parser =
        parent.add_subcommand("doctor", "Say what works on this machine, with the remedy where it does not");
    const auto cleaning = std::make_shared<bool>(false);
    parser->add_flag("--clean", *cleaning, "Remove the caches first; runs are kept");
    return {parser, [cleaning](const Context &context) { return doctor(context, *cleaning); }};
}

} // namespace vouchsafe::cli
