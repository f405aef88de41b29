#include "ui/diff/notice_strip.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr qsizetype few = 3;   // of warnings; of mere notes one line stands for all
constexpr qsizetype most = 50; // a patch may hold thousands of repairs

} // namespace

NoticeStrip::NoticeStrip(const Theme &theme, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_rows(new QGridLayout(this)), m_more(new QToolButton(this))
{
    const int gap = fontMetrics().height() / 3;
    m_rows->setContentsMargins(2 * gap, gap, 2 * gap, gap);
    m_rows->setHorizontalSpacing(2 * gap);
    m_rows->setVerticalSpacing(gap / 2);
    m_rows->setColumnStretch(1, 1);
    setAutoFillBackground(true);
    m_more->setAutoRaise(true);
    connect(m_more, &QToolButton::clicked, this, [this] {
        m_all = !m_all;
        rebuild();
    });
    connect(&theme, &Theme::changed, this, &NoticeStrip::rebuild);
    rebuild();
}

void NoticeStrip::setNotices(const QList<DiffNotice> &notices)
{
    QList<DiffNotice> sorted = notices;
    std::stable_partition(sorted.begin(), sorted.end(), [](const DiffNotice &each) { return each.warning; });
    if (sorted == m_notices)
        return;
    m_notices = std::move(sorted);
    m_all = false;
    rebuild();
}

void NoticeStrip::rebuild()
{
    const ThemeColours &colours = m_theme.colours();
    for (QLabel *label : findChildren<QLabel *>()) {
        m_rows->removeWidget(label);
        label->hide();
        label->deleteLater();
    }
    QPalette paper;
    paper.setColor(QPalette::Window, colours.margin);
    setPalette(paper);

    const qsizetype warnings = std::count_if(m_notices.begin(), m_notices.end(),
                                             [](const DiffNotice &each) { return each.warning; });
    const qsizetype folded = std::clamp<qsizetype>(warnings, 1, few);
    const qsizetype shown = std::min(m_notices.size(), m_all ? most : folded);
    for (qsizetype i = 0; i < shown; ++i) {
        const DiffNotice &notice = m_notices[i];
        const auto add = [&](const QString &text, int column, const QColor &ink) {
            auto *label = new QLabel(this);
            label->setTextFormat(Qt::PlainText);
            label->setText(text);
            QPalette colour;
            colour.setColor(QPalette::WindowText, ink);
            label->setPalette(colour);
            m_rows->addWidget(label, static_cast<int>(i), column, Qt::AlignTop);
            return label;
        };
        QLabel *sign = add(notice.warning ? QStringLiteral("⚠") : QStringLiteral("•"), 0,
                           notice.warning ? colours.warning : colours.dimmed);
        sign->setAccessibleName(notice.warning ? tr("Warning") : tr("Note"));
        add(notice.text, 1, notice.warning ? colours.ink : colours.dimmed)->setWordWrap(true);
    }
    const qsizetype hidden = m_notices.size() - shown;
    m_more->setVisible(m_all || hidden > 0);
    m_more->setText(m_all ? tr("Show fewer") : tr("Show %n more", "", static_cast<int>(hidden)));
    m_more->setAccessibleName(m_all ? tr("Show fewer notices") : tr("Show all notices"));
    m_rows->addWidget(m_more, static_cast<int>(shown), 1, Qt::AlignLeft);
    setVisible(!m_notices.isEmpty());
}

} // namespace vouchsafe
