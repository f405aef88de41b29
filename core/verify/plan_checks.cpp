#include "core/verify/plan_checks.h"

#include "core/base/text.h"
#include "core/verify/npm_script.h"
#include "core/verify/recognise.h"

#include <algorithm>

namespace vouchsafe {
namespace {

using Words = std::vector<std::string>;

std::string baseName(const std::string &path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// Number of words of `argv` that match `pattern`; 0 where it does not. An interpreter's own options may
/// stand before `-m`.
std::size_t startLength(const Words &argv, const Words &pattern)
{
    if (argv.empty() || pattern.empty() || !globMatches(pattern.front(), baseName(argv.front())))
        return 0;
    std::size_t at = 1;
    for (std::size_t i = 1; i < pattern.size(); ++i) {
        if (pattern[i] == "-m")
            while (at < argv.size() && argv[at] != "-m" && argv[at].starts_with("-"))
                at += argv[at] == "-X" || argv[at] == "-W" ? 2 : 1;
        if (at >= argv.size() || argv[at] != pattern[i])
            return 0;
        ++at;
    }
    return at;
}

PlannedCheck fromWords(const Words &argv, std::string shown)
{
    PlannedCheck check;
    check.shown = std::move(shown);
    for (const Toolchain &toolchain : toolchains()) {
        for (const Words &pattern : toolchain.start) {
            const std::size_t length = startLength(argv, pattern);
            if (length == 0)
                continue;
            check.toolchain = toolchain.name;
            check.environment = toolchain.environment;
            check.start.assign(argv.begin(), argv.begin() + static_cast<std::ptrdiff_t>(length));
            check.arguments.assign(argv.begin() + static_cast<std::ptrdiff_t>(length), argv.end());
            return check;
        }
    }
    check.start.assign(argv.begin(), argv.begin() + 1);
    check.arguments.assign(argv.begin() + 1, argv.end());
    return check;
}

/// `npm test` becomes the script itself where that is a runner whose report can be asked for.
Result<PlannedCheck> throughNpm(const BaseTree &tree, PlannedCheck check)
{
    const auto script = npmTestScript(tree);
    if (!script)
        return Failure(script.error());
    if (!check.arguments.empty() || script->surrounded || hasShellSyntax(script->command))
        return check;
    const auto argv = shellWords(script->command);
    if (!argv || argv->empty())
        return check;
    PlannedCheck direct = fromWords(*argv, check.shown);
    if (direct.toolchain.empty() || direct.toolchain == check.toolchain)
        return check;
    return direct;
}

Result<std::vector<PlannedCheck>> foundChecks(const BaseTree &tree, const Toolchain &toolchain,
                                              const std::string &target)
{
    std::vector<PlannedCheck> checks;
    for (const FoundCheck &found : toolchain.check) {
        if ((!found.when.empty() && findEntry(tree, found.when) == nullptr) ||
            (!found.unless.empty() && findEntry(tree, found.unless) != nullptr))
            continue;
        Words argv = found.argv;
        for (std::string &word : argv)
            word = replaceAll(word, "{target}", target);
        checks.push_back(fromWords(argv, shellQuoted(argv)));
    }
    if (const Toolchain *other = toolchainNamed(toolchain.otherwise); other != nullptr && checks.size() == 1)
        for (const FoundCheck &found : other->check)
            checks.front().otherwise.push_back(fromWords(found.argv, shellQuoted(found.argv)));
    return checks;
}

Result<std::vector<PlannedCheck>> findChecks(const BaseTree &tree)
{
    for (const Toolchain &toolchain : toolchains()) {
        const auto target = recognised(tree, toolchain);
        if (!target)
            continue;
        if (toolchain.language == "node" && findEntry(tree, "package.json") != nullptr) {
            auto check = throughNpm(tree, fromWords({"npm", "test"}, "npm test"));
            if (!check)
                return Failure(check.error());
            return std::vector{std::move(*check)};
        }
        return foundChecks(tree, toolchain, *target);
    }
    return fail(ErrorCode::NoCheck, "no test command was found", "looking for a known test runner's files",
                "name the command with --check, for example --check \"python3 -m pytest\"");
}

bool dropsNext(const std::string &word, const Words &replaced)
{
    return std::find(replaced.begin(), replaced.end(), word) != replaced.end();
}

bool isReplaced(const std::string &word, const Words &replaced)
{
    return std::any_of(replaced.begin(), replaced.end(),
                       [&](const std::string &flag) { return word.starts_with(flag + "="); });
}

} // namespace

Result<PlannedCheck> planCheck(const BaseTree &tree, std::string_view command)
{
    const std::string text(trimmed(command));
    if (text.empty())
        return fail(ErrorCode::CheckInvalid, "a check is empty", "reading --check");
    if (hasShellSyntax(text)) {
        PlannedCheck check;
        check.shown = text;
        check.start = {"bash", "-eo", "pipefail", "-c"};
        check.arguments = {text};
        return check;
    }
    const auto argv = shellWords(text);
    if (!argv)
        return Failure(argv.error());
    PlannedCheck check = fromWords(*argv, text);
    if (check.toolchain == "npm")
        return throughNpm(tree, std::move(check));
    return check;
}

Result<std::vector<PlannedCheck>> planChecks(const BaseTree &tree, const std::vector<std::string> &given)
{
    if (given.empty())
        return findChecks(tree);
    std::vector<PlannedCheck> checks;
    for (const std::string &command : given) {
        auto check = planCheck(tree, command);
        if (!check)
            return Failure(check.error());
        checks.push_back(std::move(*check));
    }
    return checks;
}

std::vector<std::string> withReport(const PlannedCheck &check, const std::string &report)
{
    Words argv = check.start;
    const Toolchain *toolchain = toolchainNamed(check.toolchain);
    if (toolchain == nullptr || toolchain->report.empty()) {
        argv.insert(argv.end(), check.arguments.begin(), check.arguments.end());
        return argv;
    }
    const ReportRequest &request = toolchain->report.front();
    if (std::equal(request.instead.rbegin(), request.instead.rend(), argv.rbegin(),
                   argv.rbegin() +
                       static_cast<std::ptrdiff_t>(std::min(argv.size(), request.instead.size()))))
        argv.resize(argv.size() - request.instead.size());
    Words flags = request.arguments;
    for (std::string &flag : flags)
        flag = replaceAll(flag, "{report}", report);
    Words kept;
    bool onlyPaths = false;
    for (std::size_t i = 0; i < check.arguments.size(); ++i) {
        const std::string &word = check.arguments[i];
        if (!onlyPaths && word == "--" && !request.atStart) {
            kept.insert(kept.end(), flags.begin(), flags.end());
            flags.clear();
        }
        onlyPaths = onlyPaths || word == "--";
        if (!onlyPaths && dropsNext(word, request.replaced))
            ++i;
        else if (onlyPaths || !isReplaced(word, request.replaced))
            kept.push_back(word);
    }
    kept.insert(request.atStart ? kept.begin() : kept.end(), flags.begin(), flags.end());
    argv.insert(argv.end(), kept.begin(), kept.end());
    return argv;
}

} // namespace vouchsafe
