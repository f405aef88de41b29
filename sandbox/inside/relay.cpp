#include "sandbox/inside/bytes.h"
#include "sandbox/inside/child.h"
#include "sandbox/inside/relay_lines.h"
#include "sandbox/inside/verbs.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace vouchsafe::inside {
namespace {

constexpr std::size_t longestQueue = std::size_t{1} << 20; ///< to the host, before reading is put off
constexpr std::size_t longestLine = relayChunk * 2 + 64;
constexpr long afterwordsMs = 2000; ///< how long the output of an ended command is still waited for

struct Connection {
    int fd = -1;
    unsigned number = 0;
    Bytes toClient;
    std::size_t mayTake = 0;  ///< bytes that may be read from the client
    std::size_t untold = 0;   ///< written to the client, not yet told to the host
    bool clientEnded = false; ///< and the host was told
    bool hostEnded = false;
    bool shut = false; ///< the client was told so
};

class Relay {
public:
    bool listen(int port);
    bool start(char *const *words);
    int serve();

private:
    void line(char letter, unsigned number);
    void bytesLine(char letter, const unsigned *number, std::string_view bytes);
    bool readHost();
    void hostLine(std::string_view line);
    void accept();
    void readClient(Connection &connection);
    void writeClient(Connection &connection);
    void close(Connection &connection, bool tell);
    void readOutput(int &fd, char letter);
    bool flush();
    void sayEnd();
    Connection *find(unsigned number);
    int prepare(pollfd *polls);
    void look(const pollfd *polls);

    int m_listener = -1;
    Child m_child;
    bool m_told = false; ///< how the command ended
    unsigned m_next = 1;
    Connection m_connections[relayConnections];
    Bytes m_in;
    Bytes m_out;
    char m_chunk[relayChunk];
};

// Places in the list that poll() is given; the connections come behind.
enum : int { pollHost, pollOut, pollChild, pollListener, pollOutput, pollErrors, pollFirst };

bool isForLater(int error)
{
    return error == EAGAIN || error == EINTR;
}

bool Relay::listen(int port)
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return m_listener >= 0 &&
           ::bind(m_listener, reinterpret_cast<const sockaddr *>(&address), sizeof address) == 0 &&
           ::listen(m_listener, relayConnections) == 0;
}

/// False where there is no process at all; a program that cannot be executed ends as `failed`.
bool Relay::start(char *const *words)
{
    int error = 0;
    if (!m_child.start(words, error))
        return false;
    if (error != 0) {
        m_out.append("x failed ");
        m_out.appendDecimal(error);
        m_out.append("\n");
        m_told = true;
    }
    return true;
}

void Relay::line(char letter, unsigned number)
{
    m_out.append({&letter, 1});
    m_out.append(" ");
    m_out.appendDecimal(static_cast<long>(number));
    m_out.append("\n");
}

void Relay::bytesLine(char letter, const unsigned *number, std::string_view bytes)
{
    m_out.append({&letter, 1});
    m_out.append(" ");
    if (number != nullptr) {
        m_out.appendDecimal(static_cast<long>(*number));
        m_out.append(" ");
    }
    char *room = m_out.room(bytes.size() * 2 + 1);
    std::size_t used = 0;
    for (const char byte : bytes) {
        const char escape = relayEscape(byte);
        if (escape != '\0')
            room[used++] = '\\';
        room[used++] = escape != '\0' ? escape : byte;
    }
    room[used++] = '\n';
    m_out.grew(used);
}

/// Null: closed here while something for it was on its way.
Connection *Relay::find(unsigned number)
{
    for (Connection &connection : m_connections)
        if (connection.fd >= 0 && connection.number == number)
            return &connection;
    return nullptr;
}

void Relay::close(Connection &connection, bool tell)
{
    if (tell)
        line('c', connection.number);
    ::close(connection.fd);
    connection.fd = -1;
    connection.toClient.clear();
}

