// Bad input from the command line: each a four-line error or a named outcome, and nothing lost.
#include "core/base/files.h"
#include "core/base/text.h"
#include "tests/app/command_line.h"

#include <QtTest>

#include <fstream>
#include <sys/mount.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

using Words = std::vector<std::string>;

/// A tmpfs of that size, which only root may mount; read-only if wanted.
class SmallDisk {
public:
    SmallDisk(fs::path place, const std::string &options, bool readOnly) : m_place(std::move(place))
    {
        fs::create_directories(m_place);
        m_mounted =
            ::mount("tmpfs", m_place.c_str(), "tmpfs", readOnly ? MS_RDONLY : 0, options.c_str()) == 0;
    }
    ~SmallDisk()
    {
        if (m_mounted)
            ::umount2(m_place.c_str(), MNT_DETACH);
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;
    bool mounted() const { return m_mounted; }
    fs::path place() const { return m_place; }

private:
    fs::path m_place;
    bool m_mounted = false;
};

bool canProve()
{
    return fs::exists("/usr/bin/bwrap") && fs::exists("/usr/lib/python3/dist-packages/pytest");
}

std::string givenPatch(const TempRepo &repo, const std::string &patch)
{
    const fs::path path = repo.outside() / "given.diff";
    std::ofstream(path, std::ios::binary | std::ios::trunc) << patch;
    return path.string();
}

} // namespace
Q_DECLARE_METATYPE(Words)

class BadInputTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyTaskIsRefused()
    {
        const TempRepo repo;
        larger::fill(repo);
        const std::string path = repo.path().string();
        std::ofstream(repo.outside() / "blank") << " \n\t\n";
        VS_FAILS(m_person.run({"run", path, "--task", ""}), 2, "ERR_TASK_EMPTY");
        VS_FAILS(m_person.run({"run", path, "--task", " \n "}), 2, "ERR_TASK_EMPTY");
        VS_FAILS(m_person.run({"run", path, "--task-file", (repo.outside() / "blank").string()}), 2,
                 "ERR_TASK_EMPTY");
        VS_FAILS(m_person.run({"run", path, "--task-file", (repo.outside() / "absent").string()}), 2,
                 "ERR_PATH_MISSING");
        VS_FAILS(m_person.run({"context", path, "--task", " "}), 2, "ERR_TASK_EMPTY");
        QVERIFY(!fs::exists(m_person.data() / "runs") || fs::is_empty(m_person.data() / "runs"));
    }

    void whatIsNoRepositoryIsRefused_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("code");
        for (const auto &[kind, code] : {std::pair{"missing", "ERR_PATH_MISSING"},
                                         {"plain folder", "ERR_NOT_A_REPOSITORY"},
                                         {"bare", "ERR_REPOSITORY_BARE"},
                                         {"of another user", "ERR_REPOSITORY_OWNER"},
                                         {"broken HEAD", "ERR_REPOSITORY_BROKEN"}})
            QTest::newRow(kind) << QString::fromLatin1(kind) << QString::fromLatin1(code);
    }
    void whatIsNoRepositoryIsRefused()
    {
        QFETCH(QString, kind);
        QFETCH(QString, code);
        const TempRepo repo(kind == QLatin1String("bare") ? TempRepo::Kind::Bare : TempRepo::Kind::Committed);
        std::string path = repo.path().string();
        if (kind == QLatin1String("missing"))
            path += "/absent";
        if (kind == QLatin1String("plain folder"))
            path = repo.outside().string();
        if (kind == QLatin1String("broken HEAD"))
            repo.write(".git/HEAD", "nonsense\n");
        if (kind == QLatin1String("of another user")) {
            if (::geteuid() != 0)
                QSKIP("only root can give a repository to another user");
            for (const fs::path &place : {repo.path(), repo.path() / ".git"})
                QCOMPARE(::chown(place.c_str(), 12'345, 12'345), 0);
        }
        const std::string patch = givenPatch(repo, larger::rightPatch);
        for (const Words &words :
             {Words{"run", path, "--task", "x"}, Words{"verify", path, patch}, Words{"patch", path, patch},
              Words{"symbols", path}, Words{"context", path, "--task", "x"}, Words{"trust", path}})
            VS_FAILS(m_person.run(words), 2, code.toStdString());
    }

    void anEmptyRepositoryHasNoCheck()
    {
        const TempRepo repo;
        const std::string path = repo.path().string();
        VS_FAILS(m_person.run({"run", path, "--task", "write something"}), 3, "ERR_NO_CHECK");
        const Finished symbols = m_person.run({"symbols", path, "--json"});
        VS_ENDS(symbols, 0);
        QCOMPARE(symbols.out, std::string());
        VS_ENDS(m_person.run({"context", path, "--task", "write something"}), 0);
    }

    void everyShapeOfRepositoryIsProven_data()
    {
        QTest::addColumn<QString>("shape");
        for (const char *shape : {"unborn branch", "detached HEAD", "linked worktree", "subfolder",
                                  "odd name", "file of 200 MB", "odd names inside"})
            QTest::newRow(shape) << QString::fromLatin1(shape);
    }
    void everyShapeOfRepositoryIsProven()
    {
        QFETCH(QString, shape);
        if (!canProve())
            QSKIP("bubblewrap or python3-pytest is not installed");
        const TempRepo repo;
        fs::path path = repo.path();
        if (shape == QLatin1String("unborn branch")) {
            repo.write("m.py", larger::module);
            repo.write("test_m.py", larger::tests);
        } else {
            larger::fill(repo);
        }
        if (shape == QLatin1String("detached HEAD"))
            repo.git({"checkout", "-q", "--detach"});
        if (shape == QLatin1String("linked worktree")) {
            path = repo.outside() / "tree";
            repo.git({"worktree", "add", "-q", path.string()});
        }
        if (shape == QLatin1String("subfolder")) {
            repo.write("docs/notes.txt", "x\n");
            path /= "docs";
        }
        if (shape == QLatin1String("odd name")) {
            path = repo.outside() / "caf\xe9 \x1b[31m: a,b";
            fs::rename(repo.path(), path);
            // Qt cannot hand over bytes that are no UTF-8; a link's target is taken as it is.
            fs::create_directory_symlink(path, repo.outside() / "link");
        }
        if (shape == QLatin1String("file of 200 MB")) {
            repo.write("big.bin", "");
            fs::resize_file(repo.path() / "big.bin", 200'000'000);
        }
        if (shape == QLatin1String("odd names inside")) {
            repo.write("b\xff.txt", "x\n");
            repo.write("new\nline.txt", "x\n");
            repo.write("-rf", "x\n");
            repo.write("bytes.bin", std::string("\x00\xff\xfe\r\n", 5));
            fs::create_symlink("../..", repo.path() / "up");
            fs::create_symlink("loop", repo.path() / "loop");
        }
        const fs::path link = repo.outside() / "link";
        // pytest itself follows the links out of the tree, so it is told where the tests are.
        const Finished verify = m_person.run({"verify", (fs::exists(link) ? link : path).string(),
                                              givenPatch(repo, larger::rightPatch), "--json", "--check",
                                              "python3 -m pytest -q test_m.py"});
        if (fs::exists(link))
            fs::rename(path, repo.path());
        VS_ENDS(verify, 0);
        QVERIFY(isUtf8(verify.out));
        for (const nlohmann::json &line : verify.lines())
            QVERIFY2(line.is_object(), verify.shown().c_str());
        QCOMPARE(verify.last().value("outcome", ""), "proven");
        VS_ENDS(m_person.run({"show", "last"}), 0);
        QVERIFY(m_person.run({"show", "last"}).out.find('\x1b') == std::string::npos);
    }

    void anUnknownRunIsNamed_data()
    {
        QTest::addColumn<Words>("words");
        for (const char *command : {"show", "logs", "cancel", "resume", "replay", "check", "undo", "apply"})
            QTest::newRow(command) << Words{command};
    }
    void anUnknownRunIsNamed()
    {
        QFETCH(Words, words);
        words.emplace_back();
        for (const char *name : {"20991231-235959-ffff", "last", "", "../../etc", "x"}) {
            const CommandLine nobody;
            words.back() = name;
            const Finished finished = nobody.run(words);
            VS_FAILS(finished, 2, "ERR_RUN_UNKNOWN");
        }
    }

    void aBeginningOfSeveralRunsIsAmbiguous()
    {
        const CommandLine person;
        for (const char *run : {"20260101-000000-aaaa", "20260101-000000-bbbb"})
            fs::create_directories(person.runFolder(run));
        for (const char *command : {"show", "logs", "check", "resume", "apply", "undo"}) {
            const Finished finished = person.run({command, "20260101"});
            VS_FAILS(finished, 2, "ERR_RUN_AMBIGUOUS");
            QVERIFY2(finished.err.find("-aaaa") != std::string::npos, finished.shown().c_str());
        }
        // A folder without a journal is listed as what it is and breaks nothing.
        const Finished runs = person.run({"runs"});
        VS_ENDS(runs, 0);
        QVERIFY2(runs.out.find("20260101-000000-bbbb") != std::string::npos, runs.shown().c_str());
        for (const char *command : {"show", "replay", "resume", "apply", "check"}) {
            const Finished finished = person.run({command, "20260101-000000-a"});
            QVERIFY2(finished.status == 2 || finished.status == 4 || finished.status == 5,
                     finished.shown().c_str());
            QVERIFY2(finished.err.find("  code: ERR_") != std::string::npos, finished.shown().c_str());
        }
    }

    void aJournalOfGarbageIsNamed()
    {
        const CommandLine person;
        const fs::path folder = person.runFolder("20260101-000000-aaaa");
        fs::create_directories(folder);
        for (const std::string &journal : {std::string("garbage\nmore garbage\n"),
                                           std::string("{\"v\":1}\n{}\n"), std::string("\x00\xff\n\n", 4),
                                           std::string("{\"v\":1,\"seq\":1,\"at\":\"x\",\"run\":5,\"prev\":"
                                                       "\"\",\"kind\":\"run.started\",\"data\":[]}\n{}\n")}) {
            std::ofstream(folder / "journal.jsonl", std::ios::binary | std::ios::trunc) << journal;
            VS_FAILS(person.run({"show", "last"}), 5, "ERR_JOURNAL");
            VS_FAILS(person.run({"check", "last"}), 4, "ERR_EVIDENCE");
            VS_FAILS(person.run({"resume", "last"}), 5, "ERR_JOURNAL");
            VS_FAILS(person.run({"apply", "last", "--yes"}), 5, "ERR_JOURNAL");
            VS_ENDS(person.run({"runs"}), 0);
            QCOMPARE(readFile(folder / "journal.jsonl").value_or(""), journal);
        }
    }

    void aFullOrClosedDataFolderIsAnError_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<bool>("readOnly");
        QTest::addColumn<QString>("code");
        for (const char *size : {"4k", "16k", "40k"})
            QTest::newRow(size) << QStringLiteral("size=") + QString::fromLatin1(size) << false
                                << QStringLiteral("ERR_DISK_FULL");
        QTest::newRow("no more files")
            << QStringLiteral("nr_inodes=4") << false << QStringLiteral("ERR_DISK_FULL");
        QTest::newRow("read-only") << QStringLiteral("size=1m") << true << QStringLiteral("ERR_PERMISSION");
    }
    void aFullOrClosedDataFolderIsAnError()
    {
        QFETCH(QString, options);
        QFETCH(bool, readOnly);
        QFETCH(QString, code);
        const TempRepo repo;
        larger::fill(repo);
        const std::string before = repo.fingerprint();
        const SmallDisk disk(repo.outside() / "disk", options.toStdString(), readOnly);
        if (!disk.mounted())
            QSKIP("a file system can be mounted by root only");
        if (!canProve() && !readOnly)
            QSKIP("bubblewrap or python3-pytest is not installed");
        const Finished run = m_person.run({"--data-dir", disk.place().string(), "verify",
                                           repo.path().string(), givenPatch(repo, larger::rightPatch)});
        VS_FAILS(run, 5, code.toStdString());
        QCOMPARE(repo.fingerprint(), before);
        const Finished runs = m_person.run({"--data-dir", disk.place().string(), "runs"});
        VS_ENDS(runs, 0);
        QVERIFY2(runs.out.find("proven") == std::string::npos, runs.shown().c_str());
    }

    void aDataFolderThatIsAFileIsAnError()
    {
        const TempRepo repo;
        larger::fill(repo);
        const std::string file = givenPatch(repo, larger::rightPatch);
        const Finished run = m_person.run({"--data-dir", file, "verify", repo.path().string(), file});
        QVERIFY2(run.status == 5 && run.err.find("  code: ERR_") != std::string::npos, run.shown().c_str());
        QCOMPARE(readFile(file).value_or(""), std::string(larger::rightPatch));
    }

    void aFileThatIsNotThereHasNoSymbols()
    {
        const TempRepo repo;
        larger::fill(repo);
        const Finished run = m_person.run({"symbols", repo.path().string(), "m.py", "--json"});
        VS_ENDS(run, 0);
        VS_FAILS(m_person.run({"symbols", repo.path().string(), "absent.py"}), 2, "ERR_PATH_MISSING");
    }

private:
    const CommandLine m_person;
};

QTEST_GUILESS_MAIN(BadInputTest)
#include "bad_input_test.moc"
