#pragma once
// What this machine has, as the probe found it: a glyph, words and the remedy for each topic.

#include "core/ports/probe.h"
#include "ui/support/theme.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace vouchsafe {

/// Asks by itself when it is first shown and nobody examined before; later only when a person does.
class MachineReport : public QWidget {
    Q_OBJECT
public:
    explicit MachineReport(const Theme &theme, QWidget *parent = nullptr);

    void setBusy();
    void setFindingsSoFar(const std::vector<Finding> &findings); ///< more come
    void setFindings(const std::vector<Finding> &findings);
    void setProblem(); ///< the examination failed; a banner says why

Q_SIGNALS:
    void examineAsked();

protected:
    void showEvent(QShowEvent *event) override;

private:
    void rebuild();
    void addRow(const Finding &finding, int row);

    const Theme &m_theme;
    QLabel *m_state;
    QProgressBar *m_progress;
    QPushButton *m_again;
    QWidget *m_list = nullptr;
    std::vector<Finding> m_findings;
    bool m_asked = false; ///< for an examination, by whomever
};

} // namespace vouchsafe
