// Group H: a repository that means harm, met by the built program on the host. What it names is never
// started, what lies outside of it is never read, and nothing hangs.

#include "tests/app/command_line.h"
#include "tests/gauntlet/ledger.h"

#include <QElapsedTimer>
#include <QTest>

#include <fstream>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::gauntlet;
using namespace vouchsafe::test;
namespace fs = std::filesystem;

namespace {

/// A program that writes down each time that it is started, outside of the repository.
class Canary {
public:
    explicit Canary(const fs::path &folder)
        : m_program(folder / "canary"), m_log("/tmp/vs-canary-" + std::to_string(::getpid()))
    {
        std::ofstream(m_program) << "#!/bin/sh\necho \"$0 $*\" >> " << m_log.string() << "\ncat\nexit 0\n";
        fs::permissions(m_program, fs::perms(0755));
        fs::remove(m_log);
    }
    ~Canary() { fs::remove(m_log); }
    Canary(const Canary &) = delete;
    Canary &operator=(const Canary &) = delete;

    std::string program() const { return m_program.string(); }
    /// In words; forgets them.
    std::string executions()
    {
        std::ifstream file(m_log);
        int count = 0;
        for (std::string line; std::getline(file, line);)
            ++count;
        fs::remove(m_log);
        return count == 0 ? "none started" : "started " + std::to_string(count > 0 ? 1 : 0) + " or more";
    }

private:
    fs::path m_program;
    fs::path m_log;
};

/// The system's own git or another program, in the repository, as a careless tool would start it.
std::string careless(const fs::path &repo, const std::string &script, int timeoutMs = 20'000)
{
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(repo.string()));
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromStdString(script)});
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
        return "hangs";
    }
    return "status " + std::to_string(process.exitCode()) + " " +
           process.readAllStandardOutput().toStdString();
}

std::string write(const CommandLine &person, const std::string &name, const std::string &text)
{
    const fs::path file = person.home() / name;
    std::ofstream(file) << text;
    return file.string();
}

enum class Flows {
    All,
    Judging, ///< without those that judge once more or take back
};

/// The flows of the program that meet a repository, and how each ended.
std::string flows(const CommandLine &person, const fs::path &repo, Flows which = Flows::Judging)
{
    const std::string place = repo.string();
    const std::string patch = write(person, "right.patch", larger::rightPatch);
    const std::string replies = write(person, "replies.jsonl", scriptedReplies({larger::rightPatch}));
    std::vector<std::vector<std::string>> all = {
        {"doctor"},
        {"symbols", place},
        {"context", place, "--task", "larger is wrong"},
        {"patch", place, patch},
        {"verify", place, patch, "--sandbox", "bubblewrap"},
        {"run", place, "--task", "larger is wrong", "--engineer", "scripted:" + replies, "--sandbox",
         "bubblewrap"},
        {"check", "last"},
        {"show", "last"},
        {"apply", "last", "--yes"},
        {"undo", "last"},
    };
    if (which == Flows::Judging)
        all = {{"symbols", place},
               {"context", place, "--task", "larger is wrong"},
               {"patch", place, patch},
               {"verify", place, patch, "--sandbox", "bubblewrap"}};
    std::string ended;
    for (const auto &words : all) {
        const Finished finished = person.run(words);
        ended += words.front() + " " + std::to_string(finished.status) + ", ";
        if (finished.status < 0 || finished.status >= 128)
            ended += "DIED: " + finished.shown();
    }
    return ended;
}

constexpr const char *allWell = "symbols 0, context 0, patch 0, verify 0, ";

/// One command that opens the repository: its status and error, or that it hung.
std::string opened(const CommandLine &person, const fs::path &repo)
{
    const Finished finished = person.run(
        {"verify", repo.string(), write(person, "p", larger::rightPatch), "--sandbox", "bubblewrap"});
    for (const char *code : {"ERR_REPOSITORY_UNSAFE", "ERR_REPOSITORY_BROKEN", "ERR_REPOSITORY_OWNER",
                             "ERR_REPOSITORY_BARE", "ERR_NOT_A_REPOSITORY"})
        if (finished.fails(code))
            return code;
    return "status " + std::to_string(finished.status);
}

} // namespace

class HostileRepositoryTest : public QObject {
    Q_OBJECT

public:
    explicit HostileRepositoryTest(const TestedBackend &backend) : m_ledger("H", backend) {}

private:
    Ledger m_ledger;

