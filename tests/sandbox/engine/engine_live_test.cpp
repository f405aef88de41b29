// With the engines that this machine has: DOCKER_HOST or a context for docker, podman's own settings.

#include "sandbox/engine/container_argv.h"
#include "sandbox/engine/engine.h"
#include "sandbox/host_program.h"
#include "tests/support/required_engine.h"

#include <QElapsedTimer>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using Environment = std::map<std::string, std::string>;

// Skips the test, or fails it where the machine must have the engine.
#define ABSENT(kind, runtime, error)                                                                         \
    do {                                                                                                     \
        QVERIFY2(!test::isRequiredEngine(Backend(kind), std::string(runtime)), (error).what.c_str());        \
        QSKIP(("not on this machine: " + (error).what).c_str());                                             \
    } while (false)

namespace {

Environment userEnvironment()
{
    Environment result;
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    for (const QString &name : own.keys())
        result[name.toStdString()] = own.value(name).toStdString();
    return result;
}

/// Prints what holds inside.
const std::string look = R"look(
grep -E '^(Uid|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status | tr -s '\t' ' '
for f in /x /etc/x /usr/x /dev/x /run/x /repo/x /data/x; do (: > $f) 2>/dev/null && echo wrote $f; done
for f in /tmp/x /home/vs/x /dev/shm/x; do (: > $f) 2>/dev/null || echo kept from $f; done
echo "nofile $(ulimit -n) core $(ulimit -c) fsize $(ulimit -f) memlock $(ulimit -l)"
echo "home $HOME tmp $TMPDIR host $HOSTNAME"
grep -c . /etc/resolv.conf
ls /sys/class/net 2>/dev/null | tr '\n' ' '
exit 3
)look";

} // namespace

class EngineLiveTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    SystemProgram m_programs;
    std::string m_container = "vs-test-" + std::to_string(::getpid());

    std::string path(const char *name) const { return m_folder.path().toStdString() + "/" + name; }
    std::string image() const
    {
        return qEnvironmentVariable("VOUCHSAFE_TEST_IMAGE", QStringLiteral("vouchsafe-test/py"))
            .toStdString();
    }

private Q_SLOTS:
    void takesEveryWordOfTheCommandLine_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("runtime");
        QTest::newRow("docker") << int(Backend::Docker) << QByteArray();
        QTest::newRow("docker runsc") << int(Backend::Docker) << QByteArray("runsc");
        QTest::newRow("podman") << int(Backend::Podman) << QByteArray();
        QTest::newRow("podman runsc") << int(Backend::Podman) << QByteArray("runsc");
    }
    void takesEveryWordOfTheCommandLine()
    {
        QFETCH(int, kind);
        QFETCH(QByteArray, runtime);
        const auto engine =
            findEngine(Backend(kind), userEnvironment(), m_folder.path().toStdString(), m_programs, {});
        if (!engine)
            ABSENT(kind, runtime.toStdString(), engine.error());
        if (const Status known = hasRuntime(*engine, runtime.toStdString()); !known)
            ABSENT(kind, runtime.toStdString(), known.error());
        if (engine->remote)
            QSKIP("the engine is on another machine");
        ContainerPlan plan;
        plan.engine = *engine;
        plan.policy.runtime = runtime.toStdString();
        plan.policy.image = image();
        const auto id = imageId(*engine, m_programs, plan.policy, userEnvironment(), {});
        if (!id)
            ABSENT(kind, runtime.toStdString(), id.error());
        plan.image = *id;
        plan.name = m_container;
        plan.labels = {{"vouchsafe.run", "engine_live_test"}};
        plan.seccompFile = path("seccomp.json");
        std::ofstream(plan.seccompFile) << seccompProfile(*engine, plan.policy.runtime).value();
        std::ofstream(path("look.sh")) << look;
        plan.user = "1000:1000";
        plan.workdir = "/repo";
        plan.imageVolumes = {"/data"};
        plan.mounts = {{ContainerMount::Kind::Bind, path("look.sh"), "/repo/look.sh"}};
        plan.entrypoint = "/bin/sh";
        plan.arguments = {"/repo/look.sh"};
        QCOMPARE(::chmod(m_folder.path().toStdString().c_str(), 0755), 0);

        const auto made = callEngine(*engine, m_programs, createArgv(plan), {});
        QVERIFY2(made && made->exitCode == 0, made ? made->errors.c_str() : made.error().what.c_str());
        auto start = runtimeWords(*engine, plan.policy.runtime);
        auto remove = start;
        start.insert(start.end(), {"start", "--attach", "--interactive", m_container});
        remove.insert(remove.end(), {"rm", "--force", "--volumes", m_container});
        const auto ran = callEngine(*engine, m_programs, start, {});
        const auto state =
            callEngine(*engine, m_programs,
                       {"inspect", "--format", "{{.State.ExitCode}} {{json .Mounts}}", m_container}, {});
        QVERIFY(callEngine(*engine, m_programs, remove, {}).value().exitCode == 0);
        QVERIFY(ran && state);
        const bool gvisor = isGvisor(*engine, plan.policy.runtime);
        std::string expected = "Uid: 1000 1000 1000 1000\nCapBnd: 0000000000000000\n";
        // gVisor does not show the other two as Linux does.
        expected += gvisor ? "Seccomp: 2\n" : "NoNewPrivs: 1\nSeccomp: 2\n";
        expected += "nofile 4096 core 0 fsize 2097152 memlock 64\nhome /home/vs tmp /tmp host vouchsafe\n";
        expected += kind == int(Backend::Podman) ? "0\n" : "1\n";
        QCOMPARE(ran->output.substr(0, expected.size()), expected);
        QCOMPARE(ran->output.find("eth"), std::string::npos);
        QVERIFY2(state->output.starts_with("3 "), state->output.c_str());
    }

    void givesUpOnADaemonThatNeverAnswers()
    {
        const auto known =
            findEngine(Backend::Docker, userEnvironment(), m_folder.path().toStdString(), m_programs, {});
        if (!known && known.error().code == ErrorCode::SandboxMissing)
            QSKIP("docker's client is not on this machine");
        const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path("sock").copy(address.sun_path, sizeof address.sun_path - 1);
        QCOMPARE(::bind(socket, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        QCOMPARE(::listen(socket, 8), 0);
        Environment user = userEnvironment();
        user["DOCKER_HOST"] = "unix://" + path("sock");
        QElapsedTimer time;
        time.start();
        const auto engine = findEngine(Backend::Docker, user, m_folder.path().toStdString(), m_programs, {});
        ::close(socket);
        QVERIFY(!engine);
        QCOMPARE(engine.error().code, ErrorCode::SandboxSetup);
        QVERIFY2(time.elapsed() < 11'000, std::to_string(time.elapsed()).c_str());
    }

    void saysThatAPullFailed()
    {
        const auto engine =
            findEngine(Backend::Docker, userEnvironment(), m_folder.path().toStdString(), m_programs, {});
        if (!engine)
            ABSENT(Backend::Docker, "", engine.error());
        SandboxPolicy policy;
        policy.image = "127.0.0.1:1/nobody/here:1"; // nobody listens there
        QCOMPARE(imageId(*engine, m_programs, policy, userEnvironment(), {}).error().code,
                 ErrorCode::SandboxBackend);
        policy.pull = true;
        QCOMPARE(imageId(*engine, m_programs, policy, userEnvironment(), {}).error().code,
                 ErrorCode::Network);
    }
};

QTEST_GUILESS_MAIN(EngineLiveTest)
#include "engine_live_test.moc"
