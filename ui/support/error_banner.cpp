#include "ui/support/error_banner.h"

#include "ui/support/icons.h"
#include "ui/support/safe_text.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t shortContext = 240; // bytes that stand open at first
constexpr std::size_t longestPart = 4000; // the rest is in what Copy gives

QLabel *plain(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString part(const std::string &bytes)
{
    return safeText(std::string_view(bytes).substr(0, longestPart));
}

bool isShort(const std::string &context)
{
    return context.size() <= shortContext && std::count(context.begin(), context.end(), '\n') < 3;
}

} // namespace

ErrorBanner::ErrorBanner(const Theme &theme, const Error &error, QWidget *parent)
    : QFrame(parent), m_theme(theme), m_error(error)
{
    const std::string_view usual = errorEntry(error.code).remedy;
    if (m_error.remedy.empty())
        m_error.remedy = std::string(usual);
    const std::string_view code = errorName(error.code);

    m_what = plain(part(m_error.what), this);
    QFont bold = m_what->font();
    bold.setBold(true);
    m_what->setFont(bold);
    m_remedy = plain(part(m_error.remedy), this);
    m_remedy->setVisible(!m_error.remedy.empty());

    m_details = new QWidget(this);
    auto *form = new QFormLayout(m_details);
    form->setContentsMargins({});
    form->addRow(tr("Code:"),
                 plain(QString::fromLatin1(code.data(), static_cast<qsizetype>(code.size())), this));
    if (!m_error.context.empty())
        form->addRow(tr("Context:"), plain(part(m_error.context), this));

    m_fold = button("", tr("Details"));
    m_fold->setCheckable(true);
    m_fold->setText(tr("Details"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_fold, &QToolButton::toggled, this, &ErrorBanner::unfold);
    QToolButton *copy = button("copy", tr("Copy this message"));
    connect(copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(safeText(fourLines(m_error))); });
    QToolButton *close = button("reject", tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &ErrorBanner::closed);

    auto *texts = new QVBoxLayout;
    texts->addWidget(m_what);
    texts->addWidget(m_remedy);
    texts->addWidget(m_details);
    auto *row = new QHBoxLayout(this);
    row->addLayout(texts, 1);
    for (QToolButton *each : {m_fold, copy, close})
        row->addWidget(each, 0, Qt::AlignTop);

    setAccessibleName(tr("Error: %1").arg(part(m_error.what)));
    setAccessibleDescription(part(m_error.remedy));
    const bool open = isShort(m_error.context);
    m_fold->setChecked(open);
    unfold(open);
    connect(&theme, &Theme::changed, this, &ErrorBanner::restyle);
    restyle();
}

QToolButton *ErrorBanner::button(const char *icon, const QString &name)
{
    auto *button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    if (*icon != '\0')
        button->setIcon(inkIcon(icon));
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

void ErrorBanner::unfold(bool open)
{
    m_details->setVisible(open);
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
}

void ErrorBanner::restyle()
{
    const ThemeColours &colours = m_theme.colours();
    QPalette own = themePalette(colours.dark);
    own.setColor(QPalette::Window, colours.removed);
    setPalette(own);
    setAutoFillBackground(true);
    own.setColor(QPalette::WindowText, colours.bad);
    m_what->setPalette(own);
}

void ErrorBanner::showEvent(QShowEvent *event)
{
    QFrame::showEvent(event);
    QAccessibleEvent alert(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

} // namespace vouchsafe