    static Row row(const char *id, const char *act, const char *where)
    {
        Row made;
        made.id = id;
        made.act = act;
        made.where = where;
        return made;
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!fs::exists("/usr/bin/bwrap") || !fs::exists("/usr/lib/python3/dist-packages/pytest"))
            QSKIP("bubblewrap or python3-pytest is not installed");
    }

    void H1_startsNothingThatTheConfigurationNames()
    {
        Row named = row("H1", "name programs in configuration, attributes and hooks", "git itself");
        const TempRepo repo;
        larger::fill(repo);
        Canary canary(repo.outside());
        const std::string program = canary.program();
        for (const char *hook :
             {"pre-commit", "post-commit", "commit-msg", "prepare-commit-msg", "post-checkout", "post-merge",
              "pre-push", "post-index-change", "reference-transaction", "fsmonitor-watchman",
              "pre-applypatch", "applypatch-msg", "post-applypatch"})
            repo.write(std::string(".git/hooks/") + hook, "#!/bin/sh\nexec " + program + " hook\n", 0755);
        for (const char *key : {"core.fsmonitor",
                                "core.pager",
                                "core.editor",
                                "core.askPass",
                                "core.sshCommand",
                                "core.gitProxy",
                                "sequence.editor",
                                "diff.external",
                                "diff.x.command",
                                "diff.x.textconv",
                                "filter.x.clean",
                                "filter.x.smudge",
                                "filter.x.process",
                                "merge.x.driver",
                                "gpg.program",
                                "gpg.ssh.program",
                                "interactive.diffFilter",
                                "credential.helper",
                                "pager.status",
                                "difftool.x.cmd",
                                "mergetool.x.cmd",
                                "uploadpack.packObjectsHook",
                                "trailer.x.command",
                                "browser.x.cmd",
                                "man.x.cmd"})
            repo.git({"config", key, program});
        repo.git({"config", "alias.status", "!" + program});
        repo.git({"config", "filter.x.required", "true"});
        repo.git({"config", "commit.gpgSign", "true"});
        repo.git({"config", "log.showSignature", "true"});
        repo.write(".git/info/attributes", "* filter=x diff=x merge=x\n");
        const CommandLine person;
        named.seen = flows(person, repo.path(), Flows::All) + canary.executions();
        named.expected =
            "doctor 0, symbols 0, context 0, patch 0, verify 0, run 0, check 0, show 0, apply 0, undo 0, "
            "none started";
        careless(repo.path(), "git status; git diff; touch m.py; git add -A; git commit -m x");
        named.control = canary.executions();
        named.controlShows = "started 1";
        VS_HOLDS(m_ledger, named);
    }

    void H2_fetchesNothingThatIsMissing()
    {
        Row promised = row("H2", "promise objects by a remote with an upload program", "git itself");
        const TempRepo repo;
        larger::fill(repo);
        Canary canary(repo.outside());
        for (const auto &[key, value] : std::vector<std::pair<std::string, std::string>>{
                 {"core.repositoryformatversion", "1"},
                 {"extensions.partialClone", "origin"},
                 {"remote.origin.promisor", "true"},
                 {"remote.origin.partialclonefilter", "blob:none"},
                 {"remote.origin.url", repo.path().string()},
                 {"remote.origin.uploadpack", canary.program()}})
            repo.git({"config", key, value});
        const std::string id = repo.git({"rev-parse", "HEAD:m.py"}).substr(0, 40);
        fs::remove(repo.path() / ".git" / "objects" / id.substr(0, 2) / id.substr(2));
        const CommandLine person;
        const std::string ended = flows(person, repo.path());
        promised.seen = (ended.find("DIED") == std::string::npos ? "" : ended) + canary.executions();
        promised.expected = "none started";
        careless(repo.path(), "git cat-file -p " + id);
        promised.control = canary.executions();
        promised.controlShows = "started 1";
        VS_HOLDS(m_ledger, promised);
    }

    void H3_readsNothingOutside_data()
    {
        QTest::addColumn<QString>("script"); ///< run in the repository; OUT is a folder beside it
        QTest::addColumn<QString>("expected");
        const auto line = [](const char *name, const char *script, const char *expected) {
            QTest::newRow(name) << QString::fromUtf8(script) << QString::fromUtf8(expected);
        };
        // A FIFO hangs whoever reads it.
        line("point .git elsewhere", "mv .git OUT/real.git; echo 'gitdir: OUT/real.git' > .git",
             "ERR_REPOSITORY_UNSAFE");
        line("set core.worktree elsewhere", "git config core.worktree OUT", "ERR_REPOSITORY_UNSAFE");
        line("include a configuration elsewhere", "mkfifo OUT/fifo; git config include.path OUT/fifo",
             "ERR_REPOSITORY_UNSAFE");
        line("take objects from elsewhere",
             "mkfifo OUT/objects; echo OUT/objects > .git/objects/info/alternates", "ERR_REPOSITORY_UNSAFE");
        line("name an ignore file elsewhere",
             "mkfifo OUT/ignore; git config core.excludesFile OUT/ignore; git "
             "config core.attributesFile OUT/ignore",
             "status 0");
        line("nest a bare repository",
             "git init -q --bare sub.git; printf '[core]\\nfsmonitor=OUT/canary\\n' >> "
             "sub.git/config",
             "status 0");
    }
    void H3_readsNothingOutside()
    {
        QFETCH(QString, script);
        QFETCH(QString, expected);
        Row outside = row("H3", QTest::currentDataTag(), "the same repository without it");
        const TempRepo repo;
        larger::fill(repo);
        const CommandLine person;
        outside.control = opened(person, repo.path()) + " before";
        outside.controlShows = "status 0 before";
        Canary canary(repo.outside());
        careless(repo.path(),
                 script.replace(QStringLiteral("OUT"), QString::fromStdString(repo.outside().string()))
                     .toStdString());
        outside.seen = opened(person, repo.path());
        if (const std::string executed = canary.executions(); executed != "none started")
            outside.seen += ", " + executed;
        outside.expected = expected.toStdString();
        VS_HOLDS(m_ledger, outside);
    }

    void H4_explainsAnotherOwner()
    {
        if (::geteuid() != 0)
            QSKIP("giving a file to another user needs root");
        Row owner = row("H4", "belong to another user", "the same repository of one's own");
        const TempRepo repo;
        larger::fill(repo);
        const CommandLine person;
        owner.control = opened(person, repo.path());
        owner.controlShows = "status 0";
        QCOMPARE(::lchown(repo.path().c_str(), 12345, 12345), 0);
        QCOMPARE(::lchown((repo.path() / ".git").c_str(), 12345, 12345), 0);
        owner.seen = opened(person, repo.path());
        if (fs::exists(person.home() / ".gitconfig"))
            owner.seen += ", and wrote the user's settings";
        owner.expected = "ERR_REPOSITORY_OWNER";
        VS_HOLDS(m_ledger, owner);
    }

    void H5_handsOnNothingOfTheEnvironment()
    {
        Row environment =
            row("H5", "be met with GIT_* and LD_* in the environment", "git itself, and a shell");
        const TempRepo repo;
        const TempRepo other(TempRepo::Kind::Committed);
        larger::fill(repo);
        Canary canary(repo.outside());
        CommandLine person;
        std::string exports;
        for (const auto &[name, value] : std::vector<std::pair<std::string, std::string>>{
                 {"GIT_DIR", (other.path() / ".git").string()},
                 {"GIT_WORK_TREE", other.path().string()},
                 {"GIT_INDEX_FILE", (other.path() / "index").string()},
                 {"GIT_CONFIG_COUNT", "1"},
                 {"GIT_CONFIG_KEY_0", "core.fsmonitor"},
                 {"GIT_CONFIG_VALUE_0", canary.program()},
                 {"GIT_CONFIG_PARAMETERS", "'core.fsmonitor=" + canary.program() + "'"},
                 {"GIT_SSH", canary.program()},
                 {"GIT_SSH_COMMAND", canary.program()},
                 {"GIT_EXTERNAL_DIFF", canary.program()},
                 {"GIT_PAGER", canary.program()},
                 {"GIT_EDITOR", canary.program()},
                 {"GIT_ASKPASS", canary.program()},
                 {"GIT_EXEC_PATH", repo.outside().string()},
                 {"LD_LIBRARY_PATH", repo.outside().string()},
                 {"BASH_ENV", canary.program()},
                 {"ENV", canary.program()},
                 {"PYTHONSTARTUP", canary.program()}}) {
            person.set(name, value);
            exports += "export " + name + "=\"" + value + "\"; ";
        }
        const std::string check =
            "/usr/bin/python3 -c \"import os,sys; sys.exit(any(k.startswith(('GIT_','LD_','ENV',"
            "'BASH_ENV','PYTHONSTARTUP')) for k in os.environ))\"";
        const Finished inside =
            person.run({"verify", repo.path().string(), write(person, "p", larger::rightPatch), "--sandbox",
                        "bubblewrap", "--check", check});
        environment.seen = flows(person, repo.path()) + "inside " + std::to_string(inside.status) + ", " +
                           canary.executions();
        environment.expected = std::string(allWell) + "inside 0, none started";
        environment.control = careless(repo.path(), exports + check);
        careless(repo.path(), exports + "git -C " + other.path().string() + " status; git diff");
        environment.control += canary.executions();
        environment.controlShows = "status 1 started 1";
        VS_HOLDS(m_ledger, environment);
    }

    void H6_fetchesNoSubmodule()
    {
        Row submodule = row("H6", "name submodules by -u, ext:: and file://", "git itself");
        const TempRepo repo;
        larger::fill(repo);
        Canary canary(repo.outside());
        const std::string id = repo.git({"rev-parse", "HEAD"}).substr(0, 40);
        std::string modules;
        int number = 0;
        for (const std::string &url : {"-u" + canary.program(), "ext::" + canary.program() + " x",
                                       "file://" + repo.path().string(), std::string("../../outside")}) {
            const std::string name = "sub" + std::to_string(number++);
            modules += "[submodule \"" + name + "\"]\n\tpath = " + name + "\n\turl = \"" + url + "\"\n";
            repo.git({"update-index", "--add", "--cacheinfo", "160000," + id + "," + name});
        }
        repo.write(".gitmodules", modules);
        repo.git({"add", ".gitmodules"});
        repo.git({"commit", "-q", "-m", "submodules"});
        const CommandLine person;
        submodule.seen = flows(person, repo.path()) + canary.executions();
        submodule.expected = std::string(allWell) + "none started";
        careless(repo.path(), "git -c protocol.ext.allow=always submodule update --init sub1");
        submodule.control = canary.executions();
        submodule.controlShows = "started 1";
        VS_HOLDS(m_ledger, submodule);
    }

    void H7_isNotHeldUpByOddFiles()
    {
        Row odd = row("H7",
                      "hold sockets, FIFOs, devices, link loops, unreadable files, a sparse file of 10 GB, "
                      "5,000 files (reduced from a million)",
                      "cat");
        const TempRepo repo;
        larger::fill(repo);
        const fs::path root = repo.path();
        QCOMPARE(::mkfifo((root / "fifo").c_str(), 0644), 0);
        QCOMPARE(::mkfifo((root / ".gitignore").c_str(), 0644), 0);
        const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        (root / "socket").string().copy(address.sun_path, sizeof address.sun_path - 1);
        QCOMPARE(::bind(fd, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        if (::geteuid() == 0)
            QCOMPARE(::mknod((root / "zero").c_str(), S_IFCHR | 0666, makedev(1, 5)), 0);
        fs::create_symlink("loop-b", root / "loop-a");
        fs::create_symlink("loop-a", root / "loop-b");
        fs::create_directory_symlink(".", root / ".self"); // where pytest does not walk round
        fs::create_symlink("/etc/shadow", root / "shadow");
        repo.write("closed", "x", 0000);
        std::ofstream(root / "sparse").close();
        fs::resize_file(root / "sparse", std::uintmax_t{10'000'000'000});
        fs::create_directory(root / "many");
        for (int i = 0; i < 5000; ++i)
            std::ofstream(root / "many" / std::to_string(i)) << i;
        CommandLine person;
        QElapsedTimer timer;
        timer.start();
        odd.seen = flows(person, root);
        odd.seen += timer.elapsed() < 120'000 ? "in time" : "late";
        odd.expected = std::string(allWell) + "in time";
        ::close(fd);
        odd.control = careless(root, "cat fifo", 1000);
        odd.controlShows = "hangs";
        VS_HOLDS(m_ledger, odd);
    }

    void H8_keepsEveryName()
    {
        Row names = row("H8", "use names that are not UTF-8, twins, 255 bytes, line feeds, options",
                        "a tree without one of them");
        const TempRepo repo;
        const std::vector<std::string> all = {"bad-\xff\xfe",
                                              "caf\xc3\xa9",
                                              "cafe\xcc\x81",
                                              std::string(255, 'n'),
                                              "line\nfeed",
                                              "-rf",
                                              "--",
                                              "a b",
                                              "\"quoted\"",
                                              "tab\there",
                                              "esc\x1b[31m",
                                              "$(touch x)",
                                              "*",
                                              "trailing "};
        std::string wanted;
        for (const std::string &name : all) {
            repo.write("names/" + name, name);
            wanted += QByteArray::fromStdString(name).toHex().toStdString() + " ";
        }
        repo.write("look.py",
                   "import os,sys\nwanted='" + wanted +
                       "'.split()\n"
                       "found=[n.hex() for n in os.listdir(b'names')]\n"
                       "same=all(open(b'names/'+bytes.fromhex(n),'rb').read().hex()==n for n in found)\n"
                       "sys.exit(0 if sorted(found)==sorted(wanted) and same else 1)\n");
        larger::fill(repo);
        const CommandLine person;
        const auto verified = [&] {
            const Finished finished =
                person.run({"verify", repo.path().string(), write(person, "p", larger::rightPatch),
                            "--sandbox", "bubblewrap", "--check", "/usr/bin/python3 look.py"});
            return "status " + std::to_string(finished.status);
        };
        names.seen = verified();
        names.expected = "status 0";
        fs::remove(repo.path() / "names" / "-rf");
        names.control = verified();
        names.controlShows = "status 1";
        VS_HOLDS(m_ledger, names);
    }

    void H9_saysWhatIsBroken_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<QString>("expected");
        const auto line = [](const char *name, const char *script, const char *expected) {
            QTest::newRow(name) << QString::fromUtf8(script) << QString::fromUtf8(expected);
        };
        line("corrupt the index", "printf 'DIRC garbage' > .git/index", "ERR_REPOSITORY_BROKEN");
        line("lose the commit", "rm -rf .git/objects/*", "ERR_REPOSITORY_BROKEN");
        line("use SHA-256", "rm -rf .git; git init -q --object-format=sha256", "ERR_REPOSITORY_BROKEN");
        line("loop the references",
             "echo 'ref: refs/heads/b' > .git/refs/heads/main; echo 'ref: refs/heads/main' > "
             ".git/refs/heads/b",
             "ERR_REPOSITORY_BROKEN");
        line("be shallow", "git rev-parse HEAD > .git/shallow", "status 0");
        line("truncate a pack",
             "git repack -q -a -d; for p in .git/objects/pack/*.pack; do chmod u+w $p; "
             "truncate -s 40 $p; done",
             "ERR_REPOSITORY_BROKEN");
    }
    void H9_saysWhatIsBroken()
    {
        QFETCH(QString, script);
        QFETCH(QString, expected);
        Row broken = row("H9", QTest::currentDataTag(), "the same repository before");
        const TempRepo repo;
        larger::fill(repo);
        const CommandLine person;
        broken.control = opened(person, repo.path()) + " before";
        broken.controlShows = "status 0 before";
        careless(repo.path(), script.toStdString());
        broken.seen = opened(person, repo.path());
        broken.expected = expected.toStdString();
        VS_HOLDS(m_ledger, broken);
    }

    void H10_startsProgramsByAbsolutePathOnly()
    {
        Row poisoned = row("H10", "hold git, bwrap, docker and python first on PATH", "a shell");
        const TempRepo repo;
        larger::fill(repo);
        Canary canary(repo.outside());
        for (const char *folder : {"", "node_modules/.bin/", ".venv/bin/", "bin/"})
            for (const char *name : {"git", "bwrap", "docker", "podman", "runsc", "python", "python3", "sh",
                                     "bash", "env", "setpriv", "systemd-run", "unshare", "node", "npm"})
                repo.write(std::string(folder) + name,
                           "#!/bin/sh\nexec " + canary.program() + " " + name + "\n", 0755);
        CommandLine person;
        const std::string root = repo.path().string();
        const std::string path =
            ".:" + root + ":" + root + "/node_modules/.bin:" + root + "/.venv/bin:/usr/bin:/bin";
        person.set("PATH", path);
        const std::string ended = flows(person, repo.path(), Flows::All);
        poisoned.seen = (ended.find("DIED") == std::string::npos ? "" : ended) + canary.executions();
        poisoned.expected = "none started";
        careless(repo.path(), "PATH=" + path + "; git status; bwrap; docker");
        poisoned.control = canary.executions();
        poisoned.controlShows = "started 1";
        VS_HOLDS(m_ledger, poisoned);
    }
};

VS_GAUNTLET_MAIN(HostileRepositoryTest, "H")
#include "hostile_repository_test.moc"
