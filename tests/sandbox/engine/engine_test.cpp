#include "sandbox/engine/docker_endpoint.h"
#include "sandbox/engine/engine.h"
#include "sandbox/engine/engine_facts.h"

#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

#include <deque>
#include <functional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using nlohmann::json;
using Environment = std::map<std::string, std::string>;

namespace {

/// Answers by the first words of a call, and keeps what it was asked.
class FakeClient final : public HostProgram {
public:
    using Answer = std::function<Result<HostResult>(const HostCommand &)>;

    void on(const std::vector<std::string> &words, Answer answer)
    {
        m_answers.emplace_back(words, std::move(answer));
    }
    void on(const std::vector<std::string> &words, const std::string &output, int exitCode = 0)
    {
        on(words, [=](const HostCommand &) { return HostResult{exitCode, output, "the client's words"}; });
    }
    Result<HostResult> run(const HostCommand &command, std::stop_token) override
    {
        calls.push_back(command);
        for (const auto &[words, answer] : m_answers) {
            if (command.arguments.size() >= words.size() &&
                std::equal(words.begin(), words.end(), command.arguments.begin()))
                return answer(command);
        }
        return HostResult{1, {}, "nobody expected this call"};
    }
    std::vector<HostCommand> calls;

private:
    std::vector<std::pair<std::vector<std::string>, Answer>> m_answers;
};

json versions()
{
    return {{"Client", {{"Version", "28.2.2"}, {"ApiVersion", "1.41"}}},
            {"Server", {{"Version", "20.10.24"}, {"ApiVersion", "1.41"}}}};
}

json facts()
{
    const MachineName machine = machineName();
    return {{"Name", machine.host},
            {"KernelVersion", machine.kernel},
            {"CpuCfsQuota", true},
            {"DefaultRuntime", "runc"},
            {"SecurityOptions", {"name=seccomp,profile=default"}},
            {"Runtimes",
             {{"runc", {{"path", "runc"}}},
              {"sandboxed", {{"path", "/usr/bin/runsc"}}},
              {"shim", {{"runtimeType", "io.containerd.runsc.v1"}}}}}};
}

void answers(FakeClient &client, const json &version, const json &info)
{
    client.on({"version"}, version.dump());
    client.on({"info"}, info.dump());
}

/// A socket that accepts and says nothing.
class Listener {
public:
    Listener()
    {
        m_socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path().copy(address.sun_path, sizeof address.sun_path - 1);
        if (::bind(m_socket, reinterpret_cast<sockaddr *>(&address), sizeof address) != 0 ||
            ::listen(m_socket, 8) != 0)
            qFatal("cannot listen");
    }
    ~Listener() { stop(); }
    void stop()
    {
        if (m_socket >= 0)
            ::close(m_socket);
        m_socket = -1;
    }
    std::string path() const { return m_folder.path().toStdString() + "/sock"; }
    std::string url() const { return "unix://" + path(); }

private:
    QTemporaryDir m_folder;
    int m_socket = -1;
};

Result<Engine> docker(FakeClient &client, const Environment &user)
{
    return engineOf(Backend::Docker, "/usr/bin/docker", user, "/empty", client, {});
}

const std::string fixedPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

} // namespace

class EngineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatDockerIs()
    {
        const Listener socket;
        FakeClient client;
        answers(client, versions(), facts());
        const auto engine = docker(client, {{"DOCKER_HOST", socket.url()}});
        QVERIFY2(engine, engine ? "" : fourLines(engine.error()).c_str());
        Engine expected;
        expected.program = "/usr/bin/docker";
        expected.environment = {
            {"DOCKER_CONFIG", "/empty"}, {"DOCKER_HOST", socket.url()}, {"PATH", fixedPath}};
        expected.endpoint = socket.url();
        expected.version = "20.10.24";
        expected.clientVersion = "28.2.2";
        expected.runtimes = {"runc", "sandboxed", "shim"};
        expected.gvisor = {"sandboxed", "shim"};
        expected.defaultRuntime = "runc";
        QVERIFY(*engine == expected);
    }

    void handsTheClientNothingElseOfTheUsers()
    {
        const Listener socket;
        FakeClient client;
        answers(client, versions(), facts());
        QVERIFY(docker(client, {{"DOCKER_HOST", socket.url()},
                                {"OPENAI_API_KEY", "secret"},
                                {"HTTP_PROXY", "http://u:p@proxy"},
                                {"HOME", "/home/me"},
                                {"LD_PRELOAD", "/x.so"},
                                {"SSH_AUTH_SOCK", "/agent"}}));
        QCOMPARE(client.calls.size(), std::size_t{2});
        for (const HostCommand &call : client.calls) {
            QCOMPARE(call.environment.size(), std::size_t{3});
            QVERIFY(call.timeout <= std::chrono::seconds(10));
        }
    }

    void resolvesTheContextWithTheUsersConfiguration()
    {
        FakeClient client;
        client.on({"context", "inspect"},
                  json::array({{{"Name", "far"},
                                {"Endpoints", {{"docker", {{"Host", "tcp://far:2376"}}}}},
                                {"TLSMaterial", {{"docker", {"ca.pem", "cert.pem", "key.pem"}}}},
                                {"Storage", {{"TLSPath", "/home/me/.docker/contexts/tls/ab"}}}}})
                      .dump());
        answers(client, versions(), facts());
        const auto engine =
            docker(client, {{"HOME", "/home/me"}, {"DOCKER_CONTEXT", "far"}, {"API_KEY", "x"}});
        QVERIFY2(engine, engine ? "" : fourLines(engine.error()).c_str());
        QCOMPARE(client.calls[0].environment,
                 (Environment{{"PATH", fixedPath}, {"HOME", "/home/me"}, {"DOCKER_CONTEXT", "far"}}));
        QCOMPARE(engine->environment,
                 (Environment{{"PATH", fixedPath},
                              {"DOCKER_CONFIG", "/empty"},
                              {"DOCKER_HOST", "tcp://far:2376"},
                              {"DOCKER_TLS_VERIFY", "1"},
                              {"DOCKER_CERT_PATH", "/home/me/.docker/contexts/tls/ab/docker"}}));
        QVERIFY(engine->remote);
    }

    void prefersTheNamedHostToAContext()
    {
        FakeClient client;
        answers(client, versions(), facts());
        const auto engine = docker(client, {{"HOME", "/home/me"},
                                            {"DOCKER_CONTEXT", "other"},
                                            {"DOCKER_HOST", "ssh://me@there"},
                                            {"DOCKER_TLS_VERIFY", "1"},
                                            {"SSH_AUTH_SOCK", "/agent"}});
        QVERIFY(engine);
        QCOMPARE(client.calls[0].arguments[0], std::string("version"));
        // ssh finds its keys and its agent; certificates are looked for where the user has them.
        QCOMPARE(engine->environment, (Environment{{"PATH", fixedPath},
                                                   {"DOCKER_CONFIG", "/empty"},
                                                   {"DOCKER_HOST", "ssh://me@there"},
                                                   {"DOCKER_TLS_VERIFY", "1"},
                                                   {"DOCKER_CERT_PATH", "/home/me/.docker"},
                                                   {"HOME", "/home/me"},
                                                   {"SSH_AUTH_SOCK", "/agent"}}));
        QVERIFY(engine->remote);
    }

    void saysThatAContextCannotBeResolved()
    {
        FakeClient client;
        client.on({"context", "inspect"}, "", 1);
        const auto engine = docker(client, {{"DOCKER_CONTEXT", "gone"}});
        QVERIFY(!engine);
        QCOMPARE(engine.error().code, ErrorCode::SandboxSetup);
        QVERIFY(engine.error().what.find("gone") != std::string::npos);
        for (const char *text : {"", "[]", "[{}]", "[3]", "{", R"([{"Endpoints":[1]}])"}) {
            FakeClient odd;
            odd.on({"context", "inspect"}, text);
            QVERIFY2(!docker(odd, {}), text);
        }
    }

    void speaksOfTheAddressWhereAnEngineElsewhereIsSilent_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::newRow("tcp") << QByteArray("tcp://build:2375");
        QTest::newRow("ssh") << QByteArray("ssh://me@build");
    }
    void speaksOfTheAddressWhereAnEngineElsewhereIsSilent()
    {
        QFETCH(QByteArray, host);
        const auto late = [](const HostCommand &) -> Result<HostResult> {
            return fail(ErrorCode::Timeout, "it took too long");
        };
        FakeClient silent;
        silent.on({"version"}, late);
        FakeClient refused;
        refused.on({"version"}, "", 1);
        FakeClient broken; // as clients of 20.10 end
        answers(broken, versions(), {{"ServerErrors", {"no daemon"}}});
        for (FakeClient *client : {&silent, &refused, &broken}) {
            const auto engine = docker(*client, {{"DOCKER_HOST", host.toStdString()}});
            QVERIFY(!engine);
            const std::string &remedy = engine.error().remedy;
            QVERIFY2(remedy.find(host.toStdString()) != std::string::npos, remedy.c_str());
            QVERIFY2(remedy.find("that machine") != std::string::npos, remedy.c_str());
            QVERIFY2(remedy.find("systemctl") == std::string::npos, remedy.c_str());
        }
    }

    void tellsASocketsFaultByTheSystemsAnswer()
    {
        Listener socket;
        QVERIFY(socketAnswers(socket.url()).has_value());
        socket.stop();
        const Status refused = socketAnswers(socket.url());
        QVERIFY(!refused && refused.error().code == ErrorCode::SandboxSetup);
        QVERIFY(refused.error().what.find("nobody listens") != std::string::npos);
        const Status none = socketAnswers("unix:///nowhere/docker.sock");
        QVERIFY(!none && none.error().code == ErrorCode::SandboxSetup);
        QVERIFY(none.error().what.find("no socket") != std::string::npos);
        QVERIFY(!socketAnswers("unix:///" + std::string(200, 'x')));
        // Somebody else's endpoint is not ours to look at.
        QVERIFY(socketAnswers("tcp://127.0.0.1:1").has_value());
    }

    void tellsThatASocketIsForOthers()
    {
        const Listener socket;
        if (::geteuid() != 0)
            QSKIP("only root can become somebody who may not use the socket");
        QCOMPARE(::chmod(socket.path().c_str(), 0600), 0);
        const std::string folder = socket.path().substr(0, socket.path().rfind('/'));
        QCOMPARE(::chmod(folder.c_str(), 0755), 0);
        QCOMPARE(::seteuid(23456), 0);
        const Status denied = socketAnswers(socket.url());
        QCOMPARE(::seteuid(0), 0);
        QVERIFY(!denied);
        QCOMPARE(denied.error().code, ErrorCode::SandboxDenied);
        QVERIFY(denied.error().remedy.find("as good as root") != std::string::npos);
        QVERIFY(socketAnswers(socket.url()).has_value());
    }

    void refusesADaemonThatDoesNotSayWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::addColumn<QByteArray>("info");
        const auto row = [](const char *name, const json &version, const json &info) {
            QTest::newRow(name) << QByteArray::fromStdString(version.is_string() ? version.get<std::string>()
                                                                                 : version.dump())
                                << QByteArray::fromStdString(info.is_string() ? info.get<std::string>()
                                                                              : info.dump());
        };
        json noServer = versions();
        noServer["Server"] = nullptr;
        row("no server", noServer, facts());
        // The client of 20.10 says so with status 0.
        row("errors", versions(), {{"ServerErrors", {"no daemon"}}});
        row("no JSON", "hello", facts());
        row("no facts", versions(), "hello");
        row("a list", versions(), json::array());
        json old = versions();
        old["Server"]["ApiVersion"] = "1.40";
        row("too old", old, facts());
        json strange = versions();
        strange["Client"] = 7;
        row("strange", strange, facts());
    }
    void refusesADaemonThatDoesNotSayWhatItIs()
    {
        QFETCH(QByteArray, version);
        QFETCH(QByteArray, info);
        Engine engine;
        const Status read = readDocker(version.toStdString(), info.toStdString(), machineName(), engine);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::SandboxSetup);
        QVERIFY(!read.error().remedy.empty());
    }

    void knowsPodmansStandIn()
    {
        Engine engine;
        const Status read =
            readDocker(R"({"Client":{"APIVersion":"4.3.1","Version":"4.3.1"}})", "{}", machineName(), engine);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::SandboxBackend);
        QVERIFY(read.error().remedy.find("podman") != std::string::npos);
    }

    void knowsARootlessDaemonAndAnotherMachines()
    {
        Engine engine;
        json info = facts();
        info["SecurityOptions"] = {"name=seccomp,profile=default", "name=rootless"};
        info["CpuCfsQuota"] = false;
        QVERIFY(readDocker(versions().dump(), info.dump(), machineName(), engine).has_value());
        QVERIFY(engine.rootless && !engine.remote && !engine.processorLimit);
        Engine desktop;
        info["KernelVersion"] = "6.6.0-linuxkit";
        QVERIFY(readDocker(versions().dump(), info.dump(), machineName(), desktop).has_value());
        QVERIFY(desktop.remote);
        Engine beside;
        info = facts();
        info["Name"] = "another";
        QVERIFY(readDocker(versions().dump(), info.dump(), machineName(), beside).has_value());
        QVERIFY(beside.remote && !beside.rootless);
    }

    void readsWhatPodmanIs()
    {
        FakeClient client;
        client.on({"info"}, json{{"host",
                                  {{"security", {{"rootless", true}}},
                                   {"cgroupControllers", {"memory", "pids"}},
                                   {"ociRuntime", {{"name", "crun"}}},
                                   {"serviceIsRemote", false}}},
                                 {"version", {{"Version", "4.3.1"}}}}
                                .dump());
        const auto engine = engineOf(Backend::Podman, "/usr/bin/podman",
                                     {{"HOME", "/home/me"},
                                      {"XDG_RUNTIME_DIR", "/run/user/1000"},
                                      {"CONTAINERS_CONF", "/c.conf"},
                                      {"https_proxy", "http://p"},
                                      {"API_KEY", "x"},
                                      {"SSH_AUTH_SOCK", "/agent"}},
                                     "/empty", client, {});
        QVERIFY2(engine, engine ? "" : fourLines(engine.error()).c_str());
        QVERIFY(engine->rootless && !engine->remote && !engine->processorLimit);
        QCOMPARE(engine->defaultRuntime, std::string("crun"));
        QVERIFY(hasRuntime(*engine, "crun").has_value());
        QVERIFY(engine->mostProcesses > 0);
        QCOMPARE(engine->environment, (Environment{{"PATH", fixedPath},
                                                   {"HOME", "/home/me"},
                                                   {"XDG_RUNTIME_DIR", "/run/user/1000"},
                                                   {"CONTAINERS_CONF", "/c.conf"}}));
    }

    void givesEachFaultOfACallItsOwnError()
    {
        Engine engine;
        engine.program = "/usr/bin/docker";
        FakeClient client;
        client.on({"slow"}, [](const HostCommand &) -> Result<HostResult> {
            return fail(ErrorCode::Timeout, "a program took too long");
        });
        client.on({"gone"}, [](const HostCommand &) -> Result<HostResult> {
            return fail(ErrorCode::NotAvailable, "not there");
        });
        client.on({"stopped"}, [](const HostCommand &) -> Result<HostResult> {
            return fail(ErrorCode::Cancelled, "cancelled");
        });
        client.on({"no"}, "", 125);
        QCOMPARE(callEngine(engine, client, {"slow"}, {}).error().code, ErrorCode::SandboxSetup);
        QCOMPARE(callEngine(engine, client, {"gone"}, {}).error().code, ErrorCode::SandboxMissing);
        QCOMPARE(callEngine(engine, client, {"stopped"}, {}).error().code, ErrorCode::Cancelled);
        QCOMPARE(callEngine(engine, client, {"no"}, {}).value().exitCode, 125);
    }

    void namesTheRuntimesThatThereAre()
    {
        Engine engine;
        engine.runtimes = {"runc", "runsc"};
        QVERIFY(hasRuntime(engine, "").has_value());
        QVERIFY(hasRuntime(engine, "runsc").has_value());
        const Status none = hasRuntime(engine, "kata");
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::SandboxBackend);
        QCOMPARE(none.error().context, std::string("it has runc, runsc"));
    }

    void neverFetchesAnImageUnasked()
    {
        FakeClient client;
        client.on({"image", "inspect"}, "", 1);
        client.on({"image", "ls"}, "");
        SandboxPolicy policy;
        policy.image = "python:3.11-bookworm";
        const auto id = imageId({}, client, policy, {}, {});
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::SandboxBackend);
        QVERIFY(id.error().remedy.find("docker pull python:3.11-bookworm") != std::string::npos);
        for (const HostCommand &call : client.calls)
            QVERIFY(call.arguments[0] != "pull");
    }

    void fetchesWithTheUsersConfigurationWhereTheUserAgreed()
    {
        FakeClient client;
        bool fetched = false;
        client.on({"image", "inspect"}, [&](const HostCommand &) -> Result<HostResult> {
            return fetched ? HostResult{0, "0123\n", ""} : HostResult{125, "", "no such image"};
        });
        client.on({"image", "ls"}, "");
        client.on({"pull"}, [&](const HostCommand &) -> Result<HostResult> {
            fetched = true;
            return HostResult{};
        });
        Engine engine;
        engine.kind = Backend::Podman;
        engine.environment = {{"PATH", fixedPath}};
        SandboxPolicy policy;
        policy.image = "python:3.11-bookworm";
        policy.pull = true;
        const Environment user = {{"PATH", "/home/me/bin:/usr/bin"},
                                  {"HOME", "/home/me"},
                                  {"https_proxy", "http://p"},
                                  {"OPENAI_API_KEY", "secret"}};
        const auto id = imageId(engine, client, policy, user, {});
        QVERIFY2(id, id ? "" : fourLines(id.error()).c_str());
        QCOMPARE(*id, std::string("sha256:0123"));
        const HostCommand &pull = client.calls.at(2);
        // Without a registry podman would ask which one is meant.
        QCOMPARE(pull.arguments, (std::vector<std::string>{"pull", "--quiet", "--",
                                                           "docker.io/library/python:3.11-bookworm"}));
        QCOMPARE(pull.environment,
                 (Environment{
                     {"PATH", "/home/me/bin:/usr/bin"}, {"HOME", "/home/me"}, {"https_proxy", "http://p"}}));
    }

    void saysThatAPullWasRefused()
    {
        FakeClient client;
        client.on({"image", "inspect"}, "", 1);
        client.on({"image", "ls"}, "");
        client.on({"pull"}, "", 1);
        SandboxPolicy policy;
        policy.image = "private/thing:1";
        policy.pull = true;
        const auto id = imageId({}, client, policy, {}, {});
        QVERIFY(!id);
        QCOMPARE(id.error().code, ErrorCode::Network);
        QCOMPARE(id.error().context, std::string("the client's words"));
    }

    void tellsAMissingImageFromAMissingEngine()
    {
        FakeClient client;
        client.on({"image", "inspect"}, "", 1);
        client.on({"image", "ls"}, "", 1);
        SandboxPolicy policy;
        policy.image = "x";
        QCOMPARE(imageId({}, client, policy, {}, {}).error().code, ErrorCode::SandboxSetup);
    }

    void takesNoOptionForAnImage()
    {
        FakeClient client;
        SandboxPolicy policy;
        for (const char *name : {"", "-x", "--privileged", "a b", "a\nb", "a;b", "$(x)"}) {
            policy.image = name;
            QVERIFY2(!imageId({}, client, policy, {}, {}), name);
        }
        QVERIFY(client.calls.empty());
    }
};

QTEST_GUILESS_MAIN(EngineTest)
#include "engine_test.moc"
