#include "app/prepare.h"

#include "app/attempt_log.h"
#include "app/ecosystems.h"
#include "app/host_environment.h"
#include "app/prepare_failure.h"
#include "app/prepared_layers.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/text.h"
#include "sandbox/sandbox_choice.h"
#include "tests/sandbox/network/loopback_server.h"
#include "tests/sandbox/sandbox_case.h"
#include "tests/support/fake_tree.h"
#include "tests/support/required_engine.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// The index and registry of package_index.py, with a certificate of its own.
class PackageIndex {
public:
    PackageIndex()
    {
        const fs::path folder = m_folder.path().toStdString();
        const Ran made =
            onHost({"/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                    "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=vouchsafe.test",
                    "-addext", "subjectAltName=DNS:pypi.vouchsafe.test,DNS:npm.vouchsafe.test", "-keyout",
                    folder / "key.pem", "-out", certificate()});
        if (!made.ok())
            qFatal("%s", made.shown().c_str());
        m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_process.start(QStringLiteral("/usr/bin/python3"),
                        QStringList{QStringLiteral(VOUCHSAFE_PACKAGE_INDEX),
                                    QString::fromStdString(certificate()),
                                    QString::fromStdString(folder / "key.pem")});
        if (!m_process.waitForReadyRead(30'000))
            qFatal("the package index does not start");
        const auto said = nlohmann::json::parse(m_process.readLine().toStdString());
        port = std::to_string(said.at("port").get<int>());
        integrity = said.at("integrity").get<std::string>();
    }
    ~PackageIndex()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    std::string certificate() const { return fs::path(m_folder.path().toStdString()) / "certificate.pem"; }

    std::string port;
    std::string integrity;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

Files projectOf(const PackageIndex &index)
{
    const nlohmann::json package = {
        {"name", "p"}, {"version", "1.0.0"}, {"dependencies", {{"leftside", "1.0.0"}}}};
    const nlohmann::json left = {
        {"version", "1.0.0"},
        {"resolved", "https://npm.vouchsafe.test:" + index.port + "/leftside/-/leftside-1.0.0.tgz"},
        {"integrity", index.integrity},
        {"hasInstallScript", true}};
    const nlohmann::json lock = {{"name", "p"},
                                 {"version", "1.0.0"},
                                 {"lockfileVersion", 3},
                                 {"requires", true},
                                 {"packages", {{"", package}, {"node_modules/leftside", left}}}};
    return {{"requirements.txt", "greeting==1.0\n"},
            {"use.py", "import greeting\nprint(greeting.hello())\n"},
            {"package.json", package.dump()},
            {"package-lock.json", lock.dump()},
            {"use.js", "console.log(require('leftside'))\n"}};
}

// Skips the test, or fails it where the machine must have the engine.
#define ABSENT(ground)                                                                                       \
    do {                                                                                                     \
        QVERIFY2(!isRequiredEngine((ground).asked, (ground).policy.runtime), (ground).absent.c_str());       \
        QSKIP((ground).absent.c_str());                                                                      \
    } while (false)

/// What a backend needs, or why it is not here.
struct Ground {
    SandboxPolicy policy;
    std::unique_ptr<SandboxFactory> factory;
    PrepareGround ground;
    std::string absent;
    Backend asked = Backend::Auto;
};

Ground groundOf(Backend backend, const std::string &runtime, const Identity &identity)
{
    Ground ground;
    ground.asked = ground.policy.backend = backend;
    ground.policy.runtime = runtime;
    if (backend != Backend::Bubblewrap) {
        ground.policy.image =
            qEnvironmentVariable("VOUCHSAFE_TEST_IMAGE", QStringLiteral("vouchsafe-test/all")).toStdString();
        if (!qEnvironmentVariableIsSet("DOCKER_HOST")) {
            ground.absent = "DOCKER_HOST names no engine";
            return ground;
        }
    }
    auto choice = chooseSandboxes(ground.policy, identity, hostEnvironment(), "prepare-test", {});
    if (!choice) {
        ground.absent = choice.error().what + ": " + choice.error().context;
        return ground;
    }
    ground.factory = std::move(choice->factory);
    const auto made = prepareGround(ground.policy, identity, hostEnvironment(), {}, {});
    if (!made)
        qFatal("%s", fourLines(made.error()).c_str());
    ground.ground = *made;
    return ground;
}

} // namespace

class PrepareTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansWhatTheFilesAskFor_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QString>("steps");
        const auto row = [](const char *name, const QStringList &files, const char *steps) {
            QTest::newRow(name) << files << QString::fromLatin1(steps);
        };
        const char *venv = "python3 -m venv --system-site-packages .venv";
        const std::string pip = ".venv/bin/python -m pip install ";
        row("nothing", {QStringLiteral("a.py")}, "");
        row("below", {QStringLiteral("x/requirements.txt"), QStringLiteral("x/package-lock.json")}, "");
        row("requirements", {QStringLiteral("requirements-dev.txt"), QStringLiteral("requirements.txt")},
            (std::string(venv) + "\n" + pip + "-r requirements-dev.txt\n" + pip + "-r requirements.txt")
                .c_str());
        row("project", {QStringLiteral("pyproject.toml=[project]")},
            (std::string(venv) + "\n" + pip + "-e '.[test,tests,testing,dev]'").c_str());
        row("settings of a tool", {QStringLiteral("pyproject.toml=[tool.pytest.ini_options]")}, "");
        row("locked npm",
            {QStringLiteral("package.json={\"dependencies\":{}}"), QStringLiteral("package-lock.json")},
            "npm ci");
        row("npm without lock", {QStringLiteral("package.json={\"devDependencies\":{}}")},
            "npm install --no-package-lock");
        row("npm without packages", {QStringLiteral("package.json={}")}, "");
        row("go", {QStringLiteral("go.mod=require a v1"), QStringLiteral("go.sum")}, "go mod download");
        row("vendored go", {QStringLiteral("go.mod=require a v1"), QStringLiteral("vendor/modules.txt")}, "");
        row("cargo", {QStringLiteral("Cargo.toml=[dependencies]"), QStringLiteral("Cargo.lock")},
            "cargo fetch --locked");
    }
    void plansWhatTheFilesAskFor()
    {
        QFETCH(QStringList, files);
        QFETCH(QString, steps);
        FakeTree tree;
        for (const QString &file : files)
            tree.add(file.section(QLatin1Char('='), 0, 0).toStdString(),
                     file.section(QLatin1Char('='), 1).toStdString());
        std::vector<std::string> planned;
        for (const PlannedStep &step : planPrepare(tree, {}).steps)
            planned.push_back(step.shown);
        QCOMPARE(QString::fromStdString(join(planned, "\n")), steps);
    }

