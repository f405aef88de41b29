#pragma once
// What a run can be told beside its task: engineer, model, attempts, time and checks.

#include "ui/run_view.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QComboBox;
class QPlainTextEdit;
class QSpinBox;

namespace vouchsafe {

/// What is left alone is left to the person's settings, so it gives no flag. GUI thread.
class RunOptions : public QWidget {
    Q_OBJECT
public:
    explicit RunOptions(QWidget *parent = nullptr);

    void setRepository(const OpenedRepository &repository);
    /// Those of `vouchsafe run`, by name without dashes.
    std::map<std::string, std::vector<std::string>> flags() const;

private:
    void settleModel();

    QComboBox *m_engineer;
    QComboBox *m_model;
    QSpinBox *m_attempts;
    QSpinBox *m_timeout;
    QPlainTextEdit *m_checks;
};

} // namespace vouchsafe
