#pragma once
// A plain server on this machine's loopback, and a lookup by which every name stands for it.

#include "sandbox/network/name_lookup.h"

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace vouchsafe::test {

/// Reads each connection to its end (or to the end of an HTTP head), answers, and closes.
class LoopbackServer {
public:
    enum class Until { End, Head };
    explicit LoopbackServer(std::function<std::string(const std::string &)> answer, Until until = Until::End);
    ~LoopbackServer();

    std::uint16_t port() const { return m_port; }
    int connections() const { return m_connections; }

private:
    void serve(int connection) const;

    std::function<std::string(const std::string &)> m_answer;
    Until m_until;
    int m_listener = -1;
    std::uint16_t m_port = 0;
    std::atomic<int> m_connections = 0;
    std::vector<int> m_open;
    std::vector<std::thread> m_served;
    std::thread m_thread;
};

NameLookup loopbackLookup();

} // namespace vouchsafe::test
