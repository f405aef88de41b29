// With a Docker engine of the test's own, which may be stopped in the middle, and which is also reached as an
// engine of another machine would be.

#include "sandbox/process.h"
#include "tests/sandbox/engine/container_case.h"

#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <netinet/in.h>
#include <optional>
#include <sys/mount.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr const char *daemonProgram = "/usr/sbin/dockerd";

int freePort()
{
    const Descriptor any(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    if (::bind(any.get(), reinterpret_cast<sockaddr *>(&address), length) != 0 ||
        ::getsockname(any.get(), reinterpret_cast<sockaddr *>(&address), &length) != 0)
        return 0;
    return ntohs(address.sin_port);
}

/// An engine in a temporary folder, without networks.
class OwnEngine {
public:
    OwnEngine() : m_port(std::to_string(freePort()))
    {
        const fs::path at = place();
        std::ofstream(at / "daemon.json") << "{}\n";
        ProcessSpec spec;
        spec.program = daemonProgram;
        spec.argv = {daemonProgram,
                     "--config-file=" + (at / "daemon.json").string(),
                     "--data-root=" + (at / "data").string(),
                     "--exec-root=" + (at / "exec").string(),
                     "--pidfile=" + (at / "pid").string(),
                     "--host=unix://" + (at / "sock").string(),
                     "--host=tcp://127.0.0.1:" + m_port,
                     "--bridge=none",
                     "--iptables=false",
                     "--ip6tables=false",
                     "--exec-opt=native.cgroupdriver=cgroupfs",
                     "--tls=false"};
        spec.environment = {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"};
        m_null = Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
        spec.setup.descriptors = {{m_null.get(), 0}, {m_null.get(), 1}, {m_null.get(), 2}};
        auto started = startProcess(spec);
        if (started)
            m_process.emplace(std::move(*started));
        for (int i = 0; i < 600 && !fs::exists(at / "sock"); ++i)
            std::this_thread::sleep_for(50ms);
    }
    ~OwnEngine()
    {
        stop();
        ::umount2((place() / "exec/netns/default").c_str(), MNT_DETACH);
    }
    /// An image of nothing at all: the helper is the only program inside.
    bool hasImage() const
    {
        const std::string tar = (place() / "nothing.tar").string();
        return onHost({"/usr/bin/tar", "-cf", tar, "-T", "/dev/null"}).ok() &&
               onHost({"/usr/bin/docker", "-H", socket(), "import", tar, "vouchsafe-test/nothing"}).ok();
    }
    fs::path place() const { return m_folder.path().toStdString(); }
    std::string socket() const { return "unix://" + (place() / "sock").string(); }
    std::string port() const { return "tcp://127.0.0.1:" + m_port; }
    void stop()
    {
        if (m_process)
            m_process->signal(SIGTERM);
        if (m_process)
            m_process->wait();
        m_process.reset();
    }

private:
    QTemporaryDir m_folder;
    std::string m_port;
    Descriptor m_null;
    std::optional<Process> m_process;
};

/// Sets variables for the findEngine of a ContainerCase.
class UserEnvironment {
public:
    explicit UserEnvironment(const std::string &host)
        : m_host(qgetenv("DOCKER_HOST")), m_image(qgetenv("VOUCHSAFE_TEST_IMAGE"))
    {
        qputenv("DOCKER_HOST", host.c_str());
        qputenv("VOUCHSAFE_TEST_IMAGE", "vouchsafe-test/nothing");
    }
    ~UserEnvironment()
    {
        m_host.isNull() ? qunsetenv("DOCKER_HOST") : qputenv("DOCKER_HOST", m_host);
        m_image.isNull() ? qunsetenv("VOUCHSAFE_TEST_IMAGE") : qputenv("VOUCHSAFE_TEST_IMAGE", m_image);
    }

private:
    QByteArray m_host;
    QByteArray m_image;
};

} // namespace

class EngineLostTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        if (::geteuid() != 0 || ::access(daemonProgram, X_OK) != 0)
            QSKIP("an engine of its own needs root and dockerd");
    }

    void runsOnAnEngineThatIsReachedByNetwork()
    {
        OwnEngine own;
        QVERIFY(own.hasImage());
        const UserEnvironment far(own.port());
        ContainerCase box({Backend::Docker, ""});
        QVERIFY2(box.absent().empty(), box.absent().c_str());
        QVERIFY(box.engine().remote);
        {
            auto sandbox = box.open();
            const Ran ran = runIn(*sandbox, {"/vouchsafe/tools/inside", "pack", "/repo"});
            QVERIFY2(ran.ok(), ran.shown().c_str());
            QVERIFY(ran.out.find("base\n") != std::string::npos);
            const auto seen = sandbox->attest({});
            QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
            QCOMPARE(seen->workspace, std::string("volume"));
        }
        QCOMPARE(box.left(), std::vector<std::string>());
    }

    void tellsTheLossOfItsEngine()
    {
        OwnEngine own;
        QVERIFY(own.hasImage());
        const UserEnvironment near(own.socket());
        ContainerCase box({Backend::Docker, ""});
        QVERIFY2(box.absent().empty(), box.absent().c_str());
        WorkspaceSpec spec;
        spec.mounts = {{"/usr", "/usr"}, {"/usr/lib", "/lib"}, {"/usr/lib64", "/lib64"}};
        auto sandbox = box.open(spec);
        class Breaker final : public OutputSink {
        public:
            explicit Breaker(OwnEngine &engine) : m_engine(engine) {}
            void output(Stream, std::string_view) override
            {
                if (!m_thread.joinable())
                    m_thread = std::jthread([this] { m_engine.stop(); });
            }

        private:
            OwnEngine &m_engine;
            std::jthread m_thread;
        } breaker(own);
        Command command;
        command.argv = {"/usr/bin/sh", "-c", "echo on; exec /usr/bin/sleep 7371"};
        const auto lost = sandbox->run(command, {}, breaker);
        QVERIFY(lost);
        qInfo("ending %d: %s", static_cast<int>(lost->ending), lost->setupError.c_str());
        QVERIFY(lost->ending == Ending::SetupFailed || lost->ending == Ending::Signalled);
        QVERIFY(goneWithin(5s, "sleep 7371"));
        QCOMPARE(runIn(*sandbox, {"/usr/bin/true"}).result.ending, Ending::SetupFailed);
        QVERIFY(!box.factory().open({box.base()}, box.policy()));
    }
};

QTEST_GUILESS_MAIN(EngineLostTest)
#include "engine_lost_test.moc"
