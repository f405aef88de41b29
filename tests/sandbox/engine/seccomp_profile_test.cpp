#include "sandbox/engine/container_argv.h"
#include "sandbox/seccomp_filter.h"
#include "sandbox/seccomp_rules.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cerrno>

using namespace vouchsafe;
using nlohmann::json;

namespace {

json profile(const std::string &runtime = {})
{
    Engine engine;
    engine.gvisor = {"runsc"};
    return json::parse(seccompProfile(engine, runtime).value());
}

/// What the profile says of a call with these arguments: an error number, 0 where it is open.
int answer(const json &rules, const std::string &call, const std::vector<std::uint64_t> &arguments)
{
    for (const json &rule : rules["syscalls"]) {
        const auto &names = rule["names"];
        if (std::find(names.begin(), names.end(), call) == names.end())
            continue;
        bool all = true;
        for (const json &when : rule["args"]) {
            const std::uint64_t given = arguments.at(when["index"].get<std::size_t>());
            const std::uint64_t value = when["value"];
            const std::string op = when["op"];
            if (op == "SCMP_CMP_EQ")
                all = all && given == value;
            else if (op == "SCMP_CMP_GT")
                all = all && given > value;
            else if (op == "SCMP_CMP_MASKED_EQ")
                all = all && (given & value) == when["valueTwo"].get<std::uint64_t>();
            else
                qFatal("unknown comparison");
        }
        if (all)
            return rule["errnoRet"];
    }
    return 0;
}

} // namespace

class SeccompProfileTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersAsTheTableSays_data()
    {
        QTest::addColumn<QByteArray>("call");
        QTest::addColumn<QList<qulonglong>>("arguments");
        QTest::addColumn<int>("error");
        const auto row = [](const char *name, const char *call, QList<qulonglong> arguments, int error) {
            QTest::newRow(name) << QByteArray(call) << arguments << error;
        };
        row("read is open", "read", {0, 0}, 0);
        row("unshare", "unshare", {0}, EPERM);
        row("keyring", "keyctl", {0}, EPERM);
        row("clone3 sends programs to clone", "clone3", {0}, ENOSYS);
        row("io_uring", "io_uring_setup", {1}, ENOSYS);
        row("mount queries", "statmount", {0}, ENOSYS);
        row("clone as a thread does", "clone", {0x3d0f00}, 0);
        row("clone of a user namespace", "clone", {0x10000011}, EPERM);
        row("typing into a terminal", "ioctl", {0, 0x5412}, EPERM);
        row("the same behind high bits", "ioctl", {0, 0x100005412}, EPERM);
        row("another request", "ioctl", {0, 0x5413}, 0);
        row("tracing process 1", "ptrace", {16, 1}, EPERM);
        row("tracing a child", "ptrace", {16, 17}, 0);
        row("vsock", "socket", {40}, EAFNOSUPPORT);
        row("packet", "socket", {17}, EAFNOSUPPORT);
        row("a family behind high bits", "socket", {0x100000028}, EAFNOSUPPORT);
        row("unix", "socket", {1}, 0);
        row("inet", "socket", {2}, 0);
        row("inet6", "socket", {10}, 0);
        row("netlink", "socket", {16}, 0);
        row("bluetooth and the like", "socket", {31}, EAFNOSUPPORT);
        row("x25", "socket", {9}, EAFNOSUPPORT);
    }
    void answersAsTheTableSays()
    {
        QFETCH(QByteArray, call);
        QFETCH(QList<qulonglong>, arguments);
        QFETCH(int, error);
        const std::vector<std::uint64_t> given(arguments.begin(), arguments.end());
        QCOMPARE(answer(profile(), call.toStdString(), given), error);
    }

    void hasEveryRuleOfTheTableAndNoMore()
    {
        const json rules = profile();
        QVERIFY(rules["defaultAction"] == "SCMP_ACT_ALLOW");
        // A named architecture would be one more than the machine's own.
        QVERIFY(!rules.contains("architectures") && !rules.contains("archMap"));
        QCOMPARE(rules["syscalls"].size(), seccompRules().size());
        for (const json &rule : rules["syscalls"])
            QVERIFY(rule["action"] == "SCMP_ACT_ERRNO");
    }

    void leavesGvisorTheCallThatStartsThreads()
    {
        QCOMPARE(answer(profile("runsc"), "clone3", {0}), 0);
        QCOMPARE(answer(profile("runsc"), "io_uring_setup", {0}), ENOSYS);
        QCOMPARE(answer(profile("runsc"), "clone", {0x10000011}), EPERM);
    }

    void compilesForBubblewrapToo()
    {
        const auto filter = seccompFilter();
        QVERIFY2(filter, filter ? "" : filter.error().context.c_str());
        QVERIFY(filter->size() > 800 && filter->size() % 8 == 0);
    }
};

QTEST_GUILESS_MAIN(SeccompProfileTest)
#include "seccomp_profile_test.moc"
