#include "core/base/text.h"
#include "sandbox/attestation.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

const std::string onLinux = "system Linux 6.1.0 x86_64 #1 SMP\nrelease 6.1.0\nvdso linux\nuid 1000\n"
                            "capabilities 0000000000000000\npermitted 0000000000000000\n"
                            "inheritable 0000000000000000\nno-new-privileges 1\nseccomp 2\nnetwork seen\n"
                            "interface lo\ninterface-down tunl0\nmount /usr ext4 ro\nmount / tmpfs ro\n"
                            "limit nofile 4096\nrefused mount EPERM\nrefused vsock EAFNOSUPPORT\nend\n";
const std::string onGvisor = "system Linux 4.4.0 x86_64 #1 SMP Sun Jan 10 15:06:54 PST 2016\nrelease 4.4.0\n"
                             "vdso other\nuid 1000\ncapabilities 0000000000000000\n"
                             "permitted 0000000000000000\ninheritable 0000000000000000\nseccomp 0\n"
                             "network seen\ninterface lo\nrefused mount EPERM\nend\n";

std::string with(std::string text, const std::string &from, const std::string &to)
{
    const std::size_t at = text.find(from);
    if (at == std::string::npos)
        qFatal("the sample has no %s", from.c_str());
    return text.replace(at, from.size(), to);
}

Attestation asked(const std::string &runtime)
{
    Attestation attestation;
    attestation.backend = "docker";
    attestation.runtime = runtime;
    return attestation;
}

WantedInside onlyGvisor()
{
    WantedInside wanted;
    wanted.gvisor = true;
    return wanted;
}

/// Answers whatever it is asked with one text, as a sandbox whose defence is gone.
class Answering final : public Sandbox {
public:
    explicit Answering(std::string text) : m_text(std::move(text)) {}
    Result<RunResult> run(const Command &command, std::stop_token, OutputSink &output) override
    {
        argv = command.argv;
        output.output(Stream::Out, m_text);
        return RunResult{};
    }
    Result<std::unique_ptr<Channel>> start(const Command &) override
    {
        return fail(ErrorCode::Internal, "not here");
    }
    Result<FileSet> collect(const CollectRequest &) override { return FileSet{}; }
    Result<Attestation> attest(std::stop_token stop) override
    {
        return attestedBy(*this, asked(""), {}, stop);
    }
    void terminate() override {}
    std::vector<std::string> argv;

private:
    std::string m_text;
};

} // namespace

class AttestationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesDownWhatTheProbeSaw()
    {
        const auto seen = attestedBy(std::string_view(onLinux), asked("runc"), {});
        QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
        QCOMPARE(seen->system, std::string("Linux 6.1.0 x86_64 #1 SMP"));
        QCOMPARE(seen->kernel, std::string("6.1.0"));
        QCOMPARE(seen->mounts, (std::vector<std::string>{"/ tmpfs ro", "/usr ext4 ro"}));
        QCOMPARE(seen->limits, (std::vector<std::string>{"nofile 4096"}));
        QCOMPARE(seen->refused, (std::vector<std::string>{"mount EPERM", "vsock EAFNOSUPPORT"}));
        QVERIFY(seen->unseen.empty() && seen->routes.empty());
    }

    void listsWhatGvisorDoesNotShowAndTakesItForNothing()
    {
        const auto seen = attestedBy(std::string_view(onGvisor), asked("runsc"), onlyGvisor());
        QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
        QCOMPARE(seen->kernel, std::string("gVisor 4.4.0"));
        QCOMPARE(seen->unseen, (std::vector<std::string>{"no-new-privileges", "seccomp"}));
        QVERIFY(!seen->noNewPrivileges);
        QCOMPARE(seen->seccomp, 0);
    }

    void stopsAtEverythingThatIsNoIsolation_data()
    {
        QTest::addColumn<QString>("probe");
        QTest::addColumn<QString>("runtime");
        const auto row = [](const char *name, const std::string &probe, const char *runtime = "") {
            QTest::newRow(name) << QString::fromStdString(probe) << QString::fromUtf8(runtime);
        };
        row("a forbidden act", with(onLinux, "refused vsock EAFNOSUPPORT", "done vsock"));
        row("a forbidden act under gVisor",
            with(onGvisor, "refused mount EPERM", "refused mount EPERM\ndone bpf"));
        row("no act tried",
            with(with(onLinux, "refused mount EPERM\n", ""), "refused vsock EAFNOSUPPORT\n", ""));
        row("cut off", with(onLinux, "end\n", ""));
        row("nothing", "");
        row("root", with(onLinux, "uid 1000", "uid 0"));
        row("no uid", with(onLinux, "uid 1000\n", ""));
        row("capabilities", with(onLinux, "capabilities 0000000000000000", "capabilities 0000000000000400"));
        row("permitted ones", with(onLinux, "permitted 0000000000000000", "permitted 0000000000000400"));
        row("unknown ones", with(onLinux, "capabilities 0000000000000000\n", ""));
        row("new privileges", with(onLinux, "no-new-privileges 1", "no-new-privileges 0"));
        row("a Linux that hides them", with(onLinux, "no-new-privileges 1\n", ""));
        row("no filter", with(onLinux, "seccomp 2", "seccomp 0"));
        row("a network", with(onLinux, "interface lo", "interface lo\ninterface eth0"));
        row("a route", with(onLinux, "interface lo", "interface lo\nroute 00000000"));
        row("no sight of the network", with(onLinux, "network seen\n", ""));
        row("another runtime", onLinux, "runsc");
        row("a Linux that calls itself 4.4.0", with(onGvisor, "vdso other", "vdso linux"), "runsc");
        row("another kernel", with(onGvisor, "10 15:06:54 PST 2016", "11 15:06:54 PST 2016"), "runsc");
    }
    void stopsAtEverythingThatIsNoIsolation()
    {
        QFETCH(QString, probe);
        QFETCH(QString, runtime);
        const WantedInside wanted = runtime.isEmpty() ? WantedInside() : onlyGvisor();
        QVERIFY(!attestedBy(std::string_view(probe.toStdString()), asked(runtime.toStdString()), wanted));
    }

    void asksForGvisorWhateverItsRuntimeIsCalled()
    {
        QVERIFY(!attestedBy(std::string_view(onLinux), asked("safe"), onlyGvisor()));
        QVERIFY(attestedBy(std::string_view(onGvisor), asked("safe"), onlyGvisor()));
        QVERIFY(attestedBy(std::string_view(onLinux), asked("runsc-is-not-gvisor"), {}));
    }

    void stopsWhereSomethingOfTheHostStandsInside_data()
    {
        QTest::addColumn<QString>("mount");
        QTest::addColumn<bool>("fine");
        const auto row = [](const char *mount, bool fine) {
            QTest::newRow(mount) << QString::fromLatin1(mount) << fine;
        };
        row("/repo ext4 rw", true);
        row("/re\\040po ext4 rw", true);
        row("/usr/local ext4 ro", true);
        row("/run/cache tmpfs ro", true);
        row("/proc/acpi tmpfs ro", true);
        row("/sys/fs/cgroup/pids cgroup ro", true);
        row("/dev/null devtmpfs rw", true);
        row("/host ext4 rw", false);
        row("/usrlocal ext4 ro", false);
        row("/repo/sub ext4 rw", false);
        row("/run/secrets tmpfs rw", false);
        row("/dev/data ext4 rw", false);
        row("/proc/data overlay rw", false);
        row("/system ext4 rw", false);
    }
    void stopsWhereSomethingOfTheHostStandsInside()
    {
        QFETCH(QString, mount);
        QFETCH(bool, fine);
        WantedInside wanted;
        wanted.mounts = {"/", "/usr/", "/repo", "/re po", "/var/run/cache"};
        const std::string probe =
            with(onLinux, "mount / tmpfs ro", "mount / tmpfs ro\nmount " + mount.toStdString());
        const auto seen = attestedBy(std::string_view(probe), asked(""), wanted);
        QCOMPARE(seen.has_value(), fine);
        if (!fine) {
            QCOMPARE(seen.error().code, ErrorCode::SandboxSetup);
            const std::string target = mount.section(QLatin1Char(' '), 0, 0).toStdString();
            QCOMPARE(seen.error().what, "something of the host stands inside: " + target);
        }
        QVERIFY(attestedBy(std::string_view(probe), asked(""), {}));
    }

    void claimsNoLimitThatWasNotSeen()
    {
        WantedInside wanted;
        wanted.memoryBytes = 1000000000;
        wanted.pids = 512;
        const auto limits = [&](const std::string &probe) {
            const auto seen = attestedBy(std::string_view(probe), asked(""), wanted);
            return seen ? seen->memoryLimit + "; " + join(seen->unseen, " ") : seen.error().what;
        };
        const auto saying = [](const std::string &memory, const std::string &pids) {
            return with(onLinux, "limit nofile 4096",
                        "limit cgroup memory " + memory + "\nlimit cgroup pids " + pids);
        };
        QCOMPARE(limits(saying("1000000000", "512")), std::string("cgroup 1000000000; "));
        QCOMPARE(limits(saying("999997440", "512")), std::string("cgroup 1000000000; "));
        QCOMPARE(limits(saying("2000000000", "max")), std::string("best effort; limit-of-processes"));
        QCOMPARE(limits(saying("max", "5120")), std::string("best effort; limit-of-processes"));
        QCOMPARE(limits(onLinux), std::string("best effort; limit-of-processes"));
        QCOMPARE(
            limits(onGvisor),
            std::string("set by the engine, not observable; no-new-privileges seccomp limit-of-processes"));
    }

    void namesTheActThatSucceeded()
    {
        Answering sandbox(with(onLinux, "refused vsock EAFNOSUPPORT", "done vsock"));
        const auto seen = sandbox.attest({});
        QVERIFY(!seen);
        QCOMPARE(seen.error().code, ErrorCode::SandboxSetup);
        QCOMPARE(seen.error().what, std::string("a forbidden act succeeded: vsock"));
        QCOMPARE(sandbox.argv, (std::vector<std::string>{"/vouchsafe/tools/inside", "probe"}));
        Answering sound(onLinux);
        QVERIFY(sound.attest({}));
    }

    void triesEveryActInBubblewrap()
    {
        SandboxCase box;
        const auto seen = box.open()->attest({});
        QVERIFY2(seen, seen ? "" : fourLines(seen.error()).c_str());
        QVERIFY(seen->refused.size() > 25);
        QVERIFY(seen->unseen.empty());
        QVERIFY(std::find(seen->mounts.begin(), seen->mounts.end(), "/repo overlay rw") !=
                seen->mounts.end());
        QVERIFY(std::find(seen->limits.begin(), seen->limits.end(), "nofile 4096") != seen->limits.end());
    }
};

QTEST_GUILESS_MAIN(AttestationTest)
#include "attestation_test.moc"
