#include "ui/panels/machine_report.h"

#include "ui/support/icons.h"
#include "ui/support/safe_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

struct Look {
    QString glyph;
    QString word;
    QColor ink;
};

bool needsRemedy(const Finding &finding)
{
    return finding.state == Finding::State::Missing ||
           (finding.state == Finding::State::Limited && !finding.remedy.empty());
}

Look look(const Finding &finding, const ThemeColours &colours)
{
    switch (finding.state) {
    case Finding::State::Works:
        return {QStringLiteral("✓"), MachineReport::tr("works"), colours.good};
    case Finding::State::Limited:
        if (!needsRemedy(finding))
            return {QStringLiteral("–"), MachineReport::tr("nothing to do"), colours.dimmed};
        return {QStringLiteral("!"), MachineReport::tr("limited"), colours.warning};
    case Finding::State::Missing:
        break;
    }
    return {QStringLiteral("✗"), MachineReport::tr("missing"), colours.bad};
}

QLabel *plain(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    return label;
}

void ink(QLabel *label, const QColor &colour, bool bold = false)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
    QFont font = label->font();
    font.setBold(bold);
    label->setFont(font);
}

} // namespace

MachineReport::MachineReport(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_state(plain({}, this)),
      m_progress(new QProgressBar(this)),
      m_again(new QPushButton(inkIcon("recheck"), tr("Examine Again"), this))
{
    m_state->setWordWrap(true);
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(fontMetrics().height() / 2);
    m_progress->setAccessibleName(tr("Examination of this machine"));
    m_again->setAccessibleName(tr("Examine this machine again"));
    m_again->setToolTip(tr("Look again what this machine has, after a remedy was followed."));
    connect(m_again, &QPushButton::clicked, this, &MachineReport::examineAsked);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_state);
    layout->addWidget(m_progress);
    layout->addWidget(m_again, 0, Qt::AlignLeft);
    connect(&theme, &Theme::changed, this, &MachineReport::rebuild);
    m_progress->hide();
    m_state->setText(tr("This machine was not examined yet."));
}

void MachineReport::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_asked)
        return;
    m_asked = true;
    Q_EMIT examineAsked();
}

void MachineReport::setBusy()
{
    m_asked = true;
    m_state->setText(tr("This machine is being examined…"));
    m_progress->show();
    m_again->setEnabled(false);
}

void MachineReport::setProblem()
{
    m_state->setText(tr("This machine could not be examined."));
    m_progress->hide();
    m_again->setEnabled(true);
}

void MachineReport::setFindingsSoFar(const std::vector<Finding> &findings)
{
    m_findings = findings;
    rebuild();
}

void MachineReport::setFindings(const std::vector<Finding> &findings)
{
    m_asked = true;
    m_findings = findings;
    m_progress->hide();
    m_again->setEnabled(true);
    const auto lacking = std::count_if(findings.begin(), findings.end(), needsRemedy);
    const bool allWork = std::all_of(findings.begin(), findings.end(), [](const Finding &finding) {
        return finding.state == Finding::State::Works;
    });
    m_state->setText(allWork ? tr("All that was looked for works here.")
                     : lacking == 0
                         ? tr("Nothing that is needed is missing here.")
                         : tr("%n topic(s) of this machine have a remedy.", "", static_cast<int>(lacking)));
    rebuild();
}

void MachineReport::rebuild()
{
    delete m_list;
    m_list = new QWidget(this);
    m_list->setAccessibleName(tr("What this machine has"));
    auto *grid = new QGridLayout(m_list);
    grid->setContentsMargins({});
    grid->setColumnStretch(2, 1);
    grid->setVerticalSpacing(fontMetrics().height() / 3);
    grid->setHorizontalSpacing(fontMetrics().horizontalAdvance(QLatin1Char('m')));
    int row = 0;
    for (const Finding &finding : m_findings)
        addRow(finding, row++);
    static_cast<QVBoxLayout *>(layout())->insertWidget(2, m_list);
    m_list->show();
}

void MachineReport::addRow(const Finding &finding, int row)
{
    const ThemeColours &colours = m_theme.colours();
    const Look state = look(finding, colours);
    auto *grid = static_cast<QGridLayout *>(m_list->layout());

    QLabel *glyph = plain(state.glyph, m_list);
    ink(glyph, state.ink, true);
    glyph->setAccessibleName(state.word);
    grid->addWidget(glyph, row, 0, Qt::AlignTop | Qt::AlignHCenter);

    QLabel *topic = plain(safeLine(finding.topic, 80), m_list);
    ink(topic, colours.ink, true);
    grid->addWidget(topic, row, 1, Qt::AlignTop);

    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    const QString detail = safeText(finding.detail, Lines::Mark);
    QLabel *words =
        plain(detail.isEmpty() ? state.word : tr("%1: %2", "state: detail").arg(state.word, detail), m_list);
    ink(words, finding.state == Finding::State::Works ? colours.dimmed : state.ink);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    texts->addWidget(words);
    if (finding.state != Finding::State::Works && !finding.remedy.empty()) {
        QLabel *remedy = plain(safeText(finding.remedy), m_list);
        remedy->setWordWrap(true);
        remedy->setTextInteractionFlags(Qt::TextSelectableByMouse);
        texts->addWidget(remedy);
    }
    grid->addLayout(texts, row, 2);
}

} // namespace vouchsafe
