#include "sandbox/bubblewrap_argv.h"

#include "core/base/text.h"

#include <QTest>

using namespace vouchsafe;

namespace {

HostLayout layout()
{
    HostLayout host;
    host.links = {{"usr/bin", "/bin"}, {"usr/lib64", "/lib64"}};
    host.folders = {"/lib32"};
    host.etcFolders = {"/etc/alternatives"};
    host.etcFiles = {"/etc/ld.so.cache"};
    host.localtime = "/usr/share/zoneinfo/Etc/UTC";
    host.hiddenFiles = {"/proc/keys"};
    host.hiddenFolders = {"/proc/acpi"};
    return host;
}

BubblewrapPlan plan()
{
    BubblewrapPlan plan;
    plan.host = layout();
    plan.argsDescriptor = 8;
    plan.statusDescriptor = 3;
    plan.seccompDescriptor = 4;
    plan.workspaceDescriptor = 5;
    plan.files = {{6, "/etc/passwd"}, {7, "/etc/ld.so.cache"}};
    plan.toolsFolder = "/cache/scratch/1/tools";
    plan.reportsFolder = "/cache/scratch/1/reports";
    plan.mounts = {{"/home/me/p/node_modules", "/repo/node_modules", false},
                   {"/cache/scratch/1/d1/merged", "/repo/target", true}};
    plan.path = {"/home/me/.pyenv/versions/3.11.7/bin"};
    plan.environment = {{"GOFLAGS", "-mod=mod"}};
    plan.workdir = "/repo/sub";
    plan.command = {"python3", "-m", "pytest", "a b"};
    return plan;
}

/// One option with its words a line, so that a difference is readable.
QString lines(const std::vector<std::string> &words)
{
    QString text;
    for (const std::string &word : words)
        text += QString::fromStdString((word.starts_with("--") ? "\n" : " ") + word);
    return text;
}

} // namespace

class BubblewrapArgvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isExactlyThePolicy()
    {
        const BubblewrapArgv argv = bubblewrapArgv(plan());
        QCOMPARE(QString::fromStdString(join(argv.argv, " ")),
                 QStringLiteral(
                     "/usr/bin/bwrap --args 8 --json-status-fd 3 --seccomp 4 -- python3 -m pytest a b"));
        QCOMPARE(lines(argv.args), QStringLiteral(R"(
--unshare-user
--unshare-pid
--unshare-ipc
--unshare-uts
--unshare-net
--unshare-cgroup-try
--disable-userns
--assert-userns-disabled
--uid 1000
--gid 1000
--hostname vouchsafe
--new-session
--die-with-parent
--cap-drop ALL
--clearenv
--setenv CI 1
--setenv GOFLAGS -mod=mod
--setenv HOME /home/vs
--setenv LANG C.UTF-8
--setenv PATH /home/me/.pyenv/versions/3.11.7/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
--setenv TERM dumb
--setenv TMPDIR /tmp
--setenv XDG_CACHE_HOME /home/vs/.cache
--ro-bind /usr /usr
--symlink usr/bin /bin
--symlink usr/lib64 /lib64
--ro-bind /lib32 /lib32
--ro-bind /etc/alternatives /etc/alternatives
--perms 0444
--file 6 /etc/passwd
--perms 0444
--file 7 /etc/ld.so.cache
--symlink /usr/share/zoneinfo/Etc/UTC /etc/localtime
--proc /proc
--ro-bind /dev/null /proc/1/mem
--ro-bind /dev/null /proc/1/task/1/mem
--ro-bind /dev/null /proc/keys
--tmpfs /proc/acpi
--remount-ro /proc/acpi
--dev /dev
--perms 1777
--size 67108864
--tmpfs /dev/shm
--remount-ro /dev
--perms 1777
--size 268435456
--tmpfs /tmp
--perms 0700
--size 134217728
--tmpfs /home/vs
--bind-fd 5 /repo
--ro-bind /cache/scratch/1/tools /vouchsafe/tools
--bind /cache/scratch/1/reports /vouchsafe/reports
--ro-bind /home/me/p/node_modules /repo/node_modules
--bind /cache/scratch/1/d1/merged /repo/target
--dir /run
--remount-ro /
--chdir /repo/sub)"));
    }

    void mountsReadOnlyPathsOverTheWorkspaceAndBelowOtherMounts()
    {
        BubblewrapPlan fixed = plan();
        fixed.fixed = {{9, "/repo/sub", false}, {10, "/repo/sub/tests", true}};
        QVERIFY2(lines(bubblewrapArgv(fixed).args).contains(QStringLiteral(R"(
--bind-fd 5 /repo
--bind-fd 9 /repo/sub
--ro-bind-fd 10 /repo/sub/tests
--ro-bind /cache/scratch/1/tools /vouchsafe/tools)")),
                 "what is read-only comes right after the workspace");
    }

    void setsTheProcessLimitInsideOnlyWhereItCannotBeSetOutside()
    {
        BubblewrapPlan inner = plan();
        inner.innerProcesses = 512;
        const std::string words = join(bubblewrapArgv(inner).argv, " ");
        QVERIFY2(words.find("-- /usr/bin/prlimit --nproc=512:512 -- python3") != std::string::npos,
                 words.c_str());
    }

    void keepsWordsOfTheCommandApartFromOptions()
    {
        BubblewrapPlan hostile = plan();
        hostile.command = {"--bind", "/", "/"};
        const BubblewrapArgv argv = bubblewrapArgv(hostile);
        const auto end = std::find(argv.argv.begin(), argv.argv.end(), "--");
        QVERIFY(end != argv.argv.end());
        QCOMPARE(std::vector<std::string>(end + 1, argv.argv.end()), hostile.command);
    }

    void givesTheNetworkToNoPolicy()
    {
        BubblewrapPlan wide = plan();
        wide.policy.include = {"node_modules"};
        wide.policy.pids = 1'000'000;
        const std::vector<std::string> args = bubblewrapArgv(wide).args;
        QVERIFY(std::find(args.begin(), args.end(), "--unshare-net") != args.end());
        QVERIFY(std::find(args.begin(), args.end(), "--share-net") == args.end());
        QVERIFY(std::find(args.begin(), args.end(), "--dev-bind") == args.end());
    }
};

QTEST_GUILESS_MAIN(BubblewrapArgvTest)
#include "bubblewrap_argv_test.moc"
