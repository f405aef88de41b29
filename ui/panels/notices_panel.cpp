#include "ui/panels/notices_panel.h"

#include "ui/panels/labels.h"
#include "ui/panels/row_view.h"

#include <QVBoxLayout>

namespace vouchsafe {

NoticesPanel::NoticesPanel(const Theme &theme, QWidget *parent)
    : RunPanel(parent),
      m_rows(new RowView(theme, tr("Problems and notices"), this)),
      m_stack(new ContentStack(theme, m_rows, this))
{
    m_rows->setModel(&m_model);
    m_rows->setColumnSample(static_cast<int>(NoticesColumn::Kind), marked(Mark::Warned, tr("Not copied  ")));
    setFocusProxy(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    render({});
}

void NoticesPanel::render(const RunView &view)
{
    m_model.show(view);
    if (m_model.rowCount() == 0)
        m_stack->showEmpty(view.life == RunLife::None ? tr("Problems and notices of a run are shown here.")
                                                      : tr("No problem and no notice."));
    else
        m_stack->showContent();
    if (m_model.warnings() == m_warnings)
        return;
    m_warnings = m_model.warnings();
    Q_EMIT warningsChanged(m_warnings);
}

} // namespace vouchsafe
