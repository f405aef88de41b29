#include "ui/panels/tests_panel.h"

#include "ui/models/check_figures.h"
#include "ui/models/figures.h"
#include "ui/models/verdict_text.h"
#include "ui/panels/labels.h"
#include "ui/panels/row_view.h"
#include "ui/support/safe_text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace vouchsafe {
namespace {

constexpr std::size_t mostAtOnce = 2000;      // tests whose rows are made without a thread
constexpr std::size_t longestMessage{65'536}; // bytes

QString emptyText(const RunView &view)
{
    if (view.life == RunLife::None)
        return TestsPanel::tr("The tests of a run are shown here, before and after its patch.");
    if (view.isLive() || view.life == RunLife::Elsewhere)
        return TestsPanel::tr("The tests are shown as soon as the checks ran on the untouched tree.");
    return TestsPanel::tr("No test of this run is known by name.");
}

QString baselineSummary(const Baseline &baseline)
{
    int tests = 0;
    if (!baseline.runs.empty())
        for (const CheckResult &check : baseline.runs.front().checks)
            tests += static_cast<int>(check.tests.size());
    return TestsPanel::tr("Baseline: %1, %2")
        .arg(TestsPanel::tr("%n test(s)", "", tests),
             TestsPanel::tr("%n failing", "", static_cast<int>(baseline.failing.size())));
}

QString checksSummary(const RunState &state, int iteration)
{
    const auto newest = std::find_if(state.checks.rbegin(), state.checks.rend(),
                                     [&](const CheckRecord &check) { return check.iteration == iteration; });
    if (newest == state.checks.rend())
        return {};
    return TestsPanel::tr("%1: %2").arg(safeLine(newest->command, 120),
                                        checkResultText(*newest, checkFigures(state, *newest)));
}

} // namespace

QString testsSummary(const RunView &view)
{
    const Iteration *shown = view.shownIteration();
    if (shown != nullptr && shown->verdict)
        return shown->verdict->counts == LedgerCounts() ? outcomeWord(shown->verdict->outcome)
                                                        : countsText(shown->verdict->counts);
    QStringList parts;
    if (view.state.baseline)
        parts << baselineSummary(*view.state.baseline);
    if (const QString checks = checksSummary(view.state, view.shown); !checks.isEmpty())
        parts << checks;
    return parts.join(TestsPanel::tr(" · "));
}

TestsPanel::TestsPanel(const Theme &theme, QWidget *parent) : RunPanel(parent)
{
    auto *page = new QWidget(this);
    auto *split = new QSplitter(Qt::Horizontal, page);
    m_rows = new RowView(theme, tr("Tests"), split);
    m_rows->setModel(&m_model);
    m_rows->setRootIsDecorated(false);
    m_rows->setSortingEnabled(true);
    m_rows->header()->setSortIndicatorClearable(true);
    m_rows->header()->setSortIndicator(-1, Qt::AscendingOrder);
    m_rows->setColumnSample(static_cast<int>(LedgerColumn::Change),
                            marked(Mark::Warned, tr("counts neither way")));
    m_rows->setColumnSample(static_cast<int>(LedgerColumn::Test),
                            QStringLiteral("tests/test_something.py::test_with_a_long_name"));
    for (const LedgerColumn column : {LedgerColumn::Before, LedgerColumn::After})
        m_rows->setColumnSample(static_cast<int>(column), statusWord(TestStatus::Skipped));
    m_rows->setColumnSample(static_cast<int>(LedgerColumn::Duration), QStringLiteral("10 min 59 s"));
    m_detail = new QPlainTextEdit(split);
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_detail->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_detail->setFont(theme.codeFont());
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setAccessibleName(tr("Message of the selected test"));
    split->addWidget(m_rows);
    split->addWidget(m_detail);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);

