#include "ui/dialogs/clean_question.h"

#include "ui/dialogs/late_button.h"
#include "ui/support/safe_text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

QString listOf(const std::vector<Holding> &holdings, bool cleans)
{
    QStringList names;
    for (const Holding &holding : holdings)
        if (holding.cleans == cleans)
            names << safeLine(holding.what, 60);
    return names.join(CleanQuestion::tr(", ", "between the parts of a list"));
}

} // namespace

CleanQuestion::CleanQuestion(const std::vector<Holding> &holdings, QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("Clean This Machine"));
    setModal(true);
    auto *words = new QLabel(this);
    words->setTextFormat(Qt::PlainText);
    words->setText(tr("This removes what no run uses of: %1. The next runs make it anew and take longer.")
                       .arg(listOf(holdings, true)));
    auto *stays = new QLabel(this);
    stays->setTextFormat(Qt::PlainText);
    const QString kept = listOf(holdings, false);
    stays->setText(
        kept.isEmpty()
            ? tr("Your repositories, settings and runs stay, and whatever a run under way uses.")
            : tr("What stays: %1, your repositories and settings, and whatever a run under way uses.")
                  .arg(kept));
    for (QLabel *label : {words, stays}) {
        label->setWordWrap(true);
        label->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    }
    auto *buttons = new QDialogButtonBox(this);
    auto *clean = new LateButton(QIcon(), tr("&Clean"), this);
    clean->setAccessibleName(tr("Remove what nobody uses"));
    buttons->addButton(clean, QDialogButtonBox::ActionRole);
    QPushButton *keep = buttons->addButton(tr("&Keep Everything"), QDialogButtonBox::RejectRole);
    keep->setAccessibleName(tr("Keep everything as it is"));
    keep->setDefault(true);
    connect(clean, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(fontMetrics().height());
    layout->addWidget(words);
    layout->addWidget(stays);
    layout->addWidget(buttons);
    keep->setFocus();
}

} // namespace vouchsafe
