#pragma once
// Work off the GUI thread whose answer comes back to it.

#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace vouchsafe {

/// At most one piece of work at a time: a new one cancels the one before, whose answer is then never given.
/// GUI thread; the destructor cancels and does not wait, so work must own all that it reads.
class Background : public QObject {
    Q_OBJECT
public:
    explicit Background(QObject *parent = nullptr) : QObject(parent) {}
    ~Background() override { m_stop.request_stop(); }

    /// `work(stop)` on a thread of the pool, then `done(answer)` here unless it was cancelled.
    template <typename Work, typename Done>
    void start(Work work, Done done)
    {
        cancel();
        const std::stop_token stop = m_stop.get_token();
        const QPointer<Background> self(this);
        QThreadPool::globalInstance()->start([self, stop, work = std::move(work), done = std::move(done)] {
            auto answer = std::make_shared<decltype(work(stop))>(work(stop));
            if (stop.stop_requested())
                return;
            // The application object outlives the pool's threads, `self` may not.
            QMetaObject::invokeMethod(
                application(),
                [self, stop, answer, done] {
                    if (self && !stop.stop_requested())
                        done(std::move(*answer));
                },
                Qt::QueuedConnection);
        });
    }
    void cancel()
    {
        m_stop.request_stop();
        m_stop = std::stop_source();
    }

private:
    static QObject *application();
    std::stop_source m_stop;
};

} // namespace vouchsafe
