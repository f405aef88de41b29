#include "ui/panels/plan_panel.h"

#include "ui/models/figures.h"
#include "ui/models/words.h"
#include "ui/panels/labels.h"
#include "ui/support/safe_text.h"

#include <QStyle>
#include <QTextCursor>
#include <QTextList>
#include <QVBoxLayout>

namespace vouchsafe {
namespace {

constexpr int longestItem = 4000; // characters

/// Of the shown iteration, else the newest before it.
const Iteration *iterationWithPlan(const RunView &view)
{
    const Iteration *found = nullptr;
    for (const Iteration &iteration : view.state.iterations)
        if (iteration.plan && iteration.number <= view.shown &&
            (found == nullptr || iteration.number > found->number))
            found = &iteration;
    return found;
}

/// Whose words the plan is made of; where a patch was given, whose that is.
QString sourceText(const RunState &state, const Plan &plan)
{
    if (state.givenPatch && !state.forkedFrom.empty())
        return PlanPanel::tr("Your edit of run %1 is judged here.").arg(safeLine(state.forkedFrom, 60));
    if (state.givenPatch)
        return PlanPanel::tr("A patch that you gave is judged here.");
    if (plan.author == "person")
        return PlanPanel::tr("In your own words. Nothing here is proven.");
    const QString author = plan.author.empty() ? PlanPanel::tr("the engineer") : authorWord(plan.author);
    return PlanPanel::tr("In the words of %1. Nothing here is proven.").arg(author);
}

} // namespace

PlanPanel::PlanPanel(const Theme &theme, QWidget *parent) : RunPanel(parent), m_theme(theme)
{
    auto *page = new QWidget(this);
    const int margin = style()->pixelMetric(QStyle::PM_LayoutLeftMargin) / 2;
    m_source = new DimLabel(theme, page);
    m_source->setContentsMargins(margin, 0, margin, 0);
    m_text = new QTextEdit(page);
    m_text->setReadOnly(true);
    m_text->setAcceptRichText(false);
    m_text->setUndoRedoEnabled(false);
    m_text->setTabChangesFocus(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Plan"));
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->addWidget(m_source);
    pageLayout->addWidget(m_text, 1);
    m_stack = new ContentStack(theme, page, this);
    setFocusProxy(m_text);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);
    connect(&theme, &Theme::changed, this, &PlanPanel::write);
    render({});
}

void PlanPanel::render(const RunView &view)
{
    const Iteration *iteration = iterationWithPlan(view);
    if (iteration == nullptr) {
        m_plan.reset();
        const bool open = view.isLive() || view.life == RunLife::Elsewhere;
        m_stack->showEmpty(view.life == RunLife::None ? tr("The plan of a run is shown here.")
                           : view.state.givenPatch    ? tr("This run judges a given patch and makes no plan.")
                           : open                     ? tr("No plan is made yet.")
                                                      : tr("This run made no plan."));
        return;
    }
    m_stack->showContent();
    const QString from = iteration->number == view.shown
                             ? QString()
                             : tr("Iteration %1 follows the plan of iteration %2.")
                                   .arg(QString::number(view.shown), QString::number(iteration->number));
    const QString source = sourceText(view.state, *iteration->plan);
    if (m_plan == iteration->plan && m_from == from && m_whose == source)
        return;
    m_plan = iteration->plan;
    m_from = from;
    m_whose = source;
    write();
}

void PlanPanel::write()
{
    if (!m_plan)
        return;
    m_source->setText(m_from.isEmpty() ? m_whose : tr("%1 %2").arg(m_whose, m_from));
    m_text->clear();
    heading(tr("Goal"));
    paragraph(safeText(m_plan->goal));
    if (!m_plan->steps.empty()) {
        heading(tr("Steps"));
        list(m_plan->steps, true);
    }
    if (!m_plan->files.empty()) {
        heading(tr("Files to change"));
        list(m_plan->files, false);
    }
    if (!m_plan->risks.empty()) {
        heading(tr("Risks"));
        list(m_plan->risks, false);
    }
    suspects();
    m_text->moveCursor(QTextCursor::Start);
}

void PlanPanel::suspects()
{
    if (m_plan->suspects.empty())
        return;
    heading(tr("Suspects"));
    for (const Suspect &suspect : m_plan->suspects) {
        const QString path = safeLine(suspect.path, 300);
        const QString place =
            suspect.line > 0 ? tr("%1, line %2").arg(path, QString::number(suspect.line)) : path;
        const QString part = fractionText(suspect.suspicion);
        paragraph(suspect.symbol.empty()
                      ? tr("%1  %2").arg(part, place)
                      : tr("%1  %2 in %3").arg(part, safeLine(suspect.symbol, 200), place));
        paragraph(safeText(suspect.evidence), true);
    }
}

void PlanPanel::heading(const QString &text)
{
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    QTextBlockFormat block;
    block.setHeadingLevel(3);
    const qreal gap = fontMetrics().height() / 2.0;
    block.setTopMargin(m_text->document()->isEmpty() ? 0 : gap);
    block.setBottomMargin(gap / 3);
    QTextCharFormat format;
    format.setFontWeight(QFont::Bold);
    if (m_text->document()->isEmpty())
        cursor.setBlockFormat(block);
    else
        cursor.insertBlock(block);
    cursor.insertText(text, format);
}

void PlanPanel::paragraph(const QString &text, bool dimmed)
{
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    QTextCharFormat format;
    QTextBlockFormat block;
    if (dimmed) {
        format.setForeground(m_theme.colours().dimmed);
        block.setBottomMargin(fontMetrics().height() / 4.0);
    }
    cursor.insertBlock(block, format);
    cursor.insertText(text.left(longestItem), format);
}

void PlanPanel::list(const std::vector<std::string> &items, bool numbered)
{
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertBlock({}, {});
    QTextListFormat format;
    format.setStyle(numbered ? QTextListFormat::ListDecimal : QTextListFormat::ListDisc);
    QTextList *list = cursor.createList(format);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            cursor.insertBlock();
        // A line feed would begin an item of its own.
        cursor.insertText(
            safeText(items[i]).left(longestItem).replace(QLatin1Char('\n'), QChar::LineSeparator));
    }
    if (list->count() > 0)
        cursor.movePosition(QTextCursor::End);
}

} // namespace vouchsafe
