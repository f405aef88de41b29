#include "sandbox/engine/container_argv.h"

#include <QTest>

#include <algorithm>

using namespace vouchsafe;

namespace {

ContainerPlan dockerPlan()
{
    ContainerPlan plan;
    plan.engine.program = "/usr/bin/docker";
    plan.engine.clientVersion = "20.10.24+dfsg1";
    plan.engine.runtimes = {"runc", "runsc"};
    plan.engine.gvisor = {"runsc"};
    plan.engine.defaultRuntime = "runc";
    plan.name = "vs-3f2a";
    plan.labels = {{"vouchsafe.run", "r1"}, {"vouchsafe.owner", "m 12 34"}};
    plan.image = "sha256:0123";
    plan.seccompFile = "/cache/engine/seccomp.json";
    plan.user = "1000:1000";
    plan.workdir = "/repo/sub";
    plan.mounts = {{ContainerMount::Kind::Volume, "vs-3f2a-w", "/repo", false},
                   {ContainerMount::Kind::Bind, "/home/me/a,b", "/repo/node_modules"},
                   {ContainerMount::Kind::Bind, "/cache/scratch/1/tools", "/vouchsafe/tools"}};
    plan.imageVolumes = {"/var/lib/data/", "/repo/", "/tmp"};
    plan.environment = {{"GOFLAGS", "-mod=mod"}, {"LANG", "C"}};
    plan.entrypoint = "/vouchsafe/tools/inside";
    plan.arguments = {"run"};
    return plan;
}

ContainerPlan podmanPlan()
{
    ContainerPlan plan = dockerPlan();
    plan.engine.kind = Backend::Podman;
    plan.engine.program = "/usr/bin/podman";
    plan.engine.clientVersion = plan.engine.version = "4.3.1";
    plan.engine.mostProcesses = 32768;
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

bool holds(const std::vector<std::string> &words, const std::vector<std::string> &part)
{
    return std::search(words.begin(), words.end(), part.begin(), part.end()) != words.end();
}

const QString dockerWalls = QStringLiteral(R"(
--pull never
--name vs-3f2a
--label vouchsafe.run=r1
--label vouchsafe.owner=m 12 34
--interactive
--tty=false
--log-driver none
--restart no
--no-healthcheck
--stop-signal SIGTERM
--stop-timeout 2
--init=false
--privileged=false
--network none
--ipc private
--cgroupns private
--hostname vouchsafe
--read-only
--cap-drop ALL
--security-opt no-new-privileges
--security-opt seccomp=/cache/engine/seccomp.json
--user 1000:1000
--dns 192.0.2.1
--dns-search .
--add-host vouchsafe:127.0.0.1
--memory 2147483648
--memory-swap 2147483648
--cpu-period 100000
--cpu-quota 200000)");

const QString dockerRest = QStringLiteral(R"(
--tmpfs /tmp:rw,exec,nosuid,nodev,size=268435456,nr_inodes=200000,mode=1777
--tmpfs /home/vs:rw,exec,nosuid,nodev,size=134217728,nr_inodes=200000,uid=1000,gid=1000,mode=0700
--mount type=tmpfs,target=/var/lib/data,readonly,tmpfs-size=4096,tmpfs-mode=0555
--mount type=volume,source=vs-3f2a-w,target=/repo,volume-nocopy=true
--mount type=bind,"source=/home/me/a,b",target=/repo/node_modules,readonly,bind-nonrecursive=true
--mount type=bind,source=/cache/scratch/1/tools,target=/vouchsafe/tools,readonly,bind-nonrecursive=true
--env CI=1
--env GOFLAGS=-mod=mod
--env HOME=/home/vs
--env LANG=C
--env TERM=dumb
--env TMPDIR=/tmp
--env XDG_CACHE_HOME=/home/vs/.cache
--workdir /repo/sub
--entrypoint /vouchsafe/tools/inside sha256:0123 run)");

const QString podmanWalls = QStringLiteral(R"(
--pull never
--name vs-3f2a
--label vouchsafe.run=r1
--label vouchsafe.owner=m 12 34
--interactive
--tty=false
--log-driver none
--restart no
--no-healthcheck
--stop-signal SIGTERM
--stop-timeout 2
--init=false
--privileged=false
--network none
--ipc private
--cgroupns private
--hostname vouchsafe
--read-only
--cap-drop ALL
--security-opt no-new-privileges
--security-opt seccomp=/cache/engine/seccomp.json
--user 1000:1000
--pid private
--uts private)");

const QString podmanMiddle = QStringLiteral(R"(
--http-proxy=false
--env-host=false
--systemd=false
--read-only-tmpfs=false
--image-volume ignore
--mount type=bind,source=/dev/null,target=/etc/resolv.conf,readonly
--add-host vouchsafe:127.0.0.1
--memory 2147483648
--memory-swap 2147483648)");

const QString podmanRest = QStringLiteral(R"(
--tmpfs /tmp:rw,exec,nosuid,nodev,size=268435456,mode=1777
--tmpfs /home/vs:rw,exec,nosuid,nodev,size=134217728,mode=1777
--volume vs-3f2a-w:/repo:rw,nocopy
--volume /home/me/a,b:/repo/node_modules:ro,bind
--mount type=bind,source=/cache/scratch/1/tools,target=/vouchsafe/tools,readonly,bind-nonrecursive
--env CI=1
--env GOFLAGS=-mod=mod
--env HOME=/home/vs
--env LANG=C
--env TERM=dumb
--env TMPDIR=/tmp
--env XDG_CACHE_HOME=/home/vs/.cache
--workdir /repo/sub
--entrypoint /vouchsafe/tools/inside sha256:0123 run)");

QString limits(const QString &pids, const QString &processes = {})
{
    return QStringLiteral("\n--pids-limit %1\n--shm-size 67108864\n--ulimit core=0:0\n--ulimit "
                          "nofile=4096:4096\n--ulimit fsize=1073741824:1073741824\n--ulimit "
                          "memlock=65536:65536\n--ulimit msgqueue=0:0")
               .arg(pids) +
           (processes.isEmpty() ? QString() : QStringLiteral("\n--ulimit nproc=%1:%1").arg(processes));
}

} // namespace

class ContainerArgvTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isExactlyThePolicyForDocker()
    {
        QCOMPARE(lines(createArgv(dockerPlan())),
                 QStringLiteral(" create") + dockerWalls + limits(QStringLiteral("512")) + dockerRest);
    }

