#include "sandbox/machine_probe.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <algorithm>
#include <fstream>

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
        const auto findings = MachineProbe(box.identity(), {{"PATH", "/usr/bin"}}).examine();
        const auto state = [&](const std::string &topic) {
            const auto found = std::find_if(findings.begin(), findings.end(),
                                            [&](const Finding &finding) { return finding.topic == topic; });
            return found == findings.end() ? Finding::State::Missing : found->state;
        };
        QCOMPARE(state("bubblewrap"), Finding::State::Works);
        QCOMPARE(state("seccomp"), Finding::State::Works);
        QVERIFY(state("memory limit") != Finding::State::Missing);
        for (const Finding &finding : findings)
            if (finding.topic == "docker" || finding.topic == "podman" || finding.topic == "runsc") {
                QCOMPARE(finding.state, Finding::State::Limited);
                QVERIFY2(finding.remedy.empty(), finding.topic.c_str()); // this build needs none of them
            }
        for (const Finding &finding : findings)
            QVERIFY2(finding.state == Finding::State::Works || !finding.remedy.empty() ||
                         !finding.detail.empty(),
                     finding.topic.c_str());
    }

    void saysThatBubblewrapIsMissing_A21()
    {
        SandboxCase box;
        const auto chosen = chooseBackend({}, box.identity(), "/nonexistent/bwrap");
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::SandboxMissing);
        QVERIFY(!chosen.error().remedy.empty());
        const auto findings = MachineProbe(box.identity(), {}, "/nonexistent/bwrap").examine();
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
        const auto chosen = chooseBackend({}, box.identity(), program);
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
        const auto chosen = chooseBackend({}, box.identity(), program);
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::SandboxSetup);
    }

    void downgradesNoRequest()
    {
        SandboxCase box;
        for (const Backend backend : {Backend::Docker, Backend::Podman}) {
            SandboxPolicy policy;
            policy.backend = backend;
            QCOMPARE(chooseBackend(policy, box.identity()).error().code, ErrorCode::SandboxBackend);
        }
        SandboxPolicy runtime;
        runtime.runtime = "runsc";
        QCOMPARE(chooseBackend(runtime, box.identity()).error().code, ErrorCode::SandboxBackend);
        QCOMPARE(chooseBackend({}, box.identity()).value(), Backend::Bubblewrap);
    }
};

QTEST_GUILESS_MAIN(MachineProbeTest)
#include "machine_probe_test.moc"
