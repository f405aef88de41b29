#include "core/loop/session.h"

namespace vouchsafe {

Session::Session(Work work) : m_work(std::move(work))
{
}

Session::~Session()
{
    cancel();
    if (m_thread)
        m_thread->wait();
}

void Session::start(std::function<void()> ended)
{
    m_thread.reset(QThread::create([this, ended = std::move(ended)] {
        m_result = m_work(m_stop.get_token());
        if (ended)
            ended();
    }));
    m_thread->start();
}

const Result<RunState> &Session::wait()
{
    if (m_thread)
        m_thread->wait();
    if (!m_result)
        m_result = fail(ErrorCode::Internal, "the run was never started", "waiting for its end");
    return *m_result;
}

} // namespace vouchsafe
