#pragma once
// Every test before and after the patch, with the message of those that fail.

#include "ui/models/ledger_model.h"
#include "ui/panels/run_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <string>

namespace vouchsafe {

class ContentStack;
class DimLabel;
class RowView;
class Theme;

class TestsPanel : public RunPanel {
    Q_OBJECT
public:
    explicit TestsPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;

Q_SIGNALS:
    void testChosen(const std::string &id);

private:
    void buildFilters(QLayout *into);
    void load(const RunView &view);
    void take(std::shared_ptr<const TestRows> rows);
    void filter();
    void restore();
    void describe();

    LedgerModel m_model;
    LedgerSource m_source; ///< of the rows that are shown or on their way
    bool m_loading = false;
    Background m_background;
    RowView *m_rows;
    QLineEdit *m_text;
    QComboBox *m_quick;
    QPlainTextEdit *m_detail;
    DimLabel *m_counts;
    DimLabel *m_none; ///< nothing meets the filter
    ContentStack *m_stack;
    std::string m_selected; ///< test that the person selected, found again in another order
    bool m_restoring = false;
};

/// The line above the tests: counts of the verdict, or of the baseline, or what the checks have said so far.
QString testsSummary(const RunView &view);

} // namespace vouchsafe
