#pragma once
// What a run can be told beside its task: engineer, model, sandbox, attempts, time and checks.

#include "ui/run_view.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QCheckBox;
class QComboBox;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QSpinBox;

namespace vouchsafe {

/// As it stands in the fields; the defaults leave everything alone.
struct OptionsChoice {
    int engineer = 0; ///< row of the box
    QString model;
    int attempts = 0;
    int timeout = 0; ///< seconds
    QString checks;
    int sandbox = 0; ///< row of the box
    QString runtime;
    QString image;
    bool pull = false;    ///< fetch an image that is missing
    bool prepare = false; ///< install the dependencies first

    bool operator==(const OptionsChoice &) const = default;
};

/// What is left alone is left to the person's settings, so it gives no flag. GUI thread.
class RunOptions : public QWidget {
    Q_OBJECT
public:
    explicit RunOptions(QWidget *parent = nullptr);

    void setRepository(const OpenedRepository &repository); ///< what is chosen stays
    OptionsChoice choice() const;
    void choose(const OptionsChoice &choice);
    /// Those of `vouchsafe run`, by name without dashes.
    std::map<std::string, std::vector<std::string>> flags() const;

private:
    void settleModel();
    void settleSandbox();
    QLayout *parts();
    QLayout *checksPart();

    QComboBox *m_engineer;
    QComboBox *m_model;
    QComboBox *m_sandbox;
    QComboBox *m_runtime;
    QLineEdit *m_image;
    QCheckBox *m_pull;
    QCheckBox *m_prepare;
    QSpinBox *m_attempts;
    QSpinBox *m_timeout;
    QPlainTextEdit *m_checks;
    std::vector<std::string> m_models; ///< in the box
};

} // namespace vouchsafe
