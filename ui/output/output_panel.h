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
/// the log of what is chosen: by itself the checks as they stand, not what was run to doubt them.
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
    void logFailed(); ///< the one that was asked for; it is asked for again when it is chosen again
    void clear();     ///< another run begins or is opened

Q_SIGNALS:
    void logAsked(const vouchsafe::OutputKey &key); ///< answered by takeOutput

protected:
    void showEvent(QShowEvent *event) override;

private:
    void listEntries();
    void fillChooser();
    void beginAnew(const RunView &view);
    BegunOutputs begun() const;
    void chooseFitting();
    const OutputEntry *fittingOf(int iteration) const;
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
    std::optional<OutputKey> m_unread; ///< its log could not be read when it was asked for
    bool m_picked = false;             ///< a person chose
    std::size_t m_former = 0;          ///< checks that had ended when the run last became live
};

} // namespace vouchsafe
