#include "ui/dialogs/machine_dialog.h"

#include "ui/dialogs/clean_question.h"
#include "ui/panels/holdings_list.h"
#include "ui/panels/machine_report.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

QLabel *heading(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * 1.2);
    font.setBold(true);
    label->setFont(font);
    return label;
}

} // namespace

MachineDialog::MachineDialog(const Theme &theme, QWidget *parent)
    : QDialog(parent), m_report(new MachineReport(theme, this)), m_holdings(new HoldingsList(theme, this))
{
    setWindowTitle(tr("This Machine"));
    const int em = fontMetrics().height();
    auto *content = new QWidget(this);
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(em, em, em, em);
    column->setSpacing(em / 2);
    column->addWidget(heading(tr("Sandboxes and tools"), content));
    column->addWidget(m_report);
    column->addSpacing(em);
    column->addWidget(heading(tr("On the disk"), content));
    column->addWidget(m_holdings);
    column->addStretch();

    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setAccessibleName(tr("This machine"));
    scroll->setWidget(content);
    scroll->setFocus(); // arrows and page keys read on at once
    for (const auto &[key, end] : {std::pair(QKeySequence::MoveToStartOfDocument, false),
                                   std::pair(QKeySequence::MoveToEndOfDocument, true)})
        connect(new QShortcut(QKeySequence(key), this), &QShortcut::activated, scroll, [scroll, end = end] {
            QScrollBar *bar = scroll->verticalScrollBar();
            bar->setValue(end ? bar->maximum() : bar->minimum());
        });
    // Whatever moves the focus, what has it is in sight.
    connect(qApp, &QApplication::focusChanged, this, [scroll](QWidget *, QWidget *now) {
        if (now != nullptr && scroll->widget()->isAncestorOf(now))
            scroll->ensureWidgetVisible(now);
    });

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Close)->setIcon({}); // the platform's is not made for both themes
    buttons->setContentsMargins(em, 0, em, em);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_report, &MachineReport::examineAsked, this, &MachineDialog::examineAsked);
    connect(m_holdings, &HoldingsList::cleanAsked, this, &MachineDialog::askBeforeCleaning);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(scroll, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 110, em * 34);
}

void MachineDialog::setExamining()
{
    m_report->setBusy();
    m_holdings->setCounting();
}

void MachineDialog::setFindingsSoFar(const std::vector<Finding> &findings)
{
    m_report->setFindingsSoFar(findings);
}

void MachineDialog::setFindings(const std::vector<Finding> &findings)
{
    m_report->setFindings(findings);
}

void MachineDialog::setExaminationFailed()
{
    m_report->setProblem();
}

void MachineDialog::setHoldings(const std::vector<Holding> &holdings)
{
    m_holdings->setHoldings(holdings);
}

void MachineDialog::setCleaned(const QString &words)
{
    m_holdings->setCleaned(words);
}

void MachineDialog::setCleaningFailed()
{
    m_holdings->setHoldings(std::vector<Holding>(m_holdings->holdings()));
}

void MachineDialog::askBeforeCleaning()
{
    auto *question = new CleanQuestion(m_holdings->holdings(), this);
    question->setAttribute(Qt::WA_DeleteOnClose);
    connect(question, &QDialog::accepted, this, [this] {
        m_holdings->setCleaning();
        Q_EMIT cleanAsked();
    });
    question->open();
}

} // namespace vouchsafe