    m_counts = new DimLabel(theme, page);
    m_none = new DimLabel(theme, page);
    m_none->hide();
    auto *top = new QHBoxLayout;
    top->addWidget(m_counts, 1);
    buildFilters(top);
    const int margin = style()->pixelMetric(QStyle::PM_LayoutLeftMargin) / 2;
    top->setContentsMargins(margin, margin / 2, margin, margin / 2);
    auto *pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins({});
    pageLayout->setSpacing(0);
    pageLayout->addLayout(top);
    pageLayout->addWidget(m_none);
    pageLayout->addWidget(split, 1);
    m_stack = new ContentStack(theme, page, this);
    setFocusProxy(m_rows);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_stack);

    connect(m_rows, &QAbstractItemView::activated, this, [this](const QModelIndex &index) {
        if (const TestRow *row = m_model.rowOf(index))
            Q_EMIT testChosen(row->id);
    });
    connect(m_rows->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex &index) {
                const TestRow *row = m_model.rowOf(index);
                if (row != nullptr && !m_restoring)
                    m_selected = row->id;
                describe();
            });
    connect(&m_model, &LedgerModel::arranged, this, &TestsPanel::restore);
    render({});
}

void TestsPanel::buildFilters(QLayout *into)
{
    m_text = new QLineEdit(this);
    m_text->setPlaceholderText(tr("Filter by name"));
    m_text->setAccessibleName(tr("Filter tests by name"));
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    m_quick = new QComboBox(this);
    m_quick->setAccessibleName(tr("Which tests are shown"));
    m_quick->addItem(tr("All"), static_cast<int>(TestsShown::All));
    m_quick->addItem(tr("Changed"), static_cast<int>(TestsShown::Changed));
    m_quick->addItem(tr("Failing"), static_cast<int>(TestsShown::Failing));
    into->addWidget(m_text);
    into->addWidget(m_quick);
    connect(m_text, &QLineEdit::textChanged, this, &TestsPanel::filter);
    connect(m_quick, &QComboBox::currentIndexChanged, this, &TestsPanel::filter);
}

void TestsPanel::render(const RunView &view)
{
    const LedgerSource source = ledgerSource(view);
    if (source != m_source) {
        m_source = source;
        load(view);
    }
    m_counts->setText(testsSummary(view));
    if (m_loading)
        m_stack->showEmpty(tr("The tests are being put in order."));
    else if (m_model.all().empty())
        m_stack->showEmpty(emptyText(view));
    else
        m_stack->showContent();
}

void TestsPanel::load(const RunView &view)
{
    auto input = std::make_shared<const LedgerInput>(ledgerInput(view));
    m_loading = input->tests() > mostAtOnce;
    if (!m_loading) {
        m_background.cancel();
        take(ledgerRows(*input));
        return;
    }
    m_background.start([input = std::move(input)](const std::stop_token &) { return ledgerRows(*input); },
                       [this](std::shared_ptr<const TestRows> rows) {
                           m_loading = false;
                           take(std::move(rows));
                           m_stack->showContent();
                       });
}

void TestsPanel::take(std::shared_ptr<const TestRows> rows)
{
    const QScopedValueRollback<bool> restoring(m_restoring, true);
    m_model.show(std::move(rows));
}

void TestsPanel::filter()
{
    const QScopedValueRollback<bool> restoring(m_restoring, true);
    m_model.filter(m_text->text(), static_cast<TestsShown>(m_quick->currentData().toInt()));
}

void TestsPanel::restore()
{
    const QScopedValueRollback<bool> restoring(m_restoring, true);
    const bool none = m_model.rowCount() == 0 && !m_model.all().empty();
    m_none->setText(none ? tr("No test meets the filter.") : QString());
    m_none->setVisible(none);
    const QModelIndex again = m_selected.empty() ? QModelIndex() : m_model.find(m_selected);
    if (again.isValid()) {
        m_rows->setCurrentIndex(again);
        m_rows->scrollTo(again);
    }
    describe();
}

void TestsPanel::describe()
{
    const TestRow *row = m_model.rowOf(m_rows->currentIndex());
    if (row == nullptr) {
        m_detail->setPlainText(tr("Select a test to read its message."));
        return;
    }
    QStringList lines{safeLine(row->id, 2000)};
    if (!row->file.empty())
        lines << (row->line > 0 ? tr("%1, line %2").arg(safeLine(row->file), QString::number(row->line))
                                : safeLine(row->file));
    lines << QString();
    lines << (row->message.empty() ? tr("No message.")
                                   : safeText(std::string_view(row->message).substr(0, longestMessage)));
    m_detail->setPlainText(lines.join(QLatin1Char('\n')));
}

} // namespace vouchsafe
