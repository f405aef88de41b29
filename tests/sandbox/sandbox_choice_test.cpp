#include "sandbox/engine_probe.h"
#include "sandbox/host_program.h"
#include "sandbox/sandbox_choice.h"
#include "tests/sandbox/sandbox_case.h"
#include "tests/support/required_engine.h"

#include <QTest>

#include <algorithm>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

std::map<std::string, std::string> nobody()
{
    return {{"PATH", "/nonexistent"}};
}

/// The user's own engine, as the environment of the test has it.
std::map<std::string, std::string> here()
{
    std::map<std::string, std::string> environment;
    for (const char *name :
         {"PATH", "HOME", "DOCKER_HOST", "CONTAINERS_CONF", "CONTAINERS_STORAGE_CONF", "XDG_RUNTIME_DIR"})
        if (qEnvironmentVariableIsSet(name))
            environment[name] = qgetenv(name).toStdString();
    return environment;
}

std::string testImage()
{
    return qEnvironmentVariableIsSet("VOUCHSAFE_TEST_IMAGE") ? qgetenv("VOUCHSAFE_TEST_IMAGE").toStdString()
                                                             : "vouchsafe-test/py";
}

} // namespace

class SandboxChoiceTest : public QObject {
    Q_OBJECT

private:
    SandboxCase m_box;

    Result<SandboxChoice> choose(SandboxPolicy &policy, const std::map<std::string, std::string> &environment)
    {
        return chooseSandboxes(policy, m_box.identity(), environment, "test", {});
    }
    Engine docker()
    {
        SystemProgram programs;
        const auto found = findUserEngine(Backend::Docker, m_box.identity(), here(), programs, {});
        return found ? *found : Engine{};
    }

private Q_SLOTS:
    void takesBubblewrapByItselfAndSaysSo()
    {
        SandboxPolicy policy;
        policy.image = "python:3.11";
        const auto choice = choose(policy, nobody());
        QVERIFY2(choice, choice ? "" : choice.error().context.c_str());
        QCOMPARE(policy.backend, Backend::Bubblewrap);
        QVERIFY2(policy.image.empty(), "nothing of an image stands in bubblewrap");
        QVERIFY(std::any_of(choice->notes.begin(), choice->notes.end(), [](const std::string &note) {
            return note.find("bubblewrap") != std::string::npos;
        }));
    }
    void givesWhatIsAskedForOrStops_data()
    {
        QTest::addColumn<int>("backend");
        QTest::addColumn<QByteArray>("runtime");
        QTest::addColumn<int>("code");
        const auto row = [](const char *name, Backend backend, const char *runtime, ErrorCode code) {
            QTest::newRow(name) << static_cast<int>(backend) << QByteArray(runtime) << static_cast<int>(code);
        };
        row("docker is absent", Backend::Docker, "", ErrorCode::SandboxMissing);
        row("podman is absent", Backend::Podman, "", ErrorCode::SandboxMissing);
        row("bubblewrap with a runtime", Backend::Bubblewrap, "runsc", ErrorCode::SandboxBackend);
        row("any engine with a runtime", Backend::Auto, "runsc", ErrorCode::SandboxMissing);
    }
    void givesWhatIsAskedForOrStops()
    {
        QFETCH(int, backend);
        QFETCH(QByteArray, runtime);
        QFETCH(int, code);
        SandboxPolicy policy;
        policy.backend = static_cast<Backend>(backend);
        policy.runtime = runtime.toStdString();
        policy.image = testImage();
        const auto choice = choose(policy, nobody());
        QVERIFY(!choice);
        QCOMPARE(static_cast<int>(choice.error().code), code);
        QCOMPARE(errorEntry(choice.error().code).exitStatus, 3);
        QVERIFY(!choice.error().remedy.empty() || !errorEntry(choice.error().code).remedy.empty());
        QVERIFY2(policy.backend == static_cast<Backend>(backend), "it stays as it was asked for");
    }

    void namesEachCauseOnceWithItsRemedy()
    {
        SandboxPolicy policy;
        policy.runtime = "runsc"; // bubblewrap is out
        policy.image = testImage();
        const auto choice = choose(policy, nobody());
        QVERIFY(!choice);
        for (const std::string &text : {choice.error().context, choice.error().remedy})
            for (const char *name : {"podman: ", "docker: "}) {
                const std::size_t at = text.find(name);
                QVERIFY2(at != std::string::npos, text.c_str());
                QVERIFY2(text.find(name, at + 1) == std::string::npos, text.c_str());
            }
        QVERIFY(choice.error().remedy.find("vouchsafe doctor") != std::string::npos);
    }
    void speaksOfTheRuntimeAndNotOfAFlag()
    {
        SandboxPolicy policy;
        policy.backend = Backend::Bubblewrap;
        policy.runtime = "runsc";
        const auto choice = choose(policy, nobody());
        QVERIFY(!choice);
        QCOMPARE(choice.error().context, std::string("the runtime runsc (--runtime or the setting)"));
    }

