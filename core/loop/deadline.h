#pragma once
// A stop token that fires when the outer one does or when a time is over, holds of a person not counted.

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace vouchsafe {

/// Owns a thread that sleeps until the time is over or the object goes.
class Deadline {
public:
    using Held = std::function<std::chrono::milliseconds()>;

    /// `held` tells how much of the time so far does not count; called on the timer's thread.
    Deadline(std::chrono::milliseconds after, std::stop_token outer, Held held = {})
        : m_forward(std::move(outer), Forward{&m_source}),
          m_timer([this, after, held = std::move(held)](const std::stop_token &ended) {
              const auto begun = std::chrono::steady_clock::now();
              std::unique_lock lock(m_mutex);
              while (!ended.stop_requested()) {
                  const auto counted =
                      std::chrono::steady_clock::now() - begun - (held ? held() : Held::result_type());
                  if (counted >= after)
                      return static_cast<void>(m_source.request_stop());
                  // While it is held the rest does not shrink, so the timer just looks again.
                  m_wake.wait_for(lock, ended, std::max<std::chrono::nanoseconds>(after - counted, shortest),
                                  [&] { return ended.stop_requested(); });
              }
          })
    {
    }

    std::stop_token token() const { return m_source.get_token(); }

private:
    static constexpr std::chrono::milliseconds shortest{1};
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