    void countsProcessesOfGvisorWithTheKernelsOwnLimit()
    {
        ContainerPlan plan = dockerPlan();
        plan.policy.runtime = "runsc";
        QCOMPARE(lines(createArgv(plan)), QStringLiteral(" create\n--runtime runsc") + dockerWalls +
                                              limits(QStringLiteral("4096"), QStringLiteral("512")) +
                                              dockerRest);
        // The engine's own choice counts as much as ours.
        plan.policy.runtime.clear();
        plan.engine.defaultRuntime = "runsc";
        QVERIFY(holds(createArgv(plan), {"--ulimit", "nproc=512:512"}));
        plan.policy.pids = 1024;
        QVERIFY(holds(createArgv(plan), {"--pids-limit", "8192"}));
    }

    void isExactlyThePolicyForPodman()
    {
        QCOMPARE(lines(createArgv(podmanPlan())),
                 QStringLiteral(" create") + podmanWalls + podmanMiddle +
                     QStringLiteral("\n--cpu-period 100000\n--cpu-quota 200000") +
                     limits(QStringLiteral("512"), QStringLiteral("32768")) + podmanRest);
    }

    void givesTheUsersFilesToTheUserInARootlessPodman()
    {
        ContainerPlan plan = podmanPlan();
        plan.engine.rootless = true;
        plan.engine.processorLimit = false;
        QCOMPARE(lines(createArgv(plan)),
                 QStringLiteral(" create") + podmanWalls +
                     QStringLiteral("\n--userns keep-id:uid=1000,gid=1000") + podmanMiddle +
                     limits(QStringLiteral("512"), QStringLiteral("32768")) + podmanRest);
    }