    void theDigestFollowsWhatIsInstalled()
    {
        const Files base{{"requirements.txt", "a==1\n"}, {"a.py", "x"}};
        const auto digest = [](Files files, const PrepareGround &ground = {}) {
            return planPrepare(FakeTree(files), ground).digest;
        };
        Files other = base;
        other["a.py"] = "y";
        QCOMPARE(digest(other), digest(base));
        other = base;
        other["requirements.txt"] = "a==2\n";
        QVERIFY(digest(other) != digest(base));
        QVERIFY(digest(base, {Backend::Docker, "sha256:1", {}, {}}) != digest(base));
        QVERIFY(digest(base, {Backend::Docker, "sha256:1", {}, {}}) !=
                digest(base, {Backend::Docker, "sha256:2", {}, {}}));
        QVERIFY(digest(base, {Backend::Bubblewrap, "", {}, {"PIP_INDEX_URL=x"}}) != digest(base));
        QVERIFY(planPrepare(FakeTree(base), {}).notices.empty());
        other["requirements.txt"] = "a\n";
        QCOMPARE(planPrepare(FakeTree(other), {}).notices.size(), std::size_t{1});
    }

    void tellsWhyAStepFailedInOneLine()
    {
        const std::vector<AllowedHost> hosts{*parseAllowedHost("pypi.org"), *parseAllowedHost("in.example")};
        RunResult ended;
        ended.exitCode = 1;
        const auto entry = [](const char *host, std::uint16_t port, bool allowed, const char *why) {
            return ProxyLogEntry{{}, host, port, allowed, why, 0, 0};
        };
        const auto error = [&](const std::vector<ProxyLogEntry> &log) {
            return stepError("pip install a", ended, "older\nERROR: none\x1b[2J\n\n", hosts, log);
        };
        const std::string words = "`pip install a` ended with status 1: ERROR: none";
        const Error plain = error({});
        QCOMPARE(plain.code, ErrorCode::Prepare);
        QVERIFY2(plain.context.starts_with(words) && plain.context.find('\n') == std::string::npos &&
                     plain.context.find('\x1b') == std::string::npos,
                 plain.context.c_str());
        QVERIFY(plain.remedy.empty());
        const Error away = error(
            {entry("pypi.org", 443, true, "no such name"), entry("pypi.org", 443, true, "no such name")});
        QVERIFY2(away.context.ends_with("; pypi.org:443 could not be reached (no such name)"),
                 away.context.c_str());
        QVERIFY(away.remedy.starts_with("Check this machine's network"));
        QVERIFY(away.remedy.find("--allow") == std::string::npos);
        const Error refused = error({entry("pypi.org", 443, true, "no such name"),
                                     entry("evil.example", 8443, false, "not on the list")});
        QVERIFY2(refused.context.ends_with("; evil.example:8443 was refused (not on the list)"),
                 refused.context.c_str());
        QVERIFY(refused.remedy.find("--allow evil.example:8443.") != std::string::npos);
        QVERIFY(error({entry("in.example", 443, false, "private")}).remedy.find("+private") !=
                std::string::npos);
        QVERIFY(error({entry("10.0.0.1", 443, false, "an address")}).remedy.empty());
        ended.ending = Ending::LimitReached;
        ended.limit = "disk";
        QVERIFY(error({}).remedy.find("--disk") != std::string::npos);
        ended.ending = Ending::TimedOut;
        QCOMPARE(error({}).code, ErrorCode::Timeout);
    }