void Relay::accept()
{
    for (Connection &connection : m_connections) {
        if (connection.fd >= 0)
            continue;
        connection.fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (connection.fd < 0)
            return;
        connection.number = m_next++;
        connection.mayTake = relayWindow;
        connection.untold = 0;
        connection.clientEnded = connection.hostEnded = connection.shut = false;
        return line('o', connection.number);
    }
}

void Relay::readClient(Connection &connection)
{
    const std::size_t most = connection.mayTake < sizeof m_chunk ? connection.mayTake : sizeof m_chunk;
    const ssize_t count = ::read(connection.fd, m_chunk, most);
    if (count > 0) {
        connection.mayTake -= static_cast<std::size_t>(count);
        bytesLine('b', &connection.number, {m_chunk, static_cast<std::size_t>(count)});
    } else if (count == 0) {
        connection.clientEnded = true;
        line('e', connection.number);
        if (connection.shut)
            close(connection, true);
    } else if (!isForLater(errno)) {
        close(connection, true);
    }
}

void Relay::writeClient(Connection &connection)
{
    if (connection.toClient.size() > 0) {
        const std::string_view bytes = connection.toClient.view();
        const ssize_t count = ::send(connection.fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count < 0) {
            if (!isForLater(errno))
                close(connection, true);
            return;
        }
        connection.toClient.dropFront(static_cast<std::size_t>(count));
        connection.untold += static_cast<std::size_t>(count);
        if (connection.untold >= relayWindow / 4) {
            m_out.append("w ");
            m_out.appendDecimal(static_cast<long>(connection.number));
            m_out.append(" ");
            m_out.appendDecimal(static_cast<long>(connection.untold));
            m_out.append("\n");
            connection.untold = 0;
        }
    }
    if (connection.hostEnded && !connection.shut && connection.toClient.size() == 0) {
        ::shutdown(connection.fd, SHUT_WR);
        connection.shut = true;
        if (connection.clientEnded)
            close(connection, true);
    }
}

void Relay::hostLine(std::string_view line)
{
    const char letter = line.empty() ? '\0' : line.front();
    std::size_t at = 2;
    unsigned number = 0;
    for (; at < line.size() && line[at] >= '0' && line[at] <= '9'; ++at)
        number = number * 10 + static_cast<unsigned>(line[at] - '0');
    Connection *connection = find(number);
    if (connection == nullptr)
        return;
    const std::string_view rest = at < line.size() ? line.substr(at + 1) : std::string_view();
    if (letter == 'b') {
        char *room = connection->toClient.room(rest.size());
        std::size_t used = 0;
        for (std::size_t i = 0; i < rest.size(); ++i)
            room[used++] = rest[i] == '\\' && i + 1 < rest.size() ? relayUnescape(rest[++i]) : rest[i];
        connection->toClient.grew(used);
        writeClient(*connection);
    } else if (letter == 'e') {
        connection->hostEnded = true;
        writeClient(*connection);
    } else if (letter == 'c') {
        close(*connection, false);
    } else if (letter == 'w') {
        std::size_t more = 0;
        for (const char digit : rest)
            more = more * 10 + static_cast<std::size_t>(digit - '0');
        connection->mayTake += more;
    }
}

/// False at the channel's end.
bool Relay::readHost()
{
    const ssize_t count = ::read(0, m_in.room(relayChunk), relayChunk);
    if (count <= 0)
        return count < 0 && isForLater(errno);
    m_in.grew(static_cast<std::size_t>(count));
    std::size_t done = 0;
    for (std::size_t end; (end = m_in.view().find('\n', done)) != std::string_view::npos; done = end + 1)
        hostLine(m_in.view().substr(done, end - done));
    m_in.dropFront(done);
    return m_in.size() <= longestLine;
}

void Relay::readOutput(int &fd, char letter)
{
    const ssize_t count = ::read(fd, m_chunk, sizeof m_chunk);
    if (count > 0) {
        bytesLine(letter, nullptr, {m_chunk, static_cast<std::size_t>(count)});
    } else if (count == 0 || !isForLater(errno)) {
        ::close(fd);
        fd = -1;
    }
}

