#pragma once
// What a window remembers from one start to the next: layout, theme, zoom and the repositories that were
// opened.

#include "ui/support/theme.h"

#include <QByteArray>
#include <QDateTime>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

class QSettings;

namespace vouchsafe {

struct RecentRepository {
    std::string path; ///< absolute, bytes
    QDateTime openedAt;
    bool present = true; ///< false: nothing is there any more; not stored

    bool operator==(const RecentRepository &) const = default;
};

struct WindowLayout {
    QByteArray geometry;
    QByteArray state; ///< of tool bars and docks

    bool operator==(const WindowLayout &) const = default;
};

/// An INI file of mode 0600. What cannot be read is as if it had never been written. GUI thread.
class WindowStore {
public:
    explicit WindowStore(const std::filesystem::path &file);
    ~WindowStore();

    WindowLayout layout() const;
    void keepLayout(const WindowLayout &layout);
    ThemeChoice theme() const;
    void keepTheme(ThemeChoice choice);
    int zoom() const; ///< steps of a point, from the system's size of the font
    void keepZoom(int steps);
    std::vector<RecentRepository> recent() const; ///< newest first, at most twelve
    void keepRecent(const std::vector<RecentRepository> &recent);

private:
    void write();

    std::filesystem::path m_file;
    std::unique_ptr<QSettings> m_settings;
};

/// `path` at the front, once.
std::vector<RecentRepository> withRecent(std::vector<RecentRepository> recent, const std::string &path,
                                         const QDateTime &now);
std::vector<RecentRepository> withoutRecent(std::vector<RecentRepository> recent, const std::string &path);

} // namespace vouchsafe
