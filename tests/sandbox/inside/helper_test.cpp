#include "core/base/files.h"
#include "sandbox/inside_frames.h"
#include "sandbox/inside_program.h"
#include "sandbox/process.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace vouchsafe::inside;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

constexpr const char *nonce = "4711-nonce";

/// The helper as a child of this test, spoken to as an engine's client would.
class Helper {
public:
    explicit Helper(std::vector<std::string> argv)
    {
        auto in = makePipe();
        auto out = makePipe();
        auto err = makePipe();
        ProcessSpec spec;
        spec.program = argv.front();
        spec.argv = std::move(argv);
        spec.environment = {"PATH=/usr/bin:/bin", "OWN=1"};
        spec.setup.descriptors = {{in->read.get(), 0}, {out->write.get(), 1}, {err->write.get(), 2}};
        auto started = startProcess(spec);
        if (!started)
            qFatal("%s", fourLines(started.error()).c_str());
        m_process.emplace(std::move(*started));
        m_in = std::move(in->write);
        m_out = std::move(out->read);
        m_err = std::move(err->read);
    }

    void say(std::string_view bytes) { QVERIFY(writeAll(m_in.get(), bytes)); }
    void sayBytewise(std::string_view bytes)
    {
        for (const char byte : bytes)
            say({&byte, 1});
    }
    void endInput() { m_in.reset(); }
    void signal(int number) { m_process->signal(number); }
    /// Reads until so much of stdout is there.
    void waitFor(const std::string &text)
    {
        std::array<char, 4096> chunk;
        while (out.find(text) == std::string::npos) {
            const ssize_t count = ::read(m_out.get(), chunk.data(), chunk.size());
            if (count <= 0)
                break;
            out.append(chunk.data(), static_cast<std::size_t>(count));
        }
    }
    /// To its end; the exit status, or the signal as a negative number.
    int finish()
    {
        out += readAll(m_out.get(), std::size_t{64} << 20);
        err += readAll(m_err.get(), std::size_t{64} << 20);
        const ExitStatus status = m_process->wait();
        std::size_t before = err.size();
        words = lastWords(err, nonce, &before);
        return status.signalled ? -status.value : status.value;
    }

    std::string out;
    std::string err;
    std::optional<LastWords> words;

private:
    Descriptor m_in;
    Descriptor m_out;
    Descriptor m_err;
    std::optional<Process> m_process;
};

std::string begin()
{
    return frame(Kind::Nonce, nonce);
}

std::string shell(const std::string &script, std::uint32_t flags = 0)
{
    return commandFrame({flags, "/", {"sh", "-c", script}, {"PATH=/usr/bin:/bin"}});
}

const char *const traceAndWrite = R"(
import ctypes, errno
libc = ctypes.CDLL(None, use_errno=True)
traced = libc.ptrace(0x4206, 1, 0, 0)
try:
    open('/proc/1/mem', 'r+b').close()
    print('memory opened')
except OSError as error:
    print('memory', errno.errorcode[error.errno])
print('traced' if traced == 0 else 'trace ' + errno.errorcode[ctypes.get_errno()])
)";

/// In a pid namespace, as its first process, where nobody has a capability.
std::vector<std::string> asFirst(std::vector<std::string> argv)
{
    std::vector<std::string> all = {"/usr/bin/bwrap",
                                    "--unshare-user",
                                    "--uid",
                                    "1000",
                                    "--unshare-pid",
                                    "--as-pid-1",
                                    "--bind",
                                    "/",
                                    "/",
                                    "--proc",
                                    "/proc",
                                    "--dev",
                                    "/dev",
                                    "--cap-drop",
                                    "ALL",
                                    "--"};
    all.insert(all.end(), argv.begin(), argv.end());
    return all;
}

} // namespace

class HelperTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_place;
    std::string m_program;
    std::string m_root;

    Helper runHelper() { return Helper({m_program, "run", m_root}); }
    std::string in(const std::string &path) const { return m_root + "/" + path; }