    void opensASandboxOfTheEngineThatWasAskedFor()
    {
        const Engine engine = docker();
        if (engine.program.empty()) {
            QVERIFY2(!isRequiredEngine("docker"), "no docker engine answers here");
            QSKIP("no docker engine answers here");
        }
        SandboxPolicy policy;
        policy.backend = Backend::Docker;
        policy.image = testImage();
        SystemProgram programs;
        if (const auto image = imageId(engine, programs, policy, here(), {}); !image) {
            QVERIFY2(!isRequiredEngine("docker"), image.error().what.c_str());
            QSKIP("the image of the tests is not on this machine");
        }
        const auto choice = choose(policy, here());
        QVERIFY2(choice, choice ? "" : choice.error().context.c_str());
        WorkspaceSpec spec;
        spec.base = m_box.base();
        const auto sandbox = choice->factory->open(spec, policy);
        QVERIFY2(sandbox, sandbox ? "" : sandbox.error().context.c_str());
        const auto seen = (*sandbox)->attest({});
        QVERIFY2(seen, seen ? "" : seen.error().context.c_str());
        QCOMPARE(seen->backend, std::string("docker"));
    }
    void stopsForARuntimeThatTheEngineDoesNotKnow()
    {
        const Engine engine = docker();
        if (engine.program.empty()) {
            QVERIFY2(!isRequiredEngine("docker"), "no docker engine answers here");
            QSKIP("no docker engine answers here");
        }
        SandboxPolicy policy;
        policy.backend = Backend::Docker;
        policy.runtime = "no-such-runtime";
        policy.image = testImage();
        const auto choice = choose(policy, here());
        QVERIFY(!choice);
        QCOMPARE(choice.error().code, ErrorCode::SandboxBackend);
        QVERIFY(!choice.error().remedy.empty());
    }
    void stopsForAnImageThatIsNotHere()
    {
        const Engine engine = docker();
        if (engine.program.empty()) {
            QVERIFY2(!isRequiredEngine("docker"), "no docker engine answers here");
            QSKIP("no docker engine answers here");
        }
        SandboxPolicy policy;
        policy.backend = Backend::Docker;
        policy.image = "vouchsafe-test/never-made:1";
        const auto choice = choose(policy, here());
        QVERIFY(!choice);
        QCOMPARE(choice.error().code, ErrorCode::SandboxBackend);
        policy.image.clear();
        QVERIFY(choose(policy, here()).error().remedy.find("--image") != std::string::npos);
    }
    void startsAContainerWithEveryRuntimeThatTheEngineKnows()
    {
        const Engine engine = docker();
        if (engine.program.empty()) {
            QVERIFY2(!isRequiredEngine("docker"), "no docker engine answers here");
            QSKIP("no docker engine answers here");
        }
        const auto findings = engineFindings(Backend::Docker, m_box.identity(), here(), {});
        QCOMPARE(findings.front().topic, std::string("docker"));
        QCOMPARE(findings.front().state, Finding::State::Works);
        for (const std::string &runtime : probedRuntimes(engine)) {
            const auto found = std::find_if(findings.begin(), findings.end(), [&](const Finding &finding) {
                return finding.topic == "docker " + runtime;
            });
            QVERIFY2(found != findings.end(), runtime.c_str());
            QVERIFY2(found->state == Finding::State::Works || !found->remedy.empty(), found->detail.c_str());
            qInfo("%s: %s", found->topic.c_str(), found->detail.c_str());
        }
    }
    void namesTheImagesThatAreNotHere()
    {
        const Engine engine = docker();
        if (engine.program.empty()) {
            QVERIFY2(!isRequiredEngine("docker"), "no docker engine answers here");
            QSKIP("no docker engine answers here");
        }
        SystemProgram programs;
        const Finding none =
            imageFinding(engine, programs, here(), {{"cobol", "vouchsafe-test/never-made:1"}}, {});
        QCOMPARE(none.topic, std::string("docker images"));
        QCOMPARE(none.state, Finding::State::Limited);
        QCOMPARE(none.detail, std::string("not here: cobol (vouchsafe-test/never-made:1)"));
        QCOMPARE(none.remedy, std::string("fetch what you need: `docker pull vouchsafe-test/never-made:1`"));
    }
    void findsTheRangesOfAUser()
    {
        const std::string text = "# ranges\nanna:100000:65536\n1001:165536:65536\n";
        QVERIFY(hasRange(text, "anna", 1000));
        QVERIFY(hasRange(text, "bert", 1001));
        QVERIFY(!hasRange(text, "ann", 100));
        QVERIFY(!hasRange("", "anna", 1000));
    }
    void putsAnEnginesWordsOnOneLine()
    {
        QCOMPARE(onOneLine("it fails:\n  a \x1b[1m\n\n b\r\n"), std::string("it fails: / a \\x1b[1m / b"));
        QCOMPARE(onOneLine(""), std::string());
    }
    void looksForEachRuntimeOnce()
    {
        Engine engine;
        engine.runtimes = {"io.containerd.runc.v2", "io.containerd.runtime.v1.linux", "runc", "runsc",
                           "runc"};
        const std::vector<std::string> expected = {"runc", "runsc"};
        QCOMPARE(probedRuntimes(engine), expected);
        engine.runtimes.clear();
        QCOMPARE(probedRuntimes(engine), std::vector<std::string>{""});
    }
};

QTEST_GUILESS_MAIN(SandboxChoiceTest)
#include "sandbox_choice_test.moc"
