#include "core/settings/given_values.h"

#include "core/base/text.h"
#include "core/settings/repository_file.h"
#include "core/settings/trust.h"

#include <cstdlib>
#include <set>
#include <utility>

namespace vouchsafe {
namespace {

const std::map<std::string, RepositoryRule, std::less<>> rules = {
    {"protect", RepositoryRule::Adds},
    {"attempts", RepositoryRule::Lowers},
    {"timeout", RepositoryRule::Lowers},
    {"time-limit", RepositoryRule::Lowers},
    {"memory", RepositoryRule::Lowers},
    {"pids", RepositoryRule::Lowers},
    {"cpus", RepositoryRule::Lowers},
    {"disk", RepositoryRule::Lowers},
    {"protect-readonly", RepositoryRule::Adds},
    {"max-cost", RepositoryRule::Lowers},
    {"max-tokens", RepositoryRule::Lowers},
    {"context-tokens", RepositoryRule::Lowers},
    {"check", RepositoryRule::AfterTrust},
    {"image", RepositoryRule::AfterTrust},
    {"ignore", RepositoryRule::AfterTrust},
    {"include", RepositoryRule::Never},
    {"sandbox", RepositoryRule::Never},
    {"runtime", RepositoryRule::Never},
    {"pull", RepositoryRule::Never},
    {"engineer", RepositoryRule::Never},
    {"model", RepositoryRule::Never},
    {"reproduce", RepositoryRule::Never},
    {"openai-base-url", RepositoryRule::Never},
    {"allow-host", RepositoryRule::Never},
    {"prepare-environment", RepositoryRule::Never},
    {"prepare-certificate", RepositoryRule::Never},
};

/// Names by which repositories ask elsewhere for more than a copy without network. None is a setting; each is
/// told in words of its own, because whoever wrote it meant it.
const std::set<std::string, std::less<>> wideningNames = {
    "network",    "internet", "allow-host", "allow-hosts", "hosts",   "proxy",    "dns",          "ports",
    "mount",      "mounts",   "volume",     "volumes",     "bind",    "devices",  "capabilities", "cap-add",
    "privileged", "user",     "env",        "environment", "seccomp", "run-args", "runargs",      "unprotect",
};

/// The first part of a dotted key, or its last: `sandbox.network` asks for the network.
bool wouldWiden(std::string_view key)
{
    const std::string plain = replaceAll(lowerAscii(key), "_", "-");
    const std::size_t dot = plain.find('.');
    return wideningNames.contains(plain) || wideningNames.contains(plain.substr(plain.rfind('.') + 1)) ||
           (dot != std::string::npos && wideningNames.contains(plain.substr(0, dot)));
}

std::string variableOf(const std::string &name)
{
    if (name == "openai-base-url")
        return "OPENAI_BASE_URL";
    std::string variable = "VOUCHSAFE_";
    for (const char c : name)
        variable += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    return variable;
}

std::optional<std::string> processEnvironment(const std::string &name)
{
    const char *value = std::getenv(name.c_str());
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

} // namespace

Result<GivenValues> GivenValues::read(const SettingsSources &sources)
{
    GivenValues given(sources);
    if (auto read = given.readUser(); !read)
        return tl::unexpected(read.error());
    if (auto read = given.readRepository(); !read)
        return tl::unexpected(read.error());
    if (auto read = given.readDevContainer(); !read)
        return tl::unexpected(read.error());
    return given;
}

Status GivenValues::readUser()
{
    if (m_sources->configFolder.empty())
        return {};
    const std::filesystem::path file = m_sources->configFolder / "vouchsafe.ini";
    m_userFile = file.string();
    auto read = readUserFile(file);
    if (!read)
        return tl::unexpected(read.error());
    m_user = std::move(*read);
    for (const auto &[name, value] : m_user)
        if (!rules.contains(name))
            notice(Noticed::Level::Warning, shown(m_userFile) + " line " + std::to_string(value.line) +
                                                ": there is no setting `" + shown(name) + "`.");
    return {};
}

Status GivenValues::readRepository()
{
    if (m_sources->repository.empty())
        return {};
    const auto content = readRepositoryFile(m_sources->repository);
    if (!content)
        return tl::unexpected(content.error());
    if (!*content)
        return {};
    const auto trusted =
        TrustedRepositories(m_sources->configFolder).isTrusted(m_sources->repository, **content);
    if (!trusted)
        return tl::unexpected(trusted.error());
    m_trusted = *trusted;
    const auto values = parseRepositoryFile(**content);
    if (!values)
        return tl::unexpected(values.error());
    for (const RepositoryValue &value : *values) {
        const std::string place = std::string(repositoryFileName) + " line " + std::to_string(value.line);
        const std::string name = place + ": `" + shown(value.key) + "`";
        const auto rule = rules.find(value.key);
        if (rule == rules.end() && wouldWiden(value.key))
            notice(Noticed::Level::Warning,
                   name + " is ignored: no file of a repository can open the network, add a mount or loosen "
                          "the sandbox.");
        else if (rule == rules.end())
            notice(Noticed::Level::Warning, name + " is ignored: there is no such setting for a repository.");
        else if (rule->second == RepositoryRule::Never)
            notice(Noticed::Level::Warning, name + " is ignored: only a person may set it.");
        else if (rule->second == RepositoryRule::AfterTrust && !m_trusted)
            notice(Noticed::Level::Note, name + " counts only after `vouchsafe trust`.");
        else
            m_repository[value.key] = {value.values, Origin::Repository, place};
    }
    return {};
}

Status GivenValues::readDevContainer()
{
    if (m_sources->repository.empty())
        return {};
    m_devContainer = findDevContainer(m_sources->repository);
    if (m_devContainer.path.empty() || !m_devContainer.notice.empty())
        return {};
    const auto trusted = TrustedRepositories(m_sources->configFolder)
                             .isDevContainerTrusted(m_sources->repository, m_devContainer.text);
    if (!trusted)
        return tl::unexpected(trusted.error());
    m_devContainerTrusted = *trusted;
    return {};
}

std::vector<Given> GivenValues::byPerson(const std::string &name) const
{
    std::vector<Given> given;
    if (const auto user = m_user.find(name); user != m_user.end())
        given.push_back({user->second.values, Origin::UserFile,
                         m_userFile + " line " + std::to_string(user->second.line)});
    const std::string variable = variableOf(name);
    const auto value =
        m_sources->environment ? m_sources->environment(variable) : processEnvironment(variable);
    if (value && !value->empty()) {
        Given environment{{}, Origin::Environment, variable};
        for (const std::string_view line : splitLines(*value))
            environment.values.emplace_back(line);
        given.push_back(std::move(environment));
    }
    if (const auto flag = m_sources->flags.find(name);
        flag != m_sources->flags.end() && !flag->second.empty())
        given.push_back({flag->second, Origin::Flag, "--" + name});
    return given;
}

const Given *GivenValues::byRepository(const std::string &name, RepositoryRule rule) const
{
    const auto given = m_repository.find(name);
    return given == m_repository.end() || rules.find(name)->second != rule ? nullptr : &given->second;
}

} // namespace vouchsafe
