// The pure parts of the container backend: no engine is needed.

#include "sandbox/engine/container_check.h"
#include "sandbox/engine/container_output.h"
#include "sandbox/engine/container_owner.h"
#include "sandbox/engine/container_sandbox.h"
#include "sandbox/engine/container_state.h"
#include "sandbox/engine/merged_tree.h"
#include "sandbox/engine/overlay_folders.h"
#include "sandbox/engine/store_frames.h"
#include "sandbox/tree_copy.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

Q_DECLARE_METATYPE(vouchsafe::ContainerState)
Q_DECLARE_METATYPE(std::optional<vouchsafe::inside::LastWords>)
Q_DECLARE_METATYPE(vouchsafe::Ending)

namespace {

const std::string nonce = "0123456789abcdef";

ContainerState exited(int code, bool memoryKill = false)
{
    ContainerState state;
    state.status = "exited";
    state.exitCode = code;
    state.memoryKill = memoryKill;
    return state;
}

inside::LastWords words(inside::LastWords::End end, int value, long pids = 0, long oom = 0)
{
    inside::LastWords said;
    said.end = end;
    said.value = value;
    said.pids = pids;
    said.oom = oom;
    return said;
}

/// Written with single quotes, to be read more easily.
std::string json(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

std::string ready()
{
    return inside::frame(inside::Kind::Ready);
}

/// Answers from a list of what it may be asked, and keeps what it was asked.
class ScriptedProgram final : public HostProgram {
public:
    Result<HostResult> run(const HostCommand &command, std::stop_token) override
    {
        std::string line;
        for (const std::string &word : command.arguments)
            line += (line.empty() ? "" : " ") + word;
        asked.push_back(line);
        for (const auto &[start, output] : answers) {
            if (line.starts_with(start))
                return HostResult{0, output, {}};
        }
        return HostResult{1, {}, "no answer"};
    }
    std::vector<std::pair<std::string, std::string>> answers;
    std::vector<std::string> asked;
};

void put(const fs::path &path, const std::string &bytes)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

} // namespace

class ContainerPartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBothEnginesInspections()
    {
        const auto docker = containerState(
            json("[{'Id':'x','State':{'Status':'exited','Running':false,'OOMKilled':true,'ExitCode':137,"
                 "'Error':'why'},'HostConfig':{'Runtime':'runsc'}}]"));
        QVERIFY(docker);
        QCOMPARE(docker->status, std::string("exited"));
        QVERIFY(docker->memoryKill && !docker->running);
        QCOMPARE(docker->exitCode, 137);
        QCOMPARE(docker->error, std::string("why"));
        QCOMPARE(docker->runtime, std::string("runsc"));
        const auto podman = containerState(
            json("[{'State':{'Status':'exited','Running':false,'ExitCode':3},'OCIRuntime':'runc',"
                 "'HostConfig':{'Runtime':'oci'}}]"));
        QVERIFY(podman);
        QCOMPARE(podman->runtime, std::string("runc"));
        QVERIFY(!containerState("[]"));
        QVERIFY(!containerState("[{}]"));
        QVERIFY(!containerState("{"));
        QVERIFY(!containerState(json("[{'State':{}},{'State':{}}]")));
    }

