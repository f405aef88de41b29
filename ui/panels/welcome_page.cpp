#include "ui/panels/welcome_page.h"

#include "ui/panels/machine_report.h"
#include "ui/panels/recent_list.h"
#include "ui/support/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

QLabel *heading(const QString &text, qreal scale, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QLabel *paragraph(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

WelcomePage::WelcomePage(const Theme &theme, QWidget *parent)
    : QScrollArea(parent),
      m_theme(theme),
      m_recent(new RecentList(theme, this)),
      m_report(new MachineReport(theme, this))
{
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setAccessibleName(tr("Welcome"));
    setFocusPolicy(Qt::NoFocus);

    auto *content = new QWidget(this);
    const int em = fontMetrics().height();
    auto *columns = new QHBoxLayout;
    columns->setSpacing(3 * em);
    auto *left = new QVBoxLayout;
    left->addWidget(start());
    left->addStretch();
    auto *right = new QVBoxLayout;
    right->setSpacing(2 * em);
    right->addWidget(samples());
    right->addWidget(machine());
    right->addStretch();
    columns->addLayout(left, 1);
    columns->addLayout(right, 1);

    auto *outer = new QHBoxLayout(content);
    outer->setContentsMargins(2 * em, 2 * em, 2 * em, 2 * em);
    outer->addStretch(1);
    auto *measure = new QWidget(content);
    measure->setMaximumWidth(fontMetrics().averageCharWidth() * 170);
    measure->setLayout(columns);
    columns->setContentsMargins({});
    outer->addWidget(measure, 100);
    outer->addStretch(1);
    setWidget(content);

    connect(m_recent, &RecentList::openAsked, this, &WelcomePage::repositoryAsked);
    connect(m_recent, &RecentList::removeAsked, this, &WelcomePage::removeRecentAsked);
    connect(m_report, &MachineReport::examineAsked, this, &WelcomePage::examineAsked);
}

QWidget *WelcomePage::start()
{
    auto *part = new QWidget(this);
    auto *open = new QPushButton(inkIcon("open"), tr("Open a Repository…"), part);
    open->setAccessibleName(tr("Open a repository"));
    open->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_openers << open;
    connect(open, &QPushButton::clicked, this, &WelcomePage::openAsked);

    auto *title = new QHBoxLayout;
    auto *picture = new QLabel(part);
    const int side = fontMetrics().height() * 4;
    picture->setPixmap(applicationIcon().pixmap(QSize(side, side), devicePixelRatioF()));
    picture->setAccessibleName(tr("Vouchsafe"));
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(heading(tr("Vouchsafe"), 1.9, part));
    words->addWidget(paragraph(tr("Changes to your code that come with their proof."), part));
    title->addWidget(picture);
    title->addLayout(words, 1);

    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->setSpacing(fontMetrics().height());
    layout->addLayout(title);
    layout->addWidget(paragraph(
        tr("Describe a change. A patch is sought, tried in a sandbox against the tests of the repository, "
           "and shown with what was proven. Your files stay as they are until you approve it."),
        part));
    layout->addWidget(open);
    layout->addWidget(paragraph(tr("Or drop the folder of a git repository anywhere on this window."), part));
    layout->addWidget(heading(tr("Recent"), 1.2, part));
    layout->addWidget(m_recent);
    return part;
}

QWidget *WelcomePage::samples()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addWidget(heading(tr("Try a sample"), 1.2, part));
    layout->addWidget(
        paragraph(tr("A small repository with a bug and a task that is written already. No container is "
                     "needed. Python: repaired by the built-in engineer. JavaScript and C need a model."),
                  part));
    auto *row = new QHBoxLayout;
    const QString withModel = tr("The built-in engineer knows Python only: this one needs a model.");
    const auto add = [&](const QString &label, const QString &name, const char *sample, const QString &tip) {
        auto *button = new QPushButton(label, part);
        button->setAccessibleName(name);
        button->setToolTip(tip);
        m_openers << button;
        connect(button, &QPushButton::clicked, this, [this, sample] { Q_EMIT sampleAsked(sample); });
        row->addWidget(button);
        return button;
    };
    add(tr("Python"), tr("Try the Python sample"), "python",
        tr("Repaired by the built-in engineer, without a model and without a key."))
        ->setDefault(true);
    add(tr("JavaScript"), tr("Try the JavaScript sample"), "javascript", withModel);
    add(tr("C", "the language"), tr("Try the C sample"), "c", withModel);
    row->addStretch();
    layout->addLayout(row);
    return part;
}

QWidget *WelcomePage::machine()
{
    auto *part = new QWidget(this);
    auto *layout = new QVBoxLayout(part);
    layout->setContentsMargins({});
    layout->addWidget(heading(tr("This machine"), 1.2, part));
    layout->addWidget(m_report);
    return part;
}

void WelcomePage::setRecent(const std::vector<RecentRepository> &recent)
{
    m_recent->setRecent(recent);
}

void WelcomePage::setExamining()
{
    m_report->setBusy();
}

void WelcomePage::setFindingsSoFar(const std::vector<Finding> &findings)
{
    m_report->setFindingsSoFar(findings);
}

void WelcomePage::setFindings(const std::vector<Finding> &findings)
{
    m_report->setFindings(findings);
}

void WelcomePage::setExaminationFailed()
{
    m_report->setProblem();
}

void WelcomePage::setOpening(bool opening)
{
    for (QPushButton *opener : m_openers)
        opener->setEnabled(!opening);
    m_recent->setEnabled(!opening);
}

} // namespace vouchsafe
