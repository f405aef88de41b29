#include "ui/dialogs/about_dialog.h"

#include "ui/support/icons.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

namespace vouchsafe {

AboutDialog::AboutDialog(QWidget *parent) : QDialog(parent)
{
    setWindowTitle(tr("About Vouchsafe"));
    const int side = fontMetrics().height() * 4;
    auto *picture = new QLabel(this);
    picture->setPixmap(applicationIcon().pixmap(QSize(side, side), devicePixelRatioF()));
    picture->setAccessibleName(tr("Vouchsafe"));
    auto *name = new QLabel(tr("Vouchsafe %1").arg(QStringLiteral(VOUCHSAFE_VERSION)), this);
    QFont bold = name->font();
    bold.setBold(true);
    bold.setPointSizeF(bold.pointSizeF() * 1.4);
    name->setFont(bold);
    auto *words =
        new QLabel(tr("Seeks a patch for a task, proves it in a sandbox against the tests of the repository, "
                      "and writes nothing before you approve it."),
                   this);
    words->setWordWrap(true);
    words->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    auto *terms = new QLabel(tr("Free software under the GNU General Public License, version 3 or later. "
                                "Built with Qt %1, running with Qt %2.")
                                 .arg(QStringLiteral(QT_VERSION_STR), QString::fromLatin1(qVersion())),
                             this);
    terms->setWordWrap(true);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto *grid = new QGridLayout(this);
    grid->setHorizontalSpacing(fontMetrics().height());
    grid->addWidget(picture, 0, 0, 3, 1, Qt::AlignTop);
    grid->addWidget(name, 0, 1);
    grid->addWidget(words, 1, 1);
    grid->addWidget(terms, 2, 1);
    grid->addWidget(buttons, 3, 0, 1, 2);
}

} // namespace vouchsafe
