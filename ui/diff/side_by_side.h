#pragma once
// One changed file: the base on the left, the proposal on the right, row beside row.

#include "ui/diff/prepared_diff.h"
#include "ui/support/background.h"
#include "ui/support/theme.h"

#include <QTimer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <string>

namespace vouchsafe {

class DiffPane;

/// The file of a patch that is shown.
struct DiffSubject {
    std::shared_ptr<const FileChange> file; ///< as proposed
    std::optional<std::string> edited;      ///< what a person made of its right side before
    bool whole = true;                      ///< false: it holds the hunks' lines alone
};

/// Compares and colours off the GUI thread; the panes fill in pieces. Both scroll and zoom together.
class SideBySide : public QWidget {
    Q_OBJECT
public:
    explicit SideBySide(const Theme &theme, QWidget *parent = nullptr);
    ~SideBySide() override;

    void setSubject(DiffSubject subject);
    void clear();
    /// What the panes show now; null until it is compared, and after clear().
    const PreparedDiff *shown() const { return m_shown ? &*m_shown : nullptr; }
    bool isReady() const; ///< compared and all of it in the panes

    /// Empty where the right side can be edited; else one sentence.
    QString whyNotEditable() const;
    void setEditing(bool editing);
    bool isEditing() const { return m_editing; }
    bool isEdited() const;         ///< differs from the proposal
    std::string rightText() const; ///< the exact bytes of the file
    void resetToProposal();

    std::optional<std::size_t> currentChange() const;
    std::size_t changes() const;
    /// False where there is none further on. What is asked of a file that is still compared happens then.
    bool nextChange();
    bool previousChange();
    void firstChange();
    void lastChange();
    void goToLine(std::size_t rightLine); ///< from 0; once the file is there
    /// Row of the caret, from 0.
    std::size_t currentRow() const { return m_row; }

    void setZoom(int steps);
    int zoom() const { return m_zoom; }
    void setPaneNames(const QString &base, const QString &proposed); ///< for assistive technology and headers
    void setBounds(const PaneBounds &bounds) { m_bounds = bounds; }
    DiffPane &basePane() const { return *m_left; }
    DiffPane &proposedPane() const { return *m_right; }

Q_SIGNALS:
    void shownChanged(); ///< another file, or other rows of it
    void ready();
    void editedChanged(); ///< at once when the first edit is made, then some time after each
    void moved();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class Goal { None, First, Last, Line };
    void present(PreparedDiff prepared);
    void colour(Background &background, DiffPane &pane, const std::string &path,
                std::shared_ptr<const ShownText> shown);
    void compareAgain();
    void finishLoading();
    void goToChange(std::size_t index);
    void showRow(std::size_t row, std::size_t rows);
    void showFirstMark(const DiffRow &row);
    void showCurrentMark();
    void followCaret(DiffPane &pane);
    void markCurrentChange();
    void pairBars();
    void fitBars();

    const Theme &m_theme;
    DiffPane *m_left;
    DiffPane *m_right;
    DiffSubject m_subject;
    std::shared_ptr<const FileChange> m_compared; ///< the proposal, or it with the edits of before
    std::optional<PreparedDiff> m_shown;
    PaneBounds m_bounds;
    std::array<QString, 2> m_names;
    std::array<std::optional<std::size_t>, 2> m_placed; ///< where navigation put the carets
    std::size_t m_row = 0;
    bool m_fresh = true; ///< nobody went anywhere in this file
    Goal m_goal = Goal::None;
    std::size_t m_goalLine = 0;
    int m_zoom = 0;
    bool m_editing = false;
    bool m_wasEdited = false;
    bool m_pairing = false;
    bool m_filling = false; ///< one pane has the file already, the other one not yet
    QTimer m_pause;         ///< between an edit and the comparison
    Background m_comparing;
    Background m_colouringLeft;
    Background m_colouringRight;
};

} // namespace vouchsafe
