// The index parses what it does not know, keeps it, survives a broken cache and says what it left out.

#include "core/base/files.h"
#include "core/index/file_record.h"
#include "core/index/symbol_index.h"
#include "tests/support/fake_tree.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>

using namespace vouchsafe;

namespace {

std::string reasonFor(const SymbolIndex &index, std::string_view path)
{
    for (const SkippedFile &file : index.status().skipped)
        if (file.path == path)
            return file.reason;
    return {};
}

test::FakeTree treeOf(const std::string &path, const std::string &content)
{
    test::FakeTree tree;
    tree.add(path, content);
    return tree;
}

/// A tree that asks to stop while it is read.
class StoppingTree final : public BaseTree {
public:
    StoppingTree(std::stop_source &stop, int after) : m_stop(stop), m_left(after)
    {
        for (int i = 0; i < 50; ++i)
            m_files.add("f" + std::to_string(i) + ".py", "def f" + std::to_string(i) + "(): pass\n");
    }
    const std::string &id() const override { return m_files.id(); }
    const std::vector<TreeEntry> &entries() const override { return m_files.entries(); }
    Result<std::string> read(std::string_view path) const override
    {
        if (--m_left == 0)
            m_stop.request_stop();
        return m_files.read(path);
    }
    std::filesystem::path folder() const override { return {}; }

private:
    std::stop_source &m_stop;
    mutable std::atomic<int> m_left;
    test::FakeTree m_files;
};

} // namespace

class SymbolIndexTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void parsesOnlyWhatItDoesNotKnow();
    void costsNothingToRename();
    void rebuildsADamagedCache();
    void readsPastADamagedRecord();
    void worksWithoutAUsableCache();
    void leavesOutAndSaysWhy_data();
    void leavesOutAndSaysWhy();
    void skipsAHugeLineQuickly();
    void countsFoldersOnlyForUntrackedFiles();
    void followsTheUsersRulesExceptForSecrets();
    void endsWhenCancelledAndKeepsWhatItHas();
    void isTheSameOnEveryNumberOfThreads();
    void bringsRecordsBack();
    void refusesDamagedRecords();
    void listsSymbols();
    void parsesTheSameBytesBare();

