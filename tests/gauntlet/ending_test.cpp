// Group E: how commands end, and what a check may count on or must not reach. Each command is an ordinary one
// of a careless test suite. C10 is of the threat model's tables; E07 to E14 are of a list of their own, what
// ordinary tests do that sandboxes often break, and no group of acts.

#include "tests/gauntlet/box.h"
#include "tests/gauntlet/ledger.h"

#include <QTest>

#include <csignal>
#include <unistd.h>

using namespace vouchsafe;
using namespace vouchsafe::gauntlet;
using namespace std::chrono_literals;
using test::Ran;

namespace {

struct Case {
    const char *id;
    const char *act;
    std::vector<std::string> argv;
    const char *expected; ///< ending and what it printed
};

std::vector<std::string> sh(const char *script)
{
    return {"/bin/sh", "-c", script};
}

std::vector<std::string> python(const char *script)
{
    return {"/usr/bin/python3", "-c", script};
}

const std::vector<Case> cases = {
    {"C10", "succeed", sh("exit 0"), "exit 0 "},
    {"C10", "fail", sh("exit 1"), "exit 1 "},
    {"C10", "name a command that the shell does not find", sh("nonexistent-runner 2>/dev/null"), "exit 127 "},
    {"C10", "end with the highest code", sh("exit 255"), "exit 255 "},
    {"C10", "name a program that is not there", {"nonexistent-runner"}, "not started "},
    {"C10", "name a file that is no program", {"/etc/passwd"}, "not started "},
    {"C10", "crash", sh("kill -SEGV $$"), "signal 11 "},
    {"C10", "be killed", sh("kill -KILL $$"), "signal 9 "},
    {"C10", "abort", sh("kill -ABRT $$"), "signal 6 "},
    {"C10", "forge the launcher's words",
     sh("echo 'bwrap: setting up uid map: Permission denied' >&2; echo 'docker: Error' >&2; exit 1"),
     "exit 1 "},
    {"C10", "forge the launcher's record",
     sh("for n in 2 3 4 5 6; do echo '{ \"exit-code\": 0 }' | tee "
        "/proc/self/fd/$n >/dev/null 2>&1; done; exit 1"),
     "exit 1 "},
    {"E07", "leave a grandchild behind", sh("(sleep 60; :) & printf up"), "exit 0 up"},
    {"E08", "write to home, temporary folder and cache",
     sh("for d in \"$HOME\" \"$TMPDIR\"; do touch \"$d/x\" || exit 1; done; mkdir -p \"$XDG_CACHE_HOME/x\" "
        "&& "
        "echo ok"),
     "exit 0 ok\n"},
    {"E09", "use shared memory and semaphores",
     python("import multiprocessing as m; m.Lock(); from multiprocessing import shared_memory as s; "
            "x=s.SharedMemory(create=True,size=1000); x.unlink(); print('ok')"),
     "exit 0 ok\n"},
    {"E11", "read stdin", {"/bin/cat"}, "exit 0 "},
    {"E11", "open /dev/tty",
     python("import os\ntry: os.open('/dev/tty',os.O_RDWR); print('opened')\nexcept OSError: print('none')"),
     "exit 0 none\n"},
    {"E12", "make many short children",
     python("import os\nfor i in range(200):\n p=os.fork()\n if p==0:\n  if os.fork()==0: os._exit(0)\n  "
            "os._exit(0)\n os.waitpid(p,0)\nprint('ok')"),
     "exit 0 ok\n"},
    {"E13", "run what it built, in the workspace and in the temporary folder",
     sh("cp /bin/echo \"$TMPDIR/e\" && \"$TMPDIR/e\" ran; cp /bin/echo ./e && ./e here"),
     "exit 0 ran\nhere\n"},
    {"E14", "serve and connect on the loopback",
     python("import socket\ns=socket.socket(); s.bind(('localhost',0)); s.listen()\n"
            "c=socket.create_connection(s.getsockname()); print('ok')"),
     "exit 0 ok\n"},
};

std::string told(const Ran &ran)
{
    switch (ran.result.ending) {
    case Ending::Exited:
        return "exit " + std::to_string(ran.result.exitCode) + " " + ran.out;
    case Ending::Signalled:
        return "signal " + std::to_string(ran.result.signal) + " " + ran.out;
    case Ending::SetupFailed:
        return "not started " + ran.out;
    case Ending::TimedOut:
        return "timeout " + ran.out;
    case Ending::LimitReached:
        return "limit " + ran.result.limit + " " + ran.out;
    case Ending::Cancelled:
        break;
    }
    return "cancelled";
}

} // namespace

class EndingTest : public QObject {
    Q_OBJECT

public:
    explicit EndingTest(const TestedBackend &backend) : m_ledger("E", backend), m_box(backend) {}

private:
    Ledger m_ledger;
    Box m_box;

private Q_SLOTS:
    void ends_data()
    {
        QTest::addColumn<int>("number");
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::addRow("%s %s", cases[i].id, cases[i].act) << static_cast<int>(i);
    }
    void ends()
    {
        QFETCH(int, number);
        const Case &one = cases[static_cast<std::size_t>(number)];
        const Ran ran = m_box.run(one.argv);
        Row row;
        row.id = one.id;
        row.act = one.act;
        row.seen = told(ran);
        row.expected = one.expected;
        // Each ending is the others' control: a runner that says one thing of all of them fails here.
        row.where = "another command";
        row.control = number == 0 ? "exit 1 " : "exit 0 of another";
        row.controlShows = anythingElse;
        VS_HOLDS(m_ledger, row);
        QVERIFY2(ran.result.setupError.empty() == (ran.result.ending != Ending::SetupFailed),
                 ran.shown().c_str());
    }
};

VS_GAUNTLET_MAIN(EndingTest, "E")
#include "ending_test.moc"
