#pragma once
// "This Machine": which sandboxes work here, with remedies, and what lies on the disk.

#include "core/ports/probe.h"
#include "ui/support/theme.h"

#include <QDialog>

#include <vector>

namespace vouchsafe {

class HoldingsList;
class MachineReport;

class MachineDialog : public QDialog {
    Q_OBJECT
public:
    explicit MachineDialog(const Theme &theme, QWidget *parent = nullptr);

    void setExamining();
    void setFindingsSoFar(const std::vector<Finding> &findings);
    void setFindings(const std::vector<Finding> &findings);
    void setExaminationFailed();
    void setHoldings(const std::vector<Holding> &holdings);
    void setCleaned(const QString &words);
    void setCleaningFailed(); ///< a banner says why

Q_SIGNALS:
    void examineAsked();
    void cleanAsked(); ///< the person said yes

private:
    void askBeforeCleaning();

    MachineReport *m_report;
    HoldingsList *m_holdings;
};

} // namespace vouchsafe
