#include "sandbox/network/allow_list_proxy.h"

#include "tests/sandbox/network/loopback_server.h"

#include <QTest>

#include <poll.h>
#include <sys/socket.h>

using namespace vouchsafe;
using namespace vouchsafe::test;
using namespace std::chrono_literals;

namespace {

std::vector<AllowedHost> hosts(std::initializer_list<std::string> texts)
{
    std::vector<AllowedHost> all;
    for (const std::string &text : texts)
        all.push_back(parseAllowedHost(text).value());
    return all;
}

/// A client of the proxy.
class Client {
public:
    explicit Client(AllowListProxy &proxy)
    {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            qFatal("no socket pair");
        m_end = Descriptor(ends[0]);
        proxy.serve(Descriptor(ends[1]));
    }
    /// False where the proxy has gone.
    bool say(std::string_view bytes) const
    {
        while (!bytes.empty()) {
            const ssize_t count = ::send(m_end.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (count < 0)
                return false;
            bytes.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    }
    void endInput() const { ::shutdown(m_end.get(), SHUT_WR); }
    /// Until that text or the end, at most ten seconds.
    std::string hear(const std::string &until = {}) const
    {
        std::string heard;
        char byte = 0;
        pollfd wait{m_end.get(), POLLIN, 0};
        while ((until.empty() || !heard.ends_with(until)) && ::poll(&wait, 1, 10'000) == 1 &&
               ::recv(m_end.get(), &byte, 1, 0) == 1)
            heard += byte;
        return heard;
    }

private:
    Descriptor m_end;
};

std::string connectTo(const std::string &target)
{
    return "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n\r\n";
}

const std::string established = "HTTP/1.1 200 Connection established\r\n\r\n";

/// Once the log has as many entries.
std::vector<ProxyLogEntry> logOf(const AllowListProxy &proxy, std::size_t count = 1)
{
    for (int i = 0; i < 500 && proxy.log().size() < count; ++i)
        std::this_thread::sleep_for(10ms);
    return proxy.log();
}

} // namespace

class AllowListProxyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void carriesATunnelToAnAllowedHost()
    {
        LoopbackServer server([](const std::string &got) { return "<" + got + ">"; });
        const std::string target = "index.test:" + std::to_string(server.port());
        AllowListProxy proxy(hosts({target + "+private"}), {}, loopbackLookup());
        const Client client(proxy);
        client.say(connectTo("INDEX.test.:" + std::to_string(server.port())));
        QCOMPARE(client.hear("\r\n\r\n"), established);
        client.say(std::string("\x16\x03\x01\0raw", 7));
        client.endInput();
        QCOMPARE(client.hear(), std::string("<\x16\x03\x01\0raw>", 9));
        const auto log = logOf(proxy);
        QCOMPARE(log.size(), std::size_t{1});
        QVERIFY(log[0].allowed);
        QCOMPARE(log[0].why, std::string());
        QCOMPARE(log[0].host, std::string("INDEX.test."));
        QCOMPARE(log[0].port, server.port());
        QCOMPARE(log[0].bytesUp, std::uint64_t{7});
        QCOMPARE(log[0].bytesDown, std::uint64_t{9});
    }

    void refusesWhatIsNotAllowed_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("why");
        const QString list = QStringLiteral("the host and port are not on the list");
        const QString name = QStringLiteral("hosts are reached by name, not by address");
        QTest::newRow("other host") << QStringLiteral("other.test:PORT") << list;
        QTest::newRow("other port") << QStringLiteral("index.test:1") << list;
        QTest::newRow("below") << QStringLiteral("a.index.test:PORT") << list;
        for (const char *address : {"127.0.0.1", "2130706433", "0x7f000001", "017700000001", "127.1", "[::1]",
                                    "[::ffff:127.0.0.1]"})
            QTest::newRow(address) << QString::fromLatin1(address) + QStringLiteral(":PORT") << name;
        QTest::newRow("private without leave")
            << QStringLiteral("plain.test:PORT")
            << QStringLiteral("the name stands for an address of this machine or a private one");
    }
    void refusesWhatIsNotAllowed()
    {
        QFETCH(QString, target);
        QFETCH(QString, why);
        LoopbackServer server([](const std::string &) { return "reached"; });
        const std::string port = std::to_string(server.port());
        target.replace(QStringLiteral("PORT"), QString::fromStdString(port));
        AllowListProxy proxy(hosts({"index.test:" + port + "+private", "plain.test:" + port}), {},
                             loopbackLookup());
        const Client client(proxy);
        client.say(connectTo(target.toStdString()));
        const std::string heard = client.hear();
        QVERIFY2(heard.starts_with("HTTP/1.1 403 Forbidden\r\n"), heard.c_str());
        const auto log = logOf(proxy);
        QCOMPARE(log.size(), std::size_t{1});
        QVERIFY(!log[0].allowed);
        QCOMPARE(QString::fromStdString(log[0].why), why);
        QCOMPARE(server.connections(), 0);
    }