    void keepsTheLogOfAFailureUntilOneSucceeds()
    {
        const SandboxCase home(Files{{"a.txt", "a"}});
        PreparePlan plan;
        plan.steps.emplace_back();
        plan.digest = "failed-" + newNonce(8);
        QVERIFY(!attemptLog(plan, home.identity()));
        QVERIFY(keepAttempt(plan, home.identity(), {{{}, "evil.example", 443, false, "why", 0, 0}}));
        const auto lines = attemptLog(plan, home.identity());
        QVERIFY(lines && lines->size() == 1);
        QVERIFY(lines->front().ends_with("refused evil.example:443 (why)"));
        forgetAttempt(plan, home.identity());
        QVERIFY(!attemptLog(plan, home.identity()));
    }

    void readsTheDataOfEveryEcosystem()
    {
        QCOMPARE(ecosystems().size(), std::size_t{4});
        for (const Ecosystem &ecosystem : ecosystems())
            for (const std::string &host : ecosystem.hosts)
                QVERIFY2(parseAllowedHost(host), host.c_str());
        QVERIFY(!parseEcosystem("{}"));
    }

    void installsOnceForRunsWithoutNetwork_data()
    {
        QTest::addColumn<int>("backend");
        QTest::addColumn<QString>("runtime");
        QTest::newRow("bubblewrap") << static_cast<int>(Backend::Bubblewrap) << QString();
        QTest::newRow("docker") << static_cast<int>(Backend::Docker) << QString();
        QTest::newRow("docker with runsc") << static_cast<int>(Backend::Docker) << QStringLiteral("runsc");
    }
    void installsOnceForRunsWithoutNetwork()
    {
        QFETCH(int, backend);
        QFETCH(QString, runtime);
        const PackageIndex index;
        const Files files = projectOf(index);
        const SandboxCase home(files);
        const Identity &identity = home.identity();
        Ground ground = groundOf(static_cast<Backend>(backend), runtime.toStdString(), identity);
        if (!ground.absent.empty())
            ABSENT(ground);
        PrepareRequest request;
        ground.ground.environment = {"PIP_INDEX_URL=https://pypi.vouchsafe.test:" + index.port + "/simple",
                                     "npm_config_registry=https://npm.vouchsafe.test:" + index.port + "/",
                                     "TEST=" + newNonce(8)}; // nothing of an earlier test fits
        request.plan = planPrepare(FakeTree(files), ground.ground);
        QCOMPARE(request.plan.ecosystems, (std::vector<std::string>{"python", "node"}));
        QVERIFY(!preparedFor(request.plan, identity));
        request.base = home.base();
        request.policy = ground.policy;
        request.environment = variablesOf(ground.ground.environment).value();
        request.certificates = readFile(index.certificate()).value();
        request.lookup = loopbackLookup();
        request.hosts = allowedHosts({}, {"pypi.vouchsafe.test:" + index.port + "+private",
                                          "npm.vouchsafe.test:" + index.port + "+private"})
                            .value();
        Gathered output;
        const PrepareResult result =
            prepare(request, identity, *ground.factory, {}, output, [](const auto &) {});
        QVERIFY2(result.done,
                 ((result.done ? "" : fourLines(result.done.error())) + output.out + output.err).c_str());
        checkLog(result.log, index.port);

        const auto prepared = preparedFor(request.plan, identity);
        QVERIFY(prepared);
        QCOMPARE(preparedLog(request.plan, identity).value().size(), result.log.size());
        WorkspaceSpec spec;
        spec.base = home.base();
        QVERIFY(!uses(*ground.factory, spec, ground.policy)); // the control: nothing is there by itself
        spec.layers = prepared->layers;
        spec.mounts = prepared->mounts;
        QVERIFY(uses(*ground.factory, spec, ground.policy));
        checkTried(*ground.factory, spec, ground.policy);
        QVERIFY(prunePrepared(identity, 0) >= 0);
        QVERIFY(preparedFor(request.plan, identity)); // it is in use here
    }

