#pragma once
// The repositories that were opened, as the window's file has them, and whether they are still there.

#include "ui/support/background.h"
#include "ui/support/window_store.h"

#include <QObject>

namespace vouchsafe {

/// Looks after the folders off the GUI thread, for one may lie on a medium that does not answer.
class RecentRepositories : public QObject {
    Q_OBJECT
public:
    explicit RecentRepositories(WindowStore &store, QObject *parent = nullptr);

    const std::vector<RecentRepository> &all() const { return m_recent; }
    void opened(const std::string &path);
    void remove(const std::string &path);
    void look(); ///< again, which of them are there

Q_SIGNALS:
    void changed();

private:
    void keep(std::vector<RecentRepository> recent);

    WindowStore &m_store;
    Background m_background;
    std::vector<RecentRepository> m_recent;
};

} // namespace vouchsafe
