#pragma once
// What a window shows before a repository is open: open one, try a sample, and what this machine has.

#include "core/ports/probe.h"
#include "ui/support/theme.h"
#include "ui/support/window_store.h"

#include <QScrollArea>

#include <string>
#include <vector>

class QPushButton;

namespace vouchsafe {

class MachineReport;
class RecentList;

/// Emits what a person asks for and fetches nothing. GUI thread.
class WelcomePage : public QScrollArea {
    Q_OBJECT
public:
    explicit WelcomePage(const Theme &theme, QWidget *parent = nullptr);

    void setRecent(const std::vector<RecentRepository> &recent);
    void setExamining();
    void setFindingsSoFar(const std::vector<Finding> &findings);
    void setFindings(const std::vector<Finding> &findings);
    void setExaminationFailed();
    /// While a repository is opened or a sample unpacked nothing else can be asked for.
    void setOpening(bool opening);

Q_SIGNALS:
    void openAsked(); ///< with the dialog
    void repositoryAsked(const std::string &path);
    void removeRecentAsked(const std::string &path);
    void sampleAsked(const std::string &name);
    void examineAsked();

private:
    QWidget *start();
    QWidget *samples();
    QWidget *machine();

    const Theme &m_theme;
    RecentList *m_recent;
    MachineReport *m_report;
    QList<QPushButton *> m_openers;
};

} // namespace vouchsafe
