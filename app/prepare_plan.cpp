#include "app/prepare_plan.h"

#include "app/ecosystems.h"
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

/// Every line that asks for a package names its version.
bool allPinned(const BaseTree &tree, const Ecosystem &ecosystem)
{
    const std::vector<std::string> files = filesOf(tree, ecosystem.pinned);
    return !files.empty() && std::all_of(files.begin(), files.end(), [&](const std::string &file) {
        const auto text = tree.read(file);
        if (!text)
            return false;
        const std::string joined = replaceAll(*text, "\\\n", " ");
        const auto lines = splitLines(joined);
        return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
            line = trimmed(line.substr(0, line.find('#')));
            return line.empty() || line.starts_with('-') || line.find(ecosystem.pinnedBy) != line.npos;
        });
    });
}

/// A manifest beside pinned requirements is installed without a lock.
bool isLocked(const BaseTree &tree, const Ecosystem &ecosystem)
{
    return !filesOf(tree, ecosystem.locks).empty() ||
           (!ecosystem.pinned.empty() && allPinned(tree, ecosystem));
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
    for (const std::string &file : filesOf(tree, ecosystem.inputs))
        files[shown(file)] = findEntry(tree, file)->oid;
    nlohmann::json programs = nlohmann::json::array();
    if (ground.image.empty())
        for (const std::string &program : ecosystem.programs)
            programs.push_back(stampOf(program, ground.toolchains));
    return {{"name", ecosystem.name}, {"data", ecosystem.digest}, {"files", files}, {"programs", programs}};
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
    nlohmann::json key = {{"version", 1},
                          {"backend", static_cast<int>(ground.backend)},
                          {"image", ground.image},
                          {"root", preparedRoot},
                          {"environment", ground.environment},
                          {"ecosystems", nlohmann::json::array()}};
    for (const Ecosystem &ecosystem : ecosystems()) {
        if (!hasSign(tree, ecosystem.recognise) || hasSign(tree, ecosystem.unless))
            continue;
        plan.ecosystems.push_back(ecosystem.name);
        key["ecosystems"].push_back(inputsOf(tree, ecosystem, ground));
        addSteps(tree, ecosystem, plan);
        plan.hosts.insert(plan.hosts.end(), ecosystem.hosts.begin(), ecosystem.hosts.end());
        plan.keeps.insert(plan.keeps.end(), ecosystem.keeps.begin(), ecosystem.keeps.end());
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
