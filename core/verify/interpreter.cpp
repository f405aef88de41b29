#include "core/verify/interpreter.h"

#include <algorithm>

namespace vouchsafe {
namespace {

using Words = std::vector<std::string>;

Words probeOf(const std::string &program, const Words &arguments)
{
    Words words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return words;
}

/// With the slash behind them; the empty one stands for PATH.
Words programFolders(const Toolchain &toolchain, const std::vector<HostToolchain> &hosts,
                     const std::vector<HostMount> &mounts, const std::string &insideRoot, Programs programs)
{
    Words folders;
    for (const HostMount &mount : mounts) {
        const std::string place =
            mount.inside.starts_with("/") ? mount.inside : insideRoot + "/" + mount.inside;
        const std::string name = place.substr(place.rfind('/') + 1);
        if (toolchain.language == "python" && (name == ".venv" || name == "venv"))
            folders.push_back(place + "/bin/");
    }
    for (const HostToolchain &host : hosts)
        if (host.language == toolchain.language)
            for (const std::string &folder : host.path)
                folders.push_back(folder + "/");
    // An official image of a language may hold Debian's interpreter in /usr/bin beside the one it is for.
    folders.emplace_back(programs == Programs::Host ? "/usr/bin/" : "");
    return folders;
}

} // namespace

std::vector<StartCandidate> startCandidates(const PlannedCheck &check,
                                            const std::vector<HostToolchain> &hosts,
                                            const std::vector<HostMount> &mounts,
                                            const std::string &insideRoot, Programs programs)
{
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    if (toolchain == nullptr)
        return {{check.start, {}}};
    const std::string &program = check.start.front();
    const bool byModule = check.start.size() > 1; // `python3 -m pytest`, `node --test`
    const bool runsInterpreter = !toolchain->interpreter.empty();
    if (!runsInterpreter || program.find('/') != std::string::npos) {
        const bool ownOption = runsInterpreter && !byModule; // `.venv/bin/pytest`
        return {{check.start, probeOf(program, ownOption ? Words{"--version"} : toolchain->probe)}};
    }
    std::vector<StartCandidate> candidates;
    const auto add = [&](Words start, Words probe) {
        StartCandidate candidate{std::move(start), std::move(probe)};
        if (std::find(candidates.begin(), candidates.end(), candidate) == candidates.end())
            candidates.push_back(std::move(candidate));
    };
    for (const std::string &folder : programFolders(*toolchain, hosts, mounts, insideRoot, programs)) {
        if (!byModule) {
            add({folder + program}, {folder + program, "--version"});
            const std::string interpreter = folder + toolchain->interpreter;
            add({interpreter, "-m", toolchain->name}, probeOf(interpreter, toolchain->probe));
            continue;
        }
        for (const std::string &name : {program, toolchain->interpreter}) {
            Words start = check.start;
            start.front() = folder + name;
            add(start, probeOf(start.front(), toolchain->probe));
        }
    }
    return candidates;
}

} // namespace vouchsafe
