#pragma once
// What the checks of a run print, one at a time, with the choice among them.

#include "ui/output/output_entries.h"
#include "ui/output/output_store.h"
#include "ui/output/output_view.h"
#include "ui/panels/run_panel.h"

#include <optional>

class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace vouchsafe {

/// While a run is live it shows what came last, until a person chooses; for a run that has ended it asks for
/// the log of what is chosen.
class OutputPanel : public RunPanel {
    Q_OBJECT
public:
    explicit OutputPanel(const Theme &theme, QWidget *parent = nullptr);

    void render(const RunView &view) override;
    const std::optional<OutputKey> &shownKey() const { return m_key; }
    OutputView &outputView() { return *m_output; }
    void choose(const OutputKey &key); ///< as a person does

public Q_SLOTS:
    void takeOutput(const std::vector<vouchsafe::OutputPiece> &pieces);
    void clear(); ///< another run begins or is opened

Q_SIGNALS:
    void logAsked(const vouchsafe::OutputKey &key); ///< answered by takeOutput

protected:
    void showEvent(QShowEvent *event) override;

private:
    void listEntries();
    void fillChooser();
    void chooseFitting();
    void showKey(const OutputKey &key);
    void showStored();
    void askForLog();
    void showState();
    const OutputEntry *entryOf(const OutputKey &key) const;

    const Theme &m_theme;
    QComboBox *m_chooser;
    QLabel *m_status;
    QToolButton *m_wrap;
    QToolButton *m_find;
    QStackedLayout *m_pages;
    QLabel *m_empty;
    OutputView *m_output;
    OutputStore m_store;
    CheckFigureCache m_figures;
    RunView m_view; ///< without what no chooser needs
    std::vector<OutputEntry> m_entries;
    std::optional<OutputKey> m_key;
    bool m_picked = false; ///< a person chose
};

} // namespace vouchsafe
