#include "core/verify/npm_script.h"

#include <nlohmann/json.hpp>

namespace vouchsafe {
namespace {

constexpr const char *remedy = "add a test script to package.json or name the command with --check";

} // namespace

Result<NpmScript> npmTestScript(const BaseTree &tree)
{
    const auto bytes = tree.read("package.json");
    if (!bytes)
        return fail(ErrorCode::NoCheck, "npm has no package.json to read a test script from",
                    "planning npm test", remedy);
    const auto json = nlohmann::json::parse(*bytes, nullptr, false);
    if (!json.is_object())
        return fail(ErrorCode::NoCheck, "package.json is not valid JSON", "planning npm test", remedy);
    const auto scripts = json.find("scripts");
    if (scripts == json.end() || !scripts->is_object() || !scripts->contains("test") ||
        !(*scripts)["test"].is_string())
        return fail(ErrorCode::NoCheck, "package.json has no test script", "planning npm test", remedy);
    NpmScript script{(*scripts)["test"].get<std::string>(),
                     scripts->contains("pretest") || scripts->contains("posttest")};
    // The placeholder is data that `npm init` writes, not output; reading it decides before anything runs.
    if (script.command.find("no test specified") != std::string::npos)
        return fail(ErrorCode::NoCheck, "the test script is npm's placeholder", "planning npm test", remedy);
    return script;
}

} // namespace vouchsafe
