#pragma once
// The errors that stand at the top of the window, at most one for each act.

#include "ui/run_view.h"
#include "ui/support/theme.h"

#include <QWidget>

#include <map>

class QVBoxLayout;

namespace vouchsafe {

class ErrorBanner;

/// Hidden while there is none. GUI thread.
class BannerStack : public QWidget {
    Q_OBJECT
public:
    explicit BannerStack(const Theme &theme, QWidget *parent = nullptr);

    void put(Act act, const Error &error); ///< instead of the one that the act had
    void take(Act act);
    const ErrorBanner *banner(Act act) const; ///< null where there is none

private:
    const Theme &m_theme;
    QVBoxLayout *m_layout;
    std::map<Act, ErrorBanner *> m_banners;
};

} // namespace vouchsafe
