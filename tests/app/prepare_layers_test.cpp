// What is prepared serves one repository, replaces nothing of the tree, and stays whole while it is used.
#include "app/layer_content.h"
#include "app/prepared_layers.h"
#include "app/requirement_files.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "tests/support/fake_tree.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

using Texts = std::vector<std::string>;
constexpr std::uint64_t most = std::uint64_t{1} << 20;

/// The same files under another id, as after an edit of a file that no installation reads.
class EditedTree final : public BaseTree {
public:
    explicit EditedTree(const BaseTree &tree) : m_tree(tree) {}
    const std::string &id() const override { return m_id; }
    const std::vector<TreeEntry> &entries() const override { return m_tree.entries(); }
    Result<std::string> read(std::string_view path) const override { return m_tree.read(path); }
    fs::path folder() const override { return {}; }

private:
    const BaseTree &m_tree;
    std::string m_id = "edited";
};

PrepareGround groundFor(const std::string &repository)
{
    PrepareGround ground;
    ground.repository = repository;
    return ground;
}

Texts reachedFrom(const std::map<std::string, std::string> &files, bool &locked)
{
    const RequirementFiles found = requirementFiles(FakeTree(files), {"requirements.txt"}, "==");
    locked = found.locked;
    return found.read;
}

} // namespace

class PrepareLayersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_identity.cache = fs::path(m_folder->path().toStdString());
        m_identity.uid = ::geteuid();
        m_identity.gid = ::getegid();
        fs::create_directories(m_identity.cache / "layers");
        m_plan = {};
        m_plan.digest = std::string(64, '1');
        m_plan.steps.emplace_back();
        m_plan.keeps = {"node_modules", "a/node_modules"};
    }

    void serves_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("otherRepository");
        QTest::addColumn<bool>("otherEdit");
        const auto row = [](const char *file, const char *text, bool repository, bool edit) {
            QTest::addRow("%s %s", file, text)
                << QString::fromLatin1(file) << QString::fromLatin1(text) << repository << edit;
        };
        row("requirements.txt", "a==1", false, true);
        row("setup.py", "", false, true);
        row("pyproject.toml", "[project]", false, true);
        row("pyproject.toml", "[build-system]\nbackend-path=[\".\"]", false, false);
        row("package.json", R"({"dependencies":{}})", false, true);
        row("package.json", R"({"dependencies":{},"scripts":{"postinstall":"x"}})", false, false);
        row("Cargo.toml", "[dependencies]", false, true);
        row("go.mod", "require a v1", true, true);
    }
    void serves()
    {
        QFETCH(QString, file);
        QFETCH(QString, text);
        QFETCH(bool, otherRepository);
        QFETCH(bool, otherEdit);
        FakeTree tree;
        tree.add(file.toStdString(), text.toStdString());
        const std::string own = planPrepare(tree, groundFor("1")).digest;
        QVERIFY(!own.empty());
        QCOMPARE(planPrepare(tree, groundFor("1")).digest, own);
        QCOMPARE(planPrepare(tree, groundFor("2")).digest == own, otherRepository);
        QCOMPARE(planPrepare(EditedTree(tree), groundFor("1")).digest == own, otherEdit);
        // Nobody said whose tree it is: code that runs binds it to the tree.
        QCOMPARE(planPrepare(EditedTree(tree), {}).digest == planPrepare(tree, {}).digest, otherRepository);
    }

    void keepsFoldersWhereToolsInstallAndTheTreeHasNone_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("keeps");
        QTest::addColumn<int>("notices");
        const auto row = [](const char *name, const QString &files, const QString &keeps, int notices) {
            QTest::newRow(name) << files.split(QLatin1Char(' '))
                                << keeps.split(QLatin1Char(' '), Qt::SkipEmptyParts) << notices;
        };
        const QString lock = QStringLiteral("package.json package-lock.json ");
        row("the root", lock, QStringLiteral("node_modules"), 0);
        row("a workspace", lock + QStringLiteral("a/package.json"),
            QStringLiteral("node_modules a/node_modules"), 0);
        row("no manifest", lock + QStringLiteral("fixtures/node_modules/x.js"),
            QStringLiteral("node_modules"), 0);
        row("part of the tree", lock + QStringLiteral("a/package.json a/node_modules/dep/x.js"),
            QStringLiteral("node_modules"), 1);
        row("beside the name", lock + QStringLiteral("a/package.json a/node_modules-old/x.js"),
            QStringLiteral("node_modules a/node_modules"), 0);
        row("the root is part of the tree", lock + QStringLiteral("node_modules/dep/index.js"), {}, 1);
        row("the root is a file", lock + QStringLiteral("node_modules"), {}, 1);
        row("an environment in the tree", QStringLiteral("requirements.txt .venv/bin/python"), {}, 1);
    }
    void keepsFoldersWhereToolsInstallAndTheTreeHasNone()
    {
        QFETCH(QStringList, files);
        QFETCH(QStringList, keeps);
        QFETCH(int, notices);
        FakeTree tree;
        for (const QString &file : files)
            if (!file.isEmpty())
                tree.add(file.toStdString(), "{}");
        const PreparePlan plan = planPrepare(tree, {});
        QStringList kept;
        for (const std::string &place : plan.keeps)
            kept.append(QString::fromStdString(place));
        QCOMPARE(kept, keeps);
        QCOMPARE(plan.notices.size(), static_cast<std::size_t>(notices));
        QCOMPARE(plan.empty(), keeps.isEmpty());
    }

    void callsLockedWhatIsKnownToBe_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("locked");
        const auto row = [](const QByteArray &text, bool locked) { QTest::newRow(text) << text << locked; };
        row("a==1\n", true);
        row("# said\n\na[x] == 1.0+l ; python_version < '3' # why\n--require-hashes\n--only-binary :all:\n",
            true);
        row("a==1 \\\n  --hash=sha256:00\n", true);
        row("-r more.txt\n", true);
        row("-cbounds.txt\na==1\n", true);
        row("--constraint=bounds.txt\na==1\n", true);
        row("", true);
        row("a\n", false);
        row("a>=1; python_version == '3'\n", false);
        row("a==1.*\n", false);
        row("a==1,!=2\n", false);
        row("-e .\n", false);
        row("./x\n", false);
        row("a @ https://x.example/a==1.whl\n", false);
        row("-r open.txt\n", false);
        row("-r absent.txt\n", false);
        row("-r ../more.txt\n", false);
        row("-r /etc/passwd\n", false);
        row("-r link.txt\n", false);
        row("-r https://x.example/r.txt\n", false);
        row("--prefer-binary -r open.txt\n", false);
        row("-i https://x.example\na==1\n", false);
        row("--pre\na==1\n", false);
        row("# said \\\na\n", false);
        row("# said\x0c"
            "a\n",
            false);
        row("# coding: utf-7\na==1\n", false);
    }
    void callsLockedWhatIsKnownToBe()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, locked);
        FakeTree tree({{"requirements.txt", text.toStdString()},
                       {"more.txt", "b==1\n"},
                       {"bounds.txt", "b<2\n"},
                       {"open.txt", "b\n"}});
        tree.add("link.txt", "more.txt", 0120000);
        QCOMPARE(requirementFiles(tree, {"requirements.txt"}, "==").locked, locked);
    }

    void followsFilesOfRequirementsIntoTheDigest()
    {
        std::map<std::string, std::string> files{{"requirements.txt", "-r deep/a.txt\n"},
                                                 {"deep/a.txt", "-c b.txt\n-r ../requirements.txt\nx==1\n"},
                                                 {"deep/b.txt", "y<2\n"}};
        bool locked = false;
        QCOMPARE(reachedFrom(files, locked), (Texts{"deep/a.txt", "deep/b.txt", "requirements.txt"}));
        QVERIFY(locked);
        const std::string before = planPrepare(FakeTree(files), groundFor("1")).digest;
        files["deep/b.txt"] = "y<3\n";
        QVERIFY(planPrepare(FakeTree(files), groundFor("1")).digest != before);
    }

    void doesNotCallAManifestLocked()
    {
        const FakeTree pinned(std::map<std::string, std::string>{{"requirements.txt", "a==1\n"}});
        QVERIFY(planPrepare(pinned, {}).notices.empty());
        const FakeTree both({{"requirements.txt", "a==1\n"}, {"pyproject.toml", "[project]\n"}});
        QCOMPARE(planPrepare(both, {}).notices.size(), std::size_t{1});
    }

    void namesAndHashesWhatIsKept()
    {
        keep({"node_modules/dep/index.js", "b/node_modules/x.js", "other/x.js"});
        const auto first = preparedFor(m_plan, m_identity);
        QVERIFY(first);
        QCOMPARE(first->places, (Texts{"node_modules"}));
        QCOMPARE(first->contentSha256.size(), std::size_t{64});
        QVERIFY(fs::exists(first->layers.front() / "node_modules/dep/index.js"));
        QVERIFY(!fs::exists(first->layers.front() / "b"));
        keep({"node_modules/dep/index.js", "b/node_modules/x.js"});
        QCOMPARE(preparedFor(m_plan, m_identity)->contentSha256, first->contentSha256);
        keep({"node_modules/dep/main.js", "a/node_modules/x.js"});
        QVERIFY(preparedFor(m_plan, m_identity)->contentSha256 != first->contentSha256);
        QCOMPARE(preparedFor(m_plan, m_identity)->places, m_plan.keeps);
    }

    void keepsNothingThatALinkLeadsTo()
    {
        const fs::path outside = m_identity.cache / "outside";
        fs::create_directories(outside / "node_modules");
        fs::create_directories(written());
        fs::create_symlink(outside, written() / "a");
        fs::create_symlink(outside / "node_modules", written() / "node_modules");
        QVERIFY(keepPrepared(m_plan, m_identity, written(), {}, most));
        QVERIFY(preparedFor(m_plan, m_identity)->places.empty());
        QVERIFY(fs::exists(outside / "node_modules"));
    }

    void leavesWhatARunUsesWhereItIsPreparedAgain()
    {
        keep({"node_modules/old.js"});
        auto used = preparedFor(m_plan, m_identity);
        QVERIFY(used);
        const fs::path old = used->layers.front() / "node_modules/old.js";
        keep({"node_modules/new.js"});
        QVERIFY(fs::exists(old));
        const auto later = preparedFor(m_plan, m_identity);
        QVERIFY(fs::exists(later->layers.front() / "node_modules/new.js"));
        QCOMPARE(prunePrepared(m_identity, 8), 0);
        QVERIFY(fs::exists(old));
        used.reset();
        QCOMPARE(prunePrepared(m_identity, 8), 1);
        QVERIFY(!fs::exists(old));
        QVERIFY(fs::exists(later->layers.front() / "node_modules/new.js"));
    }

    void removesWhatNobodyUsesWhereItIsPreparedAgain()
    {
        keep({"node_modules/old.js"});
        const fs::path old = preparedFor(m_plan, m_identity)->layers.front();
        keep({"node_modules/new.js"});
        QVERIFY(!fs::exists(old));
    }

    void countsTheHolesOfFiles()
    {
        keep({"node_modules/full.js"});
        write(written() / "node_modules/sparse", "x");
        fs::resize_file(written() / "node_modules/sparse", most);
        const Status kept = keepPrepared(m_plan, m_identity, written(), {}, most);
        QVERIFY(!kept);
        QVERIFY2(kept.error().what.find("too large") != std::string::npos, kept.error().what.c_str());
        QVERIFY(!fs::exists(written()));
        // What was there before still serves, and nothing half made lies beside it.
        QVERIFY(fs::exists(preparedFor(m_plan, m_identity)->layers.front() / "node_modules/full.js"));
        QCOMPARE(std::distance(fs::directory_iterator(m_identity.cache / "layers"), fs::directory_iterator()),
                 1);
    }

private:
    static void write(const fs::path &file, const std::string &text)
    {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    fs::path written() const { return m_identity.cache / "layers" / "installed-1"; }
    void keep(const Texts &files) const
    {
        for (const std::string &file : files)
            write(written() / file, "x");
        const Status kept = keepPrepared(m_plan, m_identity, written(), {}, most);
        if (!kept)
            qFatal("%s", fourLines(kept.error()).c_str());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Identity m_identity;
    PreparePlan m_plan;
};

QTEST_GUILESS_MAIN(PrepareLayersTest)
#include "prepare_layers_test.moc"
