#include "app/signals.h"

#include <QSocketNotifier>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <memory>
#include <unistd.h>

namespace vouchsafe {
namespace {

constexpr std::array stopSignals{SIGINT, SIGTERM, SIGHUP};
std::array<int, 2> wakePipe{-1, -1};
std::atomic<int> received{0};

// A handler may only do what is async-signal-safe: write to the pipe that the event loop watches.
void onSignal(int)
{
    const int kept = errno;
    if (received.fetch_add(1) > 0)
        ::_exit(130);
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(wakePipe[1], &byte, 1);
    errno = kept;
}

} // namespace

struct StopSignals::Data {
    std::array<struct sigaction, stopSignals.size()> before{};
    std::unique_ptr<QSocketNotifier> notifier;
    std::function<void()> stop;
};

StopSignals::StopSignals(std::function<void()> stop) : m_data(new Data)
{
    m_data->stop = std::move(stop);
    received = 0;
    if (::pipe2(wakePipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_data->notifier = std::make_unique<QSocketNotifier>(wakePipe[0], QSocketNotifier::Read);
    QObject::connect(m_data->notifier.get(), &QSocketNotifier::activated, m_data->notifier.get(), [this] {
        char byte = 0;
        while (::read(wakePipe[0], &byte, 1) > 0) {
        }
        m_data->stop();
    });
    struct sigaction action {};
    action.sa_handler = onSignal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < stopSignals.size(); ++i)
        ::sigaction(stopSignals[i], &action, &m_data->before[i]);
}

StopSignals::~StopSignals()
{
    if (m_data->notifier) {
        for (std::size_t i = 0; i < stopSignals.size(); ++i)
            ::sigaction(stopSignals[i], &m_data->before[i], nullptr);
        m_data->notifier.reset();
        for (int &end : wakePipe)
            ::close(std::exchange(end, -1));
    }
    delete m_data;
}

} // namespace vouchsafe
