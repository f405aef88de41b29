#include "ui/diff/rejected_view.h"

#include "ui/support/safe_text.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

constexpr std::size_t mostRaw = std::size_t{256} << 10; // the journal has it shortened already

} // namespace

RejectedView::RejectedView(const Theme &theme, QWidget *parent)
    : QWidget(parent),
      m_theme(theme),
      m_message(new QLabel(this)),
      m_code(new QLabel(this)),
      m_details(new QPlainTextEdit(this))
{
    for (QLabel *label : {m_message, m_code}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    QFont strong = font();
    strong.setBold(true);
    m_message->setFont(strong);
    m_details->setReadOnly(true);
    m_details->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_details->setFrameShape(QFrame::NoFrame);
    m_details->setTabChangesFocus(true);
    m_details->setAccessibleName(tr("What came instead of a patch"));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_message);
    layout->addWidget(m_code);
    layout->addWidget(m_details, 1);
    setFocusProxy(m_details);
    const auto recolour = [this] {
        QPalette colours;
        colours.setColor(QPalette::WindowText, m_theme.colours().dimmed);
        m_code->setPalette(colours);
        m_details->setFont(m_theme.codeFont());
    };
    connect(&theme, &Theme::changed, this, recolour);
    recolour();
}

void RejectedView::setRejected(const RejectedPatch &rejected)
{
    m_message->setText(rejected.message.empty() ? tr("No patch could be read from the reply.")
                                                : safeText(rejected.message));
    m_code->setText(safeLine(rejected.code));
    m_code->setVisible(!rejected.code.empty());
    QStringList lines;
    if (!rejected.places.empty()) {
        lines += tr("The nearest places");
        for (const PatchPlace &place : rejected.places) {
            lines += QStringLiteral("    %1:%2").arg(safeLine(place.path), QString::number(place.line));
            for (const QString &line : safeText(place.text).split(QLatin1Char('\n')))
                lines += QStringLiteral("        ") + line;
        }
        lines += QString();
    }
    if (!rejected.raw.empty()) {
        lines += tr("What was received");
        const std::string_view raw = std::string_view(rejected.raw).substr(0, mostRaw);
        for (const QString &line : safeText(raw).split(QLatin1Char('\n')))
            lines += QStringLiteral("    ") + (line.size() > 4000 ? line.left(4000) + QChar(u'…') : line);
        if (rejected.raw.size() > mostRaw)
            lines += tr("The rest is not shown.");
    }
    m_details->setPlainText(lines.join(QLatin1Char('\n')));
}

} // namespace vouchsafe
