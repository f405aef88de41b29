#include "ui/output/find_bar.h"

#include "ui/support/icons.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <QToolButton>

namespace vouchsafe {
namespace {

QToolButton *button(const QIcon &icon, const QString &name, const QString &tip, QWidget *parent)
{
    auto *made = new QToolButton(parent);
    made->setAutoRaise(true);
    made->setFocusPolicy(Qt::TabFocus);
    made->setIcon(icon);
    made->setAccessibleName(name);
    made->setToolTip(tip);
    return made;
}

} // namespace

FindBar::FindBar(OutputSearch &search, const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_search(search),
      m_theme(theme),
      m_words(new QLineEdit(this)),
      m_count(new QLabel(this)),
      m_previous(button(inkIcon("previous"), tr("Previous match"), tr("Previous match (Shift+F3)"), this)),
      m_next(button(inkIcon("next"), tr("Next match"), tr("Next match (F3)"), this)),
      m_case(new QCheckBox(tr("Match &case"), this))
{
    auto *close = button(style()->standardIcon(QStyle::SP_TitleBarCloseButton), tr("Close the find bar"),
                         tr("Close the find bar (Esc)"), this);
    m_words->setPlaceholderText(tr("Find in this output"));
    m_words->setAccessibleName(tr("Find in this output"));
    m_words->setClearButtonEnabled(true);
    m_words->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    m_words->setMaximumWidth(fontMetrics().averageCharWidth() * 48);
    m_count->setTextFormat(Qt::PlainText);
    m_count->setAccessibleName(tr("Matches"));

    auto *row = new QHBoxLayout(this);
    const int gap = style()->pixelMetric(QStyle::PM_LayoutHorizontalSpacing);
    row->setContentsMargins(gap, gap / 2, gap, gap / 2);
    row->addWidget(m_words, 1);
    row->addWidget(m_previous);
    row->addWidget(m_next);
    row->addWidget(m_count);
    row->addStretch(1);
    row->addWidget(m_case);
    row->addWidget(close);

    connect(m_words, &QLineEdit::textChanged, this, &FindBar::look);
    connect(m_case, &QCheckBox::toggled, this, &FindBar::look);
    connect(m_previous, &QToolButton::clicked, &m_search, &OutputSearch::previous);
    connect(m_next, &QToolButton::clicked, &m_search, &OutputSearch::next);
    connect(close, &QToolButton::clicked, this, &FindBar::shut);
    connect(&m_search, &OutputSearch::counted, this, &FindBar::showCount);
    connect(&theme, &Theme::changed, this, &FindBar::showCount);
    showCount();
}

void FindBar::open(const QString &words)
{
    show();
    if (!words.isEmpty())
        m_words->setText(words);
    m_words->selectAll();
    m_words->setFocus(Qt::ShortcutFocusReason);
    look();
}

void FindBar::shut()
{
    if (isHidden())
        return;
    hide();
    m_search.look({}, false);
    Q_EMIT wasShut();
}

void FindBar::look()
{
    if (!isHidden())
        m_search.look(m_words->text(), m_case->isChecked());
}

void FindBar::showCount()
{
    const auto matches = static_cast<int>(m_search.matches());
    const auto current = static_cast<int>(m_search.current());
    const bool nothing = matches == 0 && m_search.isDone() && !m_words->text().isEmpty();
    QString text;
    if (m_search.matches() >= OutputSearch::mostMatches)
        text = tr("The first %n matches are marked", "", matches);
    else if (nothing)
        text = tr("No match");
    else if (current > 0)
        text = tr("%1 of %n match(es)", "", matches).arg(QLocale().toString(current));
    else if (!m_words->text().isEmpty())
        text = tr("%n match(es)", "", matches);
    QPalette palette = this->palette();
    if (nothing)
        palette.setColor(QPalette::WindowText, m_theme.colours().bad);
    m_count->setPalette(palette);
    m_count->setText(text);
    m_previous->setEnabled(matches > 0);
    m_next->setEnabled(matches > 0);
}

void FindBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->modifiers().testFlag(Qt::ShiftModifier))
        m_search.previous();
    else
        m_search.next();
}

} // namespace vouchsafe