    void judgesOnlyWhatAllRecordsSay_data()
    {
        using Words = std::optional<inside::LastWords>;
        using End = inside::LastWords::End;
        QTest::addColumn<ContainerState>("state");
        QTest::addColumn<Words>("said");
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<int>("value");
        QTest::addColumn<QString>("limit");
        const auto row = [](const char *name, const ContainerState &state, const Words &said, Ending ending,
                            int value, const char *limit) {
            QTest::newRow(name) << state << said << ending << value << QString::fromLatin1(limit);
        };
        ContainerState running = exited(0);
        running.running = true;
        running.status = "running";
        ContainerState created = exited(0);
        created.status = "created";
        row("exit 0", exited(0), words(End::Exit, 0), Ending::Exited, 0, "");
        row("exit 3", exited(3), words(End::Exit, 3), Ending::Exited, 3, "");
        row("signal", exited(139), words(End::Signal, 11), Ending::Signalled, 11, "");
        row("a shell's word for a signal", exited(139), words(End::Exit, 139), Ending::Signalled, 11, "");
        row("memory", exited(137, true), words(End::Signal, 9), Ending::LimitReached, 0, "memory");
        row("memory by the helper's count", exited(1), words(End::Exit, 1, 0, 2), Ending::LimitReached, 0,
            "memory");
        row("pids", exited(1), words(End::Exit, 1, 4), Ending::LimitReached, 0, "pids");
        row("pids that were coped with", exited(0), words(End::Exit, 0, 4), Ending::Exited, 0, "");
        row("file size", exited(153), words(End::Exit, 153), Ending::LimitReached, 0, "file-size");
        row("the helper was killed for memory", exited(137, true), std::nullopt, Ending::LimitReached, 0,
            "memory");
        row("the helper was killed", exited(137), std::nullopt, Ending::Signalled, 9, "");
        row("no last words", exited(0), std::nullopt, Ending::SetupFailed, 0, "");
        row("a disagreement", exited(1), words(End::Exit, 0), Ending::SetupFailed, 0, "");
        row("a forged success", exited(137), words(End::Exit, 0), Ending::SetupFailed, 0, "");
        row("still running", running, words(End::Exit, 0), Ending::SetupFailed, 0, "");
        row("never started", created, std::nullopt, Ending::SetupFailed, 0, "");
        row("no such program", exited(127), words(End::Failed, 0), Ending::SetupFailed, 0, "");
    }
    void judgesOnlyWhatAllRecordsSay()
    {
        QFETCH(ContainerState, state);
        QFETCH(std::optional<inside::LastWords>, said);
        QFETCH(Ending, ending);
        QFETCH(int, value);
        QFETCH(QString, limit);
        RunResult result;
        judgeContainer(result, state, said, "the client's words");
        QCOMPARE(result.ending, ending);
        if (ending == Ending::Exited)
            QCOMPARE(result.exitCode, value);
        if (ending == Ending::Signalled)
            QCOMPARE(result.signal, value);
        QCOMPARE(QString::fromStdString(result.limit), limit);
        QCOMPARE(result.setupError.empty(), ending != Ending::SetupFailed);
    }

    void takesTheLastWordsOffHoweverTheyCome()
    {
        const std::string all =
            "one\n\n0123 two\n" + nonce + " no\n" + "\n" + nonce + " exit 3 pids 0 oom 0\n";
        for (std::size_t cut = 1; cut < all.size(); ++cut) {
            Gathered sink;
            ContainerOutput output(nonce, 1 << 20, sink);
            output.output(Stream::Out, ready());
            for (std::size_t at = 0; at < all.size(); at += cut)
                output.output(Stream::Err, std::string_view(all).substr(at, cut));
            output.finish();
            // A command that knows the nonce is told apart by nothing but that it cannot know it.
            QVERIFY(output.words());
            QCOMPARE(output.words()->value, 3);
            QVERIFY(QByteArray::fromStdString(sink.err).startsWith("one\n\n0123 two\n"));
            QVERIFY(!QByteArray::fromStdString(sink.err).contains("exit 3"));
        }
    }

    void holdsBackNothingForLong()
    {
        Gathered sink;
        ContainerOutput output(nonce, 1 << 20, sink);
        output.output(Stream::Out, ready());
        output.output(Stream::Err, "text\n0123");
        QCOMPARE(sink.err, std::string("text"));
        output.output(Stream::Err, "x");
        QCOMPARE(sink.err, std::string("text\n0123x"));
        output.output(Stream::Err, "end\n");
        output.finish();
        QCOMPARE(sink.err, std::string("text\n0123xend\n"));
        QVERIFY(!output.words());
    }

    void readsNoFramesOnceTheCommandRuns()
    {
        Gathered sink;
        ContainerOutput output(nonce, 10, sink);
        output.output(Stream::Err, "the client's warning\n");
        QVERIFY(!output.ready());
        const std::string start = ready();
        output.output(Stream::Out, start.substr(0, 2));
        output.output(Stream::Out, start.substr(2));
        QVERIFY(output.ready());
        output.output(Stream::Out, ready() + "0123456789");
        QCOMPARE(sink.out, ready() + "01234");
        QCOMPARE(output.total(), std::uint64_t{15});
        QCOMPARE(output.early(), std::string("the client's warning\n"));
        QCOMPARE(sink.err, std::string());
    }

