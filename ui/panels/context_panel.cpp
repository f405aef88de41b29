#include "ui/panels/context_panel.h"

#include "ui/panels/labels.h"
#include "ui/panels/row_view.h"
#include "ui/support/safe_text.h"

#include <QStyle>
#include <QVBoxLayout>

namespace vouchsafe {

ContextPanel::ContextPanel(const Theme &theme, QWidget *parent)
    : RunPanel(parent),
      m_split(new QSplitter(Qt::Vertical, this)),
      m_rows(new RowView(theme, tr("Retrieved code"), m_split))
{
    m_rows->setModel(&m_model);
    m_rows->setColumnSample(static_cast<int>(ContextColumn::Symbol), QStringLiteral("a_function_name"));
    m_rows->setColumnSample(static_cast<int>(ContextColumn::Where), QStringLiteral("folder/file.py:100-120"));
    m_rows->setColumnSample(static_cast<int>(ContextColumn::Score), QStringLiteral("0.00  "));
    m_rows->setColumnSample(static_cast<int>(ContextColumn::Tokens), QStringLiteral("Tokens "));

    auto *below = new QWidget(m_split);
    m_heading = new DimLabel(theme, below);
    m_code = new QPlainTextEdit(below);
    m_code->setReadOnly(true);
    m_code->setTabChangesFocus(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_code->setFont(theme.codeFont());
    m_code->setFrameShape(QFrame::NoFrame);
    m_code->setAccessibleName(tr("Code of the selected place"));
    auto *belowLayout = new QVBoxLayout(below);
    belowLayout->setContentsMargins({});
    belowLayout->addWidget(m_heading);
    belowLayout->addWidget(m_code, 1);
    m_heading->setContentsMargins(style()->pixelMetric(QStyle::PM_LayoutLeftMargin) / 2, 0, 0, 0);

    m_split->addWidget(m_rows);
    m_split->addWidget(below);
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_split->setChildrenCollapsible(false);
    auto *page = new QWidget(this);
    m_summary = new DimLabel(theme, page);
    m_summary->setContentsMargins(style()->pixelMetric(QStyle::PM_LayoutLeftMargin) / 2, 0, 0, 0);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->addWidget(m_summary);
    pageLayout->addWidget(m_split, 1);
    m_stack = new ContentStack(theme, page, this);
    setFocusProxy(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);

    connect(m_rows->selectionModel(), &QItemSelectionModel::currentChanged, this, &ContextPanel::preview);
    render({});
}

void ContextPanel::render(const RunView &view)
{
    const ContextBundle &context = view.state.context;
    const bool another = context != m_model.context() || view.state.run != m_run;
    m_run = view.state.run;
    if (context.slices.empty() && context.leftOut.empty()) {
        const bool open = view.isLive() || view.life == RunLife::Elsewhere;
        m_model.show(context);
        m_stack->showEmpty(view.life == RunLife::None ? tr("The code that matters for a task is shown here.")
                           : open                     ? tr("No code is retrieved yet.")
                                                      : tr("This run retrieved no code."));
        return;
    }
    m_stack->showContent();
    if (!another)
        return;
    m_model.show(context);
    m_summary->setText(contextSummary(context));
    if (!m_rows->currentIndex().isValid())
        m_rows->setCurrentIndex(m_model.index(0, 0));
    preview();
}

void ContextPanel::preview()
{
    const Slice *slice = m_model.sliceOf(m_rows->currentIndex());
    m_heading->setText(slice != nullptr
                           ? tr("%1\n%2").arg(sliceHeading(*slice), safeLine(slice->reason, 1000))
                           : tr("No code is selected."));
    const QString code = slice != nullptr ? safeText(slice->text) : QString();
    if (m_code->toPlainText() != code)
        m_code->setPlainText(code);
}

} // namespace vouchsafe
