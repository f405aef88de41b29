#include "sandbox/machine_probe.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// A program in the place of bubblewrap.
std::string fakeProgram(const QTemporaryDir &folder, const std::string &script)
{
    const fs::path path = fs::path(folder.path().toStdString()) / "bwrap";
    fs::permissions(folder.path().toStdString(), fs::perms(0755));
    std::ofstream(path) << "#!/bin/sh\n" << script;
    fs::permissions(path, fs::perms(0755));
    return path.string();
}

} // namespace

class MachineProbeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWhatWorksHere()
    {
        SandboxCase box;
        const auto findings = MachineProbe(box.identity(), {{"PATH", "/nonexistent"}}).examine();
        const auto state = [&](const std::string &topic) {
            const auto found = std::find_if(findings.begin(), findings.end(),
                                            [&](const Finding &finding) { return finding.topic == topic; });
            return found == findings.end() ? Finding::State::Missing : found->state;
        };
        QCOMPARE(state("bubblewrap"), Finding::State::Works);
        QCOMPARE(state("seccomp"), Finding::State::Works);
        QVERIFY(state("memory limit") != Finding::State::Missing);
        for (const Finding &finding : findings)
            if (finding.topic == "docker" || finding.topic == "podman") {
                QCOMPARE(finding.state, Finding::State::Limited);
                QVERIFY2(finding.remedy.empty(), finding.topic.c_str()); // nobody needs every engine
            }
        for (const Finding &finding : findings)
            QVERIFY2(finding.state == Finding::State::Works || !finding.remedy.empty() ||
                         !finding.detail.empty(),
                     finding.topic.c_str());
    }

    void isNotHeldUpByAnEngineThatHangs()
    {
        if (::access("/usr/bin/docker", X_OK) != 0)
            QSKIP("there is no docker client here");
        SandboxCase box;
        QTemporaryDir folder;
        // It listens and never answers.
        const std::string path = folder.path().toStdString() + "/sock";
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        QVERIFY(::bind(listening.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0);
        QVERIFY(::listen(listening.get(), 8) == 0);
        QElapsedTimer clock;
        clock.start();
        qint64 sandboxAfter = -1;
        std::vector<Finding> docker;
        MachineProbe(box.identity(), {{"PATH", "/usr/bin"}, {"DOCKER_HOST", "unix://" + path}})
            .examine(
                [&](const std::vector<Finding> &part) {
                    if (!part.empty() && part.front().topic == "bubblewrap")
                        sandboxAfter = clock.elapsed();
                    if (!part.empty() && part.front().topic == "docker")
                        docker = part;
                },
                {});
        QVERIFY2(sandboxAfter >= 0 && sandboxAfter < 6000, std::to_string(sandboxAfter).c_str());
        QCOMPARE(docker.size(), std::size_t{1});
        QCOMPARE(docker.front().state, Finding::State::Missing);
        QVERIFY(!docker.front().remedy.empty());
        QVERIFY2(clock.elapsed() < 14'000, std::to_string(clock.elapsed()).c_str());
    }

    void saysThatBubblewrapIsMissing_A21()
    {
        SandboxCase box;
        const auto chosen = proveBubblewrap(box.identity(), "/nonexistent/bwrap");
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::SandboxMissing);
        QVERIFY(!chosen.error().remedy.empty());
        const auto findings =
            MachineProbe(box.identity(), {{"PATH", "/nonexistent"}}, "/nonexistent/bwrap").examine();
        QCOMPARE(findings.front().state, Finding::State::Missing);
        QVERIFY(!findings.front().remedy.empty());
    }

    void seesDeniedNamespacesInALiveRunOnly_E06()
    {
        SandboxCase box;
        QTemporaryDir folder;
        const std::string program =
            fakeProgram(folder, "[ \"$1\" = --version ] && { echo bubblewrap 0.8.0; exit 0; }\n"
                                "echo 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n");
        const auto chosen = proveBubblewrap(box.identity(), program);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::SandboxDenied);
        QVERIFY2(chosen.error().context.find("uid map: Permission denied") != std::string::npos,
                 chosen.error().context.c_str());
        QVERIFY(chosen.error().remedy.find("user namespaces") != std::string::npos);
    }

    void believesNoLauncherThatOnlyPretends()
    {
        // It runs the command without isolating anything: the probe inside sees more than it may.
        SandboxCase box;
        QTemporaryDir folder;
        const std::string program =
            fakeProgram(folder, "while [ \"$1\" != -- ]; do shift; done; shift\n"
                                "printf '{\"child-pid\": 1}\\n{\"exit-code\": 0}\\n' >&3\nexec \"$@\"\n");
        const auto chosen = proveBubblewrap(box.identity(), program);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::SandboxSetup);
    }
};

QTEST_GUILESS_MAIN(MachineProbeTest)
#include "machine_probe_test.moc"
