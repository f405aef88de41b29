#include "tests/sandbox/sandbox_case.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;

class FaultTest : public QObject {
    Q_OBJECT

private:
    SandboxCase m_box{Files{{"a.txt", "base\n"}}};

private Q_SLOTS:
    void C10_tellsHowACommandEnded_data()
    {
        QTest::addColumn<QStringList>("argv");
        QTest::addColumn<Ending>("ending");
        QTest::addColumn<int>("value");
        const auto sh = [](const char *script) {
            return QStringList{QStringLiteral("/bin/sh"), QStringLiteral("-c"), QString::fromUtf8(script)};
        };
        QTest::newRow("success") << sh("exit 0") << Ending::Exited << 0;
        QTest::newRow("failing tests") << sh("exit 1") << Ending::Exited << 1;
        QTest::newRow("a shell that finds no command") << sh("nonexistent-runner") << Ending::Exited << 127;
        QTest::newRow("the highest code") << sh("exit 255") << Ending::Exited << 255;
        QTest::newRow("no such program")
            << QStringList{QStringLiteral("nonexistent-runner")} << Ending::SetupFailed << 0;
        QTest::newRow("not executable")
            << QStringList{QStringLiteral("/etc/passwd")} << Ending::SetupFailed << 0;
        QTest::newRow("crash") << sh("kill -SEGV $$") << Ending::Signalled << SIGSEGV;
        QTest::newRow("killed") << sh("kill -KILL $$") << Ending::Signalled << SIGKILL;
        QTest::newRow("abort") << sh("kill -ABRT $$") << Ending::Signalled << SIGABRT;
        QTest::newRow("forged words")
            << sh("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1") << Ending::Exited << 1;
        QTest::newRow("forged record")
            << sh("echo '{ \"exit-code\": 0 }' | tee /proc/self/fd/3 2>/dev/null; exit 1") << Ending::Exited
            << 1;
    }
    void C10_tellsHowACommandEnded()
    {
        QFETCH(QStringList, argv);
        QFETCH(Ending, ending);
        QFETCH(int, value);
        std::vector<std::string> words;
        for (const QString &word : argv)
            words.push_back(word.toStdString());
        const Ran ran = m_box.run(words);
        QVERIFY2(ran.result.ending == ending, ran.shown().c_str());
        QCOMPARE(ending == Ending::Signalled ? ran.result.signal
                 : ending == Ending::Exited  ? ran.result.exitCode
                                             : 0,
                 value);
        QCOMPARE(ran.result.setupError.empty(), ending != Ending::SetupFailed);
    }

    void C10_namesTheProgramThatDoesNotStart()
    {
        const Ran ran = m_box.run({"nonexistent-runner"});
        QVERIFY2(ran.result.setupError.find("nonexistent-runner: No such file or directory") !=
                     std::string::npos,
                 ran.shown().c_str());
    }

    void E07_waitsForNoGrandchild()
    {
        const auto before = std::chrono::steady_clock::now();
        const Ran ran = m_box.run({"/bin/sh", "-c", "(sleep 7501; :) & printf up"}, {}, 2s);
        QVERIFY(std::chrono::steady_clock::now() - before < 4s);
        QCOMPARE(ran.out, std::string("up"));
        QCOMPARE(ran.result.ending, Ending::Exited);
        QCOMPARE(ran.result.exitCode, 0);
        QVERIFY(processesWith("7501").empty());
    }

    void E08_hasAHomeAndCachesToWriteTo()
    {
        const Ran ran =
            m_box.shell("for d in \"$HOME\" \"$TMPDIR\"; do touch \"$d/x\" || exit 1; done; "
                        "mkdir -p \"$XDG_CACHE_HOME/x\" && getent passwd $(id -u) >/dev/null && echo ok");
        QCOMPARE(ran.out, std::string("ok\n"));
    }

    void E09_hasSharedMemory()
    {
        if (::access("/usr/bin/python3", X_OK) != 0)
            QSKIP("/usr/bin/python3 is not here");
        const Ran ran = m_box.python("import multiprocessing as m; m.Lock(); print('ok')");
        QCOMPARE(ran.out, std::string("ok\n"));
    }

    void E11_givesAnEmptyInput()
    {
        const Ran cat = m_box.run({"/bin/cat"});
        QVERIFY2(cat.ok() && cat.out.empty(), cat.shown().c_str());
        QVERIFY(cat.result.duration < 1s);
    }

    void E13_executesFromTheTemporaryFolder()
    {
        const Ran ran =
            m_box.shell("cp /bin/echo \"$TMPDIR/e\" && \"$TMPDIR/e\" ran; cp /bin/echo ./e && ./e here");
        QCOMPARE(ran.out, std::string("ran\nhere\n"));
    }

    void restoresAWorkingLoopback()
    {
        if (::access("/usr/bin/python3", X_OK) != 0)
            QSKIP("/usr/bin/python3 is not here");
        const Ran ran = m_box.python("import socket\ns=socket.socket(); s.bind(('localhost',0)); s.listen()\n"
                                     "c=socket.create_connection(s.getsockname()); print('ok')");
        QCOMPARE(ran.out, std::string("ok\n"));
    }
};

QTEST_GUILESS_MAIN(FaultTest)
#include "fault_test.moc"
