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
            [](SandboxPolicy &p) { p.network = Network::AllowList; },
            [](SandboxPolicy &p) { p.hosts = {"pypi.org"}; },
            [](SandboxPolicy &p) { p.cpuPercent += 1; },
            [](SandboxPolicy &p) { p.memoryBytes += 1; },
            [](SandboxPolicy &p) { p.pids += 1; },
            [](SandboxPolicy &p) { p.fileBytes += 1; },
            [](SandboxPolicy &p) { p.workspaceBytes += 1; },
            [](SandboxPolicy &p) { p.workspaceFiles += 1; },
            [](SandboxPolicy &p) { p.tmpBytes += 1; },
            [](SandboxPolicy &p) { p.outputBytes += 1; },
            [](SandboxPolicy &p) { p.protect = {"a"}; },
            [](SandboxPolicy &p) { p.protectReadOnly = true; },
            [](SandboxPolicy &p) { p.include = {"a"}; },
            [](SandboxPolicy &p) {
                p.mounts = {{"/a", "/b", false}};
            },
            [](SandboxPolicy &p) { p.user = "1000:1000"; },
            [](SandboxPolicy &p) { p.environment = {"A=b"}; },
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

    void theNetworkIsOffUnlessItIsAnAllowList()
    {
        QCOMPARE(read({}).value("network", ""), std::string("none"));
        SandboxPolicy policy;
        policy.network = Network::AllowList;
        QCOMPARE(read(policy).value("network", ""), std::string("allow-list"));
    }

    void howAnImageCameHereIsNoPartOfIt()
    {
        SandboxPolicy policy;
        policy.pull = true;
        QCOMPARE(canonicalJson(policy), canonicalJson({}));
    }

    void tellsApartWhatAMountDoesWithWrites()
    {
        SandboxPolicy refused;
        refused.mounts = {{"/a", "/b", false}};
        SandboxPolicy discarded;
        discarded.mounts = {{"/a", "/b", true}};
        QVERIFY(canonicalJson(refused) != canonicalJson(discarded));
        QCOMPARE(QString::fromStdString(read(discarded)["mounts"].dump()),
                 QStringLiteral(R"([{"host":"/a","inside":"/b","writes":"discarded"}])"));
    }

    void theWholeTextIsFixed()
    {
        // The sha256 of this text stands in evidence; changing it by accident would part old from new.
        SandboxPolicy policy;
        policy.backend = Backend::Docker;
        policy.runtime = "runsc";
        QCOMPARE(QString::fromStdString(canonicalJson(policy)),
                 QStringLiteral(
                     R"({"backend":"docker","cpu_percent":200,"environment":[],"file_bytes":1073741824,)"
                     R"("hosts":[],"image":"","include":[],"memory_bytes":2147483648,"mounts":[],)"
                     R"("network":"none","output_bytes":268435456,"pids":512,"protect":[],)"
                     R"("protect_read_only":false,"runtime":"runsc","tmp_bytes":268435456,"user":"",)"
                     R"("workspace_bytes":2147483648,"workspace_files":200000})"));
    }

    void oddBytesDoNotEndTheProgram()
    {
        SandboxPolicy policy;
        policy.protect = {"caf\xe9"};
        QVERIFY(!read(policy).is_discarded());
    }
};

QTEST_GUILESS_MAIN(PolicyTest)
#include "policy_test.moc"
