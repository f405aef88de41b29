#include "tests/sandbox/network/loopback_server.h"

#include <QtGlobal>

#include <array>
#include <cstring>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace vouchsafe::test {
namespace {

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

} // namespace

LoopbackServer::LoopbackServer(std::function<std::string(const std::string &)> answer, Until until)
    : m_answer(std::move(answer)), m_until(until)
{
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), size) != 0 ||
        ::listen(m_listener, 64) != 0 ||
        ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("no server on the loopback");
    m_port = ntohs(address.sin_port);
    m_thread = std::thread([this] {
        for (int connection; (connection = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC)) >= 0;) {
            ++m_connections;
            m_open.push_back(connection);
            m_served.emplace_back([this, connection] { serve(connection); });
        }
    });
}

LoopbackServer::~LoopbackServer()
{
    ::shutdown(m_listener, SHUT_RDWR); // ends accept()
    m_thread.join();
    for (const int connection : m_open)
        ::shutdown(connection, SHUT_RDWR);
    for (std::thread &thread : m_served)
        thread.join();
    for (const int connection : m_open)
        ::close(connection);
    ::close(m_listener);
}

void LoopbackServer::serve(int connection) const
{
    std::string got;
    std::array<char, 65536> chunk;
    while (m_until == Until::End || !got.ends_with("\r\n\r\n")) {
        const ssize_t count = ::recv(connection, chunk.data(), chunk.size(), 0);
        if (count <= 0)
            break;
        got.append(chunk.data(), static_cast<std::size_t>(count));
    }
    std::string answer = m_answer(got);
    for (std::size_t sent = 0; sent < answer.size();) {
        const ssize_t count = ::send(connection, answer.data() + sent, answer.size() - sent, MSG_NOSIGNAL);
        if (count <= 0)
            break;
        sent += static_cast<std::size_t>(count);
    }
    ::shutdown(connection, SHUT_RDWR);
}

NameLookup loopbackLookup()
{
    return [](const std::string &, std::uint16_t port, int) -> Result<std::vector<SocketAddress>> {
        SocketAddress address;
        const sockaddr_in plain = loopback(port);
        address.size = sizeof plain;
        std::memcpy(&address.bytes, &plain, sizeof plain);
        return std::vector<SocketAddress>{address};
    };
}

} // namespace vouchsafe::test