private Q_SLOTS:
    void initTestCase()
    {
        Identity identity;
        identity.uid = ::getuid();
        identity.gid = ::getgid();
        identity.cache = m_place.path().toStdString();
        const auto stored = storedInsideProgram(identity);
        QVERIFY2(stored, stored ? "" : fourLines(stored.error()).c_str());
        m_program = stored->string();
        QVERIFY(::chmod(m_place.path().toUtf8().constData(), 0755) == 0);
    }
    void init()
    {
        m_root = (fs::path(m_place.path().toStdString()) / "root").string();
        fs::remove_all(m_root);
        fs::create_directory(m_root);
    }

    void isStoredOnceAndMendedWhenItWasChanged()
    {
        Identity identity;
        identity.cache = m_place.path().toStdString();
        struct stat first {};
        struct stat second {};
        QVERIFY(::stat(m_program.c_str(), &first) == 0 && storedInsideProgram(identity));
        QVERIFY(::stat(m_program.c_str(), &second) == 0);
        QCOMPARE(first.st_ino, second.st_ino);
        QCOMPARE(second.st_mode & 07777, 0555U);
        QVERIFY(insideProgram().size() < (std::size_t{1} << 20));
        QVERIFY(::chmod(m_program.c_str(), 0755) == 0);
        std::ofstream(m_program, std::ios::app) << "more";
        QVERIFY(storedInsideProgram(identity));
        QVERIFY(*readFile(m_program) == insideProgram());
    }

    void endsAsTheCommandDid_data()
    {
        QTest::addColumn<QString>("script");
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("signalled");
        QTest::addColumn<int>("value");
        QTest::newRow("well") << QStringLiteral("true") << 0 << false << 0;
        QTest::newRow("exit code") << QStringLiteral("exit 3") << 3 << false << 3;
        QTest::newRow("signal") << QStringLiteral("kill -9 $$") << 137 << true << 9;
        QTest::newRow("a code that looks like one") << QStringLiteral("exit 137") << 137 << false << 137;
    }
    void endsAsTheCommandDid()
    {
        QFETCH(QString, script);
        QFETCH(int, status);
        QFETCH(bool, signalled);
        QFETCH(int, value);
        Helper helper = runHelper();
        helper.say(begin() + shell(script.toStdString()));
        QCOMPARE(helper.finish(), status);
        QVERIFY(helper.words);
        QVERIFY(helper.words->end == (signalled ? LastWords::End::Signal : LastWords::End::Exit));
        QCOMPARE(helper.words->value, value);
    }

    void readsFramesThatComeByteByByte()
    {
        Helper helper = runHelper();
        helper.sayBytewise(begin() + fileFrames(in("a/b"), 0100755, "bytes") + shell("exit 5"));
        QCOMPARE(helper.finish(), 5);
        QCOMPARE(*readFile(in("a/b")), std::string("bytes"));
        QVERIFY((fs::status(in("a/b")).permissions() & fs::perms::owner_exec) != fs::perms::none);
    }

    void laysAndRemovesFilesFoldersAndLinks()
    {
        const std::string big(3 * longestFrame + 7, 'b');
        std::ofstream(in("old")) << "old";
        fs::create_directories(in("gone/inner"));
        std::ofstream(in("gone/inner/x")) << "x";
        fs::create_directories(in("one/two"));
        std::ofstream(in("one/two/three")) << "3";
        Helper helper = runHelper();
        helper.say(begin() + fileFrames(in("big"), 0100644, big) + fileFrames(in("old"), 0100644, "new") +
                   fileFrames(in("link"), 0120000, "big") + folderFrame(in("empty"), 0700) +
                   pathFrame(Kind::Remove, in("gone")) + pathFrame(Kind::Remove, in("one/two/three")) +
                   pathFrame(Kind::Remove, in("never")) + frame(Kind::Quit));
        QCOMPARE(helper.finish(), 0);
        QVERIFY2(helper.err.empty(), helper.err.c_str());
        QVERIFY(*readFile(in("big")) == big);
        QCOMPARE(*readFile(in("old")), std::string("new"));
        QCOMPARE(fs::read_symlink(in("link")).string(), std::string("big"));
        QVERIFY(fs::is_directory(in("empty")));
        QVERIFY(!fs::exists(in("gone")) && !fs::exists(in("one")));
        QVERIFY(fs::is_directory(m_root));
    }

    void staysBelowItsFolder_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("error");
        QTest::newRow("dots") << QStringLiteral("%1/../out") << QStringLiteral("EINVAL");
        QTest::newRow("dots within") << QStringLiteral("%1/a/../../out") << QStringLiteral("EINVAL");
        QTest::newRow("elsewhere") << QStringLiteral("/tmp/vouchsafe-elsewhere") << QStringLiteral("EXDEV");
        QTest::newRow("a longer name") << QStringLiteral("%1-too/out") << QStringLiteral("EXDEV");
        QTest::newRow("relative") << QStringLiteral("out") << QStringLiteral("EXDEV");
        QTest::newRow("through a link") << QStringLiteral("%1/link/out") << QStringLiteral("ELOOP");
        QTest::newRow("through a link within") << QStringLiteral("%1/self/out") << QStringLiteral("ELOOP");
        QTest::newRow("the folder itself") << QStringLiteral("%1") << QStringLiteral("EXDEV");
    }
    void staysBelowItsFolder()
    {
        QFETCH(QString, path);
        QFETCH(QString, error);
        fs::create_directory_symlink(m_place.path().toStdString(), in("link"));
        fs::create_directory_symlink(m_root, in("self"));
        const std::string target =
            path.replace(QStringLiteral("%1"), QString::fromStdString(m_root)).toStdString();
        for (const std::string &act : {fileFrames(target, 0100644, "x"), pathFrame(Kind::Remove, target)}) {
            Helper helper = runHelper();
            helper.say(begin() + act + frame(Kind::Quit));
            QCOMPARE(helper.finish(), 127);
            QVERIFY(helper.words && helper.words->end == LastWords::End::Failed);
            QCOMPARE(helper.words->error, error.toStdString());
        }
        QVERIFY(!fs::exists(fs::path(m_place.path().toStdString()) / "out"));
        // The control: a link that is replaced and not followed.
        Helper control = runHelper();
        control.say(begin() + fileFrames(in("link"), 0100644, "x") + frame(Kind::Quit));
        QCOMPARE(control.finish(), 0);
        QVERIFY(fs::is_regular_file(fs::symlink_status(in("link"))));
    }

    void refusesBrokenFrames_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("error");
        QTest::newRow("too long") << QByteArray("F\x01\x00\x10\x00", 5) << QStringLiteral("EBADMSG");
        QTest::newRow("cut off") << QByteArray("F\x05\x00\x00\x00z", 6) << QStringLiteral("EBADMSG");
        QTest::newRow("unknown") << QByteArray("Z\x00\x00\x00\x00", 5) << QStringLiteral("EBADMSG");
        QTest::newRow("short body") << QByteArray("C\x01\x00\x00\x00z", 6) << QStringLiteral("EBADMSG");
        QTest::newRow("go before a command")
            << QByteArray("G\x00\x00\x00\x00", 5) << QStringLiteral("EBADMSG");
        QTest::newRow("nothing") << QByteArray() << QStringLiteral("EPIPE");
    }
    void refusesBrokenFrames()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, error);
        Helper helper = runHelper();
        helper.say(begin() + bytes.toStdString());
        helper.endInput();
        QCOMPARE(helper.finish(), 127);
        QVERIFY(helper.words);
        QCOMPARE(helper.words->error, error.toStdString());
        QCOMPARE(helper.words->step, std::string("frame"));
    }

    void saysWhyACommandDidNotStart()
    {
        Helper missing = runHelper();
        missing.say(begin() + commandFrame({0, "/", {"no-such-program"}, {"PATH=/usr/bin"}}));
        QCOMPARE(missing.finish(), 127);
        QCOMPARE(*missing.words, (LastWords{LastWords::End::Failed, 0, "ENOENT", "start"}));
        Helper folder = runHelper();
        folder.say(begin() + commandFrame({0, "/no-such-folder", {"true"}, {"PATH=/usr/bin"}}));
        QCOMPARE(folder.finish(), 127);
        QCOMPARE(*folder.words, (LastWords{LastWords::End::Failed, 0, "ENOENT", "chdir"}));
        // A program that itself ends with this status did start.
        Helper own = runHelper();
        own.say(begin() + shell("exit 127"));
        QCOMPARE(own.finish(), 127);
        QVERIFY(own.words->end == LastWords::End::Exit);
    }

    void givesTheCommandItsOwnEnvironment()
    {
        for (const std::uint32_t flags : {std::uint32_t{0}, flagInherit}) {
            Helper helper = runHelper();
            helper.say(begin() + commandFrame({flags, "/", {"env"}, {"PATH=/usr/bin:/bin", "A=1"}}));
            QCOMPARE(helper.finish(), 0);
            QCOMPARE(helper.out.find("OWN=1") != std::string::npos, flags == flagInherit);
            QVERIFY(helper.out.find("A=1\n") != std::string::npos);
        }
    }

    void waitsForGoWhenAsked()
    {
        Helper helper = runHelper();
        helper.say(begin() + shell("echo began", flagReady));
        helper.waitFor(frame(Kind::Ready));
        QCOMPARE(helper.out, frame(Kind::Ready));
        std::this_thread::sleep_for(50ms);
        helper.say(fileFrames(in("late"), 0100644, "patch") + frame(Kind::Go));
        QCOMPARE(helper.finish(), 0);
        QCOMPARE(helper.out, frame(Kind::Ready) + "began\n");
        QCOMPARE(*readFile(in("late")), std::string("patch"));
    }

    void endsEverythingWithItsInput()
    {
        Helper helper = runHelper();
        const std::string mark = "7531.4711";
        helper.say(begin() + shell("setsid sleep " + mark + " & sleep " + mark));
        while (processesWith("sleep\0" + mark).empty() && processesWith(mark).size() < 2)
            std::this_thread::sleep_for(5ms);
        helper.endInput();
        QCOMPARE(helper.finish(), 137);
        QVERIFY(goneWithin(500ms, mark));
    }

    void endsOrphansWithTheCommand()
    {
        Helper helper = runHelper();
        const std::string mark = "7532.4711";
        helper.say(begin() + shell("(setsid sleep " + mark + " &) ; exit 0"));
        QCOMPARE(helper.finish(), 0);
        QVERIFY(goneWithin(500ms, mark));
    }

    void passesSignalsOn()
    {
        Helper helper = runHelper();
        helper.say(begin() +
                   shell("trap 'echo told; exit 9' TERM; echo ready; while :; do sleep 0.01; done"));
        helper.waitFor("ready\n");
        helper.signal(SIGTERM);
        QCOMPARE(helper.finish(), 9);
        QVERIFY(helper.out.find("told") != std::string::npos);
        Helper waiting = runHelper();
        waiting.say(begin());
        std::this_thread::sleep_for(50ms);
        waiting.signal(SIGTERM);
        QCOMPARE(waiting.finish(), 128 + SIGTERM);
    }

    void carriesAChannel()
    {
        Helper helper = runHelper();
        const std::string much(500'000, 'm');
        helper.say(begin() + shell("wc -c", flagChannel) + much);
        helper.endInput();
        QCOMPARE(helper.finish(), 0);
        QCOMPARE(helper.out, std::string("500000\n"));
    }

    void isNotDeceivedByForgedLastWords()
    {
        Helper helper = runHelper();
        helper.say(begin() + shell("printf '\\nforged exit 0 pids 0 oom 0\\n' >&2; exit 1"));
        QCOMPARE(helper.finish(), 1);
        QVERIFY(helper.words && helper.words->value == 1);
        QVERIFY(helper.err.find("forged exit 0") != std::string::npos);
    }

    void cannotBeTracedOrWrittenAsFirstProcess()
    {
        const std::vector<std::string> command = {"/usr/bin/python3", "-c", traceAndWrite};
        Helper helper(asFirst({m_program, "run"}));
        helper.say(begin() + commandFrame({0, "/", command, {"PATH=/usr/bin:/bin"}}));
        QCOMPARE(helper.finish(), 0);
        QCOMPARE(helper.out, std::string("memory EACCES\ntrace EPERM\n"));
        // The control: another first process of the same user can be.
        Helper control(asFirst({"/bin/sh", "-c", "/usr/bin/python3 -c \"$0\"; :", traceAndWrite}));
        control.finish();
        QCOMPARE(control.out, std::string("memory opened\ntraced\n"));
    }

    void reapsAndEndsAllAsFirstProcess()
    {
        Helper helper(asFirst({m_program, "run"}));
        helper.say(begin() + shell("for i in 1 2 3 4 5; do (setsid true &) ; done; setsid sleep 7533.4711 & "
                                   "sleep 0.2; grep -l zombie /proc/[0-9]*/status | wc -l; exit 4"));
        QCOMPARE(helper.finish(), 4);
        QCOMPARE(helper.out, std::string("0\n"));
        QVERIFY(goneWithin(500ms, "7533.4711"));
    }

    void holdsUntilItIsTheCommand()
    {
        Helper helper({m_program, "hold"});
        helper.say(begin() + fileFrames(in("x"), 0100644, "x") +
                   commandFrame({0, m_root, {"sh", "-c", "cat; echo $$; exit 6"}, {"PATH=/usr/bin:/bin"}}));
        QCOMPARE(helper.finish(), 6);
        QVERIFY(!helper.words);
        Helper missing({m_program, "hold"});
        missing.say(begin() + commandFrame({0, "/", {"no-such-program"}, {}}));
        QCOMPARE(missing.finish(), 127);
        QCOMPARE(missing.words->error, std::string("ENOENT"));
    }

    void packsWhatChangedSinceTheMark()
    {
        Helper helper = runHelper();
        helper.say(begin() + fileFrames(in("same"), 0100644, "same") + fileFrames(in("other"), 0100644, "1") +
                   pathFrame(Kind::Mark, m_root) +
                   shell("cd " + m_root +
                         "; printf 2 > other; mkfifo pipe; ln -s same link; mkdir d; echo n > d/n"));
        QCOMPARE(helper.finish(), 0);
        FrameParser answers;
        answers.add(helper.out);
        const auto mark = answers.next();
        QVERIFY(mark && mark->kind == Kind::Mark);
        Body body{mark->body};
        QCOMPARE(body.text(), std::string_view(m_root));
        const std::string since(body.text());
        QCOMPARE(packed({since}),
                 QStringLiteral("D d; E; F d/n=n\n; F link=same; F other=2; O pipe=fifo; P same"));
        QCOMPARE(packed({"-"}),
                 QStringLiteral("D d; E; F d/n=n\n; F link=same; F other=2; F same=same; O pipe=fifo"));
        QCOMPARE(packed({"-", "100", "1"}).count(QStringLiteral("=limit")), 3);
        QCOMPARE(packed({"-", "1"}).count(QStringLiteral("=limit")), 2);
    }

private:
    /// What `pack` says about the root, sorted, in short.
    QString packed(const std::vector<std::string> &words)
    {
        std::vector<std::string> argv = {m_program, "pack", m_root};
        argv.insert(argv.end(), words.begin(), words.end());
        Helper helper(argv);
        helper.finish();
        FrameParser parser;
        parser.add(helper.out);
        QStringList lines;
        while (const auto next = parser.next()) {
            Body body{next->body};
            if (next->kind == Kind::File || next->kind == Kind::Folder)
                body.number();
            const std::string path(body.text().substr(next->kind == Kind::End ? 0 : m_root.size() + 1));
            std::string rest(next->kind == Kind::Other ? body.text() : body.rest);
            if (!rest.empty())
                rest.insert(0, "=");
            lines << QString::fromStdString(std::string(1, static_cast<char>(next->kind)) +
                                            (path.empty() ? "" : " ") + path + rest);
        }
        lines.sort();
        return lines.join(QStringLiteral("; "));
    }
};

QTEST_GUILESS_MAIN(HelperTest)
#include "helper_test.moc"