    void tellsDeadOwnersFromLivingAndStrange()
    {
        const OwnerMark self = ownerMark();
        QCOMPARE(ownerFrom(ownerText(self)), std::optional(self));
        const auto none = [](int) { return std::optional<std::string>(); };
        QVERIFY(!ownerIsDead(self, self, processStart));
        QVERIFY(ownerIsDead(self, self, none));
        OwnerMark other = self;
        other.start = "1";
        QVERIFY2(ownerIsDead(other, self, processStart), "the number was given to another process");
        other = self;
        other.boot = "before";
        QVERIFY2(ownerIsDead(other, self, processStart), "the machine was started again since");
        QVERIFY2(!ownerIsDead(other, self, none, true), "a copy of this machine may have started it");
        other.machine = "another";
        QVERIFY2(!ownerIsDead(other, self, none), "nothing is known of another machine");
        other = self;
        other.processes = "pid:[1]";
        QVERIFY2(!ownerIsDead(other, self, none), "numbers of another pid namespace");
        const auto hidden = [](int) { return std::optional<std::string>(std::in_place); };
        QVERIFY2(!ownerIsDead(self, self, hidden), "it lives, and its start is hidden");
        QVERIFY(ownerIsDead(self, self, none, true));
        QVERIFY(!ownerFrom("a/b/c/0/e"));
        QVERIFY(!ownerFrom("a/b/c/1"));
        QVERIFY(!ownerFrom(""));
    }

    void tellsProcessesThatAreHiddenFromThoseThatAreGone()
    {
        QVERIFY(processStart(::getpid()) && !processStart(::getpid())->empty());
        QVERIFY(!processStart(999999999));
    }

    void comparesAContainerWithItsPlan_data()
    {
        QTest::addColumn<QString>("change"); // what stands in the place of what
        QTest::addColumn<QString>("added");
        const auto row = [](const char *name, const char *change, const char *added) {
            QTest::newRow(name) << QString::fromLatin1(change) << QString::fromLatin1(added);
        };
        row("as planned", "=>", "");
        row("a folder",
            "'Mounts':[=>'Mounts':[{'Type':'bind','Source':'/home/x','Destination':'/host','RW':true},",
            "/home/x at /host");
        row("another source", "'/scratch/tools'=>'/home/x'", "/home/x at /vouchsafe/tools");
        row("a folder that may be written", "'/vouchsafe/tools','RW':false=>'/vouchsafe/tools','RW':true",
            "/scratch/tools at /vouchsafe/tools");
        row("a volume", "'Name':'vs-1'=>'Name':'theirs'", "theirs at /repo");
        row("a variable", "'CI=1'=>'CI=1','LEAK=secret'", "the variable LEAK");
        row("a value", "'CI=1'=>'CI=2'", "the variable CI");
        row("a device", "'Devices':[]=>'Devices':[{'PathInContainer':'/dev/fuse'}]", "the device /dev/fuse");
        row("a capability", "'CapAdd':null=>'CapAdd':['CAP_SYS_ADMIN']", "the capability CAP_SYS_ADMIN");
        row("privileged", "'Privileged':false=>'Privileged':true", "all privileges");
        row("a network", "'NetworkMode':'none'=>'NetworkMode':'host'", "the network host");
        row("processes of the host", "'PidMode':''=>'PidMode':'host'", "PidMode host");
        row("memory of another container", "'IpcMode':'private'=>'IpcMode':'container:x'",
            "IpcMode container:x");
        row("users of the host", "'UsernsMode':''=>'UsernsMode':'host'", "UsernsMode host");
        row("a folder in memory", "'Tmpfs':{=>'Tmpfs':{'/more':'',", "tmpfs at /more");
        row("an annotation", "'Annotations':{=>'Annotations':{'x.y':'z',", "the annotation x.y");
        row("an order in the image", "'Annotations':{=>'Annotations':{'run.oci.handler':'krun',",
            "the annotation run.oci.handler");
    }
    void comparesAContainerWithItsPlan()
    {
        QFETCH(QString, change);
        QFETCH(QString, added);
        ContainerPlan plan;
        plan.engine.kind = Backend::Podman;
        plan.image = "sha256:1";
        plan.user = "1:1";
        plan.mounts = {{ContainerMount::Kind::Volume, "vs-1", "/repo", false},
                       {ContainerMount::Kind::Bind, "/scratch/tools", "/vouchsafe/tools", true}};
        plan.imageEnvironment = {"OF_IMAGE=1"};
        plan.imageAnnotations = {"of.image", "run.oci.handler"};
        QString text = QStringLiteral(
            "[{'Mounts':[{'Type':'volume','Name':'vs-1','Destination':'/repo','RW':true},"
            "{'Type':'bind','Source':'/dev/null','Destination':'/etc/resolv.conf','RW':false},"
            "{'Type':'bind','Source':'/scratch/tools','Destination':'/vouchsafe/tools','RW':false}],"
            "'Config':{'Env':['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',"
            "'container=podman','HOSTNAME=vouchsafe','OF_IMAGE=1','CI=1'],"
            "'Annotations':{'of.image':'1','io.podman.annotations.init':'FALSE'}},"
            "'HostConfig':{'Devices':[],'CapAdd':null,'Privileged':false,'NetworkMode':'none','PidMode':'',"
            "'IpcMode':'private','UsernsMode':'','Tmpfs':{'/tmp':'rw','/home/vs':'rw'}}}]");
        const QStringList parts = change.split(QStringLiteral("=>"));
        if (!parts.first().isEmpty()) {
            QVERIFY(text.contains(parts.first()));
            text.replace(parts.first(), parts.last());
        }
        const Status same = checkContainer(plan, json(text.toStdString()));
        QCOMPARE(same.has_value(), added.isEmpty());
        if (!same) {
            QCOMPARE(same.error().code, ErrorCode::SandboxSetup);
            QCOMPARE(QString::fromStdString(same.error().context), added);
        }
        QVERIFY(!checkContainer(plan, "[]"));
        QVERIFY(!checkContainer(plan, "[{}]"));
    }