    void namesPodmansRuntimeBeforeTheVerb()
    {
        ContainerPlan plan = podmanPlan();
        plan.policy.runtime = "runsc";
        QCOMPARE(lines(createArgv(plan)),
                 QStringLiteral("\n--runtime runsc\n--runtime-flag network=none\n--runtime-flag oci-seccomp "
                                "create") +
                     podmanWalls + podmanMiddle +
                     QStringLiteral("\n--cpu-period 100000\n--cpu-quota 200000") +
                     limits(QStringLiteral("4096"), QStringLiteral("512")) + podmanRest);
        plan.policy.runtime = "crun";
        QCOMPARE(runtimeWords(plan.engine, "crun"), (std::vector<std::string>{"--runtime", "crun"}));
        QCOMPARE(runtimeWords(plan.engine, ""), std::vector<std::string>());
        QCOMPARE(runtimeWords(dockerPlan().engine, "runsc"), std::vector<std::string>());
    }

    void showsOneFolderInTheWordsOfTheClient()
    {
        ContainerPlan plan = dockerPlan();
        plan.mounts = {{ContainerMount::Kind::Bind, "/w", "/repo", false}};
        plan.engine.clientVersion = "28.2.2";
        QVERIFY(
            holds(createArgv(plan), {"--mount", "type=bind,source=/w,target=/repo,bind-recursive=disabled"}));
    }

    void quotesWhatWouldElseBeAnOption()
    {
        ContainerPlan plan = dockerPlan();
        plan.mounts = {{ContainerMount::Kind::Bind, "/w,\"x\",readonly=false", "/repo"}};
        QVERIFY(holds(createArgv(plan),
                      {"--mount", "type=bind,\"source=/w,\"\"x\"\",readonly=false\",target=/repo,readonly,"
                                  "bind-nonrecursive=true"}));
    }

    void coversAVolumeWhoseNameLooksLikeOptions()
    {
        ContainerPlan plan = dockerPlan();
        plan.imageVolumes = {"/x:rw,exec"};
        QVERIFY(
            holds(createArgv(plan), {"--mount", "type=tmpfs,\"target=/x:rw,exec\",readonly,tmpfs-size=4096,"
                                                "tmpfs-mode=0555"}));
    }

    void laysPodmansOverlayBesideItsFolder()
    {
        ContainerPlan plan = podmanPlan();
        plan.mounts = {{ContainerMount::Kind::Overlay, "/base", "/repo", false, "/s/upper", "/s/work"},
                       {ContainerMount::Kind::Bind, "/s/hosts", "/etc/hosts"},
                       {ContainerMount::Kind::Bind, "/s/resolv", "/etc/resolv.conf"}};
        const auto words = createArgv(plan);
        QVERIFY(holds(words, {"--volume", "/base:/repo:O,upperdir=/s/upper,workdir=/s/work"}));
        // What is shown in place of the engine's own files needs no words of the engine.
        QVERIFY(holds(words, {"--no-hosts"}));
        QVERIFY(!holds(words, {"--add-host"}));
        QVERIFY(!holds(words, {"type=bind,source=/dev/null,target=/etc/resolv.conf,readonly"}));
    }

