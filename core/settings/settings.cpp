#include "core/settings/settings.h"

#include "core/base/text.h"
#include "core/settings/given_values.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace vouchsafe {
namespace {

Error wrongValue(const std::string &name, const Given &given, const std::string &value, const Wanted &wanted)
{
    const ErrorCode code = name == "model"                ? ErrorCode::ModelUnknown
                           : given.origin == Origin::Flag ? ErrorCode::Usage
                                                          : ErrorCode::Settings;
    return {code,
            "the value of " + name + " is not understood",
            shown(given.place) + ": `" + shown(elided(value, 200, 0)) + "`; wanted is " + wanted.what,
            {}};
}

template <typename T>
bool isLower(const T &a, const T &b)
{
    return a < b;
}
template <typename T>
bool isLower(const std::optional<T> &a, const std::optional<T> &b)
{
    return a && (!b || *a < *b); // no limit is the highest
}

/// Lays what was given over the defaults, weakest source first. The first value that cannot be read ends it.
class Weighing {
public:
    explicit Weighing(const GivenValues &given) : m_given(given) {}

    Result<Settings> settings();

private:
    template <typename T, typename Parse>
    void one(const std::string &name, Setting<T> &setting, Parse parse);
    template <typename T, typename Parse>
    void limit(const std::string &name, Setting<T> &setting, Parse parse);
    void list(const std::string &name, Setting<std::vector<std::string>> &setting, bool added);
    void protection();
    void models();
    void images();
    void devContainer();
    void limits();
    void wrong(const std::string &name, const Given &given, const std::string &value, const Wanted &wanted)
    {
        if (!m_error)
            m_error = wrongValue(name, given, value, wanted);
    }
    void notice(Noticed::Level level, const std::string &text)
    {
        m_settings.notices.push_back({level, text});
    }

