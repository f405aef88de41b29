#pragma once
// A stop token that fires when the outer one does or when a time is over.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace vouchsafe {

/// Owns a thread that sleeps until the time is over or the object goes.
class Deadline {
public:
    Deadline(std::chrono::milliseconds after, std::stop_token outer)
        : m_forward(std::move(outer), Forward{&m_source}),
          m_timer([this, after](const std::stop_token &ended) {
              std::unique_lock lock(m_mutex);
              if (!m_wake.wait_for(lock, ended, after, [&] { return ended.stop_requested(); }))
                  m_source.request_stop();
          })
    {
    }

    std::stop_token token() const { return m_source.get_token(); }

private:
    struct Forward {
        std::stop_source *source;
        void operator()() const { source->request_stop(); }
    };

    std::stop_source m_source;
    std::stop_callback<Forward> m_forward;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_timer;
};

} // namespace vouchsafe
