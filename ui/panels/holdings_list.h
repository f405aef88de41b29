#pragma once
// What lies on this machine's disk, with a button that frees what nobody uses.

#include "core/ports/probe.h"
#include "ui/support/theme.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;

namespace vouchsafe {

/// Asks nobody by itself: who shows it says when it is counted, and asks the person before anything goes.
class HoldingsList : public QWidget {
    Q_OBJECT
public:
    explicit HoldingsList(const Theme &theme, QWidget *parent = nullptr);

    void setCounting();
    void setHoldings(const std::vector<Holding> &holdings);
    void setCleaning();
    void setCleaned(const QString &words); ///< until it is counted anew

    const std::vector<Holding> &holdings() const { return m_holdings; }

Q_SIGNALS:
    void cleanAsked();

private:
    void rebuild();

    const Theme &m_theme;
    QLabel *m_state;
    QLabel *m_freed;
    QPushButton *m_clean;
    QWidget *m_list = nullptr;
    std::vector<Holding> m_holdings;
};

/// `12 MB`, as the desktop's language writes it.
QString sizeText(std::uint64_t bytes);

} // namespace vouchsafe