    void keepsCachesOfPackagesBesideTheWorkspace()
    {
        if (!fs::exists("/usr/bin/go"))
            QSKIP("there is no Go below /usr");
        const Files files{
            {"go.mod", "module p\n\ngo 1.19\n\nrequire example.test/m v1.0.0\n"},
            {"p.go", "package main\n\nimport \"example.test/m\"\n\nfunc main() { println(m.Hello()) }\n"}};
        const PackageIndex index;
        const SandboxCase home(files);
        Ground ground = groundOf(Backend::Bubblewrap, {}, home.identity());
        if (!ground.absent.empty())
            ABSENT(ground);
        PrepareRequest request;
        ground.ground.environment = {"GOPROXY=https://pypi.vouchsafe.test:" + index.port + "/go",
                                     "GONOSUMDB=*", "TEST=" + newNonce(8)};
        request.plan = planPrepare(FakeTree(files), ground.ground);
        request.base = home.base();
        request.policy = ground.policy;
        request.environment = variablesOf(ground.ground.environment).value();
        request.lookup = loopbackLookup();
        request.certificates = readFile(index.certificate()).value();
        request.hosts = allowedHosts({}, {"pypi.vouchsafe.test:" + index.port + "+private"}).value();
        Gathered output;
        const PrepareResult result =
            prepare(request, home.identity(), *ground.factory, {}, output, [](const auto &) {});
        QVERIFY2(result.done,
                 ((result.done ? "" : fourLines(result.done.error())) + output.out + output.err).c_str());
        const auto prepared = preparedFor(request.plan, home.identity());
        QVERIFY(prepared && prepared->layers.empty());
        WorkspaceSpec spec;
        spec.base = home.base();
        for (const bool mounted : {false, true}) {
            if (mounted)
                spec.mounts = prepared->mounts;
            auto sandbox = ground.factory->open(spec, ground.policy);
            QVERIFY(sandbox);
            Command command;
            command.argv = {"/usr/bin/go", "list", "-mod=mod", "-f", "{{.Dir}}", "example.test/m"};
            command.environment = prepared->environment;
            command.environment["GONOSUMDB"] = "*";
            command.environment["GONOSUMCHECK"] = "1";
            command.environment["GOFLAGS"] = "-mod=mod";
            Gathered said;
            const auto ran = (*sandbox)->run(command, {}, said);
            QVERIFY(ran);
            QVERIFY2((ran->exitCode == 0) == mounted, (said.out + said.err).c_str());
            if (mounted)
                QCOMPARE(said.out, std::string(preparedDeps) + "/go/example.test/m@v1.0.0\n");
        }
    }

