#include "ui/support/window_store.h"

#include "core/base/files.h"

#include <QFile>
#include <QSettings>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostRecent = 12;
constexpr int mostZoom = 20;

} // namespace

WindowStore::WindowStore(const std::filesystem::path &file) : m_file(file)
{
    // Without the folder nothing is remembered, which is no reason not to start.
    (void)makePrivateFolder(file.parent_path());
    m_settings = std::make_unique<QSettings>(QFile::decodeName(file.c_str()), QSettings::IniFormat);
    m_settings->setFallbacksEnabled(false);
}

WindowStore::~WindowStore() = default;

WindowLayout WindowStore::layout() const
{
    return {m_settings->value(QStringLiteral("window/geometry")).toByteArray(),
            m_settings->value(QStringLiteral("window/state")).toByteArray()};
}

void WindowStore::keepLayout(const WindowLayout &layout)
{
    m_settings->setValue(QStringLiteral("window/geometry"), layout.geometry);
    m_settings->setValue(QStringLiteral("window/state"), layout.state);
    write();
}

ThemeChoice WindowStore::theme() const
{
    const QString name = m_settings->value(QStringLiteral("view/theme")).toString();
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

void WindowStore::keepTheme(ThemeChoice choice)
{
    const char *name = choice == ThemeChoice::Light  ? "light"
                       : choice == ThemeChoice::Dark ? "dark"
                                                     : "system";
    m_settings->setValue(QStringLiteral("view/theme"), QString::fromLatin1(name));
    write();
}

int WindowStore::zoom() const
{
    return std::clamp(m_settings->value(QStringLiteral("view/zoom")).toInt(), -mostZoom, mostZoom);
}

void WindowStore::keepZoom(int steps)
{
    m_settings->setValue(QStringLiteral("view/zoom"), steps);
    write();
}

std::vector<RecentRepository> WindowStore::recent() const
{
    std::vector<RecentRepository> recent;
    const int count = m_settings->beginReadArray(QStringLiteral("recent"));
    for (int i = 0; i < std::min(count, static_cast<int>(mostRecent)); ++i) {
        m_settings->setArrayIndex(i);
        const QByteArray path = m_settings->value(QStringLiteral("path")).toByteArray();
        const QDateTime at =
            QDateTime::fromString(m_settings->value(QStringLiteral("opened")).toString(), Qt::ISODate);
        if (path.startsWith('/'))
            recent.push_back({path.toStdString(), at});
    }
    m_settings->endArray();
    return recent;
}

void WindowStore::keepRecent(const std::vector<RecentRepository> &recent)
{
    m_settings->remove(QStringLiteral("recent"));
    m_settings->beginWriteArray(QStringLiteral("recent"));
    for (std::size_t i = 0; i < std::min(recent.size(), mostRecent); ++i) {
        m_settings->setArrayIndex(static_cast<int>(i));
        m_settings->setValue(QStringLiteral("path"), QByteArray::fromStdString(recent[i].path));
        m_settings->setValue(QStringLiteral("opened"), recent[i].openedAt.toUTC().toString(Qt::ISODate));
    }
    m_settings->endArray();
    write();
}

// QSettings writes with the permissions of a file that others may read.
void WindowStore::write()
{
    m_settings->sync();
    std::error_code ignored;
    std::filesystem::permissions(
        m_file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write, ignored);
}

std::vector<RecentRepository> withRecent(std::vector<RecentRepository> recent, const std::string &path,
                                         const QDateTime &now)
{
    recent = withoutRecent(std::move(recent), path);
    recent.insert(recent.begin(), RecentRepository{path, now});
    if (recent.size() > mostRecent)
        recent.resize(mostRecent);
    return recent;
}

std::vector<RecentRepository> withoutRecent(std::vector<RecentRepository> recent, const std::string &path)
{
    std::erase_if(recent, [&](const RecentRepository &each) { return each.path == path; });
    return recent;
}

} // namespace vouchsafe
