#include "tests/gauntlet/probed.h"

#include "core/base/files.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <unistd.h>

namespace vouchsafe::gauntlet {
namespace {

using nlohmann::json;
using test::Ran;

const std::vector<std::string> systemPlaces = {
    "/usr/x",       "/usr/bin/x",         "/etc/x",    "/etc/passwd", "/x",    "/run/x",
    "/vouchsafe/x", "/vouchsafe/tools/t", "/bin/true", "/var/x",      "/dev/x"};

std::string parameters(const Box &box, const Targets &targets, bool control, bool host)
{
    return json{{"homes", targets.homes},
                {"user", qEnvironmentVariable("USER", QStringLiteral("root")).toStdString()},
                {"canary", targets.canary},
                {"cache", box.identity().cache.string()},
                {"port", targets.port},
                {"abstract", targets.abstractName},
                {"socket", targets.socket},
                {"pid", ::getpid()},
                {"secret", targets.secret},
                {"names", targets.names},
                {"own", control},
                {"scratch", targets.scratch},
                {"places", host ? std::vector<std::string>{targets.scratch + "/x"} : systemPlaces}}
        .dump();
}

Answers answersOf(const Ran &ran, const char *where)
{
    const json read = json::parse(ran.out, nullptr, false);
    if (!read.is_object())
        qFatal("the acts gave no answers (%s): %s", where, ran.shown().c_str());
    return read.get<Answers>();
}

} // namespace

Probed probe(Box &box, const Targets &targets)
{
    const std::string program = readFile(VOUCHSAFE_GAUNTLET_SOURCE "/escape_probes.py").value();
    const auto command = [&](const std::string &file) {
        return std::vector<std::string>{"/usr/bin/python3", "-c", program, file};
    };
    Probed probed;
    WorkspaceSpec spec;
    // In a file: words of a command line would be found by those acts that look for names in command lines.
    spec.tools = {{"t", "tool\n", 0100644, false},
                  {"targets.json", parameters(box, targets, false, false), 0100644, false}};
    probed.inside = answersOf(
        test::runIn(*box.open(spec), command(std::string(insideTools) + "/targets.json")), "sandbox");
    const auto written = [&](const char *name, bool host) {
        const std::string file = targets.scratch + "/" + name;
        std::ofstream(file) << parameters(box, targets, true, host);
        return file;
    };
    // The host's shell leaves a descriptor open, as a careless application would.
    std::vector<std::string> words = {"/bin/sh", "-c", "exec 8</etc; exec \"$@\"", "sh"};
    for (const std::string &word : command(written("host.json", true)))
        words.push_back(word);
    probed.host = answersOf(test::onHost(words, {{"VOUCHSAFE_CANARY", targets.canary}}), "host");
    if (box.backend().container())
        probed.loose = answersOf(box.loose(command(written("loose.json", false))), "loose container");
    return probed;
}

} // namespace vouchsafe::gauntlet
