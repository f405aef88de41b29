#include "ui/panels/labels.h"

#include "ui/models/figures.h"

#include <QVBoxLayout>

namespace vouchsafe {

QColor markInk(Mark mark, const ThemeColours &colours)
{
    switch (mark) {
    case Mark::Good:
        return colours.good;
    case Mark::Warned:
        return colours.warning;
    case Mark::Bad:
        return colours.bad;
    case Mark::Current:
    case Mark::Held:
        return colours.accent;
    case Mark::None:
    case Mark::Done:
    case Mark::Ended:
        break;
    }
    return colours.dimmed;
}

QLabel *plainLabel(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

DimLabel::DimLabel(const Theme &theme, QWidget *parent) : QLabel(parent), m_theme(theme)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    settle();
    connect(&theme, &Theme::changed, this, &DimLabel::settle);
}

void DimLabel::settle()
{
    QPalette palette;
    palette.setColor(QPalette::WindowText, m_theme.colours().dimmed);
    setPalette(palette);
}

ElidedLabel::ElidedLabel(const Theme &theme, QWidget *parent) : DimLabel(theme, parent)
{
    setWordWrap(false);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLabel::setWhole(const QString &text)
{
    if (text == m_whole)
        return;
    m_whole = text;
    setToolTip(plainTip(text));
    setAccessibleName(text);
    cut();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, DimLabel::minimumSizeHint().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    DimLabel::resizeEvent(event);
    cut();
}

void ElidedLabel::cut()
{
    setText(fontMetrics().elidedText(m_whole, Qt::ElideRight, width()));
}

ContentStack::ContentStack(const Theme &theme, QWidget *content, QWidget *parent) : QStackedWidget(parent)
{
    auto *page = new QWidget(this);
    m_empty = new DimLabel(theme, page);
    m_empty->setAlignment(Qt::AlignCenter);
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(m_empty);
    addWidget(page);
    addWidget(content);
}

void ContentStack::showContent()
{
    setCurrentIndex(1);
}

void ContentStack::showEmpty(const QString &sentence)
{
    m_empty->setText(sentence);
    setCurrentIndex(0);
}

} // namespace vouchsafe