    void asksAboutContainersOfOneShapeOnce()
    {
        ContainerPlan plan;
        plan.mounts = {{ContainerMount::Kind::Volume, "vs-1", "/repo", false}};
        ContainerPlan other = plan;
        other.name = "vs-2";
        other.mounts[0].source = "vs-3";
        QCOMPARE(containerShape(other), containerShape(plan));
        other.mounts[0].target = "/elsewhere";
        QVERIFY(containerShape(other) != containerShape(plan));
        other = plan;
        other.policy.runtime = "runsc";
        QVERIFY(containerShape(other) != containerShape(plan));
    }

    void stopsAtAnotherRuntime()
    {
        ContainerState state;
        state.runtime = "runc";
        QVERIFY(sameRuntime(state, ""));
        QVERIFY(sameRuntime(state, "runc"));
        const Status other = sameRuntime(state, "runsc");
        QVERIFY(!other);
        QCOMPARE(other.error().code, ErrorCode::SandboxBackend);
    }

    void copiesHolesAsHolesAndKeepsItsBounds()
    {
        QTemporaryDir folder;
        const fs::path from = fs::path(folder.path().toStdString()) / "from";
        put(from / "large", "begin");
        fs::resize_file(from / "large", std::uintmax_t{1} << 40);
        put(from / "end", "");
        fs::resize_file(from / "end", 1 << 20);
        std::ofstream(from / "end", std::ios::app) << "the end";
        put(from / "plain", "plain");
        const Identity identity;
        const auto to = [&](const char *name) { return fs::path(folder.path().toStdString()) / name; };
        TreeCopy copy;
        const Status copied = copyTree(from, to("to"), identity, copy);
        QVERIFY2(copied, copied ? "" : fourLines(copied.error()).c_str());
        struct stat info {};
        QCOMPARE(::stat((to("to") / "large").c_str(), &info), 0);
        QCOMPARE(info.st_size, off_t{1} << 40);
        QVERIFY(info.st_blocks < 1024);
        QCOMPARE(fs::file_size(to("to") / "end"), std::uintmax_t{(1 << 20) + 7});
        std::string last(7, ' ');
        std::ifstream(to("to") / "end").seekg(1 << 20).read(last.data(), 7);
        QCOMPARE(last, std::string("the end"));
        QVERIFY(copy.bytes < 1 << 20);
        if (copy.reflinked)
            QSKIP("this file system shares blocks");
        TreeCopy small;
        small.mostBytes = copy.bytes - 1;
        QVERIFY(!copyTree(from, to("small"), identity, small));
        TreeCopy exact;
        exact.mostBytes = copy.bytes;
        QVERIFY(copyTree(from, to("exact"), identity, exact));
        TreeCopy full;
        full.freeFloor = std::uint64_t{1} << 60;
        QVERIFY(!copyTree(from, to("full"), identity, full));
    }