private:
    IndexOptions options() const
    {
        IndexOptions options;
        options.cache = m_folder->path().toStdString();
        options.cache /= "index";
        return options;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void SymbolIndexTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void SymbolIndexTest::parsesOnlyWhatItDoesNotKnow()
{
    test::FakeTree tree(
        {{"a.py", "def f(): pass\n"}, {"b.go", "package p\nfunc g() {}\n"}, {"README.md", "# f\n"}});
    const auto first = SymbolIndex::build(tree, options()).value();
    QCOMPARE(first->status().parsed, 2);
    QCOMPARE(first->status().reused, 0);
    QVERIFY(first->status().skipped.empty());
    const auto second = SymbolIndex::build(tree, options()).value();
    QCOMPARE(second->status().parsed, 0);
    QCOMPARE(second->status().reused, 2);
    QCOMPARE(second->symbols(), first->symbols());
    tree.add("a.py", "def f(): pass\ndef h(): pass\n");
    const auto third = SymbolIndex::build(tree, options()).value();
    QCOMPARE(third->status().parsed, 1);
    QVERIFY(third->symbol("a.py::h") != nullptr);
}

void SymbolIndexTest::costsNothingToRename()
{
    const test::FakeTree before = treeOf("a.py", "def f(): pass\n");
    QVERIFY(SymbolIndex::build(before, options()));
    const test::FakeTree after({{"pkg/b.py", "def f(): pass\n"}, {"tests/c.py", "def f(): pass\n"}});
    const auto index = SymbolIndex::build(after, options()).value();
    QCOMPARE(index->status().reused, 1); // a test file means something else
    QVERIFY(index->symbol("pkg/b.py::f") != nullptr);
    QCOMPARE(index->symbol("pkg/b.py::f")->path, std::string("pkg/b.py"));
}

void SymbolIndexTest::rebuildsADamagedCache()
{
    const test::FakeTree tree = treeOf("a.py", "def f(): pass\n");
    QVERIFY(SymbolIndex::build(tree, options()));
    const std::filesystem::path file = options().cache / "symbols.db";
    for (const std::string &damage : {std::string(5000, 'x'), std::string("SQLite format 3\0 torn", 21)}) {
        std::filesystem::remove(file.string() + "-wal");
        std::filesystem::remove(file.string() + "-shm");
        QVERIFY(writeFileAtomic(file, damage));
        const auto index = SymbolIndex::build(tree, options()).value();
        QCOMPARE(index->status().parsed, 1);
        QCOMPARE(index->status().notes.size(), std::size_t{1});
        QVERIFY(index->symbol("a.py::f") != nullptr);
        QCOMPARE(SymbolIndex::build(tree, options()).value()->status().reused, 1);
    }
}

void SymbolIndexTest::readsPastADamagedRecord()
{
    const test::FakeTree tree = treeOf("a.py", "def uncommon_function_name(): pass\n");
    QVERIFY(SymbolIndex::build(tree, options()));
    const std::filesystem::path file = options().cache / "symbols.db";
    std::string bytes = readFile(file).value();
    const std::size_t at = bytes.find("uncommon_function_name");
    QVERIFY(at != std::string::npos);
    bytes[at] = 'X';
    QVERIFY(writeFileAtomic(file, bytes));
    const auto index = SymbolIndex::build(tree, options()).value();
    QCOMPARE(index->status().parsed, 1);
    QVERIFY(index->symbol("a.py::uncommon_function_name") != nullptr);
}

void SymbolIndexTest::worksWithoutAUsableCache()
{
    const test::FakeTree tree = treeOf("a.py", "def f(): pass\n");
    IndexOptions blocked = options();
    QVERIFY(writeFileAtomic(blocked.cache, "a file where the folder should be"));
    const auto index = SymbolIndex::build(tree, blocked).value();
    QCOMPARE(index->symbols().size(), std::size_t{1});
    QCOMPARE(index->status().notes.size(), std::size_t{1});
}

void SymbolIndexTest::leavesOutAndSaysWhy_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("reason"); // its beginning; empty: indexed
    const auto row = [](const char *path, const std::string &content, const char *reason) {
        QTest::newRow(path) << QByteArray(path) << QByteArray::fromStdString(content) << QByteArray(reason);
    };
    row("app.min.js", "a()\n", "generated or minified");
    row("packed.js", std::string(9000, 'a') + ";\n", "minified");
    row("table.py", std::string(30000, '\n'), "more than 20000 lines");
    row("big.py", std::string((1 << 20) + 10, '#'), "larger than 1024 KiB");
    row("binary.c", std::string("int a;\0", 7), "binary");
    row("made.go", "// Code generated by protoc. DO NOT EDIT.\npackage p\n", "generated, by its first");
    row("api_pb2.py", "x = 1\n", "generated or minified");
    row("id_rsa", "key", "a secret");
    row("id_map.py", "x = 1\n", "");
    row(".env", "A=1", "a secret");
    row("dist/app.js", "function a() {}\n", "");
    row("latin.py", "# caf\xe9\ndef f(): pass\n", "");
    row("short.js", "var a = '" + std::string(400, 'b') + "';\n", "");
}

void SymbolIndexTest::leavesOutAndSaysWhy()
{
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, reason);
    const test::FakeTree tree({{path.toStdString(), content.toStdString()}, {"ok.py", "def ok(): pass\n"}});
    const auto index = SymbolIndex::build(tree, {}).value();
    const std::string said = reasonFor(*index, path.toStdString());
    QVERIFY2(reason.isEmpty() ? said.empty() : said.starts_with(reason.toStdString()), said.c_str());
    QCOMPARE(index->file(path.toStdString()) != nullptr, reason.isEmpty());
    QVERIFY(index->symbol("ok.py::ok") != nullptr);
}

void SymbolIndexTest::skipsAHugeLineQuickly()
{
    std::string line = "var a=[";
    while (line.size() < std::size_t{6} << 20)
        line += "{b:function(){return(c,d)}},";
    const test::FakeTree tree({{"dist/app.js", line}, {"src/a.js", "function ok() {}\n"}});
    const auto started = std::chrono::steady_clock::now();
    const auto index = SymbolIndex::build(tree, {}).value();
    QVERIFY(std::chrono::steady_clock::now() - started < std::chrono::seconds(2));
    QVERIFY(!reasonFor(*index, "dist/app.js").empty());
    QVERIFY(index->symbol("src/a.js::ok") != nullptr);

    IndexOptions patient;
    patient.rules.bytes = std::size_t{64} << 20;
    patient.rules.meanLine = std::size_t{64} << 20;
    patient.parseTime = std::chrono::milliseconds(20);
    const auto timed = SymbolIndex::build(tree, patient).value();
    QVERIFY(reasonFor(*timed, "dist/app.js").find("longer than 20 ms") != std::string::npos);
}