/// False where nobody reads any more.
bool Relay::flush()
{
    const std::string_view bytes = m_out.view();
    const ssize_t count = bytes.empty() ? 0 : ::write(1, bytes.data(), bytes.size());
    if (count > 0)
        m_out.dropFront(static_cast<std::size_t>(count));
    return count >= 0 || isForLater(errno);
}

/// What it started may hold its output open; that is waited for only so long.
void Relay::sayEnd()
{
    const bool silent = m_child.output < 0 && m_child.errors < 0;
    if (m_told || m_child.endedAt == 0 || (!silent && nowMs() < m_child.endedAt + afterwordsMs))
        return;
    m_out.append(WIFSIGNALED(m_child.status) ? "x signal " : "x exit ");
    m_out.appendDecimal(WIFSIGNALED(m_child.status) ? WTERMSIG(m_child.status) : WEXITSTATUS(m_child.status));
    m_out.append("\n");
    m_told = true;
}

/// Negative descriptors are passed over by poll().
int Relay::prepare(pollfd *polls)
{
    const bool full = m_out.size() > longestQueue;
    bool room = false;
    int count = pollFirst;
    for (Connection &connection : m_connections) {
        const bool reads = !full && !connection.clientEnded && connection.mayTake > 0;
        const bool writes = connection.toClient.size() > 0;
        polls[count++] = {reads || writes ? connection.fd : -1,
                          static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0};
        room = room || connection.fd < 0;
    }
    polls[pollHost] = {0, POLLIN, 0};
    polls[pollOut] = {m_out.size() > 0 ? 1 : -1, POLLOUT, 0};
    polls[pollChild] = {m_child.wakeUp(), POLLIN, 0};
    polls[pollListener] = {room ? m_listener : -1, POLLIN, 0};
    polls[pollOutput] = {full ? -1 : m_child.output, POLLIN, 0};
    polls[pollErrors] = {full ? -1 : m_child.errors, POLLIN, 0};
    return count;
}

void Relay::look(const pollfd *polls)
{
    for (int i = 0; i < relayConnections; ++i) {
        Connection &connection = m_connections[i];
        const short events = polls[pollFirst + i].revents;
        if ((events & POLLOUT) != 0 && connection.fd >= 0)
            writeClient(connection);
        if ((events & (POLLIN | POLLHUP | POLLERR)) != 0 && connection.fd >= 0 && !connection.clientEnded &&
            connection.mayTake > 0)
            readClient(connection);
    }
    if (polls[pollListener].revents != 0)
        accept();
    if (polls[pollOutput].revents != 0)
        readOutput(m_child.output, '1');
    if (polls[pollErrors].revents != 0)
        readOutput(m_child.errors, '2');
    if (polls[pollChild].revents != 0)
        m_child.reap();
}

int Relay::serve()
{
    nonBlocking(0);
    nonBlocking(1);
    pollfd polls[pollFirst + relayConnections];
    for (;;) {
        sayEnd();
        if (m_told && m_out.size() == 0)
            return 0;
        const int count = prepare(polls);
        if (::poll(polls, static_cast<nfds_t>(count), m_child.endedAt != 0 ? 100 : -1) <= 0)
            continue;
        if ((polls[pollHost].revents != 0 && !readHost()) || !flush()) {
            m_child.kill();
            return 1;
        }
        look(polls);
    }
}

} // namespace

int relay(char *const *words, int count)
{
    const int port = count > 2 ? std::atoi(words[0]) : 0;
    if (port <= 0 || port > 65535 || std::strcmp(words[1], "--") != 0)
        return statusUsage;
    Relay carrier;
    if (!carrier.listen(port) || !carrier.start(words + 2))
        return 1;
    return carrier.serve();
}

} // namespace vouchsafe::inside
