// Malformed and unusual patches from the field, each with its right behaviour, from cases.json:
//   tree      path -> text | {text, mode} | {hex} | {link: target} | {commit: id}
//   patch     the received text; @REPO@ is the repository's absolute path without its first slash
//   refused   the code of the refusal, or
//   after     path -> text | {hex} | null: what differs from `tree` afterwards
//   repaired  whether a repair must, or must not, be listed; changes, modes, unchanged: further wishes

#include "core/base/files.h"
#include "core/base/text.h"
#include "core/patch/patch_doctor.h"
#include "core/patch/patch_json.h"
#include "tests/support/fake_tree.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <map>

using namespace vouchsafe;
using namespace vouchsafe::test;
using nlohmann::json;

namespace {

constexpr const char *repository = "/srv/work/proj";

const json &cases()
{
    static const json table = json::parse(readFile(PATCH_CASES).value_or("[]"), nullptr, false);
    return table;
}

std::string bytesOf(const json &value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.contains("hex"))
        return QByteArray::fromHex(QByteArray::fromStdString(value["hex"].get<std::string>())).toStdString();
    return value.value("text", std::string{});
}

unsigned modeOf(const json &value)
{
    if (value.is_object() && value.contains("link"))
        return 0120000;
    if (value.is_object() && value.contains("commit"))
        return 0160000;
    return value.is_object() && value.value("mode", "") == "755" ? 0100755 : 0100644;
}

struct File {
    std::string bytes;
    unsigned mode = 0100644;

    bool operator==(const File &) const = default;
};
using Files = std::map<std::string, File>;

Files filesOf(const json &tree)
{
    Files files;
    for (const auto &[path, value] : tree.items()) {
        const char *pointer = value.is_object() && value.contains("link")     ? "link"
                              : value.is_object() && value.contains("commit") ? "commit"
                                                                              : nullptr;
        files[path] = {pointer ? value[pointer].get<std::string>() : bytesOf(value), modeOf(value)};
    }
    return files;
}

FakeTree treeOf(const Files &files)
{
    FakeTree tree;
    for (const auto &[path, file] : files)
        tree.add(path, file.bytes, file.mode);
    return tree;
}

Files applied(Files files, const Patch &patch)
{
    for (const FileChange &change : patch.files) {
        if (change.kind == ChangeKind::Rename)
            files.erase(change.from);
        if (change.kind == ChangeKind::Delete)
            files.erase(change.path);
        else
            files[change.path] = {change.after, change.modeAfter};
    }
    return files;
}

QByteArray shownFiles(const Files &files)
{
    QByteArray text;
    for (const auto &[path, file] : files)
        text += QByteArray::fromStdString(path + " " + std::to_string(file.mode) + ": " + shown(file.bytes) +
                                          "\n");
    return text;
}

const char *kindName(ChangeKind kind)
{
    constexpr const char *names[] = {"modify", "create", "delete", "rename"};
    return names[static_cast<int>(kind)];
}

} // namespace

class PatchCasesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheWholeTable() { QVERIFY(cases().is_array() && cases().size() >= 72); }

    void behavesAsTheFieldNeeds_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(cases().size()); ++i)
            QTest::newRow(cases()[static_cast<std::size_t>(i)]["row"].get<std::string>().c_str()) << i;
    }

    void behavesAsTheFieldNeeds()
    {
        QFETCH(int, row);
        const json &wanted = cases()[static_cast<std::size_t>(row)];
        const Files before = filesOf(wanted["tree"]);
        const std::string text =
            replaceAll(bytesOf(wanted["patch"]), "@REPO@", std::string(repository).substr(1));
        const PatchDoctor doctor;
        const auto answer = doctor.read(text, treeOf(before), {wanted.value("open", ""), repository});

        if (wanted.contains("refused")) {
            QVERIFY2(!answer, answer ? shownFiles(applied(before, *answer)).constData() : "");
            QCOMPARE(std::string(errorName(answer.error().error.code)), wanted["refused"].get<std::string>());
            QVERIFY(!answer.error().error.what.empty());
            return;
        }
        QVERIFY2(answer, answer ? "" : fourLines(answer.error().error).c_str());
        Files after = before;
        for (const auto &[path, value] : wanted["after"].items()) {
            if (value.is_null())
                after.erase(path);
            else
                after[path].bytes = bytesOf(value);
        }
        const json modes = wanted.value("modes", json::object());
        for (const auto &[path, mode] : modes.items())
            after[path].mode = mode == "755" ? 0100755 : 0100644;
        QCOMPARE(shownFiles(applied(before, *answer)), shownFiles(after));
        if (wanted.value("unchanged", false)) {
            QVERIFY(answer->empty());
            QVERIFY(!answer->notices.empty());
        }
        std::size_t repairs = 0;
        for (const FileChange &change : answer->files)
            repairs += repairLines(change).size();
        if (wanted.contains("repaired"))
            QCOMPARE(repairs > 0, wanted["repaired"].get<bool>());
        const json changes = wanted.value("changes", json::object());
        for (const auto &[path, kind] : changes.items()) {
            int count = 0;
            for (const FileChange &change : answer->files)
                if (change.path == path) {
                    ++count;
                    QCOMPARE(std::string(kindName(change.kind)), kind.get<std::string>());
                }
            QCOMPARE(count, 1);
        }
        const auto again = doctor.read(doctor.render(*answer), treeOf(before), {});
        if (answer->empty())
            return;
        QVERIFY2(again, again ? "" : fourLines(again.error().error).c_str());
        QCOMPARE(shownFiles(applied(before, *again)), shownFiles(after));
        for (const FileChange &change : again->files)
            QVERIFY(repairLines(change).empty());
    }
};

QTEST_GUILESS_MAIN(PatchCasesTest)
#include "patch_cases_test.moc"