void SymbolIndexTest::countsFoldersOnlyForUntrackedFiles()
{
    TreeEntry entry{.path = "node_modules/x/a.js", .oid = {}, .size = 10};
    QVERIFY(!exclusionByName(entry, {}));
    entry.tracked = false;
    QVERIFY(exclusionByName(entry, {}));
    entry.path = "src/build.js";
    QVERIFY(!exclusionByName(entry, {}));
    entry.mode = 0120000;
    QCOMPARE(exclusionByName(entry, {}).value_or(""), std::string("a link"));
}

void SymbolIndexTest::followsTheUsersRulesExceptForSecrets()
{
    const test::FakeTree tree(
        {{"gen/a.min.js", "function a() {}\n"}, {"old/b.py", "def b(): pass\n"}, {"x.pem", "key"}});
    IndexOptions own;
    own.rules.included = {"gen/**", "*.pem"};
    own.rules.ignored = {"old/**"};
    const auto index = SymbolIndex::build(tree, own).value();
    QVERIFY(index->symbol("gen/a.min.js::a") != nullptr);
    QCOMPARE(reasonFor(*index, "old/b.py"), std::string("left out by your ignore rules"));
    QCOMPARE(reasonFor(*index, "x.pem"), std::string("a secret"));
}

void SymbolIndexTest::endsWhenCancelledAndKeepsWhatItHas()
{
    std::stop_source stop;
    const StoppingTree tree(stop, 10);
    IndexOptions single = options();
    single.threads = 1;
    const auto index = SymbolIndex::build(tree, single, stop.get_token());
    QVERIFY(!index);
    QCOMPARE(index.error().code, ErrorCode::Cancelled);
    std::stop_source never;
    const StoppingTree again(never, -1);
    const auto whole = SymbolIndex::build(again, single, never.get_token()).value();
    QVERIFY(whole->status().reused >= 9);
    QCOMPARE(whole->status().reused + whole->status().parsed, 50);
}

void SymbolIndexTest::isTheSameOnEveryNumberOfThreads()
{
    test::FakeTree tree;
    for (int i = 0; i < 40; ++i)
        tree.add("m" + std::to_string(i) + ".py",
                 "def f" + std::to_string(i) + "(): f" + std::to_string((i + 1) % 40) + "()\n");
    IndexOptions one;
    one.threads = 1;
    IndexOptions four;
    four.threads = 4;
    const auto first = SymbolIndex::build(tree, one).value();
    const auto second = SymbolIndex::build(tree, four).value();
    QCOMPARE(first->symbols(), second->symbols());
    QCOMPARE(first->graph().edgeCount(), second->graph().edgeCount());
}

void SymbolIndexTest::bringsRecordsBack()
{
    const std::string source =
        "import os\n\"\"\"doc\"\"\"\nclass A(B):\n    x = 1\n    def f(self, n):\n        return g(n)\n";
    FileRecord record;
    record.file = extractSymbols("", Language::Python, source).value();
    record.words = countWords(record.file, source);
    record.file.spans.clear();
    record.lines = 6;
    const std::optional<FileRecord> back = decodedRecord(encoded(record));
    QVERIFY(back.has_value());
    QVERIFY(*back == record);
}

void SymbolIndexTest::refusesDamagedRecords()
{
    FileRecord record;
    record.file = extractSymbols("", Language::C, "int f(void) { return g(); }\n").value();
    record.file.spans.clear();
    const std::string bytes = encoded(record);
    QVERIFY(decodedRecord(bytes));
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
        QVERIFY(!decodedRecord(damaged));
        QVERIFY(!decodedRecord(bytes.substr(0, at)));
    }
}

void SymbolIndexTest::listsSymbols()
{
    const test::FakeTree tree({{"a.py", "def f(): pass\n"},
                               {"b.c", std::string(5000, ' ') + "int g(void) { return 1; }\n"},
                               {"x.txt", "hello\n"},
                               {".env", "A=1\n"}});
    QCOMPARE(listSymbols(tree, {}).value().size(), std::size_t{1});
    QCOMPARE(listSymbols(tree, "b.c").value().front().name,
             std::string("g")); // named, so read whatever its lines
    QCOMPARE(listSymbols(tree, "nosuch.py").error().code, ErrorCode::PathMissing);
    QCOMPARE(listSymbols(tree, "x.txt").error().code, ErrorCode::NotAvailable);
    QCOMPARE(listSymbols(tree, ".env").error().code, ErrorCode::Permission);
}

void SymbolIndexTest::parsesTheSameBytesBare()
{
    const test::FakeTree tree({{"a.py", "def f(): pass\n"}, {"b.min.js", "a()\n"}, {"c.md", "x\n"}});
    QCOMPARE(bareParse(tree, {}).value(), std::uint64_t{14});
}

QTEST_GUILESS_MAIN(SymbolIndexTest)
#include "symbol_index_test.moc"