    void reapsWhatDeadOwnersLeftAndNothingElse()
    {
        OwnerMark dead = ownerMark();
        dead.start = "1";
        OwnerMark strange = dead;
        strange.machine = "another";
        const auto container = [](const std::string &id, const std::string &owner) {
            return json("{'Id':'" + id + "','Config':{'Labels':{'vouchsafe.owner':'" + owner + "'}}}");
        };
        ScriptedProgram program;
        program.answers = {
            {"ps --all", "a\nb\nc\nd\n"},
            {"container inspect a b c d",
             "[" + container("a", ownerText(dead)) + "," + container("b", ownerText(ownerMark())) + "," +
                 container("c", ownerText(strange)) + "," + container("d", "") + "]"},
            {"volume ls", "v\nw\n"},
            {"volume inspect v w", json("[{'Name':'v','Labels':{'vouchsafe.owner':'" + ownerText(dead) +
                                        "'}},{'Name':'w','Labels':null}]")},
            {"rm ", ""},
            {"volume rm", ""},
        };
        Engine engine;
        engine.program = "/usr/bin/docker";
        const auto reaped = reapContainers(engine, program, {});
        QVERIFY(reaped);
        QCOMPARE(*reaped, 2);
        const std::vector<std::string> asked = {
            "ps --all --quiet --no-trunc --filter label=vouchsafe.owner",
            "container inspect a b c d",
            "rm -f -v a",
            "volume ls --quiet --filter label=vouchsafe.owner",
            "volume inspect v w",
            "volume rm -f v",
        };
        QCOMPARE(program.asked, asked);
    }

    void mergesLayersAsAnOverlayDoes()
    {
        QTemporaryDir temporary;
        const fs::path at = temporary.path().toStdString();
        put(at / "base/keep.txt", "");
        put(at / "base/gone.txt", "");
        put(at / "base/sub/old", "");
        put(at / "base/folder/x", "");
        put(at / "top/sub/new", "");
        put(at / "top/folder", "a file now");
        QCOMPARE(::mknod((at / "top/gone.txt").c_str(), S_IFCHR, makedev(0, 0)), 0);
        if (::setxattr((at / "top/sub").c_str(), "user.overlay.opaque", "y", 1, 0) != 0)
            QSKIP("this file system keeps no user attributes");
        std::string seen;
        for (const auto &[path, entry] : mergedTree({at / "top", at / "base"}))
            seen += path + (S_ISDIR(entry.mode) ? "/ " : " ");
        QCOMPARE(seen, std::string("folder keep.txt sub/ sub/new "));
        QCOMPARE(lowersWith({at / "top", at / "base"}, "sub")->size(), std::size_t{1});
        QVERIFY(lowersWith({at / "top", at / "base"}, "gone.txt")->empty());
        QVERIFY(lowersWith({at / "top", at / "base"}, "folder/x")->empty());
        QCOMPARE(lowersWith({at / "top", at / "base"}, "keep.txt")->front(), at / "base");
    }

    void findsLinksInTheWayOfMounts()
    {
        QTemporaryDir temporary;
        const fs::path at = temporary.path().toStdString();
        put(at / "base/sub/x", "");
        fs::create_directory_symlink("/etc", at / "base/link");
        fs::create_directories(at / "upper");
        QVERIFY(overlayFolder(at / "upper", {at / "base"}, "sub/deep/er", true));
        QVERIFY(fs::is_directory(at / "upper/sub/deep/er"));
        QCOMPARE(overlayFolder(at / "upper", {at / "base"}, "link/x", true).error().code,
                 ErrorCode::PatchLink);
        QCOMPARE(overlayFolder(at / "upper", {at / "base"}, "sub/x", true).error().code,
                 ErrorCode::PatchLink);
        fs::remove_all(at / "upper/sub");
        fs::create_directory_symlink("/etc", at / "upper/sub");
        QCOMPARE(overlayFolder(at / "upper", {at / "base"}, "sub/deep", false).error().code,
                 ErrorCode::PatchLink);
    }

    void writesTarThatTarReads()
    {
        QTemporaryDir temporary;
        const fs::path at = temporary.path().toStdString();
        put(at / "made.tar", tarOf({"one", "two"}, {{"one/file", std::string(700, 'x')}}, 1000));
        const Ran ran = onHost({"/usr/bin/tar", "--numeric-owner", "-tvf", (at / "made.tar").string()});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const QString listed = QString::fromStdString(ran.out).simplified();
        QCOMPARE(listed, QStringLiteral("drwxr-xr-x 1000/1000 0 1970-01-01 00:00 one/ drwxr-xr-x 1000/1000 0 "
                                        "1970-01-01 00:00 two/ -r-xr-xr-x 1000/1000 700 1970-01-01 00:00 "
                                        "one/file"));
    }
};

QTEST_GUILESS_MAIN(ContainerPartsTest)
#include "container_parts_test.moc"
