#include "core/model/policy.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace vouchsafe;

class PolicyTest : public QObject {
    Q_OBJECT

    static nlohmann::json read(const SandboxPolicy &policy)
    {
        return nlohmann::json::parse(canonicalJson(policy), nullptr, false);
    }

private Q_SLOTS:
    void keysAreSortedAndNoBlankIsThere()
    {
        const std::string text = canonicalJson({});
        QVERIFY(text.find(' ') == std::string::npos);
        // The parser of a kind that keeps the order as it is written.
        const auto json = nlohmann::ordered_json::parse(text, nullptr, false);
        std::string last;
        for (const auto &[key, value] : json.items()) {
            QVERIFY(last < key);
            last = key;
        }
    }

    void everyFieldChangesTheText()
    {
        const std::string base = canonicalJson({});
        using Change = void (*)(SandboxPolicy &);
        const Change changes[] = {
            [](SandboxPolicy &p) { p.backend = Backend::Podman; },
            [](SandboxPolicy &p) { p.runtime = "runsc"; },
            [](SandboxPolicy &p) { p.image = "x"; },
            [](SandboxPolicy &p) { p.memoryBytes += 1; },
            [](SandboxPolicy &p) { p.pids += 1; },
            [](SandboxPolicy &p) { p.fileBytes += 1; },
            [](SandboxPolicy &p) { p.workspaceBytes += 1; },
            [](SandboxPolicy &p) { p.workspaceFiles += 1; },
            [](SandboxPolicy &p) { p.tmpBytes += 1; },
            [](SandboxPolicy &p) { p.outputBytes += 1; },
            [](SandboxPolicy &p) { p.protect = {"a"}; },
            [](SandboxPolicy &p) { p.include = {"a"}; },
        };
        for (const Change change : changes) {
            SandboxPolicy policy;
            change(policy);
            QVERIFY(canonicalJson(policy) != base);
            QVERIFY(canonicalJson(policy) == canonicalJson(policy));
        }
    }

    void backendsAreNamedInOrder()
    {
        const std::pair<Backend, const char *> names[] = {{Backend::Auto, "auto"},
                                                          {Backend::Bubblewrap, "bubblewrap"},
                                                          {Backend::Docker, "docker"},
                                                          {Backend::Podman, "podman"}};
        for (const auto &[backend, name] : names) {
            SandboxPolicy policy;
            policy.backend = backend;
            QCOMPARE(read(policy).value("backend", ""), std::string(name));
        }
    }

    void theNetworkIsAlwaysOff() { QCOMPARE(read({}).value("network", ""), std::string("none")); }

    void oddBytesDoNotEndTheProgram()
    {
        SandboxPolicy policy;
        policy.protect = {"caf\xe9"};
        QVERIFY(!read(policy).is_discarded());
    }
};

QTEST_GUILESS_MAIN(PolicyTest)
#include "policy_test.moc"
