#include "ui/diff/edit_banner.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace vouchsafe {

EditBanner::EditBanner(const Theme &theme, QWidget *parent)
    : QFrame(parent),
      m_theme(theme),
      m_text(new QLabel(this)),
      m_verify(new QPushButton(tr("Verify Edited Patch"), this)),
      m_drop(new QPushButton(tr("&Drop All Edits"), this)),
      m_leave(new QPushButton(tr("Stop E&diting"), this))
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    setAutoFillBackground(true);
    auto *layout = new QHBoxLayout(this);
    const int gap = fontMetrics().height() / 3;
    layout->setContentsMargins(2 * gap, gap, 2 * gap, gap);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_verify);
    layout->addWidget(m_drop);
    layout->addWidget(m_leave);
    connect(m_verify, &QPushButton::clicked, this, &EditBanner::verifyAsked);
    connect(m_drop, &QPushButton::clicked, this, &EditBanner::dropAsked);
    connect(m_leave, &QPushButton::clicked, this, &EditBanner::leaveAsked);
    connect(&theme, &Theme::changed, this, &EditBanner::recolour);
    recolour();
    setState(false, 0);
}

void EditBanner::setState(bool editing, int editedFiles)
{
    setVisible(editing || editedFiles > 0);
    m_verify->setVisible(editedFiles > 0);
    m_drop->setVisible(editedFiles > 0);
    m_leave->setVisible(editing);
    m_text->setText(editedFiles > 0
                        ? tr("Not verified: %n file(s) of this patch are edited, and no test has seen them.",
                             "", editedFiles)
                        : tr("The right side can be edited. The working tree stays as it is."));
}

void EditBanner::recolour()
{
    QPalette colours;
    colours.setColor(QPalette::Window, m_theme.colours().caretLine);
    colours.setColor(QPalette::WindowText, m_theme.colours().warning);
    setPalette(colours);
}

} // namespace vouchsafe
