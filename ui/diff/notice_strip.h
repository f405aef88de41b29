#pragma once
// A few sentences above the diff that a look at it does not tell.

#include "ui/support/theme.h"

#include <QFrame>
#include <QList>
#include <QString>

class QGridLayout;
class QToolButton;

namespace vouchsafe {

struct DiffNotice {
    bool warning = false;
    QString text; ///< safe text

    bool operator==(const DiffNotice &) const = default;
};

/// Hidden while there is none. Shows the first few until asked for all.
class NoticeStrip : public QFrame {
    Q_OBJECT
public:
    explicit NoticeStrip(const Theme &theme, QWidget *parent = nullptr);

    void setNotices(const QList<DiffNotice> &notices); ///< warnings come first
    const QList<DiffNotice> &notices() const { return m_notices; }

private:
    void rebuild();

    const Theme &m_theme;
    QList<DiffNotice> m_notices;
    bool m_all = false;
    QGridLayout *m_rows;
    QToolButton *m_more;
};

} // namespace vouchsafe
