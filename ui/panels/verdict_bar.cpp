#include "ui/panels/verdict_bar.h"

#include "ui/models/figures.h"
#include "ui/panels/labels.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

void setShown(QLabel *label, const QString &text)
{
    label->setText(text);
    label->setVisible(!text.isEmpty());
}

void setInk(QWidget *widget, const QColor &ink)
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, ink);
    widget->setPalette(palette);
}

QFont larger(QFont font, qreal times)
{
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * times);
    return font;
}

} // namespace

VerdictBar::VerdictBar(const Theme &theme, QWidget *parent) : RunPanel(parent), m_theme(theme)
{
    m_glyph = plainLabel(this);
    m_glyph->setWordWrap(false);
    m_glyph->setFont(larger(font(), 1.6));
    m_glyph->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_headline = plainLabel(this);
    m_headline->setFont(larger(font(), 1.2));
    m_counts = plainLabel(this);
    m_counts->setWordWrap(false);
    m_reason = plainLabel(this);
    m_warnings = plainLabel(this);
    m_notes = new DimLabel(theme, this);
    m_facts = new ElidedLabel(theme, this);

    auto *head = new QHBoxLayout;
    head->addWidget(m_headline, 1);
    head->addWidget(m_counts);
    auto *words = new QVBoxLayout;
    words->setSpacing(fontMetrics().height() / 5);
    words->addLayout(head);
    for (QWidget *part : std::initializer_list<QWidget *>{m_reason, m_warnings, m_notes, m_facts})
        words->addWidget(part);
    auto *layout = new QHBoxLayout(this);
    const int gap = fontMetrics().height() / 2;
    layout->setContentsMargins(stripe() + gap, gap / 2, gap, gap / 2);
    layout->setSpacing(gap);
    layout->addWidget(m_glyph, 0, Qt::AlignTop);
    layout->addLayout(words, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setAccessibleName(tr("Verdict"));
    connect(&theme, &Theme::changed, this, &VerdictBar::settle);
    m_text = verdictText({});
    settle();
}

void VerdictBar::render(const RunView &view)
{
    VerdictText text = verdictText(view);
    if (text == m_text)
        return;
    const bool another = text.headline != m_text.headline || text.mark != m_text.mark;
    m_text = std::move(text);
    settle();
    if (!another)
        return;
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void VerdictBar::settle()
{
    setShown(m_glyph, markGlyph(m_text.mark));
    m_headline->setText(m_text.headline);
    setShown(m_counts, m_text.counts);
    QStringList facts;
    for (const QString &part : {m_text.patch, m_text.spent, m_text.proof})
        if (!part.isEmpty())
            facts << part;
    setShown(m_reason, m_text.reason);
    setShown(m_warnings, m_text.warnings.join(QLatin1Char('\n')));
    setShown(m_notes, m_text.notes.join(tr(" · ")));
    m_facts->setWhole(facts.join(tr(" · ")));
    m_facts->setVisible(!facts.isEmpty());
    setInk(m_glyph, colour());
    setInk(m_headline, colour());
    setInk(m_warnings, m_theme.colours().warning);
    QStringList spoken{m_text.headline};
    for (const QString &part : {m_text.counts, m_text.reason, m_text.warnings.join(QLatin1Char(' ')),
                                m_text.notes.join(tr(". ")), m_text.patch, m_text.spent, m_text.proof})
        if (!part.isEmpty())
            spoken << part;
    setAccessibleDescription(spoken.join(tr(". ")));
    update();
}

QColor VerdictBar::colour() const
{
    return markInk(m_text.mark, m_theme.colours());
}

int VerdictBar::stripe() const
{
    return fontMetrics().height() / 4;
}

// Proven has a whole edge; what is warned of has a striped one, so that the two differ without colours.
void VerdictBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colours().margin);
    const QRect edge(layoutDirection() == Qt::LeftToRight ? 0 : width() - stripe(), 0, stripe(), height());
    if (m_text.mark == Mark::Good || m_text.mark == Mark::None) {
        painter.fillRect(edge, m_text.mark == Mark::Good ? colour() : m_theme.colours().rule);
    } else {
        for (int top = 0; top < height(); top += 2 * stripe())
            painter.fillRect(QRect(edge.left(), top, edge.width(), stripe()), colour());
    }
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_theme.colours().rule);
}

} // namespace vouchsafe
