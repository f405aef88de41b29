#include "ui/dialogs/stop_question.h"

#include "ui/dialogs/late_button.h"
#include "ui/support/icons.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace vouchsafe {

StopQuestion::StopQuestion(QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("A run is under way"));
    setModal(true);
    auto *words =
        new QLabel(tr("The run is stopped before this window closes. What it recorded is kept: it can be "
                      "opened again and resumed. The working tree stays as it is."),
                   this);
    words->setWordWrap(true);
    words->setMinimumWidth(fontMetrics().averageCharWidth() * 60);

    auto *buttons = new QDialogButtonBox(this);
    auto *stop = new LateButton(inkIcon("stop"), tr("&Stop and Close"), this);
    stop->setAccessibleName(tr("Stop the run and close the window"));
    buttons->addButton(stop, QDialogButtonBox::ActionRole);
    QPushButton *keep = buttons->addButton(tr("&Keep It Running"), QDialogButtonBox::RejectRole);
    keep->setAccessibleName(tr("Keep the run going"));
    keep->setDefault(true);
    connect(stop, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(fontMetrics().height());
    layout->addWidget(words);
    layout->addWidget(buttons);
    keep->setFocus();
}

} // namespace vouchsafe
