// The patch of a run as bytes again, and what can still be shown when its tree is gone.
#include "app/recorded_patch.h"

#include "core/base/hash.h"
#include "tests/support/fake_tree.h"

#include <QTest>

using namespace vouchsafe;

namespace {

ProposedPatch proposed(const std::string &after)
{
    ProposedPatch patch;
    patch.diff = "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n";
    patch.sha256 = sha256(patch.diff);
    patch.files = {{"a.txt", "", ChangeKind::Modify, blobId("one\ntwo\n"), blobId(after)}};
    return patch;
}

test::FakeTree treeOf(const std::string &bytes)
{
    test::FakeTree tree;
    tree.add("a.txt", bytes);
    return tree;
}

} // namespace

class RecordedPatchTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesTheBytesThatWereProven()
    {
        const test::FakeTree tree = treeOf("one\ntwo\n");
        const auto patch = recordedPatch(proposed("one\n2\n"), tree);
        QVERIFY(patch);
        QCOMPARE(patch->files.at(0).after, std::string("one\n2\n"));
        QVERIFY(recordedPatch(proposed("one\n3\n"), tree).error().code == ErrorCode::Evidence);
    }

    void namesTheFilesThatChangedSince()
    {
        const test::FakeTree same = treeOf("one\ntwo\n");
        const test::FakeTree other = treeOf("one\ntwo\nthree\n");
        const test::FakeTree gone;
        QVERIFY(changedSince(proposed("x"), same).empty());
        QCOMPARE(changedSince(proposed("x"), other), std::vector<std::string>{"a.txt"});
        QCOMPARE(changedSince(proposed("x"), gone), std::vector<std::string>{"a.txt"});
    }

    void hunksAloneHoldTheirLinesOnBothSides()
    {
        const Patch patch = hunksOnly(proposed("one\n2\n"));
        QCOMPARE(patch.files.at(0).before, std::string("@@ -1,2 +1,2 @@\none\ntwo\n"));
        QCOMPARE(patch.files.at(0).after, std::string("@@ -1,2 +1,2 @@\none\n2\n"));
    }
};

QTEST_GUILESS_MAIN(RecordedPatchTest)
#include "recorded_patch_test.moc"
