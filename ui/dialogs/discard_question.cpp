#include "ui/dialogs/discard_question.h"

#include "ui/dialogs/late_button.h"
#include "ui/support/icons.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace vouchsafe {

DiscardQuestion::DiscardQuestion(QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("The patch has edits"));
    setModal(true);
    auto *words = new QLabel(
        tr("Your edits of the patch were not verified and are recorded nowhere. They are lost when this "
           "window closes. The patch as it was proposed is kept with its run."),
        this);
    words->setWordWrap(true);
    words->setMinimumWidth(fontMetrics().averageCharWidth() * 60);

    auto *buttons = new QDialogButtonBox(this);
    auto *discard = new LateButton(inkIcon("reject"), tr("&Discard the Edits and Close"), this);
    discard->setAccessibleName(tr("Discard the edits and close the window"));
    buttons->addButton(discard, QDialogButtonBox::ActionRole);
    QPushButton *keep = buttons->addButton(tr("&Keep Editing"), QDialogButtonBox::RejectRole);
    keep->setAccessibleName(tr("Keep editing"));
    keep->setDefault(true);
    connect(discard, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(fontMetrics().height());
    layout->addWidget(words);
    layout->addWidget(buttons);
    keep->setFocus();
}

} // namespace vouchsafe
