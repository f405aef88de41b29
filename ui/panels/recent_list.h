#pragma once
// The repositories that were opened before, newest first.

#include "ui/support/theme.h"
#include "ui/support/window_store.h"

#include <QWidget>

class QLabel;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace vouchsafe {

/// One that is no longer there says so, opens nothing and can be taken off the list, as every other one.
class RecentList : public QWidget {
    Q_OBJECT
public:
    explicit RecentList(const Theme &theme, QWidget *parent = nullptr);

    void setRecent(const std::vector<RecentRepository> &recent);

Q_SIGNALS:
    void openAsked(const std::string &path);
    void removeAsked(const std::string &path);

private:
    void rebuild();
    void open(const QListWidgetItem *item);
    void removeCurrent();
    const RecentRepository *current() const;
    void settleButtons();

    const Theme &m_theme;
    std::vector<RecentRepository> m_recent;
    QLabel *m_none;
    QListWidget *m_list;
    QPushButton *m_open;
    QPushButton *m_remove;
};

} // namespace vouchsafe