    void knowsWhichPathsAnEngineCanCarry_data()
    {
        using Kind = ContainerMount::Kind;
        QTest::addColumn<bool>("docker");
        QTest::addColumn<bool>("podman");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("plain") << true << true << int(Kind::Bind) << QByteArray("/a b");
        QTest::newRow("comma") << true << true << int(Kind::Bind) << QByteArray("/a,b");
        QTest::newRow("colon") << true << true << int(Kind::Bind) << QByteArray("/a:b");
        QTest::newRow("both") << true << false << int(Kind::Bind) << QByteArray("/a:b,c");
        QTest::newRow("line feed") << false << false << int(Kind::Bind) << QByteArray("/a\nb");
        QTest::newRow("volume") << true << true << int(Kind::Volume) << QByteArray("vs-1");
        QTest::newRow("overlay") << false << true << int(Kind::Overlay) << QByteArray("/a");
        QTest::newRow("overlay, comma") << false << false << int(Kind::Overlay) << QByteArray("/a,b");
        QTest::newRow("nothing") << false << false << int(Kind::Bind) << QByteArray();
    }
    void knowsWhichPathsAnEngineCanCarry()
    {
        QFETCH(bool, docker);
        QFETCH(bool, podman);
        QFETCH(int, kind);
        QFETCH(QByteArray, source);
        const ContainerMount mount{ContainerMount::Kind(kind), source.toStdString(), "/t", true};
        QCOMPARE(canMount(dockerPlan().engine, mount), docker);
        QCOMPARE(canMount(podmanPlan().engine, mount), podman);
        Engine remote = dockerPlan().engine;
        remote.remote = true;
        QCOMPARE(canMount(remote, mount), mount.kind == ContainerMount::Kind::Volume);
    }

    void saysBeforehandWhatCannotBeShown()
    {
        const Engine podman = podmanPlan().engine;
        const std::vector<ContainerMount> volume = {{ContainerMount::Kind::Volume, "vs-1", "/repo", false}};
        const std::vector<ContainerMount> bind = {{ContainerMount::Kind::Bind, "/cache/1", "/repo", false}};
        QVERIFY(mountable(dockerPlan().engine, "runsc", volume));
        QVERIFY(mountable(podman, "runc", volume));
        QVERIFY(mountable(podman, "runsc", bind));
        const Status refused = mountable(podman, "runsc", volume);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::SandboxBackend);
        QVERIFY(refused.error().remedy.find("docker") != std::string::npos);
        const Status odd = mountable(podman, "runc", {{ContainerMount::Kind::Bind, "/a:b,c", "/repo"}});
        QVERIFY(!odd);
        QCOMPARE(odd.error().code, ErrorCode::SandboxSetup);
    }

    void opensNothingForAnyPolicy()
    {
        for (ContainerPlan plan : {dockerPlan(), podmanPlan()}) {
            plan.policy.network = Network::AllowList;
            plan.policy.hosts = {"example.org"};
            plan.policy.pull = true;
            plan.arguments = {"--privileged", "--network=host"};
            const auto words = createArgv(plan);
            QVERIFY(holds(words, {"--network", "none"}));
            QVERIFY(holds(words, {"--pull", "never"}));
            // What looks like an option of ours stands behind the image, where it is the command's.
            QVERIFY(holds(words, {"sha256:0123", "--privileged", "--network=host"}));
            QCOMPARE(std::count(words.begin(), words.end(), "--network"), 1);
        }
    }

    void laysADockerVolumeOverFolders()
    {
        QCOMPARE(lines(overlayVolumeArgv(dockerPlan().engine, "vs-1-w", {{"vouchsafe.run", "r1"}},
                                         {"/c/l0", "/c/l1"}, "/c/upper", "/c/work")),
                 QStringLiteral(R"( volume create
--driver local
--label vouchsafe.run=r1
--opt type=overlay
--opt device=overlay
--opt o=lowerdir=/c/l0:/c/l1,upperdir=/c/upper,workdir=/c/work,userxattr,index=off vs-1-w)"));
        QVERIFY(overlayVolumeArgv(dockerPlan().engine, "v", {}, {"/l"}, "/u", "/w", true)
                    .at(9)
                    .ends_with(",userxattr,index=off,volatile"));
    }
};

QTEST_GUILESS_MAIN(ContainerArgvTest)
#include "container_argv_test.moc"
