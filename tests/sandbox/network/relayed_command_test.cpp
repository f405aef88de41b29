#include "sandbox/network/relayed_command.h"

#include "core/base/text.h"
#include "sandbox/network/relay_tunnels.h"
#include "tests/sandbox/network/loopback_server.h"
#include "tests/sandbox/sandbox_case.h"

#include <QTest>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;

namespace {

/// A command in a bubblewrap, with a way to the proxy.
struct Relayed {
    SandboxCase sandbox;
    AllowListProxy proxy;
    Gathered output;

    explicit Relayed(const std::string &allowed, NameLookup lookup = loopbackLookup())
        : proxy({parseAllowedHost(allowed).value()}, {}, std::move(lookup))
    {
    }
    Result<RunResult> run(const std::vector<std::string> &argv, std::chrono::milliseconds timeout = 60s,
                          std::stop_token stop = {})
    {
        Command command;
        command.argv = argv;
        command.timeout = timeout;
        const auto inside = sandbox.open();
        return runRelayed(*inside, command, proxy, std::move(stop), output);
    }
    Result<RunResult> python(const std::string &script) { return run({"/usr/bin/python3", "-c", script}); }
    /// Whether the proxy's log has an entry for the host that was let through, or refused.
    bool logged(const std::string &host, bool allowed) const
    {
        for (const ProxyLogEntry &entry : proxy.log())
            if (entry.host == host && entry.allowed == allowed)
                return true;
        return false;
    }
};

// A raw string with these words makes moc overlook the class below.
const std::string tunnelTo =
    "import os, socket\n"
    "def tunnel(target):\n"
    "    host, port = os.environ[\"HTTPS_PROXY\"].removeprefix(\"http://\").split(\":\")\n"
    "    s = socket.create_connection((host, int(port)))\n"
    "    s.sendall(f\"CONNECT {target} HTTP/1.1\\r\\nHost: {target}\\r\\n\\r\\n\".encode())\n"
    "    head = b\"\"\n"
    "    while not head.endswith(b\"\\r\\n\\r\\n\"):\n"
    "        byte = s.recv(1)\n"
    "        if not byte:\n"
    "            break\n"
    "        head += byte\n"
    "    return s, int(head.split()[1])\n";

/// The functions above and the script, TARGET being that one.
std::string forTarget(const std::string &target, const std::string &script)
{
    return replaceAll(tunnelTo + script, "TARGET", target);
}

} // namespace

class RelayedCommandTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesOutputAndStatusBack()
    {
        Relayed relayed("index.test");
        const auto ended =
            relayed.run({"/bin/sh", "-c", "printf 'a\\nb\\\\n\\000c'; echo err >&2; cat; exit 3"});
        QVERIFY2(ended, ended ? "" : fourLines(ended.error()).c_str());
        QCOMPARE(ended->ending, Ending::Exited);
        QCOMPARE(ended->exitCode, 3);
        QCOMPARE(relayed.output.out, std::string("a\nb\\n\0c", 7));
        QCOMPARE(relayed.output.err, std::string("err\n"));
        const auto killed = relayed.run({"/bin/sh", "-c", "kill -9 $$"});
        QVERIFY(killed && killed->ending == Ending::Signalled && killed->signal == 9);
    }

    void saysWhatCannotBeStarted()
    {
        Relayed relayed("index.test");
        const auto ended = relayed.run({"/no/such/program"});
        QVERIFY(!ended);
        QCOMPARE(ended.error().code, ErrorCode::SandboxSetup);
        QVERIFY(ended.error().context.find("No such file") != std::string::npos);
    }

    void carriesManyConnectionsAtOnceAndMuchInBothDirections()
    {
        LoopbackServer server([](const std::string &got) { return got + got; });
        const std::string target = "index.test:" + std::to_string(server.port());
        Relayed relayed(target + "+private");
        const auto ended = relayed.python(forTarget(target, R"py(
import threading, hashlib, os
data = os.urandom(3_000_000)
good = []
def one(i):
    s, status = tunnel("TARGET")
    assert status == 200, status
    threading.Thread(target=lambda: (s.sendall(data), s.shutdown(socket.SHUT_WR))).start()
    got = b""
    while chunk := s.recv(1 << 16):
        got += chunk
    assert got == data + data, len(got)
    good.append(i)
threads = [threading.Thread(target=one, args=(i,)) for i in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
print(len(good))
)py"));
        QVERIFY2(ended && ended->exitCode == 0, relayed.output.err.c_str());
        QCOMPARE(relayed.output.out, std::string("8\n"));
    }

    void oneConnectionThatStallsHoldsUpNoOther()
    {
        LoopbackServer server([](const std::string &) { return std::string(5'000'000, 'x'); });
        const std::string target = "index.test:" + std::to_string(server.port());
        Relayed relayed(target + "+private");
        const auto ended = relayed.python(forTarget(target, R"py(
stalled, _ = tunnel("TARGET")
stalled.shutdown(socket.SHUT_WR)
other, _ = tunnel("TARGET")
other.shutdown(socket.SHUT_WR)
got = 0
while chunk := other.recv(1 << 16):
    got += len(chunk)
print(got)
got = 0
while chunk := stalled.recv(1 << 16):
    got += len(chunk)
print(got)
)py"));
        QVERIFY2(ended && ended->exitCode == 0, relayed.output.err.c_str());
        QCOMPARE(relayed.output.out, std::string("5000000\n5000000\n"));
    }

    void nothingElseIsReached()
    {
        LoopbackServer server([](const std::string &) { return "reached"; });
        const std::string port = std::to_string(server.port());
        const std::string target = "index.test:" + port;
        Relayed relayed(target + "+private");
        const auto ended = relayed.python(forTarget(target, R"py(
port = int("TARGET".split(":")[1])
print(tunnel(f"index.test:{port}")[1])
print(tunnel(f"second.test:{port}")[1])
print(tunnel(f"127.0.0.1:{port}")[1])
print(tunnel(f"2130706433:{port}")[1])
print(tunnel("index.test:443")[1])
def tries(act):
    try:
        act()
        return "reached"
    except OSError as error:
        return type(error).__name__
print(tries(lambda: socket.create_connection(("127.0.0.1", port), 3)))
print(tries(lambda: socket.create_connection(("1.1.1.1", 443), 3)))
print(tries(lambda: socket.getaddrinfo("index.test", port)))
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
print(tries(lambda: s.sendto(b"x", ("8.8.8.8", 53))))
)py"));
        QVERIFY2(ended && ended->exitCode == 0, relayed.output.err.c_str());
        QCOMPARE(
            relayed.output.out,
            std::string("200\n403\n403\n403\n403\nConnectionRefusedError\nOSError\ngaierror\nOSError\n"));
        QVERIFY(relayed.logged("index.test", true));
        QVERIFY(relayed.logged("second.test", false));
        QVERIFY(relayed.logged("127.0.0.1", false));
        QVERIFY(relayed.logged("2130706433", false));
        QCOMPARE(relayed.proxy.log().size(), std::size_t{5});
        QCOMPARE(server.connections(), 1);
    }

    void endsWithTimeAndOnRequest()
    {
        Relayed relayed("index.test");
        const auto late = relayed.run({"/bin/sleep", "31415"}, 300ms);
        QVERIFY(late && late->ending == Ending::TimedOut);
        QVERIFY(goneWithin(2s, "31415"));
        std::stop_source stop;
        std::thread later([&] {
            std::this_thread::sleep_for(300ms);
            stop.request_stop();
        });
        QElapsedTimer timer;
        timer.start();
        const auto cancelled = relayed.run({"/bin/sleep", "31416"}, 60s, stop.get_token());
        later.join();
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code, ErrorCode::Cancelled);
        QVERIFY2(timer.elapsed() < 1500, std::to_string(timer.elapsed()).c_str());
        QVERIFY(goneWithin(500ms, "31416"));
    }

    void theCommandCannotSpeakForTheRelay()
    {
        Relayed relayed("index.test");
        const auto ended = relayed.run({"/bin/sh", "-c", "echo x exit 0 > /proc/$PPID/fd/1"});
        QVERIFY(ended && ended->exitCode != 0);
    }

    // It may still be wrong, so what it says is bounded here as well.
    void forgedLinesOpenNothing()
    {
        LoopbackServer server([](const std::string &) { return "reached"; });
        AllowListProxy proxy({parseAllowedHost("index.test:" + std::to_string(server.port())).value()}, {},
                             loopbackLookup());
        RelayTunnels tunnels(proxy, [] {});
        for (int n = 1; n <= 1000; ++n)
            tunnels.take(readRelayLine("o " + std::to_string(n)));
        tunnels.take(readRelayLine("b 1 " + std::string(600'000, 'x')));
        for (const char *line :
             {"b 5000 x", "w 2 99999999999999999999", "z", "", " ", "b", "b ", "c 2", "e 3"})
            tunnels.take(readRelayLine(line));
        std::string lines;
        for (int i = 0; i < 300 && lines.find("c 1\n") == std::string::npos; ++i) {
            lines += tunnels.takeLines();
            std::this_thread::sleep_for(10ms);
        }
        QVERIFY(lines.find("c 1\n") != std::string::npos); // more than its window
        QVERIFY(lines.find("c 1000\n") != std::string::npos);
        QVERIFY(lines.find("c 5000\n") != std::string::npos);
        QCOMPARE(server.connections(), 0);
    }
};

QTEST_GUILESS_MAIN(RelayedCommandTest)
#include "relayed_command_test.moc"
