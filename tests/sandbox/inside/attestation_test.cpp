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
    Result<Attestation> attest(std::stop_token stop) override { return attestedBy(*this, asked(""), stop); }
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
        const auto seen = attestedBy(std::string_view(onLinux), asked("runc"));
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
        const auto seen = attestedBy(std::string_view(onGvisor), asked("runsc"));
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
        QVERIFY(!attestedBy(std::string_view(probe.toStdString()), asked(runtime.toStdString())));
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
