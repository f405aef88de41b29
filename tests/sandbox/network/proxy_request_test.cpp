#include "sandbox/network/proxy_request.h"

#include "sandbox/network/host_list.h"
#include "sandbox/network/name_lookup.h"

#include <QTest>

#include <arpa/inet.h>
#include <cstring>
#include <netinet/in.h>
#include <random>

using namespace vouchsafe;

namespace {

std::string wordsOf(const tl::expected<ProxyRequest, ProxyRefusal> &read)
{
    if (!read)
        return std::to_string(read.error().status) + " " + read.error().why;
    return (read->tunnel ? "tunnel " : "plain ") + read->host + " " + std::to_string(read->port) +
           (read->forward.empty() ? "" : " | " + read->forward);
}

SocketAddress addressOf(const char *text)
{
    SocketAddress address;
    sockaddr_in plain{};
    sockaddr_in6 six{};
    if (::inet_pton(AF_INET, text, &plain.sin_addr) == 1) {
        plain.sin_family = AF_INET;
        address.size = sizeof plain;
        std::memcpy(&address.bytes, &plain, sizeof plain);
    } else if (::inet_pton(AF_INET6, text, &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        address.size = sizeof six;
        std::memcpy(&address.bytes, &six, sizeof six);
    }
    return address;
}

} // namespace

class ProxyRequestTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsOneRequestStrictly_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char *name, const QByteArray &head, const char *wanted) {
            QTest::newRow(name) << head << QString::fromLatin1(wanted);
        };
        row("tunnel", "CONNECT pypi.org:443 HTTP/1.1\r\nHost: pypi.org:443\r\n\r\n", "tunnel pypi.org 443");
        row("tunnel, old", "CONNECT pypi.org:443 HTTP/1.0\r\n\r\n", "tunnel pypi.org 443");
        row("address stays as written", "CONNECT 0x7f.1:443 HTTP/1.1\r\n\r\n", "tunnel 0x7f.1 443");
        row("ipv6", "CONNECT [::1]:443 HTTP/1.1\r\n\r\n", "tunnel [::1] 443");
        row("plain",
            "GET http://a.org/x?y HTTP/1.1\r\nHost: evil\r\nProxy-Authorization: k\r\nConnection: close, "
            "x-hop\r\n"
            "X-Hop: 1\r\nAccept: */*\r\n\r\n",
            "plain a.org 80 | GET /x?y HTTP/1.1\r\nHost: a.org\r\nConnection: close\r\nAccept: */*\r\n\r\n");
        row("plain without path", "HEAD http://a.org:81 HTTP/1.1\r\n\r\n",
            "plain a.org 81 | HEAD / HTTP/1.1\r\nHost: a.org:81\r\nConnection: close\r\n\r\n");
        row("query without path", "GET http://a.org?q HTTP/1.1\r\n\r\n",
            "plain a.org 80 | GET /?q HTTP/1.1\r\nHost: a.org\r\nConnection: close\r\n\r\n");
        row("no port", "CONNECT pypi.org HTTP/1.1\r\n\r\n", "400 the target of CONNECT is no host:port");
        row("port 0", "CONNECT pypi.org:0 HTTP/1.1\r\n\r\n", "400 the target of CONNECT is no host:port");
        row("port 65536", "CONNECT a:65536 HTTP/1.1\r\n\r\n", "400 the target of CONNECT is no host:port");
        row("port with sign", "CONNECT a:+443 HTTP/1.1\r\n\r\n", "400 the target of CONNECT is no host:port");
        row("https in absolute form", "GET https://a.org/ HTTP/1.1\r\n\r\n",
            "400 the target is no absolute http:// address");
        row("origin form", "GET / HTTP/1.1\r\nHost: a.org\r\n\r\n",
            "400 the target is no absolute http:// address");
        row("user in the target", "GET http://a.org@b.org/ HTTP/1.1\r\n\r\n",
            "400 the target holds a user or a fragment");
        row("other method", "POST http://a.org/ HTTP/1.1\r\n\r\n",
            "405 only CONNECT, GET and HEAD are carried");
        row("content", "GET http://a.org/ HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
            "400 a request with content is not carried");
        row("chunks", "CONNECT a.org:443 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "400 a request with content is not carried");
        row("two hosts", "CONNECT a.org:443 HTTP/1.1\r\nHost: a\r\nhOst: b\r\n\r\n",
            "400 there is more than one Host header");
        row("folded line", "CONNECT a.org:443 HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
            "400 a header line is malformed");
        row("blank before the colon", "CONNECT a.org:443 HTTP/1.1\r\nTransfer-Encoding : chunked\r\n\r\n",
            "400 a header line is malformed");
        row("line feed alone", "CONNECT a.org:443 HTTP/1.1\nX: y\r\n\r\n",
            "400 a line of the head is not ended by CR LF");
        row("carriage return alone", "CONNECT a.org:443 HTTP/1.1\r\nX: y\rz\r\n\r\n",
            "400 a line of the head is not ended by CR LF");
        row("NUL", QByteArray("CONNECT a.org:443 HTTP/1.1\r\nX: \0\r\n\r\n", 36),
            "400 a line of the head is not ended by CR LF");
        row("two blanks", "CONNECT  a.org:443 HTTP/1.1\r\n\r\n", "400 the request line is malformed");
        row("other version", "CONNECT a.org:443 HTTP/2\r\n\r\n", "400 the request line is malformed");
        row("no end", "CONNECT a.org:443 HTTP/1.1\r\n", "400 the request's head is incomplete");
        row("nothing", "\r\n\r\n", "400 the request line is malformed");
        row("too long", "GET http://a.org/" + QByteArray(20'000, 'a') + " HTTP/1.1\r\n\r\n",
            "431 the request's head is too long");
    }
    void readsOneRequestStrictly()
    {
        QFETCH(QByteArray, head);
        QFETCH(QString, wanted);
        QCOMPARE(QString::fromStdString(wordsOf(parseProxyRequest(head.toStdString()))), wanted);
    }

    // Whatever comes, what is let through names one host and port and holds exactly one head.
    void letsNoTornRequestThrough()
    {
        std::mt19937 random(4711);
        const std::string seed =
            "GET http://pypi.org:80/simple/ HTTP/1.1\r\nHost: pypi.org\r\nAccept: a\r\n\r\n";
        const std::string letters("\r\n\0: \tAa0/@#[]%.,\x7f\xff", 19);
        int passed = 0;
        for (int i = 0; i < 200'000; ++i) {
            std::string head = seed;
            for (unsigned k = random() % 4 + 1; k > 0; --k) {
                const std::size_t at = random() % head.size();
                switch (random() % 3) {
                case 0:
                    head[at] = letters[random() % letters.size()];
                    break;
                case 1:
                    head.insert(at, 1, letters[random() % letters.size()]);
                    break;
                default:
                    head.erase(at, 1);
                }
            }
            const auto read = parseProxyRequest(head);
            if (!read)
                continue;
            ++passed;
            const std::string &forward = read->forward;
            QVERIFY(!read->host.empty() || !hostName(read->host));
            QVERIFY(read->port != 0);
            QCOMPARE(forward.find("\r\n\r\n"), forward.size() - 4);
            for (std::size_t p = 0; p < forward.size(); ++p)
                QVERIFY(forward[p] != '\n' || (p > 0 && forward[p - 1] == '\r'));
            QVERIFY(forward.find('\0') == std::string::npos);
        }
        QVERIFY2(passed > 1000, std::to_string(passed).c_str()); // the changes are not all refused
    }

    void knowsNamesFromAddresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *text, const char *name) {
            QTest::newRow(*text == '\0' ? "(empty)" : text)
                << QString::fromLatin1(text) << QString::fromLatin1(name);
        };
        row("PyPI.org", "pypi.org");
        row("pypi.org.", "pypi.org");
        row("localhost", "localhost");
        row("a_b.example-1.org", "a_b.example-1.org");
        row("1.example", "1.example");
        for (const char *none : {"",
                                 ".",
                                 "a..b",
                                 "pypi.org..",
                                 "-a.org",
                                 "a-.org",
                                 "127.0.0.1",
                                 "127.1",
                                 "2130706433",
                                 "0x7f000001",
                                 "0x7f.0.0.1",
                                 "017700000001",
                                 "a.1",
                                 "a.0x10",
                                 "[::1]",
                                 "::1",
                                 "::ffff:127.0.0.1",
                                 "a b",
                                 "p\xc3\xa4.org",
                                 "a.org\r",
                                 "a/b",
                                 "*.org",
                                 "a%2e"})
            row(none, "");
    }
    void knowsNamesFromAddresses()
    {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QCOMPARE(QString::fromStdString(hostName(text.toLatin1().toStdString()).value_or("")), name);
    }

    void allowsByNameAndPort()
    {
        std::vector<AllowedHost> hosts;
        for (const char *text :
             {"pypi.org", "Mirror.Example.org.:8443", "*.npmjs.org", "local:5000+private"}) {
            const auto host = parseAllowedHost(text);
            QVERIFY2(host, text);
            hosts.push_back(*host);
        }
        QVERIFY(allowedBy(hosts, "pypi.org", 443));
        QVERIFY(!allowedBy(hosts, "pypi.org", 80));
        QVERIFY(!allowedBy(hosts, "xpypi.org", 443));
        QVERIFY(!allowedBy(hosts, "pypi.org.evil.net", 443));
        QVERIFY(allowedBy(hosts, "mirror.example.org", 8443));
        QVERIFY(!allowedBy(hosts, "mirror.example.org", 443));
        QVERIFY(allowedBy(hosts, "registry.npmjs.org", 443));
        QVERIFY(!allowedBy(hosts, "npmjs.org", 443));
        QVERIFY(!allowedBy(hosts, "evilnpmjs.org", 443));
        QVERIFY(allowedBy(hosts, "local", 5000)->privateToo);
        QVERIFY(!allowedBy(hosts, "pypi.org", 443)->privateToo);
        QCOMPARE(shownHost(hosts[3]), std::string("local:5000+private"));
        for (const char *wrong :
             {"", "127.0.0.1", "[::1]:443", "*.org", "*", "a:0", "a:b", "http://a.org", "a b"})
            QVERIFY2(!parseAllowedHost(wrong), wrong);
    }

    void knowsWhomAnAddressReaches_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<int>("scope");
        const auto rows = [](AddressScope scope, std::initializer_list<const char *> addresses) {
            for (const char *address : addresses)
                QTest::newRow(address) << QString::fromLatin1(address) << static_cast<int>(scope);
        };
        rows(AddressScope::Public, {"151.101.0.223", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2a04:4e42::223",
                                    "::ffff:8.8.8.8", "64:ff9b::808:808"});
        rows(AddressScope::Private,
             {"127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
              "100.64.0.1", "::1", "fd00::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
              "64:ff9b::7f00:1", "2002:7f00:1::"});
        rows(AddressScope::Never,
             {"0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "198.18.0.1", "::", "fe80::1",
              "ff02::1", "::ffff:169.254.169.254", "2001::1", "2001:db8::1", "::7f00:1"});
    }
    void knowsWhomAnAddressReaches()
    {
        QFETCH(QString, address);
        QFETCH(int, scope);
        const SocketAddress socket = addressOf(address.toLatin1().constData());
        QVERIFY(socket.size > 0);
        QCOMPARE(static_cast<int>(addressScope(socket)), scope);
    }
};

QTEST_GUILESS_MAIN(ProxyRequestTest)
#include "proxy_request_test.moc"
