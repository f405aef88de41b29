#include "app/prepare_plan.h"

#include "app/ecosystems.h"
#include "app/requirement_files.h"
#include "core/base/hash.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sys/stat.h>

namespace vouchsafe {
namespace {

using Variables = std::map<std::string, std::string>;

// While packages are installed; below a name that no tool looks into by itself.
const std::string installDeps = std::string(preparedRoot) + "/.vouchsafe/deps";
const std::string installScratch = std::string(preparedRoot) + "/.vouchsafe/scratch";

std::string filled(std::string text, const std::string &deps, const std::string &file = {})
{
    text = replaceAll(text, "{root}", preparedRoot);
    text = replaceAll(text, "{scratch}", installScratch);
    text = replaceAll(text, "{deps}", deps);
    return replaceAll(text, "{file}", file);
}

Variables filled(const Variables &variables, const std::string &deps)
{
    Variables all;
    for (const auto &[name, value] : variables)
        all[name] = filled(value, deps);
    return all;
}

/// A manifest that is installed too may ask for more than lock and pins hold.
bool isLocked(const BaseTree &tree, const Ecosystem &ecosystem)
{
    if (hasSign(tree, ecosystem.floating))
        return false;
    return !filesOf(tree, ecosystem.locks).empty() ||
           requirementFiles(tree, filesOf(tree, ecosystem.pinned), ecosystem.pinnedBy).locked;
}

bool isPart(const BaseTree &tree, const std::string &place)
{
    const std::string below = place + "/";
    const auto first =
        std::lower_bound(tree.entries().begin(), tree.entries().end(), below,
                         [](const TreeEntry &entry, const std::string &path) { return entry.path < path; });
    return findEntry(tree, place) != nullptr ||
           (first != tree.entries().end() && first->path.starts_with(below));
}

/// Where the tools of an ecosystem install: at the root and beside manifests, not below such a place.
std::vector<std::string> placesOf(const BaseTree &tree, const Ecosystem &ecosystem)
{
    std::vector<std::string> places = ecosystem.keeps;
    for (const std::string &file : filesOf(tree, ecosystem.keepsBeside)) {
        const std::size_t slash = file.rfind('/');
        if (slash == std::string::npos)
            continue;
        const std::string folder = file.substr(0, slash + 1);
        if (std::none_of(places.begin(), places.end(), [&](const std::string &place) {
                return ("/" + folder).find("/" + place + "/") != std::string::npos;
            }))
            for (const std::string &name : ecosystem.keeps)
                places.push_back(folder + name);
    }
    return places;
}

/// False where the place at the root belongs to the tree: nothing can be installed beside what is there.
bool addPlaces(const BaseTree &tree, const Ecosystem &ecosystem, PreparePlan &plan)
{
    for (const std::string &name : ecosystem.keeps)
        if (isPart(tree, name)) {
            plan.notices.push_back(shown(name) +
                                   " is part of the repository and stays as it is: nothing is "
                                   "installed for " +
                                   ecosystem.name);
            return false;
        }
    for (const std::string &place : placesOf(tree, ecosystem)) {
        if (isPart(tree, place))
            plan.notices.push_back(shown(place) + " is part of the repository and stays as it is: what is "
                                                  "installed there is not kept");
        else
            plan.keeps.push_back(place);
    }
    return true;
}

/// Which program a name stands for on this machine, without starting it.
std::string stampOf(const std::string &program, const std::vector<HostToolchain> &toolchains)
{
    std::vector<std::string> folders;
    for (const HostToolchain &toolchain : toolchains)
        folders.insert(folders.end(), toolchain.path.begin(), toolchain.path.end());
    folders.emplace_back("/usr/bin");
    for (const std::string &folder : folders) {
        struct stat info {};
        const std::string path = folder + "/" + program;
        if (::stat(path.c_str(), &info) == 0)
            return path + " " + std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec);
    }
    return program + " absent";
}

nlohmann::json inputsOf(const BaseTree &tree, const Ecosystem &ecosystem, const PrepareGround &ground)
{
    nlohmann::json files = nlohmann::json::object();
    std::vector<std::string> read = filesOf(tree, ecosystem.inputs);
    for (const std::string &file :
         requirementFiles(tree, filesOf(tree, ecosystem.pinned), ecosystem.pinnedBy).read)
        read.push_back(file);
    for (const std::string &file : read)
        files[shown(file)] = findEntry(tree, file)->oid;
    nlohmann::json programs = nlohmann::json::array();
    if (ground.image.empty())
        for (const std::string &program : ecosystem.programs)
            programs.push_back(stampOf(program, ground.toolchains));
    // What a stranger's code leaves must judge nobody else's tree.
    const bool anyEdit =
        ecosystem.runsCode && (ground.repository.empty() || hasSign(tree, ecosystem.wholeTree));
    return {{"name", ecosystem.name},
            {"data", ecosystem.digest},
            {"files", files},
            {"programs", programs},
            {"repository", ecosystem.runsCode ? ground.repository : std::string()},
            {"tree", anyEdit ? tree.id() : std::string()}};
}

void addSteps(const BaseTree &tree, const Ecosystem &ecosystem, PreparePlan &plan)
{
    for (const InstallStep &step : ecosystem.steps) {
        if ((!step.when.empty() && !hasSign(tree, step.when)) ||
            (!step.unless.empty() && hasSign(tree, step.unless)))
            continue;
        std::vector<std::string> files{""};
        if (!step.each.empty())
            files = filesOf(tree, {step.each});
        for (const std::string &file : files) {
            PlannedStep planned{ecosystem.name, {}, filled(ecosystem.environment, installDeps), step.shown};
            for (const std::string &word : step.argv)
                planned.argv.push_back(filled(word, installDeps, file));
            if (planned.shown.empty())
                planned.shown = replaceAll(shellQuoted(planned.argv), std::string(preparedRoot) + "/", "");
            plan.steps.push_back(std::move(planned));
        }
    }
}

} // namespace

PreparePlan planPrepare(const BaseTree &tree, const PrepareGround &ground)
{
    PreparePlan plan;
    nlohmann::json key = {{"version", 2},
                          {"backend", static_cast<int>(ground.backend)},
                          {"image", ground.image},
                          {"root", preparedRoot},
                          {"environment", ground.environment},
                          {"ecosystems", nlohmann::json::array()}};
    for (const Ecosystem &ecosystem : ecosystems()) {
        if (!hasSign(tree, ecosystem.recognise) || hasSign(tree, ecosystem.unless))
            continue;
        if (!addPlaces(tree, ecosystem, plan))
            continue;
        plan.ecosystems.push_back(ecosystem.name);
        key["ecosystems"].push_back(inputsOf(tree, ecosystem, ground));
        addSteps(tree, ecosystem, plan);
        plan.hosts.insert(plan.hosts.end(), ecosystem.hosts.begin(), ecosystem.hosts.end());
        plan.offline.merge(filled(ecosystem.offline, preparedDeps));
        plan.cache = plan.cache || !ecosystem.cache.empty();
        if (!ecosystem.path.empty()) {
            HostToolchain toolchain{ecosystem.language, "prepared", {}, {}, {}};
            for (const std::string &folder : ecosystem.path)
                toolchain.path.push_back(filled(folder, preparedDeps));
            plan.toolchains.push_back(std::move(toolchain));
        }
        if (!isLocked(tree, ecosystem))
            plan.notices.push_back("the packages for " + ecosystem.name +
                                   " are not locked: what is installed depends on the day");
    }
    if (!plan.empty())
        plan.digest = sha256(key.dump());
    return plan;
}

} // namespace vouchsafe
