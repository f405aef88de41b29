// The canonical diff against the system's git, and against our own reader.

#include "core/base/text.h"
#include "core/patch/patch_doctor.h"
#include "core/patch/patch_json.h"
#include "tests/core/patch/random_patches.h"
#include "tests/support/temp_repo.h"

#include <QtTest>

#include <filesystem>
#include <sys/stat.h>

using namespace vouchsafe;
using namespace vouchsafe::test;

namespace {

Files filesOn(const TempRepo &repo)
{
    Files files;
    for (const auto &entry : std::filesystem::recursive_directory_iterator(repo.path())) {
        const std::string name = entry.path().lexically_relative(repo.path()).string();
        if (entry.is_directory() || name.starts_with(".git/"))
            continue;
        if (entry.is_symlink()) {
            files[name] = {std::filesystem::read_symlink(entry.path()).string(), 0120000};
            continue;
        }
        struct stat info {};
        ::lstat(entry.path().c_str(), &info);
        files[name] = {repo.read(name), (info.st_mode & 0100) != 0 ? 0100755U : 0100644U};
    }
    return files;
}

/// What the system's git makes of the diff on these files.
Files appliedByGit(const Files &files, const std::string &diff)
{
    const TempRepo repo;
    for (const auto &[name, file] : files)
        repo.write(name, file.bytes, file.mode & 0777);
    const std::filesystem::path place = repo.outside() / "canonical.diff";
    QFile out(QString::fromStdString(place.string()));
    if (!out.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", place.c_str());
    out.write(diff.data(), static_cast<qsizetype>(diff.size()));
    out.close();
    repo.git({"apply", "--whitespace=nowarn", place.string()});
    Files after = filesOn(repo);
    std::filesystem::remove_all(repo.path()); // QTemporaryDir leaves names that are not UTF-8 behind
    return after;
}

} // namespace

class CanonicalDiffTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gitMakesTheSameTreeOfIt_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 100; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void gitMakesTheSameTreeOfIt()
    {
        QFETCH(unsigned, seed);
        Dice dice(seed);
        const Files before = awkwardFiles(dice);
        const Patch patch = randomPatch(before, dice);
        const PatchDoctor doctor;
        const std::string diff = doctor.render(patch);
        const Files wanted = applied(before, patch);
        if (patch.empty())
            return;
        const std::string wrong = difference(appliedByGit(before, diff), wanted);
        QVERIFY2(wrong.empty(), (wrong + diff).c_str());
    }

    void isReadBackAsItWas_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= 400; ++seed)
            QTest::addRow("seed %u", seed) << seed;
    }

    void isReadBackAsItWas()
    {
        QFETCH(unsigned, seed);
        Dice dice(seed);
        const Files before = awkwardFiles(dice);
        const Patch patch = randomPatch(before, dice);
        if (patch.empty())
            return;
        const PatchDoctor doctor;
        const std::string diff = doctor.render(patch);
        const auto read = doctor.read(diff, treeOf(before), {});
        QVERIFY2(read, read ? "" : (fourLines(read.error().error) + diff).c_str());
        const std::string wrong = difference(applied(before, *read), applied(before, patch));
        QVERIFY2(wrong.empty(), (wrong + diff).c_str());
        QCOMPARE(doctor.render(*read), diff);
        QCOMPARE(read->files.size(), patch.files.size());
        for (std::size_t i = 0; i < patch.files.size(); ++i) {
            FileChange bare = read->files[i];
            QVERIFY2(repairLines(bare).empty(), (join(repairLines(bare), "; ") + "\n" + diff).c_str());
            bare.hunks.clear();
            QVERIFY(bare == patch.files[i]);
        }
        const auto again = doctor.read(doctor.render(*read), treeOf(before), {});
        QVERIFY(again && *again == *read);
    }

    void carriesLinksAndTheirTargets()
    {
        const Files before{{"real/f.txt", {"1\n", 0100644}}, {"lnk", {"real/f.txt", 0120000}}};
        Patch patch;
        patch.files.push_back({"new/lnk", {}, ChangeKind::Create, {}, "../real", 0100644, 0120000, {}, {}});
        const PatchDoctor doctor;
        const auto read = doctor.read(doctor.render(patch), treeOf(before), {});
        QVERIFY2(read, read ? "" : fourLines(read.error().error).c_str());
        QCOMPARE(read->files.front().after, std::string("../real"));
        QCOMPARE(read->files.front().modeAfter, 0120000U);
    }

    void stateWhatWasRead()
    {
        const PatchDoctor doctor;
        const FakeTree tree = treeOf({{"caf\xE9", {"a\n"}}});
        const auto read =
            doctor.read("--- \"a/caf\\351\"\n+++ \"b/caf\\351\"\n@@ -7 +7 @@\n-a\n+\"b\"\n", tree, {});
        QVERIFY(read);
        const std::string json = patchJson(read, doctor);
        QVERIFY2(
            json.find(
                "{\"ok\":true,\"files\":[{\"path\":\"caf\xE9\",\"change\":\"modify\",\"repairs\":[\"hunk 1: "
                "moved by -6 to line 1\"]") == 0,
            json.c_str());
        QVERIFY(json.find("+\\\"b\\\"\\n") != std::string::npos);
        const auto refused = doctor.read("nothing", tree, {});
        QVERIFY(patchJson(refused, doctor)
                    .starts_with("{\"ok\":false,\"code\":\"ERR_PATCH_NONE\",\"message\":\""));
    }
};

QTEST_GUILESS_MAIN(CanonicalDiffTest)
#include "canonical_diff_test.moc"
