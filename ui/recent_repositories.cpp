#include "ui/recent_repositories.h"

#include <filesystem>

namespace vouchsafe {

RecentRepositories::RecentRepositories(WindowStore &store, QObject *parent)
    : QObject(parent), m_store(store), m_recent(store.recent())
{
}

void RecentRepositories::opened(const std::string &path)
{
    if (m_recent.empty() || m_recent.front().path != path)
        keep(withRecent(m_recent, path, QDateTime::currentDateTimeUtc()));
}

void RecentRepositories::remove(const std::string &path)
{
    keep(withoutRecent(m_recent, path));
}

void RecentRepositories::look()
{
    m_background.start(
        [recent = m_recent](const std::stop_token &) {
            std::vector<RecentRepository> seen = recent;
            for (RecentRepository &each : seen) {
                std::error_code error;
                each.present = std::filesystem::is_directory(each.path, error);
            }
            return seen;
        },
        [this](std::vector<RecentRepository> seen) {
            m_recent = std::move(seen);
            Q_EMIT changed();
        });
}

void RecentRepositories::keep(std::vector<RecentRepository> recent)
{
    m_background.cancel(); // its answer would bring the old list back
    m_recent = std::move(recent);
    m_store.keepRecent(m_recent);
    Q_EMIT changed();
    look();
}

} // namespace vouchsafe