    const GivenValues &m_given;
    Settings m_settings;
    std::optional<Error> m_error;
};

/// A single value; the strongest source that is a person's decides, else the repository's where it counts.
template <typename T, typename Parse>
void Weighing::one(const std::string &name, Setting<T> &setting, Parse parse)
{
    std::vector<Given> all = m_given.byPerson(name);
    if (const Given *repository = m_given.byRepository(name, RepositoryRule::AfterTrust))
        all.insert(all.begin(), *repository);
    for (const Given &given : all) {
        // A flag may come twice: the last one counts. In files a list in place of a value is a mistake.
        const bool single = given.values.size() == 1 || given.origin == Origin::Flag;
        const std::string value = given.values.empty() ? "" : given.values.back();
        const auto parsed = parse(single ? value : join(given.values, ", "));
        if (!parsed)
            return wrong(name, given, value, parsed.error());
        setting = {T(*parsed), given.origin, given.place};
    }
}

template <typename T, typename Parse>
void Weighing::limit(const std::string &name, Setting<T> &setting, Parse parse)
{
    one(name, setting, parse);
    const Given *repository = m_given.byRepository(name, RepositoryRule::Lowers);
    if (repository == nullptr)
        return;
    const std::string text = join(repository->values, ", ");
    const auto parsed = parse(text);
    if (!parsed)
        return wrong(name, *repository, text, parsed.error());
    const T value(*parsed);
    if (value == setting.value)
        return;
    if (!isLower(value, setting.value))
        return notice(Noticed::Level::Warning, repository->place + ": `" + name +
                                                   "` is ignored: a repository may only lower a limit.");
    if (setting.origin == Origin::Flag)
        return notice(Noticed::Level::Note,
                      repository->place + ": the lower `" + name + "` does not count beside --" + name + ".");
    notice(Noticed::Level::Note, repository->place + " lowers `" + name + "`.");
    setting = {value, Origin::Repository, repository->place};
}

void Weighing::list(const std::string &name, Setting<std::vector<std::string>> &setting, bool added)
{
    std::vector<Given> all = m_given.byPerson(name);
    for (const RepositoryRule rule : {RepositoryRule::Adds, RepositoryRule::AfterTrust})
        if (const Given *repository = m_given.byRepository(name, rule))
            all.insert(all.begin(), *repository);
    for (const Given &given : all) {
        if (!added)
            setting.value.clear();
        for (const std::string &value : given.values)
            if (!trimmed(value).empty() &&
                std::find(setting.value.begin(), setting.value.end(), value) == setting.value.end())
                setting.value.push_back(value);
        setting.origin = given.origin;
        setting.place = given.place;
    }
}

/// A repository may ask for more protection, whoever else asked for less: only a flag stands above it.
void Weighing::protection()
{
    Setting<bool> &setting = m_settings.protectReadOnly;
    one("protect-readonly", setting, yesOrNo);
    const Given *repository = m_given.byRepository("protect-readonly", RepositoryRule::Adds);
    if (repository == nullptr)
        return;
    const std::string text = join(repository->values, ", ");
    const auto parsed = yesOrNo(text);
    if (!parsed)
        return wrong("protect-readonly", *repository, text, parsed.error());
    if (*parsed == setting.value)
        return;
    if (!*parsed)
        return notice(Noticed::Level::Warning,
                      repository->place +
                          ": `protect-readonly` is ignored: a repository may only protect more.");
    if (setting.origin == Origin::Flag)
        return notice(Noticed::Level::Note,
                      repository->place + ": `protect-readonly` does not count beside --protect-readonly.");
    notice(Noticed::Level::Note, repository->place + " makes protected paths read-only.");
    setting = {true, Origin::Repository, repository->place};
}

void Weighing::models()
{
    for (const Given &given : m_given.byPerson("model"))
        for (const std::string &value : given.values) {
            const auto choice = modelNamed(value);
            if (!choice)
                return wrong("model", given, value, choice.error());
            for (const char *role : {"architect", "engineer"})
                if (choice->role.empty() || choice->role == role)
                    m_settings.models.value[role] = choice->model;
            m_settings.models.origin = given.origin;
            m_settings.models.place = given.place;
        }
}

/// Its image is the weakest word on images. Where bubblewrap was asked for nothing of it matters.
void Weighing::devContainer()
{
    const DevContainerFile &file = m_given.devContainer();
    if (file.path.empty() || m_settings.sandbox.value == Backend::Bubblewrap)
        return;
    if (!file.notice.empty())
        return notice(Noticed::Level::Note, file.notice);
    const std::string place = shown(file.path);
    const auto container = parseDevContainer(file.text);
    if (!container)
        return notice(Noticed::Level::Note, place + " is not read: " + container.error().what + ".");
    if (!container->ignored.empty())
        notice(Noticed::Level::Warning,
               place + ": " + join(container->ignored, ", ") +
                   (container->ignored.size() == 1 ? " is" : " are") +
                   " ignored: a repository neither acts on this machine nor loosens the sandbox.");
    const bool trusted = m_given.devContainerTrusted();
    if (!container->image.empty() && trusted)
        m_settings.image = {container->image, Origin::Repository, file.path};
    else if (!container->image.empty())
        notice(Noticed::Level::Note, place + ": `image` counts only after `vouchsafe trust`.");
    else if (!container->dockerfile.empty())
        notice(Noticed::Level::Note, place + ": its Dockerfile is built by `vouchsafe prepare` alone" +
                                         (trusted ? "." : ", after `vouchsafe trust`."));
}

void Weighing::images()
{
    std::vector<Given> all = m_given.byPerson("image");
    if (const Given *repository = m_given.byRepository("image", RepositoryRule::AfterTrust))
        all.insert(all.begin(), *repository);
    for (const Given &given : all) {
        std::optional<std::string> forAll;
        std::map<std::string, std::string> byLanguage;
        for (const std::string &value : given.values) {
            const auto named = imageNamed(std::string(trimmed(value)));
            if (!named)
                return wrong("image", given, value, named.error());
            if (named->language.empty())
                forAll = named->reference;
            else
                byLanguage[named->language] = named->reference;
        }
        if (forAll) {
            m_settings.image = {*forAll, given.origin, given.place};
            m_settings.images = {};
        }
        for (const auto &[language, reference] : byLanguage) {
            m_settings.images.value[language] = reference;
            m_settings.images.origin = given.origin;
            m_settings.images.place = given.place;
        }
    }
}

void Weighing::limits()
{
    const auto whole = [](std::int64_t least, std::int64_t most) {
        return [=](const std::string &text) { return wholeNumber(text, least, most); };
    };
    constexpr std::int64_t week = 7 * 24 * 3600;
    limit("attempts", m_settings.attempts, whole(1, 100));
    limit("timeout", m_settings.timeout, whole(1, week));
    limit("time-limit", m_settings.timeLimit, whole(1, week));
    limit("pids", m_settings.pids, whole(1, 1'000'000));
    limit("max-tokens", m_settings.maxTokens, whole(1, std::numeric_limits<std::int64_t>::max()));
    limit("context-tokens", m_settings.contextTokens, whole(200, 10'000'000));
    limit("max-cost", m_settings.maxCost, moneyAmount);
    limit("memory", m_settings.memory, memorySize);
    limit("disk", m_settings.disk, memorySize);
    limit("cpus", m_settings.cpus, processorShare);
}

Result<Settings> Weighing::settings()
{
    m_settings.notices = m_given.notices();
    m_settings.repositoryTrusted = m_given.repositoryTrusted();
    const auto text = [](const std::string &value) -> Parsed<std::string> {
        if (trimmed(value).empty() || value.find('\n') != std::string::npos)
            return tl::unexpected(Wanted{"a text of one line"});
        return value;
    };
    list("check", m_settings.check, false);
    list("protect", m_settings.protect, true);
    list("include", m_settings.include, true);
    list("ignore", m_settings.ignore, true);
    limits();
    protection();
    one("sandbox", m_settings.sandbox, backendNamed);
    one("runtime", m_settings.runtime, text);
    devContainer();
    images();
    one("pull", m_settings.pull, yesOrNo);
    one("engineer", m_settings.engineer, engineerNamed);
    one("reproduce", m_settings.reproduce, reproductionNamed);
    one("openai-base-url", m_settings.openAiBaseUrl, text);
    list("allow-host", m_settings.allowHost, true);
    list("prepare-environment", m_settings.prepareEnvironment, false);
    one("prepare-certificate", m_settings.prepareCertificate, text);
    models();
    if (m_error)
        return tl::unexpected(*m_error);
    return std::move(m_settings);
}

} // namespace

void Settings::applyTo(Task &task) const
{
    task.checks = check.value;
    task.limits = {attempts.value, timeout.value, timeLimit.value, maxCost.value, maxTokens.value};
    task.maxContextTokens = contextTokens.value;
    task.policy.backend = sandbox.value;
    task.policy.runtime = runtime.value;
    task.policy.image = image.value;
    task.policy.pull = pull.value;
    task.images = images.value;
    task.policy.memoryBytes = memory.value;
    task.policy.pids = pids.value;
    task.policy.cpuPercent = cpus.value;
    task.policy.workspaceBytes = disk.value;
    task.policy.protect = protect.value;
    task.policy.protectReadOnly = protectReadOnly.value;
    task.policy.include = include.value;
    task.engineer = engineer.value.kind;
    task.script = engineer.value.script;
    task.models = models.value;
    task.reproduction = reproduce.value;
}

Result<Settings> loadSettings(const SettingsSources &sources)
{
    const auto given = GivenValues::read(sources);
    if (!given)
        return tl::unexpected(given.error());
    return Weighing(*given).settings();
}

} // namespace vouchsafe
