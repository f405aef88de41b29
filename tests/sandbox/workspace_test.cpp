#include "sandbox/workspace.h"

#include "core/base/ids.h"
#include "tests/sandbox/sandbox_case.h"

#include <QScopeGuard>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// `+path=bytes` and `-path`, in order.
QString changes(const FileSet &set)
{
    QString text;
    for (const CollectedFile &file : set.files)
        text += QString::fromStdString(file.deleted ? "-" + file.path + "\n"
                                                    : "+" + file.path + "=" + file.bytes + "\n");
    return text;
}

WorkspaceSpec specOf(bool copy)
{
    WorkspaceSpec spec;
    spec.plainCopy = copy;
    return spec;
}

std::string contentOf(const fs::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

const std::map<std::string, std::string> tree = {{"a.txt", "base\n"},
                                                 {"sub/b.txt", "b\n"},
                                                 {"sub/c.txt", "c\n"},
                                                 {"sub/deep/d.txt", "d\n"},
                                                 {".git/HEAD", "ref\n"}};

} // namespace

class WorkspaceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void kinds_data()
    {
        QTest::addColumn<bool>("copy");
        QTest::newRow("overlay") << false;
        QTest::newRow("copy") << true;
    }

    void collectsExactlyWhatChanged_data() { kinds_data(); }
    void collectsExactlyWhatChanged()
    {
        QFETCH(bool, copy);
        SandboxCase box(tree);
        auto sandbox = box.open(specOf(copy));
        const auto attestation = sandbox->attest({});
        QVERIFY(attestation);
        QVERIFY(copy ? attestation->workspace != "overlay" : attestation->workspace == "overlay");
        const Ran ran =
            runIn(*sandbox, {"/bin/sh", "-c",
                             "echo more >> a.txt; echo new > n.txt; rm sub/b.txt; touch sub/c.txt; "
                             "echo x > .git/index; ln -s a.txt link"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const auto set = sandbox->collect({});
        QVERIFY(set);
        // A file that was only touched is copied up whole by an overlay and may be named.
        QString seen = changes(*set);
        seen.remove(QStringLiteral("+sub/c.txt=c\n\n"));
        QCOMPARE(seen, QStringLiteral("+a.txt=base\nmore\n\n+n.txt=new\n\n-sub/b.txt\n"));
        QCOMPARE(set->skipped, std::vector<std::string>{"link: symbolic link"});
        QCOMPARE(contentOf(box.base() / "a.txt"), std::string("base\n"));
    }

    void tellsWhatAReplacedFolderHid_data() { kinds_data(); }
    void tellsWhatAReplacedFolderHid()
    {
        QFETCH(bool, copy);
        SandboxCase box(tree);
        auto sandbox = box.open(specOf(copy));
        const Ran ran = runIn(
            *sandbox, {"/bin/sh", "-c",
                       "rm -r sub; mkdir sub; echo e > sub/e.txt; rm a.txt; mkdir a.txt; echo f > a.txt/f"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const auto set = sandbox->collect({});
        QVERIFY(set);
        QCOMPARE(changes(*set),
                 QStringLiteral(
                     "-a.txt\n+a.txt/f=f\n\n-sub/b.txt\n-sub/c.txt\n-sub/deep/d.txt\n+sub/e.txt=e\n\n"));
        const auto part = sandbox->collect({"sub", 1000, 10});
        QVERIFY(part);
        QCOMPARE(changes(*part), QStringLiteral("-b.txt\n-c.txt\n-deep/d.txt\n+e.txt=e\n\n"));
    }

    void laysThePatchBeforeTheFirstRun_data() { kinds_data(); }
    void laysThePatchBeforeTheFirstRun()
    {
        QFETCH(bool, copy);
        SandboxCase box(tree);
        WorkspaceSpec spec = specOf(copy);
        spec.files = {{"a.txt", "patched\n", 0100644, false},
                      {"new/deep/x.sh", "#!/bin/sh\necho ran\n", 0100755, false},
                      {"sub/b.txt", {}, 0100644, true},
                      {"sub/deep/d.txt", {}, 0100644, true},
                      {"l", "a.txt", 0120000, false}};
        auto sandbox = box.open(spec);
        const Ran ran = runIn(*sandbox, {"/bin/sh", "-c", "cat a.txt; ./new/deep/x.sh; cat l; ls sub"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        QCOMPARE(ran.out, std::string("patched\nran\npatched\nc.txt\n"));
        QCOMPARE(contentOf(box.base() / "a.txt"), std::string("base\n"));
    }

    void refusesToLayThroughALinkOrOutside_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("through a link of the tree") << "out/evil" << ErrorCode::PatchLink;
        QTest::newRow("dots") << "../evil" << ErrorCode::PatchOutside;
        QTest::newRow("dots in the middle") << "sub/../../evil" << ErrorCode::PatchOutside;
        QTest::newRow("absolute") << "/tmp/vouchsafe-evil" << ErrorCode::PatchOutside;
        QTest::newRow("no name") << "sub/" << ErrorCode::PatchOutside;
    }
    void refusesToLayThroughALinkOrOutside()
    {
        QFETCH(QString, path);
        QFETCH(ErrorCode, code);
        SandboxCase box(tree);
        QTemporaryDir outside;
        fs::create_directory_symlink(outside.path().toStdString(), box.base() / "out");
        WorkspaceSpec spec;
        spec.base = box.base();
        spec.files = {{path.toStdString(), "evil\n", 0100644, false}};
        const auto sandbox = box.factory().open(spec, {});
        QVERIFY(!sandbox);
        QCOMPARE(sandbox.error().code, code);
        QVERIFY(fs::is_empty(outside.path().toStdString()));
    }

    void bearsCommasAndColonsInPaths()
    {
        SandboxCase box(tree);
        const fs::path odd = box.base().parent_path() / "od,d:n\\ame=x";
        fs::rename(box.base(), odd);
        WorkspaceSpec spec;
        spec.base = odd;
        auto sandbox = box.open(spec);
        const Ran ran = runIn(*sandbox, {"/bin/cat", "a.txt"});
        fs::rename(odd, box.base());
        QCOMPARE(ran.out, std::string("base\n"));
        QCOMPARE(sandbox->attest({})->workspace, std::string("overlay"));
    }

    void keepsWhatABaselineBuiltAsALayer_data() { kinds_data(); }
    void keepsWhatABaselineBuiltAsALayer()
    {
        QFETCH(bool, copy);
        SandboxCase box(tree);
        auto first = box.open(specOf(copy));
        QVERIFY(runIn(*first,
                      {"/bin/sh", "-c",
                       "mkdir build; echo object > build/o; chmod 555 build; rm sub/c.txt; rm -r sub/deep"})
                    .ok());
        const std::string name = "test-" + newNonce(8);
        const auto layer = box.factory().keepAsLayer(std::move(first), name);
        QVERIFY2(layer, layer ? "" : fourLines(layer.error()).c_str());
        const auto removed = qScopeGuard([&] { fs::remove_all(*layer); });
        WorkspaceSpec spec = specOf(copy);
        spec.layers = {*layer};
        auto second = box.open(spec);
        const Ran ran =
            runIn(*second, {"/bin/sh", "-c", "cat build/o a.txt; ls sub; echo again > sub/b.txt"});
        QCOMPARE(ran.out, std::string("object\nbase\nb.txt\n"));
        QCOMPARE(changes(*second->collect({})), QStringLiteral("+sub/b.txt=again\n\n"));
        // A patched run must not reach the layer.
        QVERIFY(runIn(*second, {"/bin/sh", "-c", "chmod 755 build; echo poison > build/o"}).ok());
        QCOMPARE(contentOf(*layer / "build/o"), std::string("object\n"));
        second.reset();
        box.factory().keepAsLayer(box.open(specOf(copy)), name).value();
        QVERIFY(!fs::exists(*layer / "build"));
    }

    void showsDependencyFoldersReadOnlyOrDiscardsTheirWrites()
    {
        SandboxCase box(tree);
        const fs::path modules = box.folderBeside();
        std::ofstream(modules / "m.js") << "module\n";
        QVERIFY(handOver(modules, box.identity()));
        WorkspaceSpec spec;
        spec.mounts = {{modules, "node_modules", false}, {modules, "web/target", true}};
        auto sandbox = box.open(spec);
        const Ran ran =
            runIn(*sandbox, {"/bin/sh", "-c",
                             "cat node_modules/m.js; echo x > node_modules/y || echo read-only; "
                             "echo x > web/target/y && cat web/target/y; echo z > web/target/m.js"});
        QCOMPARE(ran.out, std::string("module\nread-only\nx\n"));
        QCOMPARE(contentOf(modules / "m.js"), std::string("module\n"));
        QVERIFY(!fs::exists(modules / "y"));
        // A link in the place of a mount point must not lead the mount elsewhere.
        QVERIFY(!runIn(*sandbox, {"/bin/sh", "-c", "rmdir node_modules"}).ok());
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "mv web web2; ln -s /tmp web"}).ok());
        QCOMPARE(runIn(*sandbox, {"/bin/true"}).result.ending, Ending::SetupFailed);
    }

    void hidesWhatAMountNames_data()
    {
        QTest::addColumn<bool>("copy");
        QTest::addColumn<bool>("hidden");
        QTest::newRow("overlay") << false << true;
        QTest::newRow("copy, so read-only") << true << true;
        QTest::newRow("control: nothing is named") << false << false;
    }
    void hidesWhatAMountNames()
    {
        QFETCH(bool, copy);
        QFETCH(bool, hidden);
        SandboxCase box(tree);
        const fs::path modules = box.folderBeside();
        fs::create_directories(modules / "p/.git");
        std::ofstream(modules / "p/.env") << "TOKEN=1\n";
        std::ofstream(modules / "p/.git/config") << "url = secret\n";
        std::ofstream(modules / "p/code.py") << "code\n";
        QVERIFY(handOver(modules, box.identity()));
        WorkspaceSpec spec = specOf(copy);
        spec.mounts = {{modules, "vendor", true}};
        if (hidden) {
            spec.mounts[0].hiddenFiles = {"p/.env", "p/gone-meanwhile"};
            spec.mounts[0].hiddenFolders = {"p/.git"};
        }
        auto sandbox = box.open(spec);
        const std::string look = "cat vendor/p/.env vendor/p/.git/config vendor/p/code.py";
        const std::string seen = hidden ? "code\n" : "TOKEN=1\nurl = secret\ncode\n";
        QCOMPARE(runIn(*sandbox, {"/bin/sh", "-c", look}).out, seen);
        // Neither by removing nor by moving what stands in front does a later run come to see it.
        const Ran ran = runIn(*sandbox, {"/bin/sh", "-c",
                                         "rm -f vendor/p/.env; rmdir vendor/p/.git; mv vendor/p vendor/q; "
                                         "umount vendor/p/.env; echo x > vendor/p/.env; true"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        if (hidden) {
            const Ran again = runIn(*sandbox, {"/bin/sh", "-c", "cat vendor/*/.env vendor/*/.git/*; true"});
            QVERIFY2(again.ok(), again.shown().c_str());
            QCOMPARE(again.out, std::string());
        }
        QCOMPARE(contentOf(modules / "p/.env"), std::string("TOKEN=1\n"));
    }

    void givesToolsReadOnlyAndCollectsReports()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.tools = {{"plug/in.py", "tool\n", 0100644, false}};
        auto sandbox = box.open(spec);
        const Ran ran = runIn(
            *sandbox, {"/bin/sh", "-c",
                       "cat /vouchsafe/tools/plug/in.py; echo no > /vouchsafe/tools/plug/in.py || true; "
                       "echo '<xml/>' > /vouchsafe/reports/1.xml; ln -s /etc/passwd /vouchsafe/reports/l"});
        QCOMPARE(ran.out, std::string("tool\n"));
        const auto reports = sandbox->collect({std::string(insideReports), 1000, 10});
        QVERIFY(reports);
        QCOMPARE(changes(*reports), QStringLiteral("+1.xml=<xml/>\n\n"));
        QCOMPARE(reports->skipped.size(), std::size_t{1});
    }

    void boundsWhatItCollects()
    {
        SandboxCase box(tree);
        auto sandbox = box.open();
        QVERIFY(runIn(*sandbox, {"/bin/sh", "-c", "for i in 1 2 3 4 5; do head -c 100 /dev/zero > f$i; done"})
                    .ok());
        const auto bytes = sandbox->collect({"", 250, 100});
        QCOMPARE(bytes->files.size(), std::size_t{2});
        QCOMPARE(bytes->skipped.size(), std::size_t{3});
        const auto count = sandbox->collect({"", 10'000, 4});
        QCOMPARE(count->files.size(), std::size_t{4});
        QVERIFY(!sandbox->collect({"/etc", 1000, 10}));
    }

    void removesEverythingWhateverItsModesAndDepth()
    {
        SandboxCase box(tree);
        const auto left = [&] {
            // Only ours: other programs may use the same cache meanwhile.
            const std::string owner = std::to_string(::getpid()) + " ";
            std::size_t count = 0;
            std::error_code none;
            for (const auto &entry : fs::directory_iterator(box.identity().cache / "scratch", none))
                count += contentOf(entry.path() / "owner").starts_with(owner) ? 1 : 0;
            return count;
        };
        const std::size_t before = left();
        auto sandbox = box.open();
        QCOMPARE(left(), before + 1);
        const Ran ran = runIn(
            *sandbox,
            {"/usr/bin/python3", "-c",
             "import os\n"
             "os.makedirs('ro/in'); open('ro/in/f','w').close(); os.chmod('ro/in',0); os.chmod('ro',0o500)\n"
             "for i in range(600):\n os.mkdir('d'*20); os.chdir('d'*20)\n"
             "open('end','w').close()\n"});
        QVERIFY2(ran.ok(), ran.shown().c_str());
        const auto set = sandbox->collect({});
        QVERIFY(std::any_of(set->skipped.begin(), set->skipped.end(), [](const std::string &line) {
            return line.find("longer than 4095 bytes, left out") != std::string::npos;
        }));
        sandbox.reset();
        QCOMPARE(left(), before);
    }

    void reapsOnlyWhatDeadProcessesLeft()
    {
        SandboxCase box(tree);
        auto alive = box.open();
        const fs::path dead = box.identity().cache / "scratch" / "00dead";
        fs::create_directories(dead / "upper");
        std::ofstream(dead / "owner") << "999999 1\n";
        BubblewrapFactory again(box.identity());
        QVERIFY(!fs::exists(dead));
        QVERIFY(runIn(*alive, {"/bin/cat", "a.txt"}).ok());
    }

    void saysWhatIsMissing()
    {
        SandboxCase box(tree);
        WorkspaceSpec spec;
        spec.base = "/nonexistent/tree";
        auto none = box.factory().open(spec, {});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::SandboxSetup);
        spec.base = box.base();
        spec.mounts = {{"/nonexistent/modules", "node_modules", false}};
        auto sandbox = box.open(spec);
        const Ran ran = runIn(*sandbox, {"/bin/true"});
        QVERIFY(ran.result.setupError.find("/nonexistent/modules") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(WorkspaceTest)
#include "workspace_test.moc"
