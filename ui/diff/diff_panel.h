#pragma once
// The patch of an iteration: its files, what is to be known about them, and the chosen one side by side.

#include "core/model/iteration.h"
#include "ui/diff/file_facts.h"
#include "ui/run_view.h"
#include "ui/support/background.h"
#include "ui/support/theme.h"

#include <QWidget>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace vouchsafe {

class DiffTextView;
class EditBanner;
class NoticeStrip;
class PatchFilesList;
class PatchFilesModel;
class RejectedView;
class SideBySide;

/// Shows what it is given and tells what a person edits or asks; it knows no run. GUI thread.
class DiffPanel : public QWidget {
    Q_OBJECT
public:
    explicit DiffPanel(const Theme &theme, QWidget *parent = nullptr);
    ~DiffPanel() override;

    /// None: the empty state. The same patch once more keeps place and edits.
    void setPatch(const std::optional<ReviewPatch> &review);
    void setRejected(const RejectedPatch &rejected);
    void setEmptyText(const QString &sentence); ///< why there is no patch, and what brings one

    /// Files that differ from the proposal, with the exact bytes that a person made of them.
    std::vector<EditedFile> edits() const;
    bool isEditing() const;
    SideBySide &sides() const { return *m_sides; }
    QString position() const; ///< in words, as its label has it

public Q_SLOTS:
    void nextChange(); ///< on into the next file
    void previousChange();
    void startEditing();
    void stopEditing(); ///< keeps the edits
    void dropEdits();
    void zoomIn();
    void zoomOut();
    void resetZoom();
    void showAsText(); ///< and back
    void selectFile(int file);

Q_SIGNALS:
    /// All edits: at the first one of a file at once, later some time after each; empty where none is left.
    void edited(const std::vector<vouchsafe::EditedFile> &files);
    void verifyAsked(); ///< after `edited` with the newest bytes
    void editingChanged(bool editing);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QWidget *makeDiffPage(const Theme &theme);
    void connectParts();
    void present(int file);
    void keepEdits();
    void readFacts(std::size_t first);
    void refreshNotices();
    void refreshPosition();
    void onEdited();
    void applyEditing();
    const FileChange *currentFile() const;

    QStackedWidget *m_pages;
    QLabel *m_empty;
    QWidget *m_diffPage = nullptr;
    RejectedView *m_rejected;
    DiffTextView *m_text;
    PatchFilesList *m_list = nullptr;
    PatchFilesModel *m_model;
    NoticeStrip *m_notices = nullptr;
    EditBanner *m_banner = nullptr;
    QLabel *m_position = nullptr;
    QToolButton *m_previous = nullptr;
    QToolButton *m_next = nullptr;
    SideBySide *m_sides = nullptr;

    std::optional<ReviewPatch> m_review; ///< its files' bytes are in m_files
    std::vector<std::shared_ptr<const FileChange>> m_files;
    std::map<std::size_t, std::string> m_edits; ///< of files that are not shown now
    int m_current = -1;
    bool m_wantsEditing = false;
    QString m_whyNotEditing;
    Background m_reading;
};

} // namespace vouchsafe
