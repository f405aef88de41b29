#include "app/cli/run_flags.h"

namespace vouchsafe::cli {

void addProofFlags(CLI::App &parser, RunOptions &options)
{
    parser
        .add_option("--check", options.checks, "A command that judges the tree; repeat for several, in order")
        ->type_name("CMD")
        ->expected(1)
        ->take_all();
    parser.add_option("--sandbox", options.sandbox, "auto or bubblewrap")->type_name("NAME");
    parser
        .add_option("--protect", options.protect, "Paths whose edits are proven apart, as a glob; repeatable")
        ->type_name("GLOB")
        ->expected(1)
        ->take_all();
    parser.add_option("--include", options.include, "An ignored folder that the checks need; repeatable")
        ->type_name("PATH")
        ->expected(1)
        ->take_all();
    parser.add_option("--timeout", options.timeoutSeconds, "Limit of one check (300)")->type_name("SECONDS");
    parser.add_option("--time-limit", options.timeLimitSeconds, "Limit of the whole run (3600)")
        ->type_name("SECONDS");
    parser.add_option("--memory", options.memory, "Memory of the sandbox (2g)")->type_name("SIZE");
    parser.add_option("--pids", options.pids, "Processes in the sandbox (512)")->type_name("N");
}

void addEngineerFlags(CLI::App &parser, RunOptions &options)
{
    parser.add_option("--engineer", options.engineer, "auto, builtin, model or scripted:FILE")
        ->type_name("KIND");
    parser
        .add_option("--model", options.models,
                    "Model as openai:NAME, or ROLE=openai:NAME for architect or engineer; repeatable")
        ->type_name("MODEL")
        ->expected(1)
        ->take_all();
    parser.add_option("--attempts", options.attempts, "Patches to try at the most (3)")->type_name("N");
    parser.add_option("--max-cost", options.maxCostUsd, "Money for models at the most")->type_name("USD");
    parser.add_option("--max-tokens", options.maxTokens, "Tokens of models at the most, over the run")
        ->type_name("N");
}

} // namespace vouchsafe::cli
