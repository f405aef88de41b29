// Patches that are meant to do harm, or to cost time: refused by name, and quickly.

#include "core/base/text.h"
#include "core/patch/patch_doctor.h"
#include "tests/core/patch/random_patches.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

std::string creates(const std::string &name, const std::string &line = "x")
{
    return "--- /dev/null\n+++ " + name + "\n@@ -0,0 +1 @@\n+" + line + "\n";
}

std::string renames(const std::string &from, const std::string &to)
{
    return "diff --git a/" + from + " b/" + to + "\nsimilarity index 100%\nrename from " + from +
           "\nrename to " + to + "\n";
}

Files files()
{
    return {{"src/m.py", {"v = 1\n"}},
            {"run.sh", {"echo\n", 0100755}},
            {"lnk", {"src", 0120000}},
            {"lib", {"1111111111111111111111111111111111111111", 0160000}},
            {"cafe\xCC\x81.py", {"a\n"}}};
}

} // namespace

class HostilePatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isRefusedByName_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QByteArray>("code");
        const auto row = [](const char *name, const std::string &patch, const char *code) {
            QTest::newRow(name) << QByteArray::fromStdString(patch) << QByteArray(code);
        };
        const char *outside = "ERR_PATCH_OUTSIDE";
        row("climbs", creates("b/../x"), outside);
        row("climbs from within", creates("b/a/../../x"), outside);
        row("climbs with backslashes", creates("b/..\\..\\x"), outside);
        row("climbs in quotes", creates("\"b/..\\057..\\057x\""), outside);
        row("absolute", creates("/etc/x"), outside);
        row("absolute behind the prefix", creates("b//etc/x"), outside);
        row("a drive", creates("C:\\x"), outside);
        row("a home folder", creates("~/x"), outside);
        row("renames out", renames("src/m.py", "../m.py"), outside);
        row("copies from outside",
            "diff --git a/x b/x\nsimilarity index 100%\ncopy from ../secret\ncopy to x\n", outside);
        const char *git = "ERR_PATCH_GIT_DIR";
        row("git data", creates("b/.git/config"), git);
        row("git data in capitals", creates("b/sub/.GIT/hooks/x"), git);
        row("git's short name", creates("b/git~1/config"), git);
        row("invisible characters", creates("b/.g\xE2\x80\x8Cit/config"), git);
        row("trailing dot", creates("b/.git./config"), git);
        row("trailing blank", creates("b/.git /config"), git);
        row("a stream", creates("b/.git::$INDEX_ALLOCATION/config"), git);
        row("renames into git data", renames("src/m.py", ".git/hooks/x"), git);
        const char *name = "ERR_PATCH_NAME";
        row("a line feed in the name", creates("\"b/a\\nb\""), name);
        row("an escape in the name", creates("\"b/a\\033b\""), name);
        row("a turned name",
            creates("b/a\xE2\x80\xAE"
                    "b.py"),
            name);
        row("an invisible name", creates("b/a\xE2\x80\x8B.py"), name);
        row("a twin in another Unicode form", creates("b/caf\xC3\xA9.py"), name);
        row("a name of 4,096 bytes", creates("b/" + std::string(4096, 'n')), name);
        row("a broken quote", creates("\"b/x"), name);
        const char *link = "ERR_PATCH_LINK";
        row("an absolute link",
            "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n"
            "+/etc/passwd\n\\ No newline at end of file\n",
            link);
        row("a link into git data",
            "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n"
            "+.git/config\n\\ No newline at end of file\n",
            link);
        row("through a link", creates("b/lnk/new.py"), link);
        row("over a link", "--- a/lnk\n+++ b/lnk\n@@ -1 +1 @@\n-src\n+/etc\n", link);
        row("into a submodule", creates("b/lib/x"), "ERR_PATCH_GITLINK");
        row("a submodule by mode",
            "diff --git a/s b/s\nnew file mode 160000\nindex 0000000..1111111\n--- /dev/null\n"
            "+++ b/s\n@@ -0,0 +1 @@\n+Subproject commit 1111111111111111111111111111111111111111\n",
            "ERR_PATCH_GITLINK");
        const char *mode = "ERR_PATCH_MODE";
        row("set-uid", "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 104755\n", mode);
        row("writable for all", "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 100777\n", mode);
        row("a file turned into a link", "diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 120000\n",
            mode);
        const char *contradiction = "ERR_PATCH_CONTRADICTION";
        row("header against names",
            "diff --git a/src/m.py b/src/m.py\n--- a/src/m.py\n+++ b/b.txt\n@@ -1 +1 @@\n-v = 1\n+v = 2\n",
            contradiction);
        row("two files without rename", "--- a/src/m.py\n+++ b/b.txt\n@@ -1 +1 @@\n-v = 1\n+v = 2\n",
            contradiction);
        row("a file below a file", creates("b/run.sh/x"), contradiction);
        row("a file over a folder", creates("b/src"), contradiction);
        row("a file below a new file", creates("b/new") + creates("b/new/x"), contradiction);
        row("created twice", creates("b/new") + creates("b/new", "y"), contradiction);
        row("deletes a file without its lines", "diff --git a/run.sh b/run.sh\ndeleted file mode 100755\n",
            contradiction);
        row("binary data",
            "diff --git a/x b/x\nnew file mode 100644\nindex 0000000..1111111\nGIT binary patch\n"
            "literal 1\nIcmZPo000310RR91\n\n",
            "ERR_PATCH_BINARY");
        row("only a binary notice", "diff --git a/x b/x\nBinary files a/x and b/x differ\n",
            "ERR_PATCH_BINARY");
        row("nothing", "", "ERR_PATCH_NONE");
        row("prose", "I cannot do that.\n", "ERR_PATCH_NONE");
        row("a hunk without file", "@@ -1 +1 @@\n-a\n+b\n", "ERR_PATCH_FORMAT");
        row("a combined diff", "diff --git a/src/m.py b/src/m.py\n@@@ -1,1 -1,1 +1,1 @@@\n",
            "ERR_PATCH_FORMAT");
        row("a context diff", "*** a/src/m.py\n--- b/src/m.py\n***************\n*** 1 ****\n! v = 1\n",
            "ERR_PATCH_FORMAT");
        row("no such file", "--- a/src/n.py\n+++ b/src/n.py\n@@ -1 +1 @@\n-v = 1\n+v = 2\n",
            "ERR_PATCH_MISSING_FILE");
        row("no change", "--- a/src/m.py\n+++ b/src/m.py\n@@ -1 +1 @@\n-v = 1\n+v = 1\n", "ERR_PATCH_EMPTY");
        row("endless reasoning", "<think>\nfirst I\n", "ERR_PATCH_INCOMPLETE");
        row("an open envelope", "*** Begin Patch\n*** Update File: src/m.py\n-v = 1\n+v = 2\n",
            "ERR_PATCH_INCOMPLETE");
        row("an open block", "src/m.py\n<<<<<<< SEARCH\nv = 1\n=======\nv = 2\n", "ERR_PATCH_INCOMPLETE");
        row("an open header", "--- a/src/m.py\n+++ b/src/m.py", "ERR_PATCH_INCOMPLETE");
        row("counts without end",
            "--- a/src/m.py\n+++ b/src/m.py\n@@ -99999999999999999999,1 +1 @@\n-zzz\n+v\n",
            "ERR_PATCH_NO_MATCH");
    }

    void isRefusedByName()
    {
        QFETCH(QByteArray, patch);
        QFETCH(QByteArray, code);
        const auto answer = PatchDoctor().read(patch.toStdString(), treeOf(files()), {{}, "/srv/work/proj"});
        QVERIFY2(!answer, answer ? difference(applied(files(), *answer), files()).c_str() : "");
        QCOMPARE(QByteArray::fromStdString(std::string(errorName(answer.error().error.code))), code);
    }

    void keepsToItsBounds()
    {
        const FakeTree tree = treeOf(files());
        const PatchDoctor doctor;
        const auto code = [&](const std::string &text) {
            const auto answer = doctor.read(text, tree, {});
            return answer ? ErrorCode::Internal : answer.error().error.code;
        };
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(code(std::string(10'000'000, 'x')), ErrorCode::PatchTooLarge);
        QCOMPARE(code(std::string(8'000'000, 'x')), ErrorCode::PatchNone);
        QCOMPARE(code(std::string(8'000'000, '\n')), ErrorCode::PatchNone);
        std::string many;
        for (int i = 0; i <= 2000; ++i)
            many += creates("b/f" + std::to_string(i));
        QCOMPARE(code(many), ErrorCode::PatchTooLarge);
        many = "--- a/src/m.py\n+++ b/src/m.py\n";
        for (int i = 0; i <= 50'000; ++i)
            many += "@@ -1 +1 @@\n-v = 1\n+v = 2\n";
        QCOMPARE(code(many), ErrorCode::PatchTooLarge);
        std::string tags;
        for (int i = 0; i < 300'000; ++i)
            tags += "text </think>\n";
        QCOMPARE(code(tags), ErrorCode::PatchNone);
        std::string fences = "--- a/src/m.py\n+++ b/src/m.py\n@@ -1,999999 +1,999999 @@\n";
        for (int i = 0; i < 300'000; ++i)
            fences += "```\n";
        QVERIFY(code(fences) != ErrorCode::Internal);
        // Generous, for loaded machines and sanitizers: each of these takes a fraction of a second.
        QVERIFY2(timer.elapsed() < 30'000, std::to_string(timer.elapsed()).c_str());
    }

    void findsAHunkInALongFile()
    {
        std::string text;
        for (int i = 0; i < 200'000; ++i)
            text += i % 4 == 3 ? "}\n" : "    call(" + std::to_string(i) + ");\n";
        const FakeTree tree = treeOf({{"long.c", {text}}});
        const std::string diff =
            "--- a/long.c\n+++ b/long.c\n@@ -5,3 +5,3 @@\n     call(150000);\n-    call(150001);\n"
            "+    call(1);\n     call(150002);\n";
        QElapsedTimer timer;
        timer.start();
        const auto answer = PatchDoctor().read(diff, tree, {});
        const qint64 spent = timer.elapsed();
        QVERIFY(answer);
        QCOMPARE(answer->files.front().hunks.front().line, 150'001);
        qInfo("%lld ms", static_cast<long long>(spent));
        QVERIFY2(spent < 5'000, std::to_string(spent).c_str());
    }

    void staysLinearOverManyHunks()
    {
        Dice dice(7);
        Files before;
        for (int i = 0; i < 500; ++i)
            before["src/f" + std::to_string(i) + ".cpp"] = {codeText(dice, 20)};
        Patch patch;
        for (const auto &[path, file] : before) {
            FileChange change;
            change.path = path;
            change.before = file.bytes;
            change.after = edited(file.bytes, dice, 6);
            patch.files.push_back(std::move(change));
        }
        const PatchDoctor doctor;
        const std::string diff = damaged(doctor.render(patch), Damage::Offsets, dice);
        QElapsedTimer timer;
        timer.start();
        const auto answer = doctor.read(diff, treeOf(before), {});
        const qint64 spent = timer.elapsed();
        QVERIFY2(answer, answer ? "" : fourLines(answer.error().error).c_str());
        qInfo("%lld ms for %zu bytes", static_cast<long long>(spent), diff.size());
        QVERIFY2(spent < 20'000, std::to_string(spent).c_str());
    }
};

QTEST_GUILESS_MAIN(HostilePatchTest)
#include "hostile_patch_test.moc"
