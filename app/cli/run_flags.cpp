#include "app/cli/run_flags.h"

namespace vouchsafe::cli {
namespace {

void addFlag(CLI::App &parser, FlagValues &values, const std::string &name, const std::string &type,
             const std::string &help)
{
    parser.add_option("--" + name, values[name], help)->type_name(type)->expected(1)->take_last();
}

void addList(CLI::App &parser, FlagValues &values, const std::string &name, const std::string &type,
             const std::string &help)
{
    parser.add_option("--" + name, values[name], help + "; repeatable")
        ->type_name(type)
        ->expected(1)
        ->take_all();
}

} // namespace

void addSandboxFlags(CLI::App &parser, FlagValues &values)
{
    addFlag(parser, values, "sandbox", "NAME", "auto, bubblewrap, docker or podman (auto)");
    addFlag(parser, values, "runtime", "NAME", "Runtime of the containers, such as runsc for gVisor");
    addList(parser, values, "image", "REF", "Image of the containers, or LANGUAGE=REF for one language");
    parser.add_flag_callback(
        "--pull", [&values] { values["pull"] = {"yes"}; }, "Fetch an image that this machine does not have");
    addFlag(parser, values, "memory", "SIZE", "Memory of the sandbox, such as 512m or 2g (2g)");
    addFlag(parser, values, "pids", "N", "Processes in the sandbox (512)");
    addFlag(parser, values, "cpus", "N", "Processors for the sandbox, such as 1.5 (2)");
    addFlag(parser, values, "disk", "SIZE", "What the checks may write, such as 512m or 2g (2g)");
}

void addProofFlags(CLI::App &parser, FlagValues &values)
{
    addList(parser, values, "check", "CMD", "A command that judges the tree; several run in order");
    addSandboxFlags(parser, values);
    parser.add_flag_callback(
        "--prepare", [&values] { values["prepare"] = {"yes"}; },
        "Install dependencies first, with limited network, where that was not done yet");
    addList(parser, values, "protect", "GLOB", "Paths whose edits are proven apart");
    addList(parser, values, "include", "PATH", "An ignored folder that the checks need");
    addFlag(parser, values, "timeout", "SECONDS", "Limit of one check (300)");
    addFlag(parser, values, "time-limit", "SECONDS", "Limit of the whole run (3600)");
    parser.add_flag_callback(
        "--protect-readonly", [&values] { values["protect-readonly"] = {"yes"}; },
        "Tests and runner configuration cannot be written by the checks");
}

void addEngineerFlags(CLI::App &parser, FlagValues &values)
{
    addFlag(parser, values, "engineer", "KIND", "auto, builtin, model or scripted:FILE (auto)");
    addList(parser, values, "model", "MODEL",
            "Model as openai:NAME, or ROLE=openai:NAME for architect or engineer");
    addFlag(parser, values, "attempts", "N", "Patches to try at the most (3)");
    addFlag(parser, values, "max-cost", "USD", "Money for models at the most");
    addFlag(parser, values, "max-tokens", "N", "Tokens of models at the most, over the run");
}

} // namespace vouchsafe::cli
