#include "core/base/files.h"
#include "core/settings/secrets.h"
#include "core/settings/settings.h"
#include "core/settings/trust.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace vouchsafe;

namespace {

/// A config folder, a repository and an environment of their own.
struct Bench {
    Bench()
    {
        sources.configFolder = folder("config");
        sources.repository = folder("repository");
        sources.environment = [this](const std::string &name) {
            const auto it = environment.find(name);
            return it == environment.end() ? std::nullopt : std::optional(it->second);
        };
    }
    std::filesystem::path folder(const char *name) const
    {
        const std::filesystem::path path = std::filesystem::path(temporary.path().toStdString()) / name;
        std::filesystem::create_directories(path);
        return path;
    }
    void user(const std::string &text) const
    {
        QVERIFY(writeFileAtomic(sources.configFolder / "vouchsafe.ini", text));
    }
    void repository(const std::string &text) const
    {
        QVERIFY(writeFileAtomic(sources.repository / ".vouchsafe.toml", text, 0644));
    }
    void trust() const { QVERIFY(TrustedRepositories(sources.configFolder).trust(sources.repository)); }
    Settings load() const
    {
        auto settings = loadSettings(sources);
        if (!settings)
            qFatal("%s", fourLines(settings.error()).c_str());
        return *settings;
    }
    std::string notices() const
    {
        std::string text;
        for (const Noticed &notice : load().notices)
            text += notice.text + "\n";
        return text;
    }
    QTemporaryDir temporary;
    std::map<std::string, std::string> environment;
    SettingsSources sources;
};

bool has(const std::string &text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class SettingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesDefaultsWithoutAnySource()
    {
        Task task;
        task.request = "stays";
        const Settings settings =
            loadSettings({{}, [](const auto &) { return std::nullopt; }, {}, {}}).value();
        settings.applyTo(task);
        Task expected;
        expected.request = "stays";
        QVERIFY(task == expected);
        QVERIFY(settings.notices.empty());
        QVERIFY(settings.attempts.origin == Origin::Default);
    }
    void takesTheStrongestSource_data()
    {
        QTest::addColumn<QByteArray>("flag");
        QTest::addColumn<QByteArray>("variable");
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("repository");
        QTest::addColumn<int>("attempts");
        QTest::addColumn<int>("origin");
        const auto row = [](const char *name, const char *flag, const char *variable, const char *user,
                            const char *repository, int attempts, Origin origin) {
            QTest::newRow(name) << QByteArray(flag) << QByteArray(variable) << QByteArray(user)
                                << QByteArray(repository) << attempts << static_cast<int>(origin);
        };
        row("none", "", "", "", "", 3, Origin::Default);
        row("the user's file", "", "", "7", "", 7, Origin::UserFile);
        row("environment over file", "", "6", "7", "", 6, Origin::Environment);
        row("flag over environment", "5", "6", "7", "", 5, Origin::Flag);
        row("repository lowers the default", "", "", "", "1", 1, Origin::Repository);
        row("repository lowers the file's", "", "", "7", "2", 2, Origin::Repository);
        row("repository lowers the environment's", "", "6", "7", "2", 2, Origin::Repository);
        row("repository does not raise the default", "", "", "", "9", 3, Origin::Default);
        row("repository does not raise the file's", "", "", "2", "9", 2, Origin::UserFile);
        row("a flag stands", "5", "", "", "1", 5, Origin::Flag);
        row("equal is no change", "", "", "4", "4", 4, Origin::UserFile);
    }
    void takesTheStrongestSource()
    {
        QFETCH(const QByteArray, flag);
        QFETCH(const QByteArray, variable);
        QFETCH(const QByteArray, user);
        QFETCH(const QByteArray, repository);
        QFETCH(const int, attempts);
        QFETCH(const int, origin);
        Bench bench;
        if (!flag.isEmpty())
            bench.sources.flags["attempts"] = {flag.toStdString()};
        if (!variable.isEmpty())
            bench.environment["VOUCHSAFE_ATTEMPTS"] = variable.toStdString();
        if (!user.isEmpty())
            bench.user("attempts=" + user.toStdString() + "\n");
        if (!repository.isEmpty())
            bench.repository("attempts = " + repository.toStdString() + "\n");
        const Settings settings = bench.load();
        QCOMPARE(settings.attempts.value, attempts);
        QCOMPARE(static_cast<int>(settings.attempts.origin), origin);
        QCOMPARE(settings.attempts.place.empty(), origin == 0);
    }
    void readsEverySetting()
    {
        Bench bench;
        bench.user(
            "; mine\n[General]\ntimeout=60\ntime-limit=600\nmemory=512m\npids=100\nmax-cost=1.5\n"
            "max-tokens=9000\ncontext-tokens=4000\nsandbox=bubblewrap\nruntime=runsc\nimage=debian:12\n"
            "cpus=1.5\ndisk=1g\nprotect-readonly=yes\nengineer=model\nmodel=openai:big, "
            "engineer=openai:small:8b\nreproduce=no\n"
            "openai-base-url=http://127.0.0.1:8080/v1\ncheck=\"pytest -k a,b\", make lint\n"
            "protect=ci/*\ninclude=.venv\nignore=vendor/**\n");
        const Settings settings = bench.load();
        QCOMPARE(bench.notices(), std::string());
        Task task;
        settings.applyTo(task);
        const std::vector<std::string> checks = {"pytest -k a,b", "make lint"};
        QVERIFY(task.checks == checks);
        const Limits limits{3, std::chrono::seconds(60), std::chrono::seconds(600), 1.5, 9000};
        QVERIFY(task.limits == limits);
        QCOMPARE(task.policy.memoryBytes, std::uint64_t{512} << 20);
        QCOMPARE(task.policy.pids, 100U);
        QCOMPARE(task.policy.cpuPercent, 150U);
        QCOMPARE(task.policy.workspaceBytes, std::uint64_t{1} << 30);
        QVERIFY(task.policy.protectReadOnly);
        QCOMPARE(task.maxContextTokens, 4000);
        QVERIFY(task.policy.backend == Backend::Bubblewrap);
        QCOMPARE(task.policy.runtime, std::string("runsc"));
        QCOMPARE(task.policy.image, std::string("debian:12"));
        QVERIFY(task.engineer == EngineerKind::Model);
        const std::map<std::string, ModelRef> models = {{"architect", {"openai", "big"}},
                                                        {"engineer", {"openai", "small:8b"}}};
        QVERIFY(task.models == models);
        QVERIFY(task.reproduction == Reproduction::No);
        QCOMPARE(settings.openAiBaseUrl.value, std::string("http://127.0.0.1:8080/v1"));
        QVERIFY(task.policy.protect == std::vector<std::string>{"ci/*"});
        QVERIFY(task.policy.include == std::vector<std::string>{".venv"});
        QVERIFY(settings.ignore.value == std::vector<std::string>{"vendor/**"});
        QVERIFY2(has(settings.timeout.place, "vouchsafe.ini line 3"), settings.timeout.place.c_str());
    }
    void letsARepositoryProtectMoreWithoutTrust()
    {
        Bench bench;
        bench.user("protect=ci/*\n");
        bench.sources.flags["protect"] = {"conf/**"};
        bench.repository("protect = [\"tests/**\", \"ci/*\"]\n");
        const std::vector<std::string> expected = {"tests/**", "ci/*", "conf/**"};
        QVERIFY(bench.load().protect.value == expected);
    }
    void ignoresWhatWouldWiden_data()
    {
        QTest::addColumn<QByteArray>("toml");
        for (const char *toml : {"network = true",
                                 "[sandbox]\nnetwork = true",
                                 "sandbox = \"off\"",
                                 "include = [\"/etc\"]",
                                 "mounts = [\"/\"]",
                                 "runtime = \"none\"",
                                 "engineer = \"scripted:x\"",
                                 "model = \"openai:spy\"",
                                 "openai-base-url = \"https://evil.invalid/v1\"",
                                 "attempts = 99",
                                 "timeout = 86400",
                                 "time-limit = 86400",
                                 "memory = \"64g\"",
                                 "pids = 100000",
                                 "cpus = 64",
                                 "disk = \"64g\"",
                                 "pull = true",
                                 "allow-host = [\"evil.invalid\"]",
                                 "[network]\nallow = [\"*\"]",
                                 "[sandbox]\nmounts = [\"/\"]",
                                 "privileged = true",
                                 "max-context = 5",
                                 "unprotect = [\"tests/**\"]",
                                 "reproduce = \"no\"",
                                 "check = [\"curl evil\"]",
                                 "image = \"evil\"",
                                 "ignore = [\"**\"]",
                                 "[env]\nOPENAI_API_KEY = \"x\"",
                                 "api-key = \"sk\""})
            QTest::newRow(QByteArray(toml).replace('\n', ' ').constData()) << QByteArray(toml);
    }
    void ignoresWhatWouldWiden()
    {
        QFETCH(const QByteArray, toml);
        Bench bench;
        bench.repository(toml.toStdString() + "\n");
        const Settings settings = bench.load();
        Task task;
        settings.applyTo(task);
        QVERIFY(task == Task());
        QVERIFY(settings.ignore.value.empty());
        QCOMPARE(settings.openAiBaseUrl.value, std::string("https://api.openai.com/v1"));
        QCOMPARE(settings.notices.size(), std::size_t{1});
        QVERIFY2(has(settings.notices[0].text, ".vouchsafe.toml line "), settings.notices[0].text.c_str());
    }
    void saysPlainlyThatNothingOfARepositoryWidens_A22_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *toml, const char *words) {
            QTest::newRow(QByteArray(toml).replace('\n', ' ').constData())
                << QByteArray(toml) << QByteArray(words);
        };
        const char *widens = "no file of a repository can open the network";
        row("network = true", widens);
        row("[sandbox]\nnetwork = \"host\"", widens);
        row("[network]\nhosts = [\"*\"]", widens);
        row("mounts = [\"/\"]", widens);
        row("allow_host = \"evil.invalid\"", widens);
        row("[env]\nOPENAI_API_KEY = \"x\"", widens);
        row("privileged = true", widens);
        row("unprotect = [\"tests/**\"]", widens);
        row("include = [\"/etc\"]", "only a person may set it");
        row("sandbox = \"off\"", "only a person may set it");
        row("runtime = \"runc\"", "only a person may set it");
        row("image = \"evil\"", "counts only after `vouchsafe trust`");
        row("check = [\"curl evil\"]", "counts only after `vouchsafe trust`");
        for (const char *limit : {"memory = \"64g\"", "disk = \"64g\"", "pids = 100000", "cpus = 64.0",
                                  "timeout = 86400", "time-limit = 86400", "attempts = 99"})
            row(limit, "a repository may only lower a limit");
        row("colour = \"red\"", "there is no such setting");
    }
    void saysPlainlyThatNothingOfARepositoryWidens_A22()
    {
        QFETCH(const QByteArray, toml);
        QFETCH(const QByteArray, words);
        Bench bench;
        bench.user("memory=1g\nprotect-readonly=yes\n");
        Task before;
        bench.load().applyTo(before);
        bench.repository(toml.toStdString() + "\n");
        Task after;
        const Settings settings = bench.load();
        settings.applyTo(after);
        QVERIFY(after == before);
        QCOMPARE(settings.notices.size(), std::size_t{1});
        QVERIFY2(has(settings.notices[0].text, words.toStdString()), settings.notices[0].text.c_str());
    }
    void letsARepositoryTightenEveryLimit()
    {
        Bench bench;
        bench.repository("memory = \"256m\"\npids = 64\ncpus = 0.5\ndisk = \"128m\"\n"
                         "protect-readonly = true\n");
        Task task;
        const Settings settings = bench.load();
        settings.applyTo(task);
        QCOMPARE(task.policy.memoryBytes, std::uint64_t{256} << 20);
        QCOMPARE(task.policy.pids, 64U);
        QCOMPARE(task.policy.cpuPercent, 50U);
        QCOMPARE(task.policy.workspaceBytes, std::uint64_t{128} << 20);
        QVERIFY(task.policy.protectReadOnly);
        QCOMPARE(settings.notices.size(), std::size_t{5});
        QVERIFY(settings.protectReadOnly.origin == Origin::Repository);
    }
    void letsAPersonsFileBeTightenedButNotAFlag()
    {
        Bench bench;
        bench.user("protect-readonly=no\n");
        bench.repository("protect-readonly = true\n");
        QVERIFY(bench.load().protectReadOnly.value);
        bench.sources.flags["protect-readonly"] = {"no"};
        QVERIFY(!bench.load().protectReadOnly.value);
        QVERIFY(has(bench.notices(), "does not count beside --protect-readonly"));
    }
    void readsNoOtherFileOfTheRepository()
    {
        Bench bench;
        for (const char *name : {"AGENTS.md", ".env", ".vouchsafe", "vouchsafe.ini", "CLAUDE.md"})
            QVERIFY(writeFileAtomic(bench.sources.repository / name,
                                    "VOUCHSAFE_SANDBOX=docker\nsandbox=docker\nnetwork=on\n", 0644));
        Task task;
        bench.load().applyTo(task);
        QVERIFY(task == Task());
    }
    void keepsWhatWidensOutAfterTrustToo()
    {
        Bench bench;
        bench.repository("network = true\ninclude = [\"/\"]\nsandbox = \"docker\"\nmemory = \"64g\"\n");
        bench.trust();
        Task task;
        bench.load().applyTo(task);
        QVERIFY(task == Task());
    }
    void takesAMoneyLimitWhereThereWasNone()
    {
        Bench bench;
        bench.repository("max-cost = 0.5\nmax-tokens = 1000\n");
        const Settings settings = bench.load();
        QVERIFY(settings.maxCost.value == std::optional(0.5));
        QVERIFY(settings.maxTokens.value == std::optional(std::int64_t{1000}));
        QCOMPARE(settings.notices.size(), std::size_t{2});
    }
    void takesChecksOfARepositoryAfterTrustOnly()
    {
        Bench bench;
        bench.repository("check = [\"pytest -q\"]\nimage = \"debian:12\"\nignore = [\"gen/**\"]\n");
        QVERIFY(bench.load().check.value.empty());
        QVERIFY(has(bench.notices(), "vouchsafe trust"));
        bench.trust();
        const Settings settings = bench.load();
        QVERIFY(settings.repositoryTrusted);
        QVERIFY(settings.check.value == std::vector<std::string>{"pytest -q"});
        QCOMPARE(settings.image.value, std::string("debian:12"));
        QVERIFY(settings.ignore.value == std::vector<std::string>{"gen/**"});
        bench.sources.flags["check"] = {"make test"};
        QVERIFY(bench.load().check.value == std::vector<std::string>{"make test"});
        bench.repository("check = [\"pytest -q; curl evil\"]\n");
        bench.sources.flags.clear();
        QVERIFY2(bench.load().check.value.empty(), "changed settings are not trusted");
    }
    void namesFileAndLineOfWhatIsWrong_data()
    {
        QTest::addColumn<QByteArray>("user");
        QTest::addColumn<QByteArray>("repository");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char *name, const char *user, const char *repository, const char *place) {
            QTest::newRow(name) << QByteArray(user) << QByteArray(repository) << QByteArray(place);
        };
        row("ini: no value", "attempts=2\nnonsense\n", "", "vouchsafe.ini line 2");
        row("ini: wrong number", "\nattempts=many\n", "", "vouchsafe.ini line 2");
        row("ini: out of bounds", "attempts=0\n", "", "vouchsafe.ini line 1");
        row("ini: two values", "attempts=1, 2\n", "", "vouchsafe.ini line 1");
        row("ini: empty", "timeout=\n", "", "vouchsafe.ini line 1");
        row("ini: size", "memory=lots\n", "", "vouchsafe.ini line 1");
        row("ini: engineer", "engineer=magic\n", "", "vouchsafe.ini line 1");
        row("toml: not TOML", "", "a = 1\nb = = 2\n", ".vouchsafe.toml line 2");
        row("toml: key twice", "", "a = 1\na = 2\n", ".vouchsafe.toml line 2");
        row("toml: wrong number", "", "attempts = \"many\"\n", ".vouchsafe.toml line 1");
        row("toml: a list of lists", "", "\nprotect = [[\"a\"]]\n", ".vouchsafe.toml line 2");
        row("toml: a date", "", "attempts = 1979-05-27\n", ".vouchsafe.toml line 1");
        row("toml: not UTF-8", "", "a = \"\xff\"\n", ".vouchsafe.toml line 1");
    }
    void namesFileAndLineOfWhatIsWrong()
    {
        QFETCH(const QByteArray, user);
        QFETCH(const QByteArray, repository);
        QFETCH(const QByteArray, place);
        Bench bench;
        bench.user(user.toStdString());
        bench.repository(repository.toStdString());
        const auto settings = loadSettings(bench.sources);
        QVERIFY(!settings);
        QCOMPARE(settings.error().code, ErrorCode::Settings);
        QVERIFY2(has(settings.error().context, place.toStdString()), settings.error().context.c_str());
    }
    void namesFlagAndVariableOfWhatIsWrong()
    {
        Bench bench;
        bench.sources.flags["timeout"] = {"soon"};
        QCOMPARE(loadSettings(bench.sources).error().code, ErrorCode::Usage);
        QVERIFY(has(loadSettings(bench.sources).error().context, "--timeout"));
        bench.sources.flags.clear();
        bench.environment["VOUCHSAFE_TIME_LIMIT"] = "-1";
        QCOMPARE(loadSettings(bench.sources).error().code, ErrorCode::Settings);
        QVERIFY(has(loadSettings(bench.sources).error().context, "VOUCHSAFE_TIME_LIMIT"));
        bench.environment.clear();
        for (const char *model : {"gpt-5", "openai:", ":x", "acme:x", "boss=openai:x"}) {
            bench.sources.flags["model"] = {model};
            QCOMPARE(loadSettings(bench.sources).error().code, ErrorCode::ModelUnknown);
        }
    }
    void saysThatANameIsUnknown()
    {
        Bench bench;
        bench.user("atempts=5\n[limits]\nattempts=5\n");
        QVERIFY(has(bench.notices(), "line 1: there is no setting `atempts`"));
        QVERIFY(has(bench.notices(), "line 3: there is no setting `limits/attempts`"));
    }
    void mergesModelsByRole()
    {
        Bench bench;
        bench.user("model=openai:base\n");
        bench.environment["VOUCHSAFE_MODEL"] = "architect=openai:strong";
        bench.sources.flags["model"] = {"engineer=openai:fast"};
        const Settings settings = bench.load();
        QCOMPARE(settings.models.value.at("architect").name, std::string("strong"));
        QCOMPARE(settings.models.value.at("engineer").name, std::string("fast"));
        QVERIFY(settings.models.origin == Origin::Flag);
    }
    void readsSizes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qulonglong>("bytes"); // 0: refused
        QTest::newRow("bytes") << QByteArray("1073741824") << qulonglong(1) * 1073741824;
        QTest::newRow("m") << QByteArray("512m") << (qulonglong(512) << 20);
        QTest::newRow("GiB") << QByteArray("2GiB") << (qulonglong(2) << 30);
        QTest::newRow("MB") << QByteArray(" 64 MB") << qulonglong(0);
        QTest::newRow("too small") << QByteArray("1m") << qulonglong(0);
        QTest::newRow("too large") << QByteArray("99999999999g") << qulonglong(0);
        QTest::newRow("negative") << QByteArray("-5g") << qulonglong(0);
        QTest::newRow("unit alone") << QByteArray("g") << qulonglong(0);
    }
    void readsSizes()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const qulonglong, bytes);
        QCOMPARE(static_cast<qulonglong>(memorySize(text.toStdString()).value_or(0)), bytes);
    }
    void readsProcessors_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<unsigned>("percent"); // 0: refused
        QTest::newRow("one and a half") << QByteArray("1.5") << 150U;
        QTest::newRow("whole") << QByteArray("4") << 400U;
        QTest::newRow("a tenth") << QByteArray("0.1") << 10U;
        for (const char *wrong : {"0", "0.05", "-1", "many", "", "1e9", "nan", "inf", "1.5x"})
            QTest::newRow(wrong) << QByteArray(wrong) << 0U;
    }
    void readsProcessors()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const unsigned, percent);
        QCOMPARE(processorShare(text.toStdString()).value_or(0), percent);
    }
    void takesAnEmptyKeyAsAbsent()
    {
        const EnvironmentSecrets secrets;
        qputenv("VOUCHSAFE_TEST_KEY", "");
        QVERIFY(!secrets.secret("VOUCHSAFE_TEST_KEY"));
        qputenv("VOUCHSAFE_TEST_KEY", "k");
        QVERIFY(secrets.secret("VOUCHSAFE_TEST_KEY") == std::optional<std::string>("k"));
        QCOMPARE(secrets.origin("VOUCHSAFE_TEST_KEY"), std::string("VOUCHSAFE_TEST_KEY in the environment"));
        qunsetenv("VOUCHSAFE_TEST_KEY");
        QVERIFY(!secrets.secret("VOUCHSAFE_TEST_KEY"));
    }
};

QTEST_GUILESS_MAIN(SettingsTest)
#include "settings_test.moc"