    void leavesNothingBehindWhereAStepFails()
    {
        const Files files{{"requirements.txt", "no-such-package==1.0\n"}};
        const SandboxCase home(files);
        Ground ground = groundOf(Backend::Bubblewrap, {}, home.identity());
        if (!ground.absent.empty())
            ABSENT(ground);
        const PackageIndex index;
        PrepareRequest request;
        ground.ground.environment = {"PIP_INDEX_URL=https://pypi.vouchsafe.test:" + index.port + "/simple"};
        request.plan = planPrepare(FakeTree(files), ground.ground);
        request.base = home.base();
        request.policy = ground.policy;
        request.environment = variablesOf(ground.ground.environment).value();
        request.lookup = loopbackLookup();
        request.certificates = readFile(index.certificate()).value();
        request.hosts = allowedHosts({}, {"pypi.vouchsafe.test:" + index.port + "+private"}).value();
        Gathered output;
        const PrepareResult result =
            prepare(request, home.identity(), *ground.factory, {}, output, [](const auto &) {});
        QVERIFY(!result.done);
        QVERIFY2(result.done.error().context.find("no-such-package") != std::string::npos,
                 result.done.error().context.c_str());
        QVERIFY(!result.log.empty() && result.log.front().allowed);
        QVERIFY(!preparedFor(request.plan, home.identity()));
    }

private:
    static void checkLog(const std::vector<ProxyLogEntry> &log, const std::string &port)
    {
        std::vector<std::string> refused;
        std::size_t carried = 0;
        for (const ProxyLogEntry &entry : log)
            if (!entry.allowed)
                refused.push_back(entry.host + ":" + std::to_string(entry.port));
            else if (entry.bytesDown > 0)
                ++carried;
        QVERIFY(carried >= 2);
        QCOMPARE(refused, (std::vector<std::string>{"second.vouchsafe.test:" + port, "127.0.0.1:" + port}));
    }

    static bool uses(SandboxFactory &factory, const WorkspaceSpec &spec, const SandboxPolicy &policy)
    {
        auto sandbox = factory.open(spec, policy);
        if (!sandbox)
            qFatal("%s", fourLines(sandbox.error()).c_str());
        const Ran python = runIn(**sandbox, {"/repo/.venv/bin/python", "use.py"});
        const Ran node = runIn(**sandbox, {"node", "use.js"});
        if (!python.ok() || !node.ok())
            qInfo("%s%s", python.shown().c_str(), node.shown().c_str());
        return python.ok() && python.out == "hi\n" && node.ok() && node.out == "left\n";
    }

    /// What the script of a package tried while it was installed.
    static void checkTried(SandboxFactory &factory, const WorkspaceSpec &spec, const SandboxPolicy &policy)
    {
        auto sandbox = factory.open(spec, policy);
        const Ran read = runIn(**sandbox, {"cat", "node_modules/leftside/tried.json"});
        const auto tried = nlohmann::json::parse(read.out, nullptr, false);
        QVERIFY2(tried.is_object(), read.shown().c_str());
        QCOMPARE(tried.value("own", ""), std::string("200"));
        QCOMPARE(tried.value("second", ""), std::string("403"));
        QCOMPARE(tried.value("raw", ""), std::string("403"));
        QCOMPARE(tried.value("direct", ""), std::string("failed"));
        QCOMPARE(tried.value("loopback", ""), std::string("failed"));
        QCOMPARE(tried.value("dns", ""), std::string("failed"));
        const Ran routes =
            runIn(**sandbox, {"node", "-e", "console.log(Object.keys(os.networkInterfaces()).join())"});
        QVERIFY2(routes.out == "lo\n" || routes.out == "\n", routes.shown().c_str());
    }
};

QTEST_GUILESS_MAIN(PrepareTest)
#include "prepare_test.moc"