    void carriesPlainHttpWhereThePortIsListed()
    {
        LoopbackServer server([](const std::string &got) { return got; }, LoopbackServer::Until::Head);
        const std::string port = std::to_string(server.port());
        AllowListProxy proxy(hosts({"index.test:" + port + "+private"}), {}, loopbackLookup());
        const Client client(proxy);
        client.say("GET http://index.test:" + port + "/a HTTP/1.1\r\nHost: other\r\nX: y\r\n\r\n");
        QCOMPARE(client.hear(),
                 "GET /a HTTP/1.1\r\nHost: index.test:" + port + "\r\nConnection: close\r\nX: y\r\n\r\n");
        const Client other(proxy);
        other.say("GET http://index.test/a HTTP/1.1\r\n\r\n");
        QVERIFY(other.hear().starts_with("HTTP/1.1 403 "));
    }

    void refusesASecondRequest()
    {
        LoopbackServer server([](const std::string &got) { return got; }, LoopbackServer::Until::Head);
        const std::string port = std::to_string(server.port());
        AllowListProxy proxy(hosts({"index.test:" + port + "+private"}), {}, loopbackLookup());
        const Client client(proxy);
        client.say(connectTo("index.test:" + port) + connectTo("other.test:443"));
        QVERIFY(client.hear().starts_with("HTTP/1.1 400 "));
        QCOMPARE(logOf(proxy).at(0).why, std::string("something follows the request's head"));
        QCOMPARE(server.connections(), 0);
    }

    void refusesAHeadWithoutEnd()
    {
        AllowListProxy proxy(hosts({"index.test"}), {}, loopbackLookup());
        const Client client(proxy);
        const std::string line = "X: " + std::string(65'000, 'x') + "\r\n";
        client.say("CONNECT index.test:443 HTTP/1.1\r\n");
        std::size_t said = 0;
        while (said < 10'000'000 && client.say(line))
            said += line.size();
        QVERIFY2(said < 2'000'000, std::to_string(said).c_str()); // it stopped reading long before
        QVERIFY(!logOf(proxy).at(0).allowed);
    }

    void waitsOnlySoLong()
    {
        ProxyLimits limits;
        limits.head = 50ms;
        limits.idle = 50ms;
        LoopbackServer server([](const std::string &) { return ""; });
        const std::string target = "index.test:" + std::to_string(server.port());
        AllowListProxy proxy(hosts({target + "+private"}), limits, loopbackLookup());
        const Client silent(proxy);
        QVERIFY(silent.hear().starts_with("HTTP/1.1 408 "));
        const Client idle(proxy);
        idle.say(connectTo(target));
        QCOMPARE(idle.hear(), established);
        QCOMPARE(logOf(proxy, 2).at(1).why, std::string("no byte was carried for too long"));
    }

    void boundsBytesAndConnections()
    {
        ProxyLimits limits;
        limits.bytesUp = 100'000;
        limits.connections = 2;
        LoopbackServer server([](const std::string &got) { return std::to_string(got.size()); });
        const std::string target = "index.test:" + std::to_string(server.port());
        AllowListProxy proxy(hosts({target + "+private"}), limits, loopbackLookup());
        const Client first(proxy);
        first.say(connectTo(target));
        QCOMPARE(first.hear("\r\n\r\n"), established);
        const Client second(proxy);
        const Client third(proxy);
        QVERIFY(third.hear().starts_with("HTTP/1.1 503 "));
        first.say(std::string(99'000, 'x'));
        first.say(std::string(50'000, 'x'));
        first.hear();
        QCOMPARE(logOf(proxy, 2).at(1).why, std::string("more bytes than are allowed"));
        QVERIFY(proxy.log().at(1).bytesUp < 250'000);
    }

    void saysWhatCannotBeReached()
    {
        AllowListProxy proxy(hosts({"index.test:1+private", "nowhere.invalid"}), {},
                             [](const std::string &name, std::uint16_t port, int cancelled) {
                                 return name == "index.test" ? loopbackLookup()(name, port, cancelled)
                                                             : systemLookup(name, port, cancelled);
                             });
        const Client closed(proxy);
        closed.say(connectTo("index.test:1"));
        QVERIFY(closed.hear().starts_with("HTTP/1.1 502 "));
        const Client unknown(proxy);
        unknown.say(connectTo("nowhere.invalid:443"));
        QVERIFY(unknown.hear().starts_with("HTTP/1.1 502 "));
        const auto log = logOf(proxy, 2);
        QVERIFY(log[0].allowed && log[1].allowed);
        QVERIFY2(log[0].why.find("127.0.0.1") != std::string::npos, log[0].why.c_str());
    }

    void endsWithAllItsConnections()
    {
        LoopbackServer server([](const std::string &) { return ""; });
        const std::string target = "index.test:" + std::to_string(server.port());
        auto proxy =
            std::make_unique<AllowListProxy>(hosts({target + "+private"}), ProxyLimits{}, loopbackLookup());
        const Client open(*proxy);
        open.say(connectTo(target));
        QCOMPARE(open.hear("\r\n\r\n"), established);
        const Client waiting(*proxy);
        QElapsedTimer timer;
        timer.start();
        proxy.reset();
        QVERIFY2(timer.elapsed() < 500, std::to_string(timer.elapsed()).c_str());
        QCOMPARE(open.hear(), std::string());
    }
};

QTEST_GUILESS_MAIN(AllowListProxyTest)
#include "allow_list_proxy_test.moc"
